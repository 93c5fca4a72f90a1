import { expect, test } from "vitest";
import { mayMoveShell } from "../src/may-move-shell.ts";

test.each([
  "ls -la",
  "npm test && git status",
  "echo cd",
  "grep -r pushd . | head",
  "for f in *.ts; do wc -l $f; done",
  "x=$(pwd); echo $x",
  "env FOO=1 make",
  "f() { echo hi; }; f",
  "sleep 1 & wait",
  "cat <<'EOF'\ncd /tmp\nEOF",
])("`%s` leaves the shell where it is", (command) => {
  expect(mayMoveShell(command)).toBe(false);
});

test.each([
  "cd sub",
  "cd sub && make",
  "make; cd -",
  "(cd sub; make)",
  "x=$(cd /tmp && pwd); echo $x",
  "pushd a; popd",
  "c''d sub",
  "\\cd sub",
  '"cd" sub',
  "$'cd' sub",
  "builtin cd sub",
  "command cd sub",
  "eval 'c''d sub'",
  ". ./move.sh",
  "source move.sh",
  "$GO sub",
  "`echo cd` sub",
  "{cd,sub}",
  "f() { cd sub; }; f",
  "if true; then cd sub; fi",
  "while read l; do cd $l; done < x",
  "case x in x) cd sub;; esac",
  "trap 'cd sub' EXIT",
  "! cd sub",
  "time cd sub",
  "FOO=1 cd sub",
  `echo \${ cd sub; }`,
  "if [ 'broken",
  "shopt -s autocd; sub",
])("`%s` may move it", (command) => {
  expect(mayMoveShell(command)).toBe(true);
});
