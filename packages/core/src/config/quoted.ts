const MAX_LENGTH = 400;

/**
 * A value of a user or a repository, safe to show on a terminal: in backticks, cut at 400 characters, with control
 * and invisible characters written as `\u{…}`.
 */
export function quoted(value: string): string {
  const short = value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value;
  return `\`${short.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escaped)}\``;
}

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
