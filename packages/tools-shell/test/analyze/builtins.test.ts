import { describe, expect, test } from "vitest";
import { reasonsIn, touchedBy, verdictOf } from "./short.ts";

describe("a builtin that changes what is read, or runs something, is not told", () => {
  test.each([
    ["it runs a command", ["jobs -x ls", "jobs -lx ls", "jobs $x"]],
    ["it runs a command for each line", ["mapfile -C ls -c 1 a", "mapfile -Cls a", "readarray -C ls a"]],
    ["it changes how the shell reads what follows", ["set $x", "set -o $x", "set -k", "set -e $x"]],
    ["it changes how the shell works", ["shopt $x", "shopt -u $x", "shopt -s expand_aliases"]],
    ["it works on commands of the past", ["history $x", "history -a $x"]],
    ["it makes assignments mean something else", ["export -f f", "declare -i x=a", "declare -n x=y"]],
    ["it evaluates its words as arithmetic", ["let $x", "let 'x=a[1]'"]],
    ["it says where programs are", ["hash -p a b"]],
    ["it makes keys run commands", ["bind -x '\"a\": ls'", "bind -f a", "bind $x"]],
  ])("%s", (reason, texts) => {
    for (const text of texts) expect([text, ...reasonsIn(text)]).toEqual([text, reason]);
  });

  test.each([
    ["PATH", "read -p x PATH"],
    ["PATH", "printf -vPATH x"],
    ["PATH", "getopts n:i PATH"],
    ["PATH", "export -n PATH"],
    ["IFS", "read -r a IFS"],
  ])("it sets %s, which decides what runs: %s", (name, text) => {
    expect(reasonsIn(text)).toEqual([`it sets \`${name}\`, which can change what runs`]);
  });

  test.each([
    "jobs -l",
    "set -- $x",
    "set a -k",
    "set -e -u -o pipefail",
    "shopt expand_aliases",
    "shopt -p expand_aliases",
    "export -n A",
    "let x=1+2",
    "history -d 3",
    "printf -vx y",
    "echo -vPATH",
    "test -v PATH",
    "[ -v PATH ]",
    "read -rp x y",
  ])("not: %s", (text) => expect(verdictOf(text)).toBe("free"));
});

test.each([
  ["history -a f", ["write f"]],
  ["history -w f", ["write f"]],
  ["history -n f", ["read f"]],
  ["history -r f", ["read f"]],
  ["history -r", ["read /**"]],
  ["history -w", ["write /**"]],
  ["history -c", []],
])("%s touches files", (text, touched) => expect(touchedBy(text)).toEqual(touched));

test.each([
  ["cat <> a", ["read a", "write a"]],
  ["cat $(pwd)/c", ["read c"]],
  ["cat $(pwd; true)/c", ["read /**"]],
  ["cat $(cd /etc; pwd)/c", ["read /etc", "read /**"]],
  ["PWD=/etc; cat $PWD/c", ["read /etc/c"]],
  ["c=cd; $c /etc; cat p", ["read /etc", "read p", "read /etc/p"]],
  ["cat /dev/fd/10", []],
  ["cat /dev/fd/x", ["read /dev/fd/x"]],
])("where files lie is told: %s", (text, touched) => expect(touchedBy(text)).toEqual(touched));

test.each(["[[ ( -v a[$(id)] ) ]]", "[[ ! ( x -eq 1 ) ]]", "[[ ( a = b ) && ( -v x ) ]]"])(
  "a test in parentheses is read: %s",
  (text) => expect(reasonsIn(text).join()).toMatch(/as arithmetic/),
);
