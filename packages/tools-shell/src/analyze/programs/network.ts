import type { Arguments } from "../arguments.ts";
import { touch } from "../paths.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import type { Value } from "../values.ts";
import { words } from "../words.ts";
import { ELSEWHERE, RUNS, WRITES_HERE } from "./access.ts";

const FILE = { access: "write" } as const;
const FILES = { access: "write", tree: true } as const;
const HERE: Value = { kind: "text", text: ".", source: "." };
/** A format of curl that neither comes from a file nor goes to one. */
const PLAIN_FORMAT = /^(?!@)(?!.*%output\{)/s;
/** ssh as rsync would run it anyway. */
const PLAIN_SHELL = /^(\/usr\/bin\/)?ssh( -[46AaCqTtv]+| -[pl] ?[\w.-]+| -i ?[\w./~-]+| -c [\w.@,-]+)*$/;

/** Programs that talk to other machines. */
export const NETWORK: readonly Program[] = [
  {
    names: ["curl"],
    grammar: {
      valued: words(
        "-o -d -H -X -u -A -e -b -c -F -K -T -x -m -w -E -D -C -Y -y -z -r -Q --output --data --data-raw --data-binary --data-urlencode --json --header --request --user --user-agent --referer --cookie --cookie-jar --form --config --upload-file --proxy --max-time --write-out --cert --key --cacert --dump-header --connect-timeout --retry --resolve --url --unix-socket --abstract-unix-socket --libcurl --preproxy --socks5 --socks5-hostname --connect-to --output-dir --netrc-file --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --interface --limit-rate",
      ),
    },
    operands: (args, state) => [
      ...addresses([...args.operands, ...valuesOf(args, ["--url"])], state),
      ...dataFiles(args, state),
    ],
    touches: {
      "-o": FILE,
      "--output": FILE,
      "--output-dir": FILE,
      "-D": FILE,
      "--dump-header": FILE,
      "-c": FILE,
      "--cookie-jar": FILE,
      "--trace": FILE,
      "--trace-ascii": FILE,
      "--stderr": FILE,
      "--etag-save": FILE,
      "--hsts": FILE,
      "--alt-svc": FILE,
      "-T": { access: "read" },
      "--upload-file": { access: "read" },
      "-E": { access: "read" },
      "--cert": { access: "read" },
      "--key": { access: "read" },
      "--cacert": { access: "read" },
      "--netrc-file": { access: "read" },
    },
    unclear: {
      "-K": "it reads options from a file",
      "--config": "it reads options from a file",
      "-O": WRITES_HERE,
      "--remote-name": WRITES_HERE,
      "--remote-name-all": WRITES_HERE,
      "-J": WRITES_HERE,
      "--remote-header-name": WRITES_HERE,
      "-x": "it connects through a proxy",
      "--proxy": "it connects through a proxy",
      "--resolve": "it says where names lead",
      "--connect-to": "it connects to another host",
      "--unix-socket": "it connects to a service of this machine",
      "--abstract-unix-socket": "it connects to a service of this machine",
      "--libcurl": "it writes a file",
      "--preproxy": "it connects through a proxy",
      "--socks5": "it connects through a proxy",
      "--socks5-hostname": "it connects through a proxy",
      "-w": "its format may name files",
      "--write-out": "its format may name files",
    },
    plain: { "-w": PLAIN_FORMAT, "--write-out": PLAIN_FORMAT },
    isComplete: false,
    source: "curl(1)",
  },
  {
    names: ["wget"],
    grammar: {
      valued: words(
        "-O -o -a -P -i -e -U -t -T --output-document --output-file --directory-prefix --input-file --execute --user-agent --header --post-data --post-file --body-file --tries --timeout --use-askpass --config --save-cookies --load-cookies --rejected-log --hsts-file --warc-file",
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
      "--post-file": { access: "read" },
      "--body-file": { access: "read" },
    },
    unclear: {
      "-i": "it reads addresses from a file",
      "--input-file": "it reads addresses from a file",
      "-r": WRITES_HERE,
      "--warc-file": WRITES_HERE,
      "-e": "it runs a setting",
      "--execute": "it runs a setting",
      "--use-askpass": "it runs another program",
      "--config": "it reads options from a file",
    },
    isComplete: false,
    source: "wget(1)",
  },
  {
    names: words("ping ping6 dig host nslookup telnet nc ncat netcat"),
    grammar: { valued: words("-i -w -W -t -s -p -x -X -T -I") },
    operands: (args) => machines(args.operands),
    unclear: {
      "-e": RUNS,
      "--exec": RUNS,
      "--sh-exec": RUNS,
      "--lua-exec": RUNS,
      "-l": "it waits for others to connect",
      "-f": "it takes names of machines from a file",
    },
    isComplete: false,
    source: "ping(8), dig(1), nc(1) and others",
  },
  {
    names: ["scp", "rsync"],
    plain: { "-e": PLAIN_SHELL, "--rsh": PLAIN_SHELL },
    grammar: {
      valued: words("-e -S -o -F -i -P -l -c -J --rsh --rsync-path --exclude --include --files-from"),
    },
    operands: (args, state) => copies(args.operands, state),
    unclear: {
      "-e": RUNS,
      "--rsh": RUNS,
      "--rsync-path": RUNS,
      "-S": RUNS,
      "-o": "its setting may run another program",
      "-F": "it reads options from a file",
      "-J": "it connects through another machine",
      "--files-from": ELSEWHERE,
      "--daemon": "it waits for others to connect",
    },
    isComplete: false,
    source: "scp(1), rsync(1)",
  },
  {
    names: words("aria2c axel lynx w3m links elinks httrack"),
    operands: (args, state) => addresses(args.operands, state),
    unclear: {
      "-i": "it reads addresses from a file",
      "--input-file": "it reads addresses from a file",
      "-cfg": RUNS,
      "-config": RUNS,
      "--conf-path": RUNS,
      "--on-download-complete": RUNS,
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

const valuesOf = ({ options }: Arguments, names: readonly string[]): readonly Value[] =>
  options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []));

function addresses(values: readonly Value[], state: State): readonly Part[] {
  return values.flatMap((value): readonly Part[] => {
    const text = value.kind === "text" ? value.text : knownStart(value);
    const address =
      /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d+(\/|$)/.test(text) ? text : `http://${text}`;
    if (text === "" || !URL.canParse(address) || /[{}[\]]/.test(text))
      return [{ kind: "opaque", reason: `where \`${value.source}\` leads is not known before it runs` }];
    const { hostname, port, protocol, pathname } = new URL(address);
    if (protocol === "file:") {
      const file = decodeURIComponent(pathname);
      return touch(
        { kind: "text", text: file, source: value.source },
        { access: "read", inherent: true },
        state,
      );
    }
    return [{ kind: "connect", host: hostname, inherent: true, ...(port !== "" && { port: Number(port) }) }];
  });
}

/** What stands before the path says where an address leads, as long as the rest is part of the same word. */
function knownStart(value: Value): string {
  if ((value.kind !== "unknown" || value.splits) && value.kind !== "paths") return "";
  return /^https?:\/\/[\w.-]+(:\d+)?\//.exec(value.kind === "paths" ? value.base : value.prefix)?.[0] ?? "";
}

const DATA = words(
  "-d --data --data-binary --data-urlencode --data-ascii --json -F --form -H --header -b --cookie",
);

/** `@name` sends a file, and so does `field=@name`. */
function dataFiles(args: Arguments, state: State): readonly Part[] {
  return valuesOf(args, DATA).flatMap((value): readonly Part[] => {
    if (value.kind !== "text")
      return [{ kind: "opaque", reason: `what \`${value.source}\` sends is not known before it runs` }];
    const [, file] = /^(?:[^=@<]*=|[\w-]+(?=@))?[@<]([^;]+)/.exec(value.text) ?? [];
    return file === undefined
      ? []
      : touch({ kind: "text", text: file, source: value.source }, { access: "read", inherent: true }, state);
  });
}
