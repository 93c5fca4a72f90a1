/** A list of words, written as one line. */
export const words = (text: string): readonly string[] => text.split(" ");
