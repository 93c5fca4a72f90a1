import { remembering } from "./remembering.ts";
import { patternOf, SECRET_FORMS } from "./secret-forms.ts";

const SECRET_WORDS: ReadonlySet<string> = new Set([
  ...["password", "passwords", "passwd", "passphrase", "pwd", "pass", "pin", "otp"],
  ...["secret", "secrets", "credential", "credentials", "token", "apikey", "apitoken", "authtoken"],
  ...["accesstoken", "refreshtoken", "idtoken", "authorization", "bearer", "jwt", "cookie", "cookies"],
]);

// `key` alone is a word of every program; with one of these before it, it is a secret.
const KEY_OWNERS: ReadonlySet<string> = new Set([
  ...["api", "access", "private", "secret", "signing", "encryption", "auth", "account", "master", "service"],
  ...["deploy", "session", "storage", "license"],
]);

/** Tells whether a member, variable or flag of this name holds a secret: `API_KEY`, `dbPassword`, `x-auth-token`. */
export const isSecretName = remembering((name) => {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  if (last === "value" || last === "text") return SECRET_WORDS.has(words.at(-2) ?? "");
  return SECRET_WORDS.has(last) || (/^keys?$/.test(last) && KEY_OWNERS.has(words.at(-2) ?? ""));
});

const wordsOf = (name: string): readonly string[] =>
  name
    .slice(-100)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

// A run of letters is looked at once, from its start, so time is linear.
const TOKENS = SECRET_FORMS.map(patternOf).join("|");

/** A pattern, and which of its groups is the secret; with `name`, only if that group is the name of one. */
export interface SecretPattern {
  readonly pattern: RegExp;
  readonly secret: number;
  readonly name?: number;
}

// The whole word or nothing: a call such as `token=next()` gives no secret.
const QUOTED_OR_WORD = `("[^"\\n]*"|'[^'\\n]*'|[^\\s;&|<>()"']+(?![^\\s;&|<>)"']))`;

/** Secrets in running text. No pattern can take more than linear time. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    pattern:
      /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z0-9 ]{0,60}-----)?)/g,
    secret: 1,
  },
  { pattern: new RegExp(`(?<![\\w-])((?:${TOKENS})[\\w-]*)`, "g"), secret: 1 },
  // scheme://user:password@host
  { pattern: /(?<=:\/\/)([^\s/:@"'`]{0,256}:)([^\s/@"'`]{1,1024})(?=@)/g, secret: 2 },
  {
    pattern:
      /(authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:(?:bearer|basic|token|digest)\s{1,4})?)([^\s"',;]+)/gi,
    secret: 2,
  },
  { pattern: /((?<!\w)bearer\s{1,4})([\w.~+/=-]{16,})/gi, secret: 2 },
  // NAME=value, --name=value, ?name=value&
  {
    pattern: new RegExp(`(?<![\\w$])([A-Za-z][\\w-]{0,80})(=)${QUOTED_OR_WORD}`, "g"),
    name: 1,
    secret: 3,
  },
  {
    pattern: new RegExp(`(?<![\\w-])(--[A-Za-z][\\w-]{0,80})(\\s{1,4})(?!-)${QUOTED_OR_WORD}`, "g"),
    name: 1,
    secret: 3,
  },
  // "name": "value"
  {
    pattern: /(["'])([A-Za-z][\w-]{0,80})(\1\s{0,4}:\s{0,4})("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/g,
    name: 2,
    secret: 4,
  },
  // -H "Name: value"
  {
    pattern: /((?:-H|--header)[ =]?["']?)([A-Za-z][\w-]{0,80})(:\s{0,4})([^"'\n]+)/g,
    name: 2,
    secret: 4,
  },
];

/** Values in the place of a secret that give none away: references, placeholders, words of programs. */
export function isNoSecret(value: string): boolean {
  const bare = value.replace(/^["']|["']$/g, "");
  return (
    bare === "" || /^[$%{<]/.test(bare) || /^(true|false|null|none|undefined|process\.env\b.*)$/i.test(bare)
  );
}
