/** Programs whose exit code 1 is an answer, not a failure. */
const EXIT_ONE_ANSWERS = /^(?:grep|rg|egrep|fgrep|find|diff|test|\[|git[ \t]+diff|git[ \t]+grep)(?=[ \t]|$)/;

const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs;
const HARMLESS_REDIRECTION = /(?<=[ \t])2>(?:\/dev\/null|&1)(?=[ \t]|$)/g;

/**
 * Tells whether exit code 1 of a command is an ordinary answer ("no match", "they differ"). Only for a command that is
 * one such program with plain arguments: with operators or substitutions the code may come from something else.
 */
export function exitOneIsAnswer(command: string): boolean {
  const text = command.trim();
  if (!EXIT_ONE_ANSWERS.test(text) || /`|\$\(/.test(text)) return false;
  const bare = text.replace(QUOTED, "_").replace(HARMLESS_REDIRECTION, "");
  return !/[;&|<>()'"\r\n]/.test(bare);
}
