import { describe, expect, test } from "vitest";
import { touchedBy, verdictOf } from "./short.ts";

describe("what is written is said", () => {
  test.each<readonly [string, readonly string[]]>([
    ["cp a b --sparse never", ["write b/**"]],
    ["cp --sparse never a b", ["write b/**"]],
    ["cp a b --no-preserve mode", ["write b/**"]],
    ["cp --target-d=c a", ["write c/**"]],
    ["cp -b -S rc a sub/.env", ["write sub/**"]],
    ["cp --backup a sub/b", ["write sub/**"]],
    ["mv --suffix=rc a sub/.env", ["write sub/**"]],
    ["ln -sb a sub/b", ["write sub/**"]],
    ["install -d x y", ["write x", "write y"]],
    ["install --directory x y", ["write x", "write y"]],
    ["split --additional-suffix .txt a sub/pre", ["read a", "write sub/**"]],
    ["chmod --reference=a .env", ["read a", "write .env"]],
    ["chmod --reference a .env", ["read a", "write .env"]],
    ["chmod -x .env", ["write .env"]],
    ["chmod -R u+x sub", ["write sub/**"]],
    ["tar xPf a", ["write /**"]],
    ["tar -x --absolute-names -f a", ["write /**"]],
    ["tar cf a b --remove-files", ["delete b/**"]],
    ["tar -g s -cf a b", ["write s"]],
    ["zip .envrc a", ["write .envrc"]],
    ["zip -lf log x a", ["write log"]],
    ["git bundle create x --all", ["write x/**"]],
    ["git format-patch -o out HEAD", ["write out/**"]],
    ["sed -i .bak s/a/b/ a", ["write a", "write a.bak"]],
  ])("%s", (text, touched) => expect(touchedBy(text)).toEqual(expect.arrayContaining([...touched])));
});

describe("what is a stream to those who read is a file to those who take it away", () => {
  test.each<readonly [string, readonly string[]]>([
    ["rm /dev/null", ["delete /dev/null"]],
    ["shred -u /dev/zero", ["delete /dev/zero"]],
    ["mv /dev/null b", ["delete /dev/null/**"]],
    ["find /dev/null -delete", ["delete /dev/null/**"]],
    ["rm -- -", ["delete -"]],
    ["mv - b", ["delete -/**", "read -/**"]],
    ["cp - b", ["read -/**"]],
    ["ls | tee -", ["write -"]],
    ["truncate -s 0 -", ["write -"]],
    ["touch -", ["write -"]],
  ])("%s", (text, touched) => expect(touchedBy(text)).toEqual(expect.arrayContaining([...touched])));

  test.each([
    ...["cat /dev/null", "cat -", "cat /dev/zero", "ls | tee /dev/null", "sort -o /dev/full a", "diff - a"],
    ...["curl -o - x.test", "tar -cf - a"],
  ])("not: %s", (text) => {
    expect(touchedBy(text).filter((one) => /dev| -$/.test(one))).toEqual([]);
  });
});

describe("a script that some systems take from another word", () => {
  test.each([
    "sed -I '' 'w /x' a",
    "sed -i '' 'w /x' a",
    "sed -i '' '1e id' a",
    "sed -i p 'w x' a",
    "sed -i p 's/a/b/w x' a",
    "sed -i .bak 'w x' a",
    "sed -i .bak '1!e' a",
  ])("%s", (text) => expect(verdictOf(text)).toBe("opaque"));

  test.each([
    "sed -i '' 's/a/b/' a",
    "sed -i 's/a/b/' www/x",
    "sed -i 1d README.md",
    "sed -i '$d' wide.txt",
    "sed -i.bak s/a/b/ a",
    "sed -i '1i\\a text' path/to/file",
  ])("not: %s", (text) => expect(verdictOf(text)).toBe("edits"));
});

describe("programs of awk that are read in several ways", () => {
  test.each([
    `awk 'BEGIN { if (1) /"/; print "touch x" | "sh" } #"'`,
    `awk 'BEGIN { while (x) /"/; print "x" > "y" } #"'`,
    `awk 'BEGIN { x = 1\n/"/; print "touch x" | "sh" } #"'`,
    `awk 'BEGIN { print "a",\n"b" > "/tmp/x" }'`,
    `awk 'BEGIN { print "a" &&\n"b" > "/tmp/x" }'`,
    `awk 'BEGIN{print.5>"/tmp/x"}'`,
    `awk 'BEGIN { exit /"/ } END { print "touch x" | "sh" } #"'`,
    `awk '/[]/]"/; print "touch y" | "sh" #]/'`,
    `awk 'BEGIN{ x = /[a\\]/ ; print "touch y" | "sh" #]/ }'`,
    `awk '{ getline x < "/etc/passwd" }'`,
    `awk '{ (getline x) < "a" }'`,
    `awk '{ "id" | getline }'`,
    `awk '{ getline /"/; print "x" | "sh" #"/ }'`,
    "awk '{ print $i++/2 }' a",
  ])("%s", (text) => expect(verdictOf(text)).toBe("opaque"));

  test.each([
    "awk '/[^/]*$/ { print }' a",
    "awk '/a[/]b/ { print $1 }' a",
    "awk '{ print $1 / $2, 1e3/2, .5 }' a",
    "awk 'NR%2 { next }\n/x/ { print }' a",
    "awk '{ print $1\n}\n$2 > 5 { print }' a",
    "awk '{ getline; print }' a",
    "awk '{ while ((getline x) > 0) print x }' a",
    "awk -F- '{ print $2 }' a",
  ])("but this only prints: %s", (text) => expect(verdictOf(text)).toBe("free"));
});
