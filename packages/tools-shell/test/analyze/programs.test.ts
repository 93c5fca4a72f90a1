import { describe, expect, test } from "vitest";
import { analyzeCommand } from "../../src/analyze/analyze-command.ts";
import { PROGRAMS } from "../../src/analyze/programs/table.ts";
import { PLACE, touchedBy } from "./short.ts";

type Row = readonly [string, readonly string[]];

const touch = (rows: readonly Row[]): void => {
  test.each(rows.map(([text, touched]) => ({ text, touched })))("$text", ({ text, touched }) => {
    expect(touchedBy(text)).toEqual(touched);
  });
};

describe("programs that read", () => {
  touch([
    ["cat a b", ["read a", "read b"]],
    ["cat -n a", ["read a"]],
    ["cat -- -a", ["read -a"]],
    ["cat -", []],
    ["cat ./-a ../b", ["read -a", "read /nowhere/b"]],
    ["cat $x", ["read /**"]],
    ['cat "$d/a"', ["read /**"]],
    ["cat <(ls a)", ["read a"]],
    ["base64 -d a", ["read a"]],
    ["head -n 5 a", ["read a"]],
    ["head -5 a", ["read a"]],
    ["head -n $n a", ["read /**", "read a"]],
    ["tail -f a", ["read a"]],
    ["wc -l a", ["read a"]],
    ["wc --files0-from=a", ["read /**"]],
    ["cut -d : -f 1 a", ["read a"]],
    ["sort -k 2 a", ["read a"]],
    ["sort -o b a", ["write b", "read a"]],
    ["sort -uob a", ["write b", "read a"]],
    ["sort --o=b a", ["write b", "read a"]],
    ["sort --compress-program=x a", ["opaque", "read a"]],
    ["sort $x", ["opaque", "read /**"]],
    ["sort *", ["opaque", "read ./**"]],
    ["uniq a b", ["read a", "write b"]],
    ["shuf -o b a", ["write b", "read a"]],
    ["diff a b", ["read a", "read b"]],
    ["diff -r a b", ["read a/**", "read b/**"]],
    ["md5sum -c a", ["read /**", "read a"]],
    ["ls", ["read ."]],
    ["ls -R a", ["read a/**"]],
    ["tree -o b a", ["write b", "read a/**"]],
    ["du a", ["read a/**"]],
    ["date -f a", ["read a"]],
    ["date +%s", []],
    ["date 01010000", ["opaque"]],
    ["ps aux", []],
    ["ps axe", ["opaque"]],
    ["tr a b", []],
    ["xxd a b", ["read a", "write b"]],
    ["file -f a", ["read /**"]],
    ["file -C -m a", ["write /**", "read a"]],
    ["file *", ["read /**", "write /**", "read ./**"]],
    ["du --files0-from=-", ["read /**", "read ./**"]],
    ["ps -p $$", []],
    ["ps axo pid,user", []],
    ["ps axo user e", ["opaque"]],
    ["ps $x", ["opaque"]],
    ["head -n $# a", ["read a"]],
    ["history -w", ["write /**"]],
    ["history -a x", ["write x"]],
    ["history -cr x", ["read x"]],
    ["history -d 5", []],
    ["history $x", ["opaque"]],
    ["bind -P", []],
    ["bind '\"\\e[A\": history-search-backward'", []],
    ["bind -x '\"a\": rm b'", ["opaque"]],
    ["bind -f x", ["opaque"]],
  ]);
});

describe("programs that search", () => {
  touch([
    ["grep x a", ["read a"]],
    ["grep -e x a", ["read a"]],
    ["grep --regex=x a", ["read a"]],
    ["grep --color x a", ["read a"]],
    ["grep --color=auto x a", ["read a"]],
    ["grep -A 3 x a", ["read a"]],
    ["grep -f p a", ["read p", "read a"]],
    ["grep -r x", ["read ./**"]],
    ["grep -rn x a", ["read a/**"]],
    ["grep $x a", ["read /**", "read a"]],
    ["grep x *.ts", ["read ./**"]],
    ["rg x", ["read ./**"]],
    ["rg --files a", ["read a/**"]],
    ["rg --pre=x y", ["opaque", "read ./**"]],
    ["rg -z y", ["opaque", "read ./**"]],
    ["jq . a", ["read a"]],
    ["jq 'import \"x\" as y; .' a", ["read a", "opaque"]],
    ["find a -name '*.ts'", ["read a/**"]],
    ["find -L a b -type f", ["read a/**", "read b/**"]],
    ["find", ["read ./**"]],
    ["find a -delete", ["read a/**", "delete a/**"]],
    ["find a -fprint b", ["read a/**", "write b"]],
    ["find a -fprintf b %p", ["read a/**", "write b"]],
    ["find a -exec rm {} +", ["read a/**", "delete a/**"]],
    ["find a -name *.ts", ["read a/**"]],
    ["find a -name *", ["read a/**", "opaque"]],
    ["find a -name *e", ["read a/**", "opaque"]],
    ["find a -name *disc*", ["read a/**"]],
    ["find a -name [ab]*", ["read a/**"]],
    ["find a -name *l*t*", ["read a/**", "opaque"]],
    ["find a -name ?delete", ["read a/**", "opaque"]],
    ["find a -path */b?/*", ["read a/**"]],
    ["find $(pwd) -name '*.ts'", ["read ./**"]],
    ['find a -name "$x"', ["read a/**"]],
    ["find a -name $x", ["read a/**", "opaque"]],
    ['find "$x" -type f', ["read /**", "delete ./**", "write -type"]],
    ['find a "$x"', ["read a/**", "read /**", "delete a/**"]],
    ['find "$x" -type f -exec rm {} +', ["read /**", "delete ./**", "write -type", "delete /**"]],
    ['find "$@" "$x[@]"', ["read /**", "delete ./**"]],
    ['find "$x" /b rm c \\;', expect.arrayContaining(["write /b", "delete /b/**"])],
    ['find a "$x" rm c \\;', expect.arrayContaining(["delete a/**", "write rm", "delete c"])],
    ["find $1 -type f", ["read ./**"]],
    ["find $x -type f", ["read /**", "opaque"]],
  ]);
});

describe("programs that change files", () => {
  touch([
    ["rm a", ["delete a"]],
    ["rm -rf a b", ["delete a/**", "delete b/**"]],
    ["rm --recur a", ["delete a/**"]],
    ["rm -- -a", ["delete -a"]],
    ['rm -rf "$x"/*', ["delete /**"]],
    ["rmdir a", ["delete a"]],
    ["mkdir -p a/b", ["write a/b"]],
    ["mkdir -m 700 a", ["write a"]],
    ["touch -r b a", ["read b", "write a"]],
    ["tee -a a", ["write a"]],
    ["truncate -s 0 a", ["write a"]],
    ["cp a b", ["read a/**", "write b/**", "write b/a/**"]],
    ["cp a b c", ["read a/**", "read b/**", "write c/**", "write c/a/**", "write c/b/**"]],
    ["cp a .", ["read a/**", "write a/**"]],
    ["cp -t c a", ["read a/**", "write c/**", "write c/a/**"]],
    ["cp -r a/. .", ["read a/**", "write ./**"]],
    ["cp --parents a/b c/", ["read a/b/**", "write c/**"]],
    ["cp -rT a .", ["read a/**", "write ./**"]],
    ["mv a b", ["read a/**", "delete a/**", "write b/**", "write b/a/**"]],
    ["ln -s a b", ["read a/**", "write a/**", "write b/**", "write b/a/**"]],
    ["ln -s /x/a", ["read /x/a/**", "write /x/a/**", "write a/**"]],
    ["install -m 755 a b", ["read a/**", "write b/**", "write b/a/**"]],
    ["dd if=a of=b", ["read a", "write b"]],
    ["dd of=~/.bashrc", ["write ~/.bashrc"]],
    ["chmod -R 700 a", ["write a/**"]],
    ["shred a", ["delete a"]],
    ["split -l 1 a out/p", ["read a", "write out/**"]],
  ]);
});

describe("programs with a language of their own", () => {
  touch([
    ["sed s/a/b/ x", ["read x"]],
    ["sed -n 1,5p x", ["read x"]],
    ["sed -n '/a/,/b/p' x", ["read x"]],
    ["sed 's/a/b/; s|c|d|g' x", ["read x"]],
    ["sed ':a;N;$!ba;s/\\n/ /g' x", ["read x"]],
    ["sed -e s/a/b/ -e 2d x", ["read x"]],
    ["sed '/a/{s/b/c/;d}' x", ["read x"]],
    ["sed -i s/a/b/ x", ["read x", "write x"]],
    ["sed -i.bak s/a/b/ x", ["read x", "write x", "write x.bak"]],
    ["sed -i/tmp/e s/a/b/ x", ["read x", "opaque", "write x"]],
    ["sed s/a/b/e x", ["read x", "opaque"]],
    ["sed 's/a/b/w y' x", ["read x", "opaque"]],
    ["sed '1e id' x", ["read x", "opaque"]],
    ["sed 'w y' x", ["read x", "opaque"]],
    ["sed 'r /etc/passwd' x", ["read x", "opaque"]],
    ["sed '/a/{p;e}' x", ["read x", "opaque"]],
    ["sed --expr=e x", ["read x", "opaque"]],
    ["sed -f s x", ["opaque", "read x"]],
    ['sed "$x" y', ["opaque", "read y"]],
    ["awk '{print $1}' x", ["read x"]],
    ["awk -F: -v n=1 '$3 > 5 || /x/ {print $1}' x", ["read x"]],
    ["awk 'BEGIN{system(\"id\")}'", ["opaque"]],
    ["awk '{print > \"y\"}' x", ["read x", "opaque"]],
    ['awk \'{print "a;" > "y"}\' x', ["read x", "opaque"]],
    ["awk '{print | \"sh\"}' x", ["read x", "opaque"]],
    ["awk '\"id\" | getline' x", ["read x", "opaque"]],
    ["awk -e 'BEGIN{system(1)}' x", ["opaque"]],
    ["awk -f s x", ["read s", "read x"]],
    ["awk -f $s x", ["read /**", "read x", "opaque"]],
    ["awk -E s x", ["opaque"]],
    ["gawk -i inplace '{print}' x", ["read x", "opaque"]],
  ]);
});

describe("a program of awk is read as far as it only prints", () => {
  const reasons = (script: string): number =>
    analyzeCommand(`awk '${script.replaceAll("'", "'\\''")}' x`, PLACE).opaque.length;

  test.each([
    '{print > "y"}',
    "{print a b > $1}",
    '{print >> "y"}',
    '{printf "%s", $1 > "y"}',
    '{print $1 | "sh"}',
    '{print |& "y"}',
    '{"id" | getline}',
    '{getline < "y"}',
    '{system("id")}',
    '{x = 1 / 2; print > "/y"}',
    '{x = (1) / 2; print > "/y"}',
    '{print a[1] / 2 > "b/"}',
    '{print NF / 2 > "y/"}',
    '{print $NF/2 > "y/"}',
    '{x++ / 2; print > "/y"}',
    '{print "a" "b" / 1 > "/y"}',
    '{print (1) > "y"}',
    '{print(1)(2) > "y"}',
    '{print substr($1, 1) > "y"}',
    '{if (x) print > "y"}',
    'function f(x) {print x > "y"} {f(1)}',
    '{print "x"\\\n> "y"}',
    '{a = "\\""; print > "z"}',
    '/["]/ {print "x" > "y"}',
    '/[/]/ {print > "x"}',
    '#"\n{print > "y"}',
    '{print 1 #"\n; print > "y"}',
    '{print "unclosed}',
    '{print ENVIRON["A"]}',
    '@load "x"',
  ])("%s is opaque", (script) => {
    expect(reasons(script)).not.toBe(0);
  });

  test.each([
    "{print $1}",
    '{gsub(/^[ \\t]+|[ \\t]+$/, ""); print}',
    '{printf "%s|", $0} END {printf "\\n"}',
    "$3 > 5 || /x|y/ {print $1}",
    "{print ($1 > 2)}",
    "{s += $1} END {print s / NR}",
    "{if ($1 > 3) print $2}",
    "!seen[$0]++",
    '{print "a > b | c"}',
    '{for (i = NF; i > 0; i--) printf "%s ", $i; print ""}',
  ])("%s is known", (script) => {
    expect(reasons(script)).toBe(0);
  });
});

describe("git", () => {
  touch([
    ["git status", []],
    ["git log --oneline -5", []],
    ["git -C a status", ["read a/**"]],
    ["git --no-pager diff", []],
    ["git -c user.name=x log", []],
    ["git -c core.pager=x log", ["opaque"]],
    ["git -c alias.x=!sh x", ["opaque"]],
    ["git --git-dir=x status", ["opaque"]],
    ["git --exec-path=x status", ["opaque"]],
    ["git diff --output=x", ["opaque"]],
    ["git diff --outp x", ["opaque"]],
    ["git diff --ext-diff", ["opaque"]],
    ["git diff --no-index a /etc/passwd", ["read /etc/passwd/**", "read ./**"]],
    ["git show HEAD:a/b", ["read a/b/**"]],
    ["git cat-file -p HEAD:./a", ["read a/**"]],
    ["git grep x", ["read ./**"]],
    ["git grep -Ox y", ["opaque", "read ./**"]],
    ["git grep --open-files-in-pager=x y", ["opaque", "read ./**"]],
    ["git $x", ["opaque"]],
    ["git log $x", ["opaque"]],
    ["git config core.pager x", ["write .git/config"]],
    ["git config --global core.pager x", ["write ~/.gitconfig"]],
    ["git config --get user.name", []],
    ["git archive -o x HEAD", ["opaque"]],
    ["git clone -c core.fsmonitor=x y", ["opaque"]],
    ["git fetch --upload-pack=x", ["opaque"]],
    ["git rebase -x 'rm y'", ["opaque"]],
    ["git bisect run ls a", ["opaque", "read a"]],
  ]);

  test.each([
    ["git status", true],
    ["git branch", true],
    ["git branch -a", true],
    ["git branch x", false],
    ["git branch --list -D x", false],
    ["git branch -vD x", false],
    ["git tag -l", true],
    ["git tag x", false],
    ["git remote -v", true],
    ["git remote add x y", false],
    ["git stash list", true],
    ["git stash", false],
    ["git config --get a", true],
    ["git config a b", false],
    ["git config -l --edit", false],
    ["git commit -m x", false],
    ["git push", false],
    ["git help x", false],
    ["git reflog", true],
    ["git reflog expire --all", false],
    ["git worktree list", true],
    ["git worktree add x", false],
  ])("%s only prints: %s", (text, prints) => {
    const [command] = analyzeCommand(text, PLACE).effects;
    expect(command?.kind === "exec" && command.complete === true).toBe(prints);
  });

  test("rules see the command without the options before it", () => {
    const [command] = analyzeCommand("git -C . -c a=b push origin", PLACE).effects;
    expect(command).toMatchObject({ text: "git -C . -c a=b push origin", also: ["git push origin"] });
  });
});

describe("programs that connect", () => {
  touch([
    ["curl https://x.test/a", ["connect x.test"]],
    ["curl x.test:8080/a", ["connect x.test:8080"]],
    ["curl -d @a http://x.test", ["connect x.test", "read a"]],
    ["curl -d 'b=@a' http://x.test", ["connect x.test", "read a"]],
    ["curl --data-urlencode b@a http://x.test", ["connect x.test", "read a"]],
    ["curl -F b=@a x.test", ["connect x.test", "read a"]],
    ["curl -T a x.test", ["read a", "connect x.test"]],
    ["curl -o a x.test", ["write a", "connect x.test"]],
    ["curl -oa x.test", ["write a", "connect x.test"]],
    ["curl -sSLo a x.test", ["write a", "connect x.test"]],
    ["curl -O x.test/a", ["write ./**", "connect x.test"]],
    ["curl -OJ x.test/a", ["write ./**", "connect x.test"]],
    ["curl -w '%{http_code}' x.test", ["connect x.test"]],
    ["curl -w @a x.test", ["opaque", "connect x.test"]],
    ["curl -K a", ["opaque"]],
    ["curl -x p.test x.test", ["opaque", "connect x.test"]],
    ["curl file:///etc/passwd", ["read /etc/passwd"]],
    ["curl file:/etc/passwd", ["read /etc/passwd"]],
    ["curl -w '%output{a}' x.test", ["opaque", "connect x.test"]],
    ["curl --unix-socket /s x.test", ["opaque", "connect x.test"]],
    ["curl $x", ["opaque"]],
    ["curl http://{a,b}.test", ["connect a.test", "connect b.test"]],
    ["wget x.test/a", ["connect x.test", "write ./**"]],
    ["wget -O a x.test", ["write a", "connect x.test"]],
    ["wget -P a x.test", ["write a/**", "connect x.test"]],
    ["wget -i a", ["opaque"]],
    ["scp a u@h:b", ["read a/**", "connect h"]],
    ["scp -S x a h:b", ["opaque", "read a/**", "connect h"]],
    ["rsync -a a/ b", ["read a/**", "write b/**"]],
    ["rsync -e x a h:b", ["opaque", "read a/**", "connect h"]],
    ["rsync -e 'ssh -p 22 -i k' a h:b", ["read a/**", "connect h"]],
    ["rsync -e 'ssh -o ProxyCommand=x' a h:b", ["opaque", "read a/**", "connect h"]],
    ["rsync -e 'ssh -p $(x)' a h:b", ["opaque", "read a/**", "connect h"]],
    ["ssh -o ProxyCommand=x h ls", ["read /**", "opaque", "connect h"]],
    ["nc h 80", ["connect h"]],
    ["nc -e sh h 80", ["opaque", "connect sh", "connect h"]],
    ["ping -c 1 x.test", ["connect x.test"]],
  ]);
});

describe("programs that some option makes run others", () => {
  test.each([
    "tar cf a b --checkpoint=1 --checkpoint-action=exec=x",
    "tar -xf a --to-command=x",
    "tar xf a -I x",
    "tar cf a b --checkpoint-a=exec=x",
    "tar cf a b -I 'gzip;x'",
    "screen -X stuff x",
    "screen -c x",
    "screen -dmS a $x",
    "tmux send-keys -t a 'rm x' Enter",
    "tmux -c 'rm x'",
    "tmux new -d '#(rm x)'",
    "tmux set -g status-right '#(x)'",
    "tmux set -g default-command x",
    "tmux run-shell x",
    "tmux setenv PATH x",
    "tmux new -e PATH=x y",
    "crontab a",
    "crontab -",
    "crontab -l a",
    "crontab -e",
    "tar --use-compress-prog=x -xf a",
    "man -P x ls",
    "man --pager=x ls",
    "less +!id a",
    "vim -c ':!id' a",
    "vim -es a",
    "vim +:!id a",
    "emacs --eval x",
    "zip -TT x a b",
    "gdb -ex x",
    "make --eval=x",
    "go test -exec x",
    "split --filter=x a",
    "sqlite3 a '.shell id'",
    "psql -c '\\! id'",
    "tcpdump -z x",
    "rsync -e x a b",
    "diff3 --diff-program=x a b c",
    "apt-get -o x=y update",
    "install --strip-program=x a b",
    "git difftool -x y",
    "openssl req -engine x",
  ])("%s", (text) => {
    expect(touchedBy(text)).toContain("opaque");
  });

  touch([
    ["tar cf a b", ["read cf/**", "read a/**", "read b/**"]],
    ["tar -cf a b", ["write a", "read b/**"]],
    ["tar -C d -cf a b", ["write a", "read d/b/**"]],
    ["zip a b", ["read a/**", "read b/**"]],
    ["tar -I pigz -cf a b", ["write a", "read b/**"]],
    ["tar cf a b --checkpoint=.100 --checkpoint-action=dot", ["read cf/**", "read a/**", "read b/**"]],
    ["crontab -l -u x", []],
    ["screen -ls", []],
    ["screen -dmS a rm b", ["delete b"]],
    ["screen -r a", []],
    ["screen -S a -X quit", []],
    ["tmux ls", []],
    ["tmux new -d -s a 'rm b; cat /c'", ["delete /**", "read /c"]],
    ["tmux new-session -d rm /b", ["delete /b"]],
    ["tmux kill-session -t a \\; new -d 'rm /b'", ["delete /b"]],
    ["tmux set -g mouse on", []],
    ["tmux setenv A b", []],
  ]);
});

test("every row names its programs once and says where it is from", () => {
  for (const [name, { source }] of PROGRAMS)
    expect([name, source]).toEqual([name, expect.stringMatching(/./)]);
  const rows = [...new Set(PROGRAMS.values())];
  const names = rows.flatMap((row) => row.names);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
