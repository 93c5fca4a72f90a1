import { describe, expect, test } from "vitest";
import { commandsIn, reasonsIn } from "./short.ts";

type Row = readonly [string, readonly string[]];

const listed = (rows: readonly Row[]): void => {
  test.each(rows.map(([text, commands]) => ({ text, commands })))("$text", ({ text, commands }) => {
    expect([...commandsIn(text)].sort()).toEqual([...commands].sort());
    expect(reasonsIn(text)).toEqual([]);
  });
};

describe("lists and pipes", () => {
  listed([
    ["a; b", ["a", "b"]],
    ["a && b || c", ["a", "b", "c"]],
    ["a & b", ["a", "b"]],
    ["a\nb\n\nc", ["a", "b", "c"]],
    ["a | b |& c", ["a", "b", "c"]],
    ["! a", ["a"]],
    ["time -p a | b", ["a", "b"]],
    ["a # && b", ["a"]],
    ["# only words", []],
    ["a \\\n  b", ["a b"]],
    ["a &&\n b", ["a", "b"]],
    ["", []],
  ]);
});

describe("groups and flow", () => {
  listed([
    ["(a; (b))", ["a", "b"]],
    ["{ a; b; }", ["a", "b"]],
    ["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
    ["while a; do b; done", ["a", "b"]],
    ["until a; do b; done", ["a", "b"]],
    ["for i in 1 2; do a; done", ["a"]],
    ["for i; do a; done", ["a"]],
    ["for ((i = 0; i < 3; i++)); do a; done", ["a"]],
    ["select x in 1 2; do a; done", ["a"]],
    ["case $x in a | b) c ;; *) d ;& e) f ;;& esac", ["c", "d", "f"]],
    ["f() { a; }", ["a"]],
    ["function f { a; }; f 1", ["a", "f 1"]],
    ["f() ( a )", ["a"]],
    ["coproc a", ["a"]],
    ["coproc N { a; }", ["a"]],
    ["[[ -n $x && $(a) == b* ]]", ["a"]],
    ["{ a; } > /dev/null 2>&1", ["a"]],
  ]);
});

describe("substitutions", () => {
  listed([
    ["echo $(a)", ["a", "echo $(a)"]],
    ["echo `a`", ["a", "echo `a`"]],
    ['echo "x $(a "$(b)") y"', ['a "$(b)"', "b", 'echo "x $(a "$(b)") y"']],
    ["echo `a \\`b\\``", ["a `b`", "b", "echo `a \\`b\\``"]],
    ["echo <(a) >(b)", ["a", "b", "echo <(a) >(b)"]],
    ["x=$(a)", ["a"]],
    ["x=(1 $(a))", ["a"]],
    ["echo ${x:-$(a)}", ["a", "echo ${x:-$(a)}"]],
    ["echo ${x/$(a)/$(b)}", ["a", "b", "echo ${x/$(a)/$(b)}"]],
    ['echo "${x#$(a)}"', ["a", 'echo "${x#$(a)}"']],
    ["echo {1,$(a)}", ["a", "echo {1,$(a)}"]],
    ["echo @(b|$(a))", ["a", "echo @(b|$(a))"]],
    ["echo [$(a)]", ["a", "echo [$(a)]"]],
    ["cat <<END\n$(a) `b`\nEND", ["a", "b", "cat"]],
    ["cat <<'END'\n$(a)\nEND", ["cat"]],
    ['cat <<-"END"\n\t$(a)\n\tEND\nb', ["cat", "b"]],
    ["cat <<A <<B\n$(a)\nA\n$(b)\nB", ["a", "b", "cat"]],
    ["cat <<< $(a)", ["a", "cat"]],
    ["for x in $(a); do b; done", ["a", "b"]],
    ["case $(a) in $(b)) c ;; esac", ["a", "b", "c"]],
    ["echo '$(a)' \"\\$(a)\" \\`a\\`", ["echo '$(a)' '$(a)' '`a`'"]],
    ["echo $'$(a)'", ["echo '$(a)'"]],
    ["trap 'a; b' EXIT", ["a", "b", "trap 'a; b' EXIT"]],
    ["eval 'a; b' c", ["a", "b c", "eval 'a; b' c"]],
  ]);
});

describe("words are unquoted", () => {
  listed([
    ["r''m x", ["rm x"]],
    ["'r'\"m\" x", ["rm x"]],
    ["r\\m x", ["rm x"]],
    ["r\\\nm x", ["rm x"]],
    ["$'\\x72m' x", ["rm x"]],
    ["$'\\162\\u006d' x", ["rm x"]],
    ["{rm,-rf,x}", ["rm -rf x"]],
    ["a 'b c' \"d\"", ["a 'b c' d"]],
    ["a 'it'\\''s'", ["a 'it'\\''s'"]],
    ["a '' \"\"", ["a '' ''"]],
    ["a\tb   c", ["a b c"]],
    ["  a b\n", ["a b"]],
    ["a \\ ", ["a ' '"]],
    ["ls\u00a0x", ["'ls\u00a0x'"]],
    ["git\u200bstatus", ["'git\u200bstatus'"]],
    ["x=b; a $x", ["a b"]],
    ["x='b c'; a \"$x\" $x", ["a 'b c' $x"]],
    ["a ~/b $HOME/c", ["a /nowhere/home/b /nowhere/home/c"]],
    ["a k=~/b", ["a k=/nowhere/home/b"]],
  ]);
});

describe("what cannot be told is opaque, beside everything that was seen", () => {
  test.each([
    ["$x a", [], "which program runs is not known before it runs"],
    ["a; $(b) c", ["a", "b"], "which program runs is not known before it runs"],
    ["/bin/r? x", [], "which program runs is not known before it runs"],
    ["rm${IFS}x", [], "which program runs is not known before it runs"],
    ["{r,}m x", ["rm m x"], undefined],
    ['eval "$x"; a', ['eval "$x"', "a"], "it runs a text that is not known before it runs"],
    ['trap "$x" EXIT; a', ['trap "$x" EXIT', "a"], "it keeps a text to run that is not known"],
    ["bash -O expand_aliases -c a", ["a"], "it switches how the shell reads texts"],
    ["sh -c 'alias a=b; a'", ["a"], "`sh` may read it in another way than bash"],
    ["jobs -x a", ["jobs -x a"], "it runs a command"],
    [
      "shopt -s lastpipe; a | cd /etc",
      ["shopt -s lastpipe", "a", "cd /etc"],
      "it changes how the shell works",
    ],
    ["set -k; a", ["set -k", "a"], "it changes how the shell reads what follows"],
    ["echo ${!x}", ["echo ${!x}"], "it expands a variable whose name is in another"],
    ["echo ${x@P}", ["echo ${x@P}"], "it runs what is in a variable (`@P`)"],
    ["cat ~root/x", ["cat ~root/x"], "it names the home of another user"],
    ['a "unclosed && b', ["a 'unclosed && b'"], /does not parse/],
    ["a &&& b", ["a", "b"], /does not parse/],
    ["a $(( 1 + )", [], /./],
    ["a\u0007", [], "it has control characters"],
    ["a\r", [], "it has control characters"],
  ] as const)("%s", (text, commands, reason) => {
    for (const command of commands) expect(commandsIn(text)).toContain(command);
    if (reason === undefined) expect(reasonsIn(text)).toEqual([]);
    else if (typeof reason === "string") expect(reasonsIn(text)).toContain(reason);
    else expect(reasonsIn(text).join()).toMatch(reason);
  });

  test("a text longer than 10,000 characters, whatever is in it", () => {
    expect(reasonsIn("a ".repeat(5_001))).toEqual(["it is longer than 10000 characters"]);
  });

  test("but not many brackets beside each other", () => {
    expect(reasonsIn(`cat > a <<'E'\n${'{"a": [1, (2)]}\n'.repeat(400)}E`)).toEqual([]);
  });

  test.each([
    ["$(", "(".repeat(401)],
    ["$( behind quoted ends", '$(")"'.repeat(1_900)],
    ["groups", `${"{ ".repeat(3_000)}`],
    ["backticks", "`".repeat(9_000)],
    ["commands", "a;".repeat(5_000)],
    [
      "texts in texts",
      Array.from({ length: 12 }).reduce((text: string) => `eval ${JSON.stringify(text)}`, "a"),
    ],
  ])("too many %s", (_, text) => {
    expect(reasonsIn(text)).not.toEqual([]);
  });
});

describe("code in places where no command stands", () => {
  test.each([
    "echo $((x))",
    "(( x ))",
    "echo $((1 + $x))",
    "echo $(( $(a) ))",
    "[[ x -eq 1 ]]",
    "[[ $x -lt 1 ]]",
    "[[ -v $x ]]",
    "[[ -v 'a[$(b)]' ]]",
    "test -v 'a[$(b)]'",
    '[ -v "$x" ]',
    "echo ${a[x]}",
    "echo ${a[$x]}",
    "a[x]=1",
    "a=([x]=1)",
    "echo ${a:x:1}",
    "echo ${a:$x}",
    "let x=y",
    'let "$x"',
    "declare -i x=y",
    "declare x=$(a)",
    "local -a x=$(a)",
    "command export x=$(a)",
    "\\export x=$(a)",
    "export $(a)",
    "export x$(a)",
    "export PATH=$(a)",
    "declare -n x=y",
    "export -f x",
    'read -p a "$x"',
    'read -a "$x"',
    "shopt -s expand_aliases",
    "set -euk",
    "set -euo posix",
    "shopt -s cdable_vars",
    "declare 'a[$(b)]=1'",
    "declare -a 'a=($(b))'",
    "unset 'a[$(b)]'",
    "read 'a[$(b)]'",
    "printf -v 'a[$(b)]' x",
    "printf '-va[$(b)]' x",
    "mapfile -C a -c 1 x",
    "compgen -W '$(a)'",
    "complete -C a b",
    "for ((x = y; ; )); do :; done",
    "read i; echo $((i + 1))",
    "eval 'i=y'; echo $((i + 1))",
  ])("%s is opaque", (text) => {
    expect(reasonsIn(text)).not.toEqual([]);
  });

  test.each([
    "echo $((1 + 2 * 3))",
    "i=0; echo $((i + 1))",
    "for i in {1..3}; do echo $((i * 2)); done",
    "for ((i = 0; i < 3; i++)); do echo $i; done",
    "i=1; (( i++ )); [[ $i -eq 2 ]]",
    "[[ $# -eq 0 ]]",
    "echo $(( ${#x} + 1 ))",
    "echo ${a[0]} ${a[@]} ${a:1:2}",
    "let i=1",
    "[[ -f $x && $y == z ]]",
    'read -r -p "$x? " answer',
    "export -n x",
    "export x=$(a) y=$z",
    "f() { local x=$(a); }",
    "set -a",
    "set -o vi",
    "set -euo pipefail",
    "set -eu -o pipefail +x",
    "shopt -s histappend autocd",
    "shopt -so nounset",
  ])("%s is known", (text) => {
    expect(reasonsIn(text)).toEqual([]);
  });
});
