import { touch } from "../paths.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import { HERE, type Value } from "../values.ts";
import { words } from "../words.ts";
import { ELSEWHERE, READ, RUNS, WRITES_HERE } from "./access.ts";
import { addresses } from "./addresses.ts";
import { CURL } from "./curl.ts";

const FILE = { access: "write" } as const;
const FILES = { access: "write", tree: true } as const;
/** ssh as rsync would run it anyway. */
const PLAIN_SHELL = /^(\/usr\/bin\/)?ssh( -[46AaCqTtv]+| -[pl] ?[\w.-]+| -i ?[\w./~-]+| -c [\w.@,-]+)*$/;

/** Programs that talk to other machines. */
export const NETWORK: readonly Program[] = [
  CURL,
  {
    names: ["wget"],
    grammar: {
      valued: words(
        "-O -o -a -P -i -e -U -t -T -A -B -D -I -l -Q -R -w -X --output-document --output-file --directory-prefix --input-file --execute --user-agent --header --post-data --post-file --body-file --tries --timeout --use-askpass --config --save-cookies --load-cookies --rejected-log --hsts-file --warc-file --warc-dedup --warc-tempdir --certificate --private-key --ca-certificate --ca-directory --crl-file --pinnedpubkey --base --user --password --http-user --http-password --method --body-data --referer --input-metalink --level --accept --reject --domains --wait --quota --limit-rate",
      ),
    },
    operands: (args, state) => [
      ...addresses(args.operands, state),
      ...(args.operands.length === 0 ||
      args.options.some(({ name }) => /^-[OP]$|^--(output-document|directory-prefix)$/.test(name))
        ? []
        : touch(HERE, { access: "write", tree: true, inherent: false }, state)),
    ],
    touches: {
      "-O": FILE,
      "--output-document": FILE,
      "-o": FILE,
      "--output-file": FILE,
      "-a": FILE,
      "-P": FILES,
      "--directory-prefix": FILES,
      "--save-cookies": FILE,
      "--rejected-log": FILE,
      "--hsts-file": FILE,
      "--load-cookies": { access: "read" },
      "--certificate": { access: "read" },
      "--private-key": { access: "read" },
      "--ca-certificate": { access: "read" },
      "--crl-file": { access: "read" },
      "--warc-dedup": { access: "read" },
      "--post-file": { access: "read" },
      "--body-file": { access: "read" },
    },
    unclear: {
      "-i": "it reads addresses from a file",
      "--input-file": "it reads addresses from a file",
      "-r": WRITES_HERE,
      "--warc-file": WRITES_HERE,
      "--warc-tempdir": WRITES_HERE,
      "--input-metalink": "it reads addresses from a file",
      "-e": "it runs a setting",
      "--execute": "it runs a setting",
      "--use-askpass": "it runs another program",
      "--config": "it reads options from a file",
    },
    isComplete: false,
    source: "wget(1)",
  },
  {
    names: words("ping ping6 dig host nslookup telnet"),
    grammar: { valued: words("-i -w -W -t -s -p -x -X -T -I") },
    operands: (args) => machines(args.operands),
    unclear: { "-f": "it takes names of machines from a file" },
    isComplete: false,
    source: "ping(8), dig(1) and others",
  },
  {
    names: words("nc ncat netcat"),
    grammar: { valued: words("-i -w -W -s -p -x -X -T -I -o") },
    operands: (args) => machines(args.operands),
    touches: { "-o": FILE, "--output": FILE, "--append-output": FILE, "--hex-dump": FILE },
    unclear: {
      "-e": RUNS,
      "-c": RUNS,
      "--exec": RUNS,
      "--sh-exec": RUNS,
      "--lua-exec": RUNS,
      "-l": "it waits for others to connect",
      "-U": "it connects to a service of this machine",
    },
    isComplete: false,
    source: "nc(1), ncat(1)",
  },
  {
    names: ["scp"],
    grammar: { valued: words("-S -o -F -i -P -l -c -J -D -X") },
    operands: (args, state) => copies(args.operands, state),
    unclear: {
      "-S": RUNS,
      "-D": RUNS,
      "-o": "its setting may run another program",
      "-F": "it reads options from a file",
      "-J": "it connects through another machine",
    },
    isComplete: false,
    source: "scp(1)",
  },
  {
    names: ["rsync"],
    plain: { "-e": PLAIN_SHELL, "--rsh": PLAIN_SHELL },
    grammar: {
      valued: words(
        "-e -f -M -T -B --rsh --rsync-path --exclude --include --filter --files-from --exclude-from --include-from --password-file --early-input --log-file --write-batch --only-write-batch --read-batch --backup-dir --partial-dir --temp-dir --compare-dest --copy-dest --link-dest --remote-option --block-size --config --sockopts --iconv --suffix --max-size --min-size --timeout --contimeout --port --address --bwlimit --chmod --chown --usermap --groupmap --out-format --info --debug --protocol --max-delete --modify-window --skip-compress --compress-level --compress-choice --checksum-choice --checksum-seed --log-file-format --stop-after --stop-at --outbuf",
      ),
      flags: words("--partial --backup --compress --checksum"),
    },
    operands: (args, state) => copies(args.operands, state),
    touches: {
      "--exclude-from": READ,
      "--include-from": READ,
      "--password-file": READ,
      "--early-input": READ,
      "--read-batch": READ,
      "--log-file": FILE,
      "--write-batch": FILE,
      "--only-write-batch": FILE,
      "--backup-dir": FILES,
      "--partial-dir": FILES,
      "--temp-dir": FILES,
      "-T": FILES,
    },
    unclear: {
      "-e": RUNS,
      "--rsh": RUNS,
      "--rsync-path": RUNS,
      "--files-from": ELSEWHERE,
      "-M": "it says what the other side does",
      "--remote-option": "it says what the other side does",
      "--daemon": "it waits for others to connect",
    },
    isComplete: false,
    source: "rsync(1)",
  },
  {
    names: words("aria2c axel lynx w3m links elinks httrack"),
    grammar: { valued: words("-cfg -config -cmd_script -eval -editor") },
    operands: (args, state) => addresses(args.operands, state),
    unclear: {
      "-i": "it reads addresses from a file",
      "--input-file": "it reads addresses from a file",
      "-cfg": RUNS,
      "-config": RUNS,
      "--conf-path": RUNS,
      "--on-download-complete": RUNS,
      "--on-download-start": RUNS,
      "--on-download-pause": RUNS,
      "--on-download-stop": RUNS,
      "--on-download-error": RUNS,
      "--on-bt-download-complete": RUNS,
      "-cmd_script": RUNS,
      "-eval": RUNS,
      "-editor": RUNS,
      "-V": RUNS,
    },
    isComplete: false,
    source: "aria2c(1), lynx(1) and others",
  },
  {
    names: words("http https xh xhs"),
    operands: ({ operands }, state) => {
      const [first, second] = operands;
      const isMethod = first?.kind === "text" && /^[A-Za-z]+$/.test(first.text) && second !== undefined;
      const address = isMethod ? second : first;
      return address ? addresses([address], state) : [];
    },
    touches: { "-o": FILE, "--output": FILE },
    grammar: { valued: words("-o --output -s --style -a --auth -A --session --verify --cert --proxy") },
    unclear: { "--proxy": "it connects through a proxy" },
    isComplete: false,
    source: "http(1), xh(1)",
  },
  {
    names: words("socat ftp sftp lftp ssh-copy-id"),
    operands: () => [{ kind: "opaque", reason: "it talks to other machines" }],
    isComplete: false,
    source: "their manual pages",
  },
];

/** Operands that can be the name of a machine; what cannot is an argument of another kind. */
function machines(operands: readonly Value[]): readonly Part[] {
  return operands.flatMap((value): readonly Part[] => {
    if (value.kind !== "text")
      return [{ kind: "opaque", reason: `where \`${value.source}\` leads is not known before it runs` }];
    const host = value.text.replace(/^@/, "");
    const isName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$|:.*:/i.test(host) && !/^(\d+|[A-Z]+)$/.test(host);
    return isName ? [{ kind: "connect", host, inherent: true }] : [];
  });
}

/** The last operand is written; `host:path` lies on another machine. */
function copies(operands: readonly Value[], state: State): readonly Part[] {
  return operands.flatMap((value, at): readonly Part[] => {
    const host = value.kind === "text" ? machineOf(value.text) : undefined;
    if (host !== undefined) return [{ kind: "connect", host, inherent: true }];
    const access = at > 0 && at === operands.length - 1 ? "write" : "read";
    return touch(value, { access, tree: true, inherent: true }, state);
  });
}

function machineOf(place: string): string | undefined {
  const [, address, short] =
    /^(?:rsync|scp):\/\/(?:[^@/]*@)?([^:/]+)|^(?:[^@/:]*@)?([^:/]+):/.exec(place) ?? [];
  return address ?? short;
}
