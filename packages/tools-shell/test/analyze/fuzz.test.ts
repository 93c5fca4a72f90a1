import fc from "fast-check";
import { expect, test } from "vitest";
import { analyzeCommand } from "../../src/analyze/analyze-command.ts";
import { generated } from "./generated.ts";
import { PLACE } from "./short.ts";

/** `npm run proof:shell` makes it more. */
const RUNS = Number(process.env["GAUNTLET_PROOF_RUNS"]) || 500;
const TIMEOUT_MS = 20_000 + RUNS * 40;

/** Nested too deeply, or in a directory nobody knows: known commands all the same. */
const OF_PLACES = /nest|leads|change the directory/;

const SHELL = [
  ...[
    "$(",
    "`",
    "${",
    "$((",
    "<(",
    "[[ ",
    " ]]",
    "<<E\n",
    "\nE\n",
    "'",
    '"',
    "\\",
    ";",
    "|",
    "&",
    "&&",
    "\n",
    "(",
    ")",
  ],
  ...[
    "{",
    "}",
    "if ",
    "then ",
    "fi",
    "for x in ",
    "do ",
    "done",
    "case x in ",
    "esac",
    "eval ",
    "cd ",
    "rm ",
    "x=",
    "$x",
  ],
  ...[
    "a",
    "1",
    " ",
    "\t",
    "#",
    "*",
    "~",
    "=",
    "!",
    "@P",
    "[",
    "]",
    "\u00a0",
    "\ud800",
    "😀",
    "\u0000",
    "\r",
    "find . -exec ",
  ],
];

test("any text gives an answer", { timeout: TIMEOUT_MS }, () => {
  const text = fc.oneof(
    fc.string({ maxLength: 200, unit: "binary" }),
    fc.array(fc.constantFrom(...SHELL), { maxLength: 60 }).map((parts) => parts.join("")),
    fc
      .tuple(fc.constantFrom(...SHELL), fc.integer({ min: 1, max: 2_000 }))
      .map(([part, n]) => part.repeat(n).slice(0, 10_000)),
  );
  fc.assert(
    fc.property(text, (command) => {
      const { effects, opaque, commands } = analyzeCommand(command, PLACE);
      expect(Array.isArray(effects)).toBe(true);
      // Whatever has a word in it runs something, or is not known.
      if (
        /^[a-z]+ /.test(command) &&
        !/^(if|then|for|do|case|time|function|select|while|until|coproc) /.test(command)
      )
        expect(opaque.length + commands.length).toBeGreaterThan(0);
    }),
    { numRuns: RUNS },
  );
});

/** The first word of each command that is a word. */
const headsOf = (commands: readonly string[]): readonly string[] =>
  commands.flatMap((command) => /(?:^|\s)([a-z]+)(?=\s|$)/.exec(command.replace(/^v=\S+ /, ""))?.[1] ?? []);

test("no command of a text put together from known ones is missed", { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(generated, ({ text, names }) => {
      const { commands, opaque } = analyzeCommand(text, PLACE);
      expect([text, headsOf(commands)]).toEqual([text, expect.arrayContaining([...names])]);
      expect([text, opaque.filter((reason) => !OF_PLACES.test(reason))]).toEqual([text, []]);
    }),
    { numRuns: RUNS },
  );
});

test("what begins as arithmetic and is a subshell is found, or is opaque", { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(generated, ({ text, names }) => {
      const { commands, opaque } = analyzeCommand(`: $(( ${text}\n)\n)`, PLACE);
      if (opaque.length > 0) return;
      expect([text, headsOf(commands)]).toEqual([text, expect.arrayContaining([...names])]);
    }),
    { numRuns: RUNS },
  );
});

test("what contains an unquoted operator reports what is on both sides, or is opaque", {
  timeout: TIMEOUT_MS,
}, () => {
  const operator = fc.constantFrom(";", "&&", "||", "|", "|&", "&", "\n", "; (", "&& {", "| while ");
  const noise = fc.array(fc.constantFrom(...SHELL), { maxLength: 12 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(operator, noise, (sign, words) => {
      const { commands, opaque } = analyzeCommand(`first ${sign} second ${words}`, PLACE);
      if (opaque.length > 0) return;
      expect(commands.some((command) => /^first( |$)/.test(command))).toBe(true);
      expect(commands.some((command) => /^second( |$)/.test(command) || command.startsWith("second"))).toBe(
        true,
      );
    }),
    { numRuns: RUNS },
  );
});
