import { words } from "./words.ts";

/** A program that puts its words together to a text, and runs that. */
export interface TextRunner {
  readonly valued: readonly string[];
  /** Words of its own before the text. */
  readonly operands: number;
  /** Options whose value is the text. */
  readonly option?: readonly string[];
  /** The file it writes when the first operand names no other. */
  readonly writes?: string;
  /** Why nobody can say what it does when none of these is given. */
  readonly without?: string;
  /** Options that change what is run, here or there. */
  readonly unclear?: readonly string[];
  /** Why nobody can say what it does, beside what the text does. */
  readonly reason?: string;
  /** Only a rule without wildcards allows it. */
  readonly exactOnly?: true;
  /** Its options may stand behind its operands. */
  readonly permutes?: true;
  /** Settings of `-o` that change nothing of what runs. */
  readonly plainSettings?: RegExp;
  /** The first operand is another machine. */
  readonly connects?: true;
  readonly source: string;
}

/** Settings of ssh that neither run programs, nor lead elsewhere, nor name files. */
const PLAIN_SSH =
  /^(ConnectTimeout|ConnectionAttempts|ServerAlive(Interval|CountMax)|StrictHostKeyChecking|LogLevel|BatchMode|Compression|TCPKeepAlive|PasswordAuthentication|PubkeyAuthentication|PreferredAuthentications|RequestTTY|IdentitiesOnly|AddressFamily|Port|User|UserKnownHostsFile(?==\/dev\/null$))[= ][\w.,+/-]+$/i;

const AGAIN = "it runs it again and again";

export const TEXT_RUNNERS: Readonly<Record<string, TextRunner>> = {
  watch: {
    valued: words("-n -q -s --interval --equexit --shotsdir"),
    operands: 0,
    exactOnly: true,
    unclear: ["-s", "--shotsdir"],
    source: "watch(1)",
  },
  parallel: {
    valued: words("-j -a -I -n -N -S --jobs --arg-file"),
    operands: 0,
    reason: AGAIN,
    source: "parallel(1)",
  },
  entr: { valued: [], operands: 0, reason: AGAIN, source: "entr(1)" },
  hyperfine: { valued: words("-w -r -m -M"), operands: 0, reason: AGAIN, source: "hyperfine(1)" },
  su: {
    valued: words("-c -s -g -G -w --command --session-command --shell"),
    operands: 2,
    option: ["-c", "--command", "--session-command"],
    without: "it runs a shell that reads its input",
    permutes: true,
    unclear: words("- -l --login -s --shell"),
    source: "su(1): a login runs start-up files",
  },
  sg: {
    valued: words("-c --command"),
    operands: 2,
    option: ["-c", "--command"],
    permutes: true,
    source: "sg(1)",
  },
  concurrently: {
    valued: words("-n -c -s -m -l -t -k --names --prefix --prefix-colors --success --max-processes"),
    operands: 0,
    source: "concurrently --help",
  },
  mispipe: { valued: [], operands: 0, source: "mispipe(1)" },
  script: {
    valued: words(
      "-c -O -I -B -T -E -m -o --command --log-out --log-in --log-io --log-timing --echo --output-limit",
    ),
    operands: 1,
    option: ["-c", "--command"],
    without: "it runs a shell that reads its input",
    permutes: true,
    unclear: words("-O -I -B -T -t --log-out --log-in --log-io --log-timing --timing"),
    writes: "typescript",
    source: "script(1)",
  },
  ssh: {
    valued: [..."bcDEeFIiJLlmOopQRSWwB"].map((letter) => `-${letter}`),
    operands: 1,
    unclear: words("-o -F -E -I -S -J"),
    plainSettings: PLAIN_SSH,
    connects: true,
    source: "ssh(1)",
  },
};
