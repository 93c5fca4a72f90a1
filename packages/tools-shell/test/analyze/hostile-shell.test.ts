import { describe, expect, test } from "vitest";
import { commandsIn, reasonsIn, touchedBy, verdictOf } from "./short.ts";

const RUN = "a[$(touch x)]";

describe("what a variable is set to is evaluated", () => {
  test.each([
    `COLUMNS='${RUN}'; echo $((COLUMNS))`,
    `LINES='${RUN}'; echo $((LINES))`,
    `for COLUMNS in '${RUN}'; do echo $((COLUMNS)); done`,
    `: "\${COLUMNS:=${RUN}}"; echo $((COLUMNS))`,
    `unset SECONDS; SECONDS='${RUN}'; echo $((SECONDS))`,
    `unset LINENO; LINENO='${RUN}'; [[ LINENO -eq 1 ]]`,
    `unset EPOCHSECONDS; EPOCHSECONDS='${RUN}'; echo $((EPOCHSECONDS))`,
    "unset RANDOM; read RANDOM < a; echo $((RANDOM))",
    `OPTIND='${RUN}'`,
    `HISTCMD='${RUN}'`,
    `RANDOM+='${RUN}'`,
    `BASHPID+='${RUN}'`,
    `SECONDS+='${RUN}'`,
    `for OPTIND in '${RUN}'; do :; done`,
    "read OPTIND < a",
    `printf -v OPTIND '${RUN}'`,
    `export OPTIND='${RUN}'`,
    `declare OPTIND='${RUN}'`,
    "OPTIND=$x",
    "local OPTIND=$x",
    `OPTIND='${RUN}' true`,
    "mapfile OPTIND < a",
    `: "\${OPTIND:=${RUN}}"`,
    `eval 'OPTIND=${RUN}'`,
    `sh -c 'OPTIND=${RUN}'`,
  ])("%s", (text) => {
    expect(verdictOf(text)).toBe("opaque");
    expect(reasonsIn(text).join()).toMatch(/as arithmetic/);
  });

  test.each([
    "OPTIND=1",
    "SECONDS=0; sleep 1; echo $((SECONDS))",
    "RANDOM=42; echo $((RANDOM % 5))",
    "unset x; echo $((RANDOM % 5))",
    "f() { local OPTIND=1 OPTARG; getopts ab: x; }; f",
    "f() { local OPTIND; }; f",
    "(( OPTIND = 3 ))",
    "for i in 1 2 3; do echo $((i * COLUMNS_)); done; COLUMNS_=2",
  ])("numbers are numbers: %s", (text) => expect(verdictOf(text)).toBe("free"));

  test("a counter that is set is no number any more", () => {
    expect(touchedBy("head -n $SECONDS a")).toEqual(["read a"]);
    expect(verdictOf("unset SECONDS; SECONDS='-o x'; sort $SECONDS a")).toBe("opaque");
    expect(verdictOf("unset LINENO; sort $LINENO a")).toBe("opaque");
  });
});

describe("variables of the shell that decide what runs", () => {
  test.each([
    "BASH_CMDS=(ls /tmp/evil); ls",
    "BASH_CMDS[ls]=/tmp/evil; ls",
    "declare -A BASH_CMDS=([ls]=/tmp/evil); ls",
    "BASH_ALIASES=(ls 'touch x')",
    "EXECIGNORE='*/ls'; ls",
    'TEXTDOMAINDIR=$PWD TEXTDOMAIN=x; echo $"hi"',
    "export GREP='touch x; grep'; zgrep a b",
    "export GETCONF_DIR=.; getconf -v x PATH",
    "HISTFILE=x; shopt -so history; history -s 'touch y'",
    "shopt -s -o history",
    "set -o history",
  ])("%s", (text) => expect(verdictOf(text)).toBe("opaque"));

  test("history may be switched off", () => expect(verdictOf("shopt -u -o history")).toBe("free"));
});

describe("a program that finds an unknown variable in its environment is not known through and through", () => {
  test.each([
    "export A=b; ls",
    "A=b ls",
    "A=b; export A; ls",
    "declare -x A=b; ls",
    "typeset -gx A=b; ls",
    "f() { local -x A=b; ls; }; f",
    "f() { export A=b; }; f; ls",
    "f() { ls; }; export A=b; f",
    "command export A=b; ls",
    "builtin export A=b; ls",
    "set -a; A=b; ls",
    "set -o allexport; A=b; ls",
    "shopt -so allexport; A=b; ls",
    "if true; then export A=b; fi; ls",
    "for i in 1 2; do ls; export A=b; done",
    "while true; do ls; export A=b; done",
    "eval 'export A=b'; ls",
    "trap 'export A=b' DEBUG; ls",
    "export A=b; sh -c ls",
    "export A=b; timeout 5 ls",
    "export A=b && ls",
    "export $x; ls",
    "export PS_PERSONALITY=bsd; ps -e",
    "export XZ_OPT=--files=.env; xzcat",
  ])("%s", (text) => expect(["rule", "opaque"]).toContain(verdictOf(text)));

  test.each([
    "export A=$(git rev-parse HEAD)",
    "(export A=b); ls",
    "export A=b | ls",
    "A=b; ls",
    "export CI=1; ls",
    "export LANG=C.UTF-8 LC_ALL=C; ls",
    "ls; export A=b",
  ])("not: %s", (text) => expect(verdictOf(text)).toBe("free"));
});

describe("a locale, a terminal and a time zone may name files", () => {
  test.each([
    "LC_ALL=/tmp/evil ls",
    "LANGUAGE=../../tmp/evil ls x",
    "LANG=/tmp/evil; ls",
    "export LANG=/tmp/evil; ls",
    "declare LANG=/tmp/evil; ls",
    "read LANG < a; ls",
    "for TZ in /a /b; do date; done",
    "TZ=/home/x date",
    "TZ=:/home/x date",
    "TZ=../../etc/x date",
    "TERM=../x tput clear",
    "LANG=$x ls",
  ])("%s", (text) => expect(verdictOf(text)).toBe("rule"));

  test.each([
    "LC_ALL=C sort a",
    "LANG=de_DE.UTF-8@euro ls",
    "TZ=America/New_York date",
    "TZ=UTC-3 date",
    "TZ='<+03>-3' date",
    "TZ= date",
    "TERM=xterm-256color ls",
  ])("not: %s", (text) => expect(verdictOf(text)).toBe("free"));
});

describe("an abbreviated option may take the next word", () => {
  test.each([
    "cp --target sub a",
    "mv --targ sub a",
    "install --target sub a",
    "sort --outp x a",
    "touch --ref x a",
    "shuf --outp x a",
    "grep --exclude-f x y a",
    "date --fil a",
    "nice --adj 5 rm x",
    "timeout --sig KILL 5 rm x",
    "stdbuf --outp L rm x",
    "xargs --arg x rm",
    "xargs --max-a 1 rm",
    "curl --dat @a http://x.test/",
    "wget --post-f a http://x.test/",
    "git archive --outp a HEAD",
  ])("%s", (text) => expect(verdictOf(text)).toBe("opaque"));

  test.each([
    "curl --netrc http://x.test/",
    "curl --head http://x.test/",
    "tar --checkpoint -cf a b",
    "rsync --partial a b",
  ])("not where it is one by itself: %s", (text) => expect(reasonsIn(text)).toEqual([]));
});

describe("programs that run others", () => {
  test.each([
    "env --split='touch x'",
    "env --sp='touch x'",
    "env -iS 'touch x'",
    "env -vS 'touch x'",
    "env --ch=/ ls",
    "sudo --ed /etc/x",
  ])("%s", (text) => expect(verdictOf(text)).toBe("opaque"));

  test("what they write is said", () => {
    expect(touchedBy("\\time --out=x ls")).toEqual(["write x", "read ."]);
    expect(touchedBy("/usr/bin/time --o=x ls")).toEqual(["write x", "read ."]);
    expect(verdictOf("env --debug")).toBe("rule");
    expect(verdictOf("env")).toBe("free");
    expect(verdictOf("command -v git")).toBe("free");
  });

  test.each([
    "sshpass -p x rm y",
    "ssh-agent rm y",
    "choom -n 0 -- rm y",
    "logsave log rm y",
    "sg group -c 'rm y'",
    "xterm -e rm y",
    "xterm -e 'rm y'",
    "gnome-terminal -- rm y",
    "cross-env A=b rm y",
    "dotenv -e x -- rm y",
    "env-cmd -f x rm y",
    "torify rm y",
    "trickle -d 1 rm y",
    "concurrently 'rm y'",
    "mispipe 'rm y' ls",
    "lerna exec -- rm y",
    "aa-exec -p x rm y",
    "dbus-launch rm y",
    "setpriv --reuid 0 rm y",
    "runcon x rm y",
    "systemd-nspawn rm y",
    "foreman run rm y",
    "reflex -- rm y",
    "retry -t 3 rm y",
    "fzf --preview 'rm y'",
    "flock x -c 'rm y'",
    "flock x rm y",
    "valgrind --log-file=x rm y",
  ])("what runs in it is seen: %s", (text) => expect(touchedBy(text)).toContain("delete y"));

  test.each(["strace --output=x ls", "npm i --userconfig=x", "rake -e x", "just --shell x a"])(
    "what it runs by an option is opaque: %s",
    (text) => expect(verdictOf(text)).toBe("opaque"),
  );

  test("an option of another is none of it", () => expect(reasonsIn("pip install --user x")).toEqual([]));

  test("a text to run counts under an abbreviation", () => {
    expect(commandsIn("script --comma='rm x' y")).toContain("rm x");
    expect(touchedBy("nix-shell --comma='rm x'")).toEqual(["delete x"]);
  });
});
