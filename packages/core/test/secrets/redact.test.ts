import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "../../src/secrets/redact.ts";
import { createStartScan, hasControlBytes, NEAR } from "../../src/secrets/scan-bytes.ts";
import { SECRET_FORMS } from "../../src/secrets/secret-forms.ts";

// Put together here, so that no scanner takes this file for a leak.
const LETTERS = "0123456789abcdefABCDEF0123456789abcdef";
const BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ";
const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${BODY}\n${BODY}==\n-----END RSA PRIVATE KEY-----`;
const redactor = createRedactor();

function redacted(text: string): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  return { text: redactor.text(text, (name) => names.push(name)), names };
}

function streamed(
  bytes: Buffer,
  cuts: readonly number[],
): { readonly bytes: Buffer; readonly names: readonly string[] } {
  const names: string[] = [];
  const passed: Buffer[] = [];
  const stream = redactor.stream({
    passOn: (piece) => passed.push(Buffer.from(piece)),
    onSecret: (name) => names.push(name),
  });
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [i, from] of places.entries()) {
    const chunk = Buffer.from(bytes.subarray(from, places[i + 1] ?? from));
    stream.write(chunk);
    chunk.fill(0x78); // the chunk is its owner's
  }
  stream.end();
  return { bytes: Buffer.concat(passed), names };
}

/** A secret of each form, beside those a form must not take. */
const samples = SECRET_FORMS.flatMap(({ name, starts, chars = "\\w-", min, dots = 0 }) =>
  starts.map((start) => {
    const few = [..."A7b9c0D2e4"].filter((one) => new RegExp(`[${chars}]`).test(one)).join("");
    const run = few.repeat(Math.ceil(min / few.length));
    return {
      name,
      secret:
        start +
        (dots === 0
          ? run
          : Array(dots + 1)
              .fill(run)
              .join(".")),
    };
  }),
);

describe("what is replaced", () => {
  it.each(samples)("$name: $secret", ({ name, secret }) => {
    expect(redacted(`a ${secret}\nb`)).toEqual({ text: "a [masked]\nb", names: [name] });
  });

  it.each([
    ["a private key up to its end", `x ${KEY}\ny`, "x [masked]\ny"],
    ["one with numbers before its lines", KEY.replaceAll("\n", "\n  12\t"), "[masked]"],
    ["one in a JSON text", JSON.stringify({ key: KEY }), '{"key":"[masked]"}'],
    [
      "one that is cut off",
      `${KEY.slice(0, 90)}\n(end of output, really)`,
      "[masked]\n(end of output, really)",
    ],
    ["two, one after the other", `${KEY}\n${KEY}`, "[masked]\n[masked]"],
    ["one whose end is missing, up to the next block", `${KEY.slice(0, 60)}\n${KEY}`, "[masked]\n[masked]"],
  ])("%s", (_, text, expected) => {
    expect(redacted(text).text).toBe(expected);
  });
});

describe("what is left", () => {
  it.each([
    ...[
      "class sk-fading-circle-container",
      "task-0123456789012345678",
      "ghp_tooshort",
      "eyJhbGciOiJub25lIn0",
      "npm_config_cache",
    ],
    ...["password = 'hunter2'", "https://u:pass@host/", "API_KEY=abcdef", `x${`ghp_${LETTERS}`}`],
    "grep -r '-----BEGIN PRIVATE KEY' .",
    "-----BEGIN CERTIFICATE-----\nMIIabcdefghijklmnop\n-----END CERTIFICATE-----",
    "the words after -----BEGIN PUBLIC KEY----- stay",
  ])("%s", (text) => {
    expect(redacted(text)).toEqual({ text, names: [] });
  });

  it("is what follows a lone heading of a key in prose", () => {
    const text = "a key starts with -----BEGIN PRIVATE KEY----- and is not to be shown";
    expect(redacted(text).text).toBe("a key starts with [masked] and is not to be shown");
  });
});

describe("output in chunks", () => {
  const piece = fc.oneof(
    fc.constantFrom(...samples.map(({ secret }) => secret), KEY, KEY.slice(0, 70)),
    fc.constantFrom(
      ...samples.map(({ secret }) => secret.slice(0, 6)),
      "-----BEGIN ",
      "-----END ",
      "-----",
      "PRIVATE KEY-----",
    ),
    fc.constantFrom(" ", "\n", "-", "_", ".", "x", "Aé", "\u0000", "a line of output\n".repeat(40)),
  );
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));

  it("is replaced alike wherever it is cut, and the same as the whole text", () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(5_000), { maxLength: 12 }), (given, cuts) => {
        const whole = redacted(given);
        const parts = streamed(Buffer.from(given), cuts);
        expect(parts.bytes.toString("utf8")).toBe(whole.text);
        expect(parts.names).toEqual(whole.names);
      }),
      { numRuns: 400 },
    );
  });

  it("passes every other byte on as it is, valid UTF-8 or not", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 600 }),
        fc.array(fc.nat(600), { maxLength: 5 }),
        (bytes, cuts) => {
          expect(streamed(Buffer.from(bytes), cuts).bytes.equals(Buffer.from(bytes))).toBe(true);
        },
      ),
    );
  });

  it("shows nothing of a secret that is longer than anything that is held", () => {
    const long = `ghp_${LETTERS.repeat(4_000)}`;
    const { bytes, names } = streamed(Buffer.from(`a ${long} b`), [10, 20_000, 60_000, 100_000]);
    expect(bytes.toString()).toBe("a [masked] b");
    expect(names).toEqual(["github-token"]);
  });

  it("holds back no more than a key may have", () => {
    let passed = 0;
    const stream = redactor.stream({
      passOn: ({ length }) => {
        passed += length;
      },
      onSecret: () => undefined,
    });
    stream.write(Buffer.from("-----BEGIN PRIVATE KEY-----\n"));
    for (let i = 0; i < 100; i += 1) stream.write(Buffer.from("words, and more words!\n".repeat(50)));
    expect(passed).toBeGreaterThan(100_000);
  });

  it.each([
    "sk-",
    " ghp_",
    "eyJ.",
    "-----BEGIN ",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nx!\n",
    "-----END ",
    "SG.",
    "ya29.",
  ])("looks at a long run of %s no more often than at its letters", (run) => {
    // Quadratic time would not end within the test's own limit.
    const bytes = Buffer.from(run.repeat(Math.ceil(1_500_000 / run.length)));
    expect(streamed(bytes, [65_536, 131_072, 400_000]).bytes.length).toBeGreaterThan(0);
  });
});

describe("looking at many bytes at a time", () => {
  const starts = ["sk-", "ghp_", "-----BEGIN ", "AKIA"];
  const scan = createStartScan(starts);

  it("passes over no beginning", () => {
    const filler = fc.integer({ min: 0, max: 70_000 });
    fc.assert(
      fc.property(filler, filler, fc.constantFrom(...starts), (before, after, start) => {
        const bytes = Buffer.from(
          `${"a line ".repeat(before / 7)}${start}${"0123456789ab"}${" x".repeat(after / 2)}`,
        );
        const at = bytes.indexOf(start);
        let place = scan(bytes)(0);
        const next = scan(bytes);
        while (place >= 0 && place + NEAR <= at) place = next(place + NEAR);
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(at);
      }),
      { numRuns: 60 },
    );
  });

  it("finds every control character, wherever it stands", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 70_000 }), fc.integer({ min: 0, max: 255 }), (place, byte) => {
        const bytes = Buffer.alloc(70_001, "plain text\t\v\f\n");
        bytes[place] = byte;
        const isControl = (byte < 32 && ![9, 10, 11, 12].includes(byte)) || byte === 127;
        expect(hasControlBytes(bytes)).toBe(isControl);
        expect(hasControlBytes(bytes.subarray(place, place + 50))).toBe(isControl);
      }),
      { numRuns: 300 },
    );
  });
});
