import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskSecrets } from "../../src/secrets/mask-secrets.ts";

const masked = (value: unknown): unknown => maskSecrets(value).value;
// Put together here, so that no scanner takes this file for a leak.
const LETTERS = "0123456789abcdefABCDEF0123456789abcdef";
const PEM = (kind: string): string => `-----BEGIN ${kind}-----\nMIIabc\ndef==\n-----END ${kind}-----`;

describe("masking by name", () => {
  it.each([
    ...[
      "password",
      "PASSWORD",
      "dbPassword",
      "db_password",
      "passwd",
      "pwd",
      "DB_PASS",
      "passphrase",
      "token",
    ],
    ...["accessToken", "x-auth-token", "GITHUB_TOKEN", "secret", "client_secret", "AWS_SECRET_ACCESS_KEY"],
    ...["apiKey", "api_key", "API-KEY", "apikey", "privateKey", "Authorization", "Cookie", "tokenValue"],
  ])("hides the value of %s", (name) => {
    expect(masked({ [name]: "hunter2" })).toEqual({ [name]: "[masked]" });
    expect(masked({ [name]: 12345 })).toEqual({ [name]: "[masked]" });
  });

  it.each([
    ...["maxTokens", "max_tokens", "token_count", "key", "keys", "publicKey", "primaryKey", "keyboard"],
    ...["compass", "bypass", "passage", "secretary", "author", "cookieBanner", "pattern", "file_path"],
  ])("leaves the value of %s", (name) => {
    const value = { [name]: "hunter2" };
    expect(maskSecrets(value)).toEqual({ value, masked: [] });
  });

  it("hides every text below such a name and names the places", () => {
    const value = { "a/b": [{ credentials: { user: "ada", on: true, list: ["x"] } }], "c~d": { token: "t" } };
    expect(maskSecrets(value)).toEqual({
      value: {
        "a/b": [{ credentials: { user: "[masked]", on: true, list: ["[masked]"] } }],
        "c~d": { token: "[masked]" },
      },
      masked: ["/a~1b/0/credentials/user", "/a~1b/0/credentials/list/0", "/c~0d/token"],
    });
  });
});

describe("masking in text", () => {
  it.each([
    ["curl -H 'Authorization: Bearer abc.def'", "curl -H 'Authorization: [masked]'"],
    ["authorization: Bearer abc, x: y", "authorization: Bearer [masked], x: y"],
    ['curl -H "X-Api-Key: abc def" https://a.test', 'curl -H "X-Api-Key: [masked]" https://a.test'],
    ["git clone https://ada:hunter2@git.test/x.git", "git clone https://ada:[masked]@git.test/x.git"],
    ["postgres://u:p%40ss@db:5432/x", "postgres://u:[masked]@db:5432/x"],
    ["API_KEY=abc123 npm test", "API_KEY=[masked] npm test"],
    ["export DB_PASSWORD='a b c'; run", "export DB_PASSWORD='[masked]'; run"],
    ["deploy --token=abc --to prod", "deploy --token=[masked] --to prod"],
    ["deploy --api-key abc --to prod", "deploy --api-key [masked] --to prod"],
    ["GET /x?access_token=abc&page=2", "GET /x?access_token=[masked]&page=2"],
    ['{"user":"ada","password":"a\\"b"}', '{"user":"ada","password":"[masked]"}'],
    [`a\n${PEM("RSA PRIVATE KEY")}\nb`, "a\n[masked]\nb"],
    [`${PEM("PRIVATE KEY")} ${PEM("EC PRIVATE KEY")}`, "[masked] [masked]"],
    ["-----BEGIN OPENSSH PRIVATE KEY-----\ncut off", "[masked]"],
    [`echo sk-ant-api03-${LETTERS}`, "echo [masked]"],
    [`echo "ghp_${LETTERS}"`, 'echo "[masked]"'],
    [`github_pat_${LETTERS}, glpat-${LETTERS}`, "[masked], [masked]"],
    [`xoxb-123-${LETTERS} AKIA${"ABCD".repeat(4)}`, "[masked] [masked]"],
    [`AIza${LETTERS} npm_${LETTERS} hf_${LETTERS}`, "[masked] [masked] [masked]"],
    [`eyJ${LETTERS}.eyJ${LETTERS}.${LETTERS}`, "[masked]"],
    [`sk_live_${LETTERS}`, "[masked]"],
  ])("%s", (text, expected) => {
    expect(masked(text)).toBe(expected);
    expect(maskSecrets({ command: text })).toEqual({ value: { command: expected }, masked: ["/command"] });
  });

  it.each([
    ...["npm test", "grep -r password src", "export TOKEN=$CI_TOKEN", 'PASSWORD="$(pass show x)"', "a=b c=d"],
    ...[
      "function login(password: string): Token {}",
      "const token = next();",
      "token=next()",
      "if (pass == 1)",
    ],
    ...[
      "https://example.com:8080/a@b",
      "mailto:ada@example.com",
      "sk-learn is a library",
      "the bearer of news",
    ],
    ...[PEM("CERTIFICATE"), PEM("PUBLIC KEY"), "--token", "PASSWORD=", "eyJ is how they begin", "ghp_short"],
  ])("leaves %s", (text) => {
    expect(maskSecrets({ text })).toEqual({ value: { text }, masked: [] });
  });
});

describe("masking", () => {
  it("keeps what holds no secret as the same object", () => {
    const kept = { list: [1, { a: "b" }], when: new Date(0) };
    const value = { kept, token: "t" };
    expect((masked(value) as typeof value).kept).toBe(kept);
    expect(masked(kept)).toBe(kept);
  });

  it("hides what cannot be looked at", () => {
    const circle: Record<string, unknown> = { a: "b" };
    circle["self"] = circle;
    const hostile = {
      get secretary(): string {
        throw new Error("no");
      },
    };
    expect(() => JSON.stringify(masked(circle))).not.toThrow();
    expect(maskSecrets({ hostile })).toEqual({ value: { hostile: "[masked]" }, masked: ["/hostile"] });
  });

  it("gives no member to any prototype", () => {
    const value: unknown = JSON.parse('{"__proto__":{"token":"t"}}');
    expect(JSON.stringify(masked(value))).toBe('{"__proto__":{"token":"[masked]"}}');
    expect(({} as Record<string, unknown>)["token"]).toBeUndefined();
  });

  it("looks again at what a mask leaves beside it", () => {
    const { value } = maskSecrets('"authorization=token,https://u:)x');
    expect(maskSecrets(value)).toEqual({ value, masked: [] });
  });

  it("masks twice as once, for any value", () => {
    const words = fc.constantFrom(
      ...["token=", "password: ", "Bearer ", `ghp_${LETTERS}`, `AKIA${"ABCD".repeat(4)}`, "[masked]", '"'],
      ...[
        "'",
        " ",
        "--token ",
        "https://u:",
        "@",
        "=",
        "-----BEGIN PRIVATE KEY-----",
        "-----END",
        "eyJ",
        "x",
        "$",
      ],
    );
    const text = fc.array(words, { maxLength: 12 }).map((parts) => parts.join(""));
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        text,
        fc.string(),
        fc.integer(),
        fc.array(tie("value")),
        fc.dictionary(text, tie("value")),
      ),
    }));
    fc.assert(
      fc.property(json.value, (value) => {
        const once = maskSecrets(value);
        const twice = maskSecrets(once.value);
        expect(twice).toEqual({ value: once.value, masked: [] });
      }),
      { numRuns: 500 },
    );
  });

  it("leaves no trace of a secret, wherever it stands", () => {
    const letters = fc.stringMatching(/^[A-Za-z0-9]{24,40}$/);
    const secret = fc.oneof(
      letters.map((some) => ({ secret: some, text: `X_TOKEN=${some}` })),
      letters.map((some) => ({ secret: some, text: `ghp_${some}` })),
      letters.map((some) => ({ secret: some, text: `https://ada:${some}@host/` })),
      letters.map((some) => ({ secret: some, text: `{"apiKey": "${some}"}` })),
    );
    const around = fc.constantFrom("", " ", "\n", "; ", "echo ", "'", '"');
    fc.assert(
      fc.property(secret, around, around, (given, before, after) => {
        const { value, masked: places } = maskSecrets({ list: [`${before}${given.text}${after}`] });
        expect(JSON.stringify(value)).not.toContain(given.secret);
        expect(places).toEqual(["/list/0"]);
      }),
    );
  });

  it.each([
    "a=",
    "eyJ",
    "sk-",
    "://a:",
    '"a":"',
    "-----BEGIN PRIVATE KEY-----",
    "password='",
    "authorization:",
    "A1",
  ])("looks at a long run of %s no more often than at its letters", (piece) => {
    // Quadratic time would not end within the test's own limit.
    const text = piece.repeat(400_000 / piece.length);
    expect(typeof masked(text)).toBe("string");
  });
});
