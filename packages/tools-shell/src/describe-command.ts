const SHOWN_COMMAND_LENGTH = 100;

/** A command in words for a person who is asked about it. */
export function describeCommand(command: string, isBackground = false): string {
  return `run ${shortCommand(command)}${isBackground ? " in the background" : ""}`;
}

/** First line of a command, with characters a person would not see made visible: nothing may hide in a prompt. */
export function shortCommand(command: string): string {
  const [line = "", ...more] = command.trim().split(/\r?\n/);
  const characters = [...line];
  const visible = characters
    .slice(0, SHOWN_COMMAND_LENGTH)
    .map((c) => (/\p{C}/u.test(c) ? `\\u{${c.codePointAt(0)?.toString(16)}}` : c))
    .join("");
  return more.length > 0 || characters.length > SHOWN_COMMAND_LENGTH ? `${visible} …` : visible;
}
