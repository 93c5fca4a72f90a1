import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { analyzeCommand } from "../../src/analyze/analyze-command.ts";
import { touchedBy } from "./short.ts";

describe("where the shell is", () => {
  test.each([
    ["cd a && rm x", ["read a", "delete a/x"]],
    ["cd a; rm x", ["read a", "delete x", "delete a/x"]],
    ["cd a && false; rm x", ["read a", "delete x", "delete a/x"]],
    ["cd a || rm x", ["read a", "delete x", "delete a/x"]],
    ["true || cd a && rm x", ["read a", "delete x", "delete a/x"]],
    ["cd a && cd b && rm x", ["read a", "read a/b", "delete a/b/x"]],
    ["(cd a && rm x); rm y", ["read a", "delete a/x", "delete y"]],
    ["cd a | cat; rm x", ["read a", "delete x"]],
    ["cd a & rm x", ["read a", "delete x"]],
    ["{ cd a; } && rm x", ["read a", "delete x", "delete a/x"]],
    ["! cd a; rm x", ["read a", "delete x", "delete a/x"]],
    ["! cd a && rm x", ["read a", "delete x", "delete a/x"]],
    ["! cd a || rm x", ["read a", "delete x", "delete a/x"]],
    ["time ! cd a && rm x", ["read a", "delete x", "delete a/x"]],
    ["! pushd a && rm x", ["read a", "delete x", "delete a/x"]],
    ["! { cd a && cd b; } && rm x", ["read a", "read a/b", "delete x", "delete a/x", "delete a/b/x"]],
    ["cd a && ! cd b && rm x", ["read a", "read a/b", "delete a/x", "delete a/b/x"]],
    ["time cd a && rm x", ["read a", "delete a/x"]],
    ["command cd a && rm x", ["read a", "delete a/x"]],
    ["builtin cd a && rm x", ["read a", "delete a/x"]],
    ["c\\d a && rm x", ["read a", "delete a/x"]],
    ["env cd a && rm x", ["read a", "delete x"]],
    ["pushd a && rm x", ["read a", "delete a/x"]],
    ["cd && rm x", ["read ~", "delete ~/x"]],
    ["cd ~ && rm x", ["read ~", "delete ~/x"]],
    ["cd /etc && rm x", ["read /etc", "delete /etc/x"]],
    ["cd - && rm x", ["delete /**"]],
    ["cd $d && rm x", ["delete /**"]],
    ["cd a && rm $PWD/x", ["read a", "delete a/x"]],
    ["popd; rm x", ["delete /**"]],
    ["if true; then cd a; fi; rm x", ["read a", "delete /**"]],
    ["while true; do rm x; cd ..; done", ["delete /**"]],
    ["cd a && bash -c 'rm x'", ["read a", "delete a/x"]],
    ["bash -c 'cd a'; rm x", ["read a", "delete x"]],
    ["eval 'cd a' && rm x", ["read a", "delete x", "delete a/x"]],
    ["f() { cd a; }; f; rm x", ["delete /**"]],
    ["f() { rm x; }; cd a && f", ["delete /**"]],
    ["cd() { builtin cd a; }; cd b; rm x", ["delete /**"]],
    ["trap 'rm x' EXIT; cd a", ["delete /**"]],
    ["trap 'cd a' DEBUG; rm x", ["read a", "opaque", "delete x"]],
    ["source b && rm x", ["read b", "delete /**"]],
  ])("%s", (text, touched) => {
    expect(touchedBy(text)).toEqual(expect.arrayContaining(touched));
    if (!touched.includes("delete /**")) expect(touchedBy(text)).toEqual(touched);
  });
});

describe("links on the way", () => {
  let root: string;
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "analyze-")));
    mkdirSync(join(root, "ws"));
    mkdirSync(join(root, "out/deep"), { recursive: true });
    writeFileSync(join(root, "ws/key"), "");
    symlinkSync("../out/deep", join(root, "ws/link"));
    mkdirSync(join(root, "ws/sub"));
    symlinkSync("../../out/not-yet", join(root, "ws/sub/late"));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const pathsOf = (text: string): readonly string[] =>
    analyzeCommand(text, { cwd: join(root, "ws"), home: root }).effects.flatMap((effect) =>
      "path" in effect && effect.kind === "read" ? effect.path.slice(root.length) : [],
    );

  test("`..` leads out of where a link points, and is told as written as well", () => {
    expect(pathsOf("cat link/../key")).toEqual(["/ws/key", "/out/key"]);
    expect(pathsOf("cd link && cat ../key")).toEqual(["/ws/link", "/ws/key", "/out/key"]);
    expect(pathsOf("cat ../ws/key")).toEqual(["/ws/key"]);
  });

  test("a link to what is not there yet leads to where it will be", () => {
    expect(pathsOf("mkdir ../out/not-yet; cat sub/late/../key")).toEqual(["/ws/sub/key", "/out/key"]);
  });

  test("a pattern reads what links beside it lead to", () => {
    expect(pathsOf("cat *")).toEqual(["/ws", "/ws/link"]);
    expect(pathsOf("cat li*")).toEqual(["/ws", "/ws/link"]);
    expect(pathsOf("cat k*")).toEqual(["/ws"]);
    expect(pathsOf("cat */x")).toEqual(["/ws", "/ws/link"]);
  });

  test("a process's own directory is the shell's", () => {
    expect(pathsOf("cat /proc/self/cwd/key")).toContain("/ws/key");
    expect(pathsOf(`cat /proc/self/root${root}/ws/key`)).toContain("/ws/key");
  });

  test("a file that is there counts as read by a program nobody knows, however it is given", () => {
    expect(pathsOf("frobnicate key missing")).toEqual(["/ws/key"]);
    expect(pathsOf("frobnicate --in=key @key -- in=key")).toEqual(["/ws/key", "/ws/key", "/ws/key"]);
    expect(pathsOf("frobnicate link")).toEqual([]);
  });
});

describe("variables", () => {
  test.each([
    ["f=a; rm $f", ["delete a"]],
    ['f=a && rm "$f"', ["delete a"]],
    ["f=a rm $f", ["delete /**"]],
    ["f=a; f=b; rm $f", ["delete /**"]],
    ["f+=a; rm $f", ["delete /**"]],
    ["true && f=a; rm $f", ["delete /**"]],
    ["true || f=a; rm $f", ["delete /**"]],
    ["if true; then f=a; fi; rm $f", ["delete /**"]],
    ["(f=a); rm $f", ["delete /**"]],
    ["f=a | true; rm $f", ["delete /**"]],
    ["f=a; read f; rm $f", ["delete /**"]],
    ["f=a; builtin read f; rm $f", ["delete /**"]],
    ["f=a; printf -v f x; rm $f", ["delete /**"]],
    ["f=a; printf -vf x; rm $f", ["delete /**"]],
    ["f=a; eval 'f=b'; rm $f", ["delete /**"]],
    ["f=a; . ./b; rm $f", ["read b", "delete /**"]],
    ["f=a; declare -n r=f; r=b; rm $f", ["opaque", "delete /**"]],
    ["f=a; for f in b c; do :; done; rm $f", ["delete /**"]],
    ["f=a; : ${f:=b}; rm $f", ["delete /**"]],
    ["f=a; exec {f}> b; rm $f", ["write b", "delete /**"]],
    ["f=a; (( f = 1 )); rm $f", ["opaque", "delete /**"]],
    ["f=a; unset f; rm $f", ["delete /**"]],
    ["f=a; trap 'f=b' DEBUG; rm $f", ["delete /**"]],
    ["f='a b'; rm \"$f\"", ["delete a b"]],
    ["f='a b'; rm $f", ["delete /**"]],
    ["f='*'; rm $f", ["delete /**"]],
    ["rm ${f:-a}", ["delete /**"]],
    ["rm $1 a", ["delete a"]],
    ['rm "$@" a', ["delete a"]],
    ['rm "a$@"', ["delete a"]],
    ["f=; $f rm a", ["delete a"]],
    ["set -- b; rm $1", ["delete /**"]],
    ["eval 'set -- b'; rm $1", ["delete /**"]],
    [". ./b; rm $1", ["read b", "delete /**"]],
    ["f() { rm $1; }; f b", ["delete /**"]],
    ['f() { rm "$@"; }; f b', ["delete /**"]],
    ["bash -c 'rm $1' a b", ["delete /**"]],
    ["trap 'rm $1' EXIT", ["delete /**"]],
    ["{set,--,b}; rm $1", ["delete /**"]],
    ["for f in a b; do rm $f; done", ["delete ./**"]],
    ["for f in src/a src/b; do rm $f; done", ["delete src/**"]],
    ['for f in src/*.ts; do rm "$f"; done', ["delete src/**"]],
    ["for f in a 'b c'; do rm $f; done", ["delete /**"]],
    ["for f in a 'b c'; do rm \"$f\"; done", ["delete ./**"]],
    ["for f in src/*; do rm $f; done", ["delete /**"]],
    ['for f in src/*; do for g in $f; do rm "$g"; done; done', ["delete /**"]],
    ['for f in src/*; do for g in "$f"; do rm $g; done; done', ["delete /**"]],
    ["for f in a ../b; do rm $f; done", ["delete /**"]],
    ["for f in -rf /; do rm $f; done", ["delete /**"]],
    ['for f in "$@"; do rm $f; done', ["delete /**"]],
    ["rm *", ["delete ./**"]],
    ["rm a/*/b", ["delete a/**"]],
    ["rm */../../b", ["delete /**"]],
    ["rm a{1,2}", ["delete a1", "delete a2"]],
    ["rm a{1..2}", ["delete /**"]],
  ])("%s", (text, touched) => {
    expect(touchedBy(text)).toEqual(touched);
  });
});

describe("variables that decide what runs", () => {
  test.each([
    "PATH=./bin:$PATH git status",
    "PATH=x; ls",
    "export PAGER=x && git log",
    "declare -x LD_PRELOAD=x; ls",
    "read PATH; ls",
    "printf -v PATH x; ls",
    "printf -vPATH x; ls",
    "for PATH in x; do ls; done",
    ": ${PATH:=x}; ls",
    "GIT_EXTERNAL_DIFF=x git diff",
    "BASH_ENV=x bash -c ls",
    "env LD_PRELOAD=x ls",
    "sudo PATH=x ls",
    "IFS=/; ls",
    "HOME=/x; cat ~/a",
    "NODE_OPTIONS='-r ./x' npm test",
    "PYTHONSTARTUP=x python3 a.py",
    "eval 'PATH=x'; ls",
    "bash -c 'PATH=x; ls'",
    "coproc PATH { ls; }",
    "exec {PATH}> x; ls",
    "getopts a PATH; ls",
    "mapfile PATH; ls",
    "hash -p ./x ls; ls",
    "XDG_CONFIG_HOME=x git log",
    "export GCONV_PATH=x; iconv a",
  ])("%s", (text) => {
    expect(touchedBy(text)).toContain("opaque");
  });

  test.each(["FOO=1 ls", "NO_COLOR=1 ls", "export FOO=bar", "x=1; ls", "LC_ALL=C sort a", "IFS= read -r x"])(
    "not %s",
    (text) => {
      expect(touchedBy(text)).not.toContain("opaque");
    },
  );
});

describe("redirections", () => {
  test.each([
    ["echo > a", ["write a"]],
    ["echo >> a", ["write a"]],
    ["echo >| a", ["write a"]],
    ["echo &> a", ["write a"]],
    ["echo &>> a", ["write a"]],
    ["echo >& a", ["write a"]],
    ["echo 2> a", ["write a"]],
    ["echo 2>&1 >&2 2>&-", []],
    ["echo > /dev/null 2> /dev/stderr", []],
    ["cat < a", ["read a"]],
    ["cat <> a", ["read a", "write a"]],
    ["cat <<< a", []],
    ["> a", ["write a"]],
    ["> a echo", ["write a"]],
    ["exec 3> a", ["write a"]],
    ["echo >a b", ["write a"]],
    ["{ echo; ls b; } > a", ["write a", "read b"]],
    ["(echo) > a", ["write a"]],
    ["while read x; do :; done < a", ["read a"]],
    ["f() { echo; } > a", ["write a"]],
    ["[[ -n x ]] > a", ["write a"]],
    ["cd b && echo > a", ["read b", "write b/a"]],
    ["echo > 'a b'", ["write a b"]],
    ["echo > ~/a", ["write ~/a"]],
    ["f=a; echo > $f", ["write a"]],
    ["echo > $f", ["opaque"]],
    ['echo > "$f"', ["opaque"]],
    ['echo > "$f/a"', ["opaque"]],
    ['echo > "/dev/$f"', ["opaque"]],
    ['echo > "//$f"', ["opaque"]],
    ['echo > "/d$f"', ["opaque"]],
    ['echo > "./$f"', ["opaque"]],
    ['echo > "a/$f"', ["write /**"]],
    ['cat < "/tmp/$f"', ["read /**"]],
    ["echo > /tmp/a$f", ["opaque"]],
    ["echo > /tmp/$$", ["write /**"]],
    ["echo > a*", ["opaque"]],
    ["echo > {a,b}", ["opaque"]],
    ["echo > /dev/tcp/x.test/80", ["connect x.test:80"]],
    ["cat < /dev/udp/x.test/53", ["connect x.test:53"]],
    ["echo > >(cat)", []],
    ["cat <<< $(cat a)", ["read a"]],
  ])("%s", (text, touched) => {
    expect(touchedBy(text)).toEqual(touched);
  });
});
