import { describe, expect, test } from "vitest";
import { reasonsIn, touchedBy, verdictOf } from "./short.ts";

describe("a pattern that begins with a dash may become an option, also by staying as it is written", () => {
  test.each([
    "sort -o* a",
    "sort -? a",
    "sort -[o]x a",
    "sort --compress-program=* a",
    "rg --pre=* x",
    "tree -o*",
    "git log --output=*",
    "git status -*",
    "find . -d*",
    "find -delet?",
    "find . -delet[e]",
    "find . '-'d*",
    "python3 -*",
    "node --require=*",
    "tar -*",
    "man -*",
    "date -*",
  ])("%s", (text) => expect(verdictOf(text)).toBe("opaque"));

  test.each([
    ["grep -f* a", ["read /**", "read a"]],
    ["grep x -f/etc/*", ["read /**", "read -f/etc/**"]],
    ["wc --files0-from=*", ["read /**", "read ./**"]],
    ["base64 -*", ["read /**", "write /**", "read ./**"]],
  ])("that reads or writes elsewhere: %s", (text, touched) => expect(touchedBy(text)).toEqual(touched));

  test.each([
    "cat -*",
    "ls -*",
    "echo -*",
    "sort -- -*",
    "sort ./-*",
    "sort a-*",
    "find . -name* -print",
    "grep x *",
  ])("not: %s", (text) => expect(verdictOf(text)).toBe("free"));
});

describe("the name of a file may hold spaces, which split it where it is not quoted", () => {
  test.each(["for x in a*; do sort $x; done", "for x in d/*; do [ -f $x ]; done"])("%s", (text) => {
    expect(verdictOf(text)).toBe("opaque");
  });

  test("what it is split into may lie anywhere", () => {
    expect(touchedBy("for x in d/*; do cat $x; done")).toEqual(["read /**"]);
    expect(touchedBy('for x in d/*; do cat "$x"; done')).toEqual(["read d/**"]);
  });
});

describe("a subscript in a name is evaluated, whatever the name comes from", () => {
  test.each([
    "read b*",
    "read -a b*",
    "unset b*",
    "mapfile b*",
    "getopts a b*",
    "wait -p b*",
    "printf -v b* 1",
    "[ -v b* ]",
    "test -v *",
  ])("a file: %s", (text) => {
    expect(reasonsIn(text)).toEqual(["it evaluates a subscript"]);
  });

  test.each([
    `[ "$x" 'a[$(touch y)]' ]`,
    `test "$x" 'a[$(touch y)]'`,
    `[ "-$x" 'a[$(touch y)]' ]`,
    `[ ! "$x" 'a[$(touch y)]' ]`,
    `[ "$a" = b -o "$x" 'a[$(touch y)]' ]`,
    `[ "$x" "$y" ]`,
    `[ -? 'a[$(touch y)]' ]`,
    "[ $x ]",
    "[ -z $x ]",
    "[ a$x = b ]",
    "[ a=$x ]",
    "[ $(cat a) -gt 1 ]",
    "[ * ]",
    "[ -* ]",
    "[ *v ]",
    `printf "$x" 'a[$(touch y)]' z`,
    `printf "$x" z`,
    `printf "-$x" z`,
    "printf $x z",
    "printf * z",
    `printf -v a "$x" z`,
    `printf -v a -v 'b[$(touch y)]' z`,
    `printf -v'a[$(touch y)]' z`,
  ])("by an option that may be there: %s", (text) => {
    expect(reasonsIn(text)).toEqual(["it evaluates a subscript"]);
  });

  test.each([
    `[ "$x" ]`,
    `[ -n "$x" ]`,
    `[ "$x" = "$y" ]`,
    `[ "$x" != "$y" -a "$z" -gt 3 ]`,
    `[ "-n$x" 'a[1]' ]`,
    "[ $# -lt 1 ]",
    "[ ${#x} -gt $? ]",
    "[ -f *.ts ]",
    "[ -d a* ]",
    "[ -v x ]",
    `printf '%s %s\\n' "$a" "$b" *`,
    `printf "a $x"`,
    `printf -- "$x"`,
    `printf -v a '%s' "$x" 'b[1]'`,
    "printf -- 'a[1]'",
    "wait -n",
  ])("not: %s", (text) => expect(verdictOf(text)).toBe("free"));
});
