/** The words of a text or a name in lower case: `createPull_request` holds `create`, `pull`, `request`. */
export function wordsOf(text: string): readonly string[] {
  const spaced = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
