import type { Arguments } from "../arguments.ts";
import { touch, touchAll } from "../paths.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import { textValue, type Value } from "../values.ts";
import { words } from "../words.ts";
import { READ, READS, WRITE, WRITES_HERE } from "./access.ts";
import { addresses } from "./addresses.ts";

/** A format that neither comes from a file nor goes to one. */
const PLAIN_FORMAT = /^(?!@)(?!.*%output\{)/s;
const PROXY = "it connects through a proxy";
const SERVICE = "it connects to a service of this machine";
const OPTIONS = "it reads options from a file";

const same = <T>(options: string, what: T): Readonly<Record<string, T>> =>
  Object.fromEntries(words(options).map((option) => [option, what]));

/** @source curl(1) */
export const CURL: Program = {
  names: ["curl"],
  grammar: {
    valued: [
      ...[..."oDdHXuAebcFKTxmwECYyzrQPtU"].map((letter) => `-${letter}`),
      ...words(
        "--abstract-unix-socket --alt-svc --aws-sigv4 --cacert --capath --cert --cert-type --ciphers --config --connect-timeout --connect-to --continue-at --cookie --cookie-jar --create-file-mode --crlfile --curves --data --data-ascii --data-binary --data-raw --data-urlencode --delegation --dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-url --dump-header --egd-file --engine --etag-compare --etag-save --expect100-timeout --form --form-string",
      ),
      ...words(
        "--ftp-account --ftp-alternative-to-user --ftp-method --ftp-port --ftp-ssl-ccc-mode --happy-eyeballs-timeout-ms --header --hostpubmd5 --hostpubsha256 --hsts --interface --json --keepalive-time --key --key-type --krb --libcurl --limit-rate --local-port --login-options --mail-auth --mail-from --mail-rcpt --max-filesize --max-redirs --max-time --netrc-file --noproxy --oauth2-bearer --output --output-dir --parallel-max --pass --pinnedpubkey --preproxy --proto --proto-default --proto-redir",
      ),
      ...words(
        "--proxy --proxy-cacert --proxy-capath --proxy-cert --proxy-cert-type --proxy-ciphers --proxy-crlfile --proxy-header --proxy-key --proxy-key-type --proxy-pass --proxy-pinnedpubkey --proxy-service-name --proxy-tls13-ciphers --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser --proxy-user --proxy1.0 --pubkey --quote --random-file --range --rate --referer --request --request-target --resolve --retry --retry-delay --retry-max-time --sasl-authzid --service-name",
      ),
      ...words(
        "--socks4 --socks4a --socks5 --socks5-gssapi-service --socks5-hostname --speed-limit --speed-time --ssl-sessions --stderr --telnet-option --tftp-blksize --time-cond --tls-max --tls13-ciphers --tlsauthtype --tlspassword --tlsuser --trace --trace-ascii --trace-config --unix-socket --upload-file --url --url-query --user --user-agent --variable --write-out",
      ),
    ],
    flags: words("--netrc --crlf --ftp-ssl --ftp-ssl-ccc --parallel --head"),
  },
  operands: (args, state) => [
    ...addresses([...args.operands, ...valuesOf(args, "--url --doh-url")], state),
    ...sentFiles(args, state),
    ...ownFiles(args, state),
  ],
  touches: {
    ...same(
      "-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --ssl-sessions",
      WRITE,
    ),
    "--output-dir": { access: "write", tree: true },
    ...same(
      "-E --cert --key --cacert --crlfile --pubkey --netrc-file --etag-compare --egd-file --random-file --pinnedpubkey --proxy-cert --proxy-key --proxy-cacert --proxy-crlfile --proxy-pinnedpubkey",
      READ,
    ),
    ...same("--capath --proxy-capath", { access: "read", tree: true } as const),
  },
  unclear: {
    ...same("-K --config", OPTIONS),
    ...same("-O --remote-name --remote-name-all -J --remote-header-name", WRITES_HERE),
    ...same("-x --proxy --proxy1.0 --preproxy --socks4 --socks4a --socks5 --socks5-hostname", PROXY),
    "--resolve": "it says where names lead",
    "--connect-to": "it connects to another host",
    "--proto-default": "it says what addresses mean",
    ...same("--unix-socket --abstract-unix-socket", SERVICE),
    "--libcurl": "it writes a file",
    "--engine": "it loads a library",
    ...same("-w --write-out", "its format may name files"),
    "--variable": "it reads a file into what it sends",
    ...same("--expand-url --expand-data --expand-header --expand-output", "it fills in what it sends"),
  },
  plain: { "-w": PLAIN_FORMAT, "--write-out": PLAIN_FORMAT },
  isComplete: false,
  source: "curl(1)",
};

const valuesOf = ({ options }: Arguments, names: string): readonly Value[] =>
  options.flatMap(({ name, value }) => (words(names).includes(name) && value ? [value] : []));

/** `@name` sends a file, and so does `field=@name`. */
function sentFiles(args: Arguments, state: State): readonly Part[] {
  const data = valuesOf(args, "-d --data --data-binary --data-ascii --json -H --header --proxy-header");
  const encoded = valuesOf(args, "--url-query --data-urlencode");
  return [
    ...data.flatMap((value) => sentFile(value, /^(?:[^=@]*=)?@(.+)$/s, state)),
    ...encoded.flatMap((value) => sentFile(value, /^[^=@]*=?@(.+)$/s, state)),
    ...valuesOf(args, "-F --form").flatMap((value) => sentForm(value, state)),
    ...valuesOf(args, "-b --cookie").flatMap((value) => cookies(value, state)),
    ...valuesOf(args, "-T --upload-file").flatMap((value) => uploaded(value, state)),
  ];
}

const unknown = ({ source }: Value): Part => ({
  kind: "opaque",
  reason: `what \`${source}\` sends is not known before it runs`,
});

const read = (text: string, value: Value, state: State): readonly Part[] =>
  touch(textValue(text, value.source), READS, state);

function sentFile(value: Value, form: RegExp, state: State): readonly Part[] {
  if (value.kind !== "text") return [unknown(value)];
  const [, file] = form.exec(value.text) ?? [];
  return file === undefined ? [] : read(file, value, state);
}

/** Several files stand between commas, and further ones in what follows a `;`; quotes may stand around each. */
function sentForm(value: Value, state: State): readonly Part[] {
  if (value.kind !== "text") return [unknown(value)];
  const [, given] = /^[^=]*=[@<](.+)$/s.exec(value.text) ?? [];
  if (given === undefined) return /^[^=]*=\(|headers=/.test(value.text) ? [unknown(value)] : [];
  if (/["\\]|;\s*headers=/.test(given)) return [unknown(value)];
  return given.split(",").flatMap((one) => read(one.replace(/;.*$/s, "").trim(), value, state));
}

/** Without a `=`, it names a file. */
function cookies(value: Value, state: State): readonly Part[] {
  if (value.kind !== "text") return [unknown(value)];
  return value.text.includes("=") ? [] : read(value.text, value, state);
}

function uploaded(value: Value, state: State): readonly Part[] {
  const isList = value.kind === "text" && /[{}[\]]/.test(value.text);
  return isList ? [unknown(value)] : touchAll([value], READS, state);
}

/** Names and passwords for machines. */
function ownFiles({ options }: Arguments, state: State): readonly Part[] {
  const asks = options.some(({ name }) => /^(-n|--netrc|--netrc-optional)$/.test(name));
  const text = `${state.home}/.netrc`;
  return asks ? touch(textValue(text), READS, state) : [];
}
