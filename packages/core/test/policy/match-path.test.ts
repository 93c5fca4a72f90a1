import fc from "fast-check";
import ignore from "ignore";
import { describe, expect, it } from "vitest";
import type { Behavior } from "../../src/contract/decision.ts";
import { compilePathRule, type PathEnv } from "../../src/policy/match-path.ts";
import { isBelow, isInside } from "../../src/policy/path-inside.ts";
import { CWD, ENV, HOME } from "./fixtures.ts";

const compile = (behavior: Behavior, specifier: string, env: Partial<PathEnv> = {}, anchor = "/etc/anchor") =>
  compilePathRule({ specifier, behavior, anchor }, { ...ENV, ...env });

describe("matchesPath", () => {
  it.each<[Behavior, string, string, boolean]>([
    ["deny", "//opt/data/**", "/opt/data/a/b", true],
    ["deny", "//opt/data/**", "/opt/database", false],
    ["deny", "~/.ssh/**", `${HOME}/.ssh/id`, true],
    ["deny", "~/.ssh/**", `${CWD}/.ssh/id`, false],
    ["deny", "~/.bashrc", `${HOME}/.bashrc`, true],
    ["deny", "~/.bashrc", `${HOME}/x/.bashrc`, false],
    ["deny", "/x", "/etc/anchor/x", true],
    ["deny", "/x", "/x", false],
    ["deny", "/x", `${CWD}/x`, false],
    ["deny", "./secrets/**", `${CWD}/secrets/key`, true],
    ["deny", "secrets/**", `${CWD}/secrets/a/b`, true],
    ["deny", "secrets/**", `${CWD}/secrets`, true],
    ["deny", "secrets/**", `${CWD}/secrets-old/key`, false],
    ["deny", "secrets/**", `${CWD}/pack/secrets/key`, true],
    ["deny", "./secrets/**", `${CWD}/pack/secrets/key`, true],
    ["allow", "secrets/**", `${CWD}/pack/secrets/key`, false],
    ["allow", "secrets/**", `${CWD}/secrets/key`, true],
    ["allow", "secrets/**", `${CWD}/secrets`, false],
    ["deny", "a/b/**", `${CWD}/a/b/c`, true],
    ["deny", "a/b/**", `${CWD}/x/a/b/c`, false],
    ["deny", ".env", `${CWD}/.env`, true],
    ["deny", ".env", `${CWD}/server/.env`, true],
    ["allow", ".env", `${CWD}/server/.env`, true],
    ["deny", "./.env", `${CWD}/server/.env`, true],
    ["allow", "./.env", `${CWD}/server/.env`, false],
    ["allow", "./.env", `${CWD}/.env`, true],
    ["deny", ".env", "/elsewhere/.env", false],
    ["deny", "**/.env*", `${CWD}/a/b/.env.local`, true],
    ["deny", "*.pem", `${CWD}/a/key.pem`, true],
    ["deny", "src/*.ts", `${CWD}/src/a.ts`, true],
    ["deny", "src/*.ts", `${CWD}/src/x/a.ts`, false],
    ["deny", "src/**/*.ts", `${CWD}/src/a.ts`, true],
    ["deny", "src/**/*.ts", `${CWD}/src/x/y/a.ts`, true],
    ["deny", "build/", `${CWD}/pack/build/x`, true],
    ["deny", "build/", `${CWD}/build`, true],
    ["allow", "build/", `${CWD}/build`, false],
    ["allow", "build/", `${CWD}/build/x`, true],
    ["allow", "build/", `${CWD}/pack/build/x`, false],
    ["deny", "src", `${CWD}/src/deep/file`, true],
    ["deny", "[ab].txt", `${CWD}/b.txt`, true],
    ["deny", "[!ab].txt", `${CWD}/b.txt`, false],
    ["deny", "?.txt", `${CWD}/b.txt`, true],
    ["deny", "\\*.txt", `${CWD}/b.txt`, false],
    ["deny", "\\*.txt", `${CWD}/*.txt`, true],
    ["deny", "a.c", `${CWD}/abc`, false],
    ["deny", "../other/**", "/srv/other/x", true],
    ["deny", "a/../b/**", `${CWD}/b/x`, true],
    ["deny", "./a/./b//c", `${CWD}/a/b/c`, true],
    ["deny", "./!x", `${CWD}/!x`, true],
    ["deny", "./#x", `${CWD}/#x`, true],
    ["deny", "x  ", `${CWD}/x`, true],
    ["deny", "x\\ ", `${CWD}/x `, true],
    ["deny", "~", `${HOME}/any/thing`, true],
    ["deny", "./", `${CWD}/any/thing`, true],
    ["deny", "//", "/any/thing", true],
    ["deny", "**", `${CWD}`, true],
    ["allow", "**", `${CWD}/a/b`, true],
    ["allow", "**", "/srv/ws-evil/a", false],
    ["deny", "secrets/**", `${CWD}/src/../secrets/key`, true],
    ["deny", "secrets/**", `${CWD}//secrets/./key`, true],
    ["deny", "Secrets/**", `${CWD}/secrets/key`, false],
    ["deny", "a/**/b/**/c", `${CWD}/a/x/b/y/z/c`, true],
    ["deny", "a/**/b/**/c", `${CWD}/a/b/c`, true],
    ["deny", "a/**/b/**/c", `${CWD}/a/c/b`, false],
    ["deny", "**/secrets/**", `${CWD}/a\nb/secrets/key`, true],
    ["deny", "./a**/x", `${CWD}/ab/x`, true],
    ["deny", "./a**/x", `${CWD}/b/x`, false],
    ["deny", "./**a/x", `${CWD}/b/x`, false],
    ["deny", "./a/**/**/x", `${CWD}/a/b/x`, true],
    ["deny", "./*.pem", `${CWD}/a/x.pem`, true],
    ["deny", "b*/", `${CWD}/a/build/x`, true],
    ["deny", "*.TS", `${CWD}/a.ts`, false],
    ["deny", "x*  /f", `${CWD}/xa  /f`, true],
    ["deny", "x*  /f", `${CWD}/xa/f`, false],
    ["allow", "~/", `${HOME}/x`, true],
    ["allow", "//x", "/a/x", false],
    ["allow", "../x", "/srv/a/x", false],
    ["allow", "dC:/x", `${CWD}/dC:/x`, true],
    ["deny", "C:/Users/ada", "C:\\Users\\ada\\key", true],
    ["deny", "C:/Users/ada", `${CWD}/key`, false],
  ])("%s %j is about %j: %s", (behavior, specifier, path, expected) => {
    expect(compile(behavior, specifier).matchesPath(path)).toBe(expected);
  });

  it.each<[string, string, boolean]>([
    ["secrets/**", `${CWD}/SECRETS/Key`, true],
    ["SECRETS/*.PEM", `${CWD}/secrets/a.pem`, true],
    ["secrets/**", `${CWD.toUpperCase()}/secrets/key`, true],
    ["secrets/**", `${CWD}/\u017fecrets/key`, true],
    ["\u017fecrets/**", `${CWD}/secrets/key`, true],
    ["./key", `${CWD}/\u212aey`, true],
    ["secrets/**", `${CWD}/secret/key`, false],
  ])("ignores case where the file system does: %j on %j is %s", (specifier, path, expected) => {
    expect(compile("deny", specifier, { caseInsensitive: true }).matchesPath(path)).toBe(expected);
    expect(compile("deny", specifier).matchesPath(path)).toBe(false);
  });

  it("unites no letters for an allow, whose file may be another one", () => {
    const allow = compile("allow", "secrets/**", { caseInsensitive: true });
    expect(allow.matchesPath(`${CWD}/SECRETS/key`)).toBe(true);
    expect(allow.matchesPath(`${CWD}/\u017fecrets/key`)).toBe(false);
  });

  it("takes composed and decomposed names for one where the file system does", () => {
    const env = { unicodeNormalizing: true };
    expect(compile("deny", "caf\u00e9/**", env).matchesPath(`${CWD}/cafe\u0301/x`)).toBe(true);
    expect(compile("deny", "cafe\u0301*", env).matchesPath(`${CWD}/caf\u00e9.txt`)).toBe(true);
    expect(compile("deny", "caf\u00e9/**").matchesPath(`${CWD}/cafe\u0301/x`)).toBe(false);
  });

  it("reads Windows paths as `/c/…` without trailing dots", () => {
    const env = { cwd: "C:\\ws", home: "C:\\Users\\ada", caseInsensitive: true };
    expect(compile("deny", "./secrets/**", env).matchesPath("C:\\ws\\secrets\\key.")).toBe(true);
    expect(compile("deny", "//c/ws/secrets/key", env).matchesPath("c:\\WS\\secrets\\key. .")).toBe(true);
    expect(compile("deny", "C:\\ws\\secrets\\**", env).matchesPath("C:/ws/secrets/key")).toBe(true);
    expect(compile("deny", "./secrets/**", env).matchesPath("D:\\ws\\secrets\\key")).toBe(false);
  });

  it("holds for the real name of the directory a rule is anchored at", () => {
    const realPathOf = (path: string) => path.replace(/^\/srv\/ws/, "/real/ws");
    expect(compile("allow", "src/**", { realPathOf }).matchesPath("/real/ws/src/a")).toBe(true);
    expect(compile("allow", "src/**", { realPathOf }).matchesPath(`${CWD}/src/a`)).toBe(true);
    expect(compile("deny", "a/b", { realPathOf }).matchesPath("/real/ws/a/b")).toBe(true);
    for (const root of [CWD, "/real/ws"]) {
      expect(compile("allow", "src/**", { realPathOf }).coversTree(`${root}/src`)).toBe(true);
      expect(compile("deny", "./src/**", { realPathOf }).mayLieInside(root)).toBe(true);
    }
  });

  it("takes no name a link leads to for a pattern", () => {
    const realPathOf = (path: string) => path.replace(/^\/srv\/ws\/link$/, "/data/v*t");
    const deny = compile("deny", "/link", { realPathOf }, CWD);
    expect(["/data/v*t", "/data/vaultt", `${CWD}/link`].map((path) => deny.matchesPath(path))).toEqual([
      ...[true, false, true],
    ]);
  });

  it("follows a link the rule spells out for a deny, never for an allow", () => {
    const realPathOf = (path: string) => path.replace(/^\/srv\/ws\/vault/, "/data/v*t");
    expect(compile("deny", "vault/x/**", { realPathOf }).matchesPath("/data/v*t/x/key")).toBe(true);
    expect(compile("deny", "/vault/x", { realPathOf }, CWD).matchesPath("/data/v*t/x")).toBe(true);
    expect(compile("allow", "vault/x/**", { realPathOf }).matchesPath("/data/v*t/x/key")).toBe(false);
  });

  it.each([
    ["deny", "link", "/data/target", true],
    ["ask", "./link", "/data/target", true],
    ["deny", "link", "/data/target/below", true],
    ["deny", "link", "/data/other", false],
    ["deny", "link", `${CWD}/a/link`, true],
    ["deny", "link/**", "/data/target/below", true],
    ["deny", "lin*", "/data/target", false],
    ["allow", "link", "/data/target", false],
  ] as const)("of a %s for the name %s of a link, %s is a part: %s", (behavior, name, path, expected) => {
    const realPathOf = (at: string) => at.replace(/^\/srv\/ws\/link(?=$|\/)/, "/data/target");
    expect(compile(behavior, name, { realPathOf }).matchesPath(path)).toBe(expected);
  });

  it("agrees with the gitignore library on whole patterns", () => {
    const segment = fc.constantFrom("a", "b", "*", "**", "a*", "?", "[ab]", "ab");
    const name = fc.constantFrom("a", "b", "ab", "c");
    fc.assert(
      fc.property(
        fc.array(segment, { minLength: 1, maxLength: 5 }),
        fc.array(name, { minLength: 1, maxLength: 6 }),
        (segments, names) => {
          const mine = compile("allow", `/${segments.join("/")}`, {}, CWD);
          const theirs = ignore({ ignorecase: false }).add(`/${segments.join("/")}`);
          expect(mine.matchesPath(`${CWD}/${names.join("/")}`)).toBe(theirs.ignores(names.join("/")));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("ends on a pattern made to backtrack", () => {
    const matcher = compile("deny", `**/${"a/**/".repeat(20)}b`);
    expect(matcher.matchesPath(`${CWD}/${"a/".repeat(2_000)}c`)).toBe(false);
  });
});

describe("coversTree", () => {
  it.each<[Behavior, string, string, boolean]>([
    ["allow", "src/**", `${CWD}/src`, true],
    ["allow", "src/**", `${CWD}/src/deep`, true],
    ["allow", "src/**", CWD, false],
    ["allow", "src", `${CWD}/src`, true],
    ["allow", "src/", `${CWD}/src`, true],
    ["allow", "src/*", `${CWD}/src`, true],
    ["allow", "src/*/", `${CWD}/src`, false],
    ["allow", "src/*/*", `${CWD}/src`, false],
    ["allow", "src/*/*", `${CWD}/src/x`, true],
    ["allow", "src/**/*.ts", `${CWD}/src`, false],
    ["allow", "src/*/**", `${CWD}/src`, false],
    ["allow", "src/**/*", `${CWD}/src`, true],
    ["allow", "src/**/*/**", `${CWD}/src`, false],
    ["allow", "src/*.ts", `${CWD}/src`, false],
    ["allow", "//opt/**", "/opt", true],
    ["allow", "//**", "/", true],
    ["allow", "//opt/**", "/", false],
    ["allow", "**", CWD, true],
    ["allow", "**/*", CWD, true],
    ["allow", "**", "/srv", false],
    ["allow", "*", CWD, true],
    ["allow", "src/**", `${CWD}/src-old`, false],
    ["deny", "secrets/**", `${CWD}/pack/secrets`, true],
    ["deny", "secrets/**", `${CWD}/pack`, false],
    ["deny", "key", `${CWD}/key`, true],
  ])("%s %j covers %j: %s", (behavior, specifier, path, expected) => {
    expect(compile(behavior, specifier).coversTree(path)).toBe(expected);
  });
});

describe("mayLieInside", () => {
  it.each<[Behavior, string, string, boolean]>([
    ["deny", "/secrets/**", "/etc/anchor", true],
    ["deny", "/secrets/**", "/etc", true],
    ["deny", "/secrets/**", "/", true],
    ["deny", "/secrets/**", "/etc/anchor/secrets/x", true],
    ["deny", "/secrets/**", "/etc/anchor/src", false],
    ["deny", "/secrets/key", "/etc/anchor/secrets", true],
    ["deny", "/secrets/key", "/etc/anchor/secret", false],
    ["deny", "secrets/**", `${CWD}/src`, true],
    ["deny", "a/b/**", `${CWD}/src`, false],
    ["deny", ".env", `${CWD}/src/deep`, true],
    ["deny", ".env", "/elsewhere", false],
    ["deny", "~/.ssh/**", CWD, false],
    ["deny", "~/.ssh/**", "/home", true],
    ["deny", "a/*/c", `${CWD}/a`, true],
    ["deny", "a/*/c", `${CWD}/a/b`, true],
    ["deny", "a/*/c", `${CWD}/a/b/d`, false],
    ["deny", "a/**/c", `${CWD}/a/b/d`, true],
  ])("%s %j may lie in %j: %s", (behavior, specifier, path, expected) => {
    expect(compile(behavior, specifier).mayLieInside(path)).toBe(expected);
  });
});

describe("trees and paths together", () => {
  const specifier = fc
    .tuple(
      fc.constantFrom("", "./", "/", "~/", "//"),
      fc.array(fc.constantFrom("a", "b", "*", "**", "a*", "work", "ws"), { minLength: 1, maxLength: 4 }),
      fc.constantFrom("", "/"),
    )
    .map(([anchor, segments, end]) => `${anchor}${segments.join("/")}${end}`);
  const below = fc.array(fc.constantFrom("a", "b", "ab", "c"), { minLength: 1, maxLength: 4 });
  const top = fc.constantFrom("/", "/srv", CWD, `${CWD}/a`, `${CWD}/a/b`, HOME, "/etc/anchor");

  it("matches every path below a tree it covers, and may lie in every tree it matches something in", () => {
    fc.assert(
      fc.property(fc.constantFrom("allow", "deny"), specifier, top, below, (behavior, text, root, names) => {
        const matcher = compile(behavior, text);
        const path = `${root}/${names.join("/")}`;
        if (matcher.coversTree(root)) expect(matcher.matchesPath(path)).toBe(true);
        if (matcher.matchesPath(path)) expect(matcher.mayLieInside(root)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("isInside and isBelow", () => {
  it.each([
    ["/a/b", "/a", true, true],
    ["/a", "/a", true, false],
    ["/a/", "/a", true, false],
    ["/ab", "/a", false, false],
    ["/a/../b", "/a", false, false],
    ["/a", "/", true, true],
    ["/", "/", true, false],
    ["/a", "/a/b", false, false],
  ])("%s in %s: inside %s, below %s", (path, directory, inside, below) => {
    expect(isInside(path, directory)).toBe(inside);
    expect(isBelow(path, directory)).toBe(below);
  });
});
