import { expect, test } from "vitest";
import { exitOneIsAnswer } from "../src/exit-code.ts";

test.each([
  "grep x file",
  "  rg 'a|b' src",
  'egrep "x; y" file',
  "fgrep x",
  "find . -name '*.ts' -exec grep x {} \\;",
  "diff a b",
  "test -f x",
  "[ -f x ]",
  "git diff --exit-code",
  "git  grep x",
  "grep -r x . 2>/dev/null",
  "grep x $FILE 2>&1",
  "grep 'a\nb' file",
])("takes exit code 1 of `%s` for an answer", (command) => {
  expect(exitOneIsAnswer(command)).toBe(true);
});

test.each([
  "npm test",
  "ls",
  "grepx file",
  "git",
  "git difftool",
  "git -C dir diff",
  "[[ -f x ]]",
  "cat file | grep x",
  "grep x file | head",
  "grep x file; make",
  "grep x file && make",
  "grep x file & make",
  "grep x\nmake",
  "grep x < missing",
  "grep x file > /root/out",
  "grep x file 2>/dev/nullish",
  "grep $(make) file",
  'grep "$(make)" file',
  "grep `make` file",
  "grep 'unclosed",
  "(grep x file)",
  "LC_ALL=C grep x file",
  "xargs grep x",
])("takes exit code 1 of `%s` for a failure", (command) => {
  expect(exitOneIsAnswer(command)).toBe(false);
});
