import { describe, expect, test } from "vitest";
import { touchedBy, verdictOf } from "./short.ts";

describe("a call that only asks for a version", () => {
  test.each([
    "python3 -V",
    "python3.12 --version",
    "node -v",
    "nodejs --version",
    "ruby -v",
    "perl -v",
    "java -version",
    "gcc --version",
    "gcc-12 --version",
    "g++ --version",
    "make --version",
    "docker --version",
    "curl -V",
    "openssl version",
    "sqlite3 -version",
    "tar --version",
    "command python3 -V",
    "python3 -V && node -v",
  ])("runs unasked: %s", (text) => {
    expect(verdictOf(text)).toBe("free");
  });

  test.each([
    ["pgrep -f node", "free"],
    ["lscpu", "free"],
    ["pkill node", "rule"],
    ["hostname", "free"],
    ["hostname -f", "free"],
    ["hostname evil", "opaque"],
    ["hostname -F a", "opaque"],
    ["hostname $x", "opaque"],
  ])("or for what the machine is and runs: %s is %s", (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict);
  });

  test.each([
    ["a file of the directory may name what answers", "cargo --version"],
    ["the same", "rustc --version"],
    ["the same", "go version"],
    ["the same", "yarn --version"],
    ["the same", "pnpm -v"],
    ["it stands in the directory", "./node -v"],
    ["it stands somewhere", "bin/python3 -V"],
    ["there is another word", "node -v -e x"],
    ["there is another word", "python3 -V a.py"],
    ["there is another word", "python3 -m x --version"],
    ["a word is not known", "node $x"],
    ["words come from its input", "echo -e | xargs node -v"],
    ["a variable says what is loaded", "NODE_OPTIONS=--require=./x node -v"],
    ["a variable says what is loaded", "PATH=. node -v"],
    ["a function stands in its place", "node() { rm a; }; node -v"],
    ["it means something else here", "ssh --version"],
  ])("does not where %s: %s", (_, text) => {
    expect(verdictOf(text)).not.toBe("free");
  });
});

describe("a call that only lists an archive", () => {
  test.each([
    ["tar -tf a.tar", ["read a.tar"]],
    ["tar tf a.tgz", ["read a.tgz"]],
    ["tar tzvf a.tgz src/x", ["read a.tgz"]],
    ["tar -tJf ../a.txz", ["read /nowhere/a.txz"]],
    ["bsdtar -tf a", ["read a"]],
    ["unzip -l a.zip", ["read a.zip"]],
    ["unzip -v a.zip", ["read a.zip"]],
    ["unzip -Z1 a.zip b", ["read a.zip"]],
  ])("reads it and does nothing else: %s", (text, touched) => {
    expect(touchedBy(text)).toEqual(touched);
    expect(["free", "reads"]).toContain(verdictOf(text));
  });

  test.each([
    "tar -tf a -I x",
    "tar -tf a --to-command=x",
    "tar -tf a --checkpoint=1 --checkpoint-action=exec=x",
    "tar -xtf a",
    "tar -txf a",
    "tar -tf evil.test:a",
    "tar -tFf x a",
    "tar -tf a -F x",
    "tar tf $x",
    "tar tf a $x",
    "tar tf a *",
    "tar -t",
    "TAR_OPTIONS=-Ix tar tf a",
    "unzip -l a.zip -d b",
    "unzip -l '*.zip'",
    "unzip a.zip -l",
    "UNZIP=-o unzip -l a.zip",
    "unzip -p a.zip",
    "xargs tar tf a",
  ])("is one like any other: %s", (text) => {
    expect(verdictOf(text)).not.toBe("free");
  });
});
