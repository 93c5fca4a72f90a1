import { describe, expect, test } from "vitest";
import { analyzeCommand } from "../../src/analyze/analyze-command.ts";
import { commandsIn, PLACE, reasonsIn, touchedBy } from "./short.ts";

const allTexts = (text: string): readonly string[] =>
  analyzeCommand(text, PLACE).effects.flatMap((effect) =>
    effect.kind === "exec" ? [effect.text, ...(effect.also ?? [])] : [],
  );

describe("what runs another command is looked through", () => {
  test.each([
    "timeout 5 rm -rf x",
    "timeout -k 3 -s KILL 5 rm -rf x",
    "timeout --signal=KILL 5s rm -rf x",
    "time rm -rf x",
    "nice -n 5 rm -rf x",
    "nohup rm -rf x &",
    "stdbuf -oL rm -rf x",
    "command rm -rf x",
    "command -- rm -rf x",
    "builtin command rm -rf x",
    "exec rm -rf x",
    "env rm -rf x",
    "env -u A B=c rm -rf x",
    "env -i rm -rf x",
    "sudo rm -rf x",
    "sudo -u root -E A=b rm -rf x",
    "doas rm -rf x",
    "xargs rm -rf x",
    "xargs -n 1 -P 4 rm -rf x",
    "xargs -0 timeout 5 rm -rf x",
    "find . -exec rm -rf x ';'",
    "find . -execdir rm -rf x {} +",
    "find . -ok rm -rf x \\;",
    "sh -c 'rm -rf x'",
    "bash -lc 'rm -rf x'",
    "bash --norc -ec 'rm -rf x'",
    "bash -c -- 'rm -rf x'",
    "bash <<< 'rm -rf x'",
    "bash <<'E'\nrm -rf x\nE",
    "bash -s <<'E'\nrm -rf x\nE",
    "sudo bash -c 'rm -rf x'",
    "/bin/sh -c 'rm -rf x'",
    "eval rm -rf x",
    "eval 'rm' '-rf x'",
    "eval -- 'rm -rf x'",
    "trap 'rm -rf x' EXIT",
    "ssh u@h rm -rf x",
    "ssh -p 22 h 'rm -rf x'",
    "watch -n 1 rm -rf x",
    "watch 'rm -rf x'",
    "parallel rm -rf x ::: 1 2",
    "su -c 'rm -rf x' root",
    "setsid rm -rf x",
    "ionice -c 3 rm -rf x",
    "flock /tmp/lock rm -rf x",
    "chroot /x rm -rf x",
    "busybox rm -rf x",
    "strace -f rm -rf x",
    "unshare -r rm -rf x",
    "/usr/bin/env rm -rf x",
    "/usr/bin/../bin/env rm -rf x",
    "./env rm -rf x",
    "env env timeout 5 nice rm -rf x",
    "npx rm -rf x",
    "/bin/rm -rf x",
    "/usr//bin/rm -rf x",
    "../../bin/rm -rf x",
    "A=b rm -rf x",
    "A=b B=c nohup rm -rf x",
    "coproc rm -rf x",
    "rm() { :; }; command rm -rf x",
    "(rm() { :; }); rm -rf x",
    "rm() { :; }; unset -f rm; rm -rf x",
    "docker run -it --rm -v .:/w -e A=b alpine rm -rf x",
    "docker --context p container run alpine rm -rf x",
    "docker run --new-option x alpine rm -rf x",
    "docker compose run --rm web sh -c 'rm -rf x'",
    "docker exec -u root web env A=b rm -rf x",
    "podman exec web bash -lc 'rm -rf x'",
    "kubectl -n a exec p -c main -- rm -rf x",
    "kubectl exec p -- sh -c 'rm -rf x'",
    "npm exec -c 'rm -rf x'",
    "pnpm dlx rm -rf x",
    "poetry run rm -rf x",
    "uv run --with a rm -rf x",
    "conda run -n e rm -rf x",
    "direnv exec . rm -rf x",
    "vagrant ssh -c 'rm -rf x'",
    "nix-shell -p a --run 'rm -rf x'",
    "nix shell a b -c rm -rf x",
    "nodemon -w a --exec 'rm -rf x'",
    "gosu u rm -rf x",
    "tini -- rm -rf x",
    "fd x -x rm -rf x",
    "run0 -u root rm -rf x",
    "systemd-inhibit --what=sleep rm -rf x",
    "/lib64/ld-linux-x86-64.so.2 /bin/rm -rf x",
    "/lib/ld-2.31.so /bin/rm -rf x",
    "git filter-branch --index-filter 'rm -rf x' HEAD",
    "git bisect run rm -rf x",
    "git submodule foreach rm -rf x",
  ])("%s", (text) => {
    const texts = allTexts(text);
    expect(texts.some((one) => /^rm -rf x( |$)/.test(one))).toBe(true);
  });
});

describe("allow rules", () => {
  test.each([
    ["look past what changes nothing", "timeout 5 nice npm test", ["npm test"]],
    ["look past variables known to be harmless", "NODE_ENV=test npm test", ["npm test"]],
    ["do not look past others", "FOO=1 npm test", ["FOO=1 npm test"]],
    ["look past bare xargs", "xargs npm test", ["npm test"]],
    ["do not look past xargs with options", "xargs -n 1 npm test", ["npm test", "xargs -n 1 npm test"]],
    ["do not look past env and sudo", "sudo env npm test", ["env npm test", "npm test", "sudo env npm test"]],
    [
      "do not look past a wrapper of some directory",
      "./timeout 5 npm test",
      ["./timeout 5 npm test", "npm test"],
    ],
    ["do not look past a directory", "./npm test", ["./npm test"]],
  ])("%s", (_, text, commands) => {
    expect([...commandsIn(text)].sort()).toEqual(commands);
  });
});

describe("is opaque", () => {
  test.each([
    "xargs sh",
    "xargs env",
    "xargs sudo",
    "xargs -I{} {} x",
    "xargs -I{} sh -c 'cat {}'",
    "find . -exec sh -c 'cat {}' \\;",
    "find . -exec {} \\;",
    "xargs npm",
    "timeout $t rm",
    'timeout "$t" rm',
    "nice -n $n rm",
    "env -S 'rm x'",
    'env "$x" rm',
    "sudo -s",
    "sh",
    "sh -",
    "sh $x",
    'sh -c "$x"',
    "bash -i",
    "bash --rcfile x -c ls",
    "zsh -c 'ls'",
    "sh -c '[[ a > b ]]'",
    "echo ls | sh",
    "python3 -c 'x'",
    "python3 - <<< x",
    "python3 < x.py",
    "echo x | python3",
    "node -e x",
    "node --eval=x",
    "perl -pe x a",
    "perl -ne x a",
    "perl -pe 's/a/b/e' a",
    "perl -pe 's/a/@{[x]}/' a",
    "perl -pe 's/a/${\\x}/' a",
    "perl -pe 's/a/$b[x]/' a",
    "perl -pe 's/$1[x]/b/' a",
    "perl -pe 's/(?{x})/b/' a",
    "perl -pe 's/a/b/; x' a",
    "perl -pe 's/a/b/' 'x|'",
    "perl -pe 's/a/b/' *",
    "perl -pe 's/a/b/' '>x'",
    "perl -Mx -pe 's/a/b/' a",
    "perl -e 's/a/b/' a",
    "perl -pe 's{a}{b}' a",
    "ruby -e x",
    "php -r x",
    "deno eval x",
    "python3 $x",
    "script x",
    "script -c ls -O y",
    'script -c "$x" y',
    "at now",
    "su bob",
    "bash /dev/stdin",
    "sh /proc/self/fd/0",
    "python3 /dev/stdin",
    "awk -f /dev/stdin",
    "python3.12 -c x",
    "perl5.36 -e x",
    "node20 -e x",
    "julia -e x",
    "dc -e '!id'",
    "m4",
    "source /dev/stdin",
    ". <(echo ls)",
    'source "$x"',
    "fd x -x sh",
    'nix-shell --run "$x"',
    "docker run $x",
    "su - bob -c ls",
    "su bob -s /bin/zsh -c ls",
    "su -c 'ls' $x",
    'su -c "$x" bob',
    "ssh -o ProxyCommand=x h ls",
    "ssh -o UserKnownHostsFile=x h ls",
    "watch -s x ls",
    "env -i -S 'rm x'",
    'f() { sudo -u a"$@" b rm; }',
    'sudo -u a"${x[@]}" b rm',
    'sudo -u a"${x:-"$@"}" b rm',
    'xargs -I a"${@:2}" b rm',
    "find . -name x -print | xargs -0 npm",
    "find . -print0 -exec cat {} ';' | xargs -0 sed -i s/a/b/",
    "find . -print0 | xargs -0 sed -i s/a/b/ < x",
    "find . -print0 | xargs sed -i s/a/b/",
    "find . -print0 | cat x | xargs -0 sed -i s/a/b/",
    "find publish -print0 | xargs -0 npm",
    "find $x -print0 | xargs -0 sed -i s/a/b/",
    "find() { echo -e1e; }; find . -print0 | xargs -0 sed s/a/b/",
    "find . -print0 | bash -c 'cat x | xargs -0 sed -i s/a/b/'",
    "find . -print0 | xargs -0 sh",
  ])("%s", (text) => {
    expect(reasonsIn(text)).not.toEqual([]);
  });

  test.each([
    "perl -pe 's/a(.)$/b$1/g' a",
    "perl -0777 -i.bak -pe 's|a|b|' a",
    "python3.12 x.py",
    "npm run x",
    "docker run --rm node:20 npm test",
    "kubectl exec p -- ls",
    "poetry run pytest",
    "script -qc 'ls a' /dev/null",
    "watch ls",
    "setsid -f ls",
    "flock x ls",
    "su bob -c 'ls a'",
    "env -i A=b ls",
    "ssh -o ConnectTimeout=3 -o StrictHostKeyChecking=no h ls",
    "find . -print0 | xargs -0 sed -i s/a/b/",
    "find src lib/ -name '*.js' -print0 | xargs -0 -n 20 wc",
    "find ./a -print0 | xargs -0 -I{} mv {} /tmp",
    "bash -c 'ls a'",
    "bash x.sh",
    "python3 x.py",
    "node x.js --flag",
    "timeout 5 ls",
    "xargs -0 ls",
  ])("not %s", (text) => {
    expect(reasonsIn(text)).toEqual([]);
  });
});

test("a script run by a shell or an interpreter is read", () => {
  expect(touchedBy("bash x.sh")).toEqual(["read x.sh"]);
  expect(touchedBy("python3 -u x.py a")).toEqual(["read x.py"]);
});

describe("only a rule without wildcards allows what goes on by itself", () => {
  test.each(["watch ls", "setsid ls", "ionice -c 3 ls", "flock x ls"])("%s", (text) => {
    const exact = analyzeCommand(text, PLACE).effects.filter(
      (effect) => effect.kind === "exec" && effect.exactOnly,
    );
    expect(exact).toMatchObject([{ text }]);
  });
});

test("what files are named by a wrapper is told", () => {
  expect(touchedBy("flock x ls a")).toEqual(["write x", "read a"]);
  expect(touchedBy("flock 9 true")).toEqual([]);
  expect(touchedBy("script -c 'rm a'")).toEqual(["delete a", "write typescript"]);
  expect(touchedBy("script -q x -c 'cat a'")).toEqual(["read a", "write x"]);
  expect(touchedBy("su bob -c 'rm a'")).toEqual(["delete a"]);
  expect(touchedBy("\\time -o x ls a")).toEqual(["write x", "read a"]);
});

test("what is carried into a container touches places that are shown to it, and no others of this machine", () => {
  expect(touchedBy("docker run -v ./a:/w -v b:/c --mount type=bind,source=/d,target=/e x rm /f")).toEqual([
    "read a/**",
    "write a/**",
    "read /d/**",
    "write /d/**",
  ]);
  expect(touchedBy("docker run -v ~/a:/w:ro x curl y.test")).toEqual(["read ~/a/**", "connect y.test"]);
  expect(touchedBy("poetry run rm a")).toEqual(["delete a"]);
});

test("files that are found and handed on are those below what was searched", () => {
  expect(touchedBy("find src -print0 | xargs -0 rm")).toEqual(["read src/**", "delete src/**"]);
  expect(touchedBy("find ./a ../b -type f -print0 | xargs -0r cat")).toEqual([
    "read a/**",
    "read /nowhere/b/**",
  ]);
});

test("another machine is connected to", () => {
  expect(touchedBy("ssh -i k u@h.test ls")).toContain("connect h.test");
});
