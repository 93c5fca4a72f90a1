import fc from "fast-check";

/** A command of ours, with the names of the programs in it that bash would run, or could. */
export interface Generated {
  readonly text: string;
  readonly names: readonly string[];
}

/** Programs that exist only where they are put as stubs. */
export const NAMES = ["alpha", "beta", "gamma", "delta", "epsilon"] as const;

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const double = (text: string): string => `"${text.replace(/[\\"$`]/g, "\\$&")}"`;
const ansi = (text: string): string => `$'${text.replace(/[\\']/g, "\\$&")}'`;
const escaped = (text: string): string => (text === "" ? "''" : text.replace(/[^\w./-]/g, "\\$&"));
const pieced = (text: string): string =>
  [...text].map((one, at) => (at % 2 ? single(one) : escaped(one))).join("") || "''";
const backticked = (text: string): string => `\`${text.replace(/[\\`$]/g, "\\$&")}\``;

const plain = fc.string({ unit: fc.constantFrom(..."ab;|&$`'\"\\ (){}<>*?[]#~!="), maxLength: 6 });
const quoted = fc
  .tuple(plain, fc.constantFrom(single, double, ansi, escaped, pieced))
  .map(([text, quote]) => quote(text));
const word = fc.oneof(fc.stringMatching(/^[a-z][a-z0-9.-]{0,5}$/), quoted);

const name = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.constantFrom(single, double, pieced, (text: string) => text),
  )
  .map(([text, quote]) => ({ text: quote(text), name: text }));

const simple: fc.Arbitrary<Generated> = fc
  .tuple(
    fc.constantFrom("", "", "", "v=1 ", "> out ", "2> /dev/null "),
    name,
    fc.array(word, { maxLength: 3 }),
    fc.constantFrom("", "", "", " > out", " < in", " >> sub/out", " <<< text", " 2>&1"),
  )
  .map(([prefix, { text, name: known }, words, suffix]) => ({
    text: `${prefix}${[text, ...words].join(" ")}${suffix}`,
    names: [known],
  }));

/** With the space POSIX asks for: `$((` is arithmetic unless it turns out not to be. */
const substituted = (text: string): string => `$(${text.startsWith("(") ? " " : ""}${text}\n)`;

/** What puts commands together, each with a text of their own around them. */
const ONE: readonly ((inner: string) => string)[] = [
  (a) => `( ${a}\n)`,
  (a) => `{ ${a}\n}`,
  (a) => `! ${a}`,
  (a) => `time ${a}`,
  (a) => `if ${a}\nthen :; fi`,
  (a) => `if true; then ${a}\nelse :; fi`,
  (a) => `for v in 1; do ${a}\ndone`,
  (a) => `while ${a}\ndo break; done`,
  (a) => `case x in x) ${a}\n;; esac`,
  (a) => `[[ -z ${substituted(a)} ]]`,
  (a) => `: ${substituted(a)}`,
  (a) => `: "x ${substituted(a)} y"`,
  (a) => `: \${v:-${substituted(a)}}`,
  (a) => `: ${backticked(a)}`,
  (a) => `: {x,${substituted(a)}}`,
  (a) => `: <(${a}\n)`,
  (a) => `v=${substituted(a)}`,
  (a) => `v=(1 "${substituted(a)}")`,
  (a) => `{ : <<E${a.length}\n${substituted(a)}\nE${a.length}\n}`,
  (a) => `: <<< "${substituted(a)}"`,
  (a) => `eval ${single(a)}`,
  (a) => `bash -c ${single(a)}`,
  (a) => `bash -c ${double(a)}`,
  (a) => `f() { ${a}\n}; f`,
  (a) => `trap ${single(a)} EXIT`,
  (a) => `cd sub && { ${a}\n}`,
  (a) => `(cd sub; ${a}\n)`,
  (a) => `timeout 5 bash -c ${single(a)}`,
  (a) => `env v=1 bash -c ${ansi(a)}`,
];
const TWO: readonly ((a: string, b: string) => string)[] = [
  (a, b) => `${a}; ${b}`,
  (a, b) => `${a}\n${b}`,
  (a, b) => `{ ${a}\n} && { ${b}\n}`,
  (a, b) => `{ ${a}\n} || { ${b}\n}`,
  (a, b) => `{ ${a}\n} | { ${b}\n}`,
  (a, b) => `{ ${a}\n} |& { ${b}\n}`,
  (a, b) => `{ ${a}\n} & ${b}\nwait`,
  (a, b) => `if ${a}\nthen ${b}\nfi`,
  (a, b) => `: ${substituted(a)}${substituted(b)}`,
];

const { command } = fc.letrec<{ command: Generated }>((tie) => ({
  command: fc.oneof(
    { maxDepth: 4, depthSize: "small", withCrossShrink: true },
    simple,
    fc
      .tuple(fc.constantFrom(...ONE), tie("command"))
      .map(([around, a]) => ({ text: around(a.text), names: a.names })),
    fc.tuple(fc.constantFrom(...TWO), tie("command"), tie("command")).map(([join, a, b]) => ({
      text: join(a.text, b.text),
      names: [...a.names, ...b.names],
    })),
  ),
}));

/** Commands put together from all the ways to run, quote and nest. */
export const generated: fc.Arbitrary<Generated> = command;
