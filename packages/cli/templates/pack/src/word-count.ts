import { readFile, stat } from "node:fs/promises";
import { defineTool, readFile as reads, Type } from "@gauntlet/core";

/** An example to be replaced: the members stand in the order in which a call passes them. */
export const wordCount = defineTool({
  name: "WordCount",
  description:
    "Counts the words of a text file without showing them. Use it to learn how long a text is. " +
    "To see what is in the file, use Read.",
  input: Type.Object(
    {
      file_path: Type.String({
        minLength: 1,
        description: "File to count, absolute or relative to the working directory",
      }),
    },
    { additionalProperties: false },
  ),

  isReadOnly: true,

  // What the call would touch; rules are about this. Nothing has been allowed yet, so do not look at the disk here.
  effects: ({ file_path }, ctx) => [reads(ctx.resolve(file_path))],

  // An objection to the present state, in words for the model: what is wrong, what to do next.
  async validateInput({ file_path }, ctx) {
    const found = await stat(ctx.resolve(file_path)).catch(() => undefined);
    return found?.isFile() ? undefined : `There is no file \`${file_path}\`. Find its path with Glob first.`;
  },

  describeCall: ({ file_path }) => `count the words of ${file_path}`,

  async execute({ file_path }, ctx) {
    const text = await readFile(ctx.resolve(file_path), { encoding: "utf8", signal: ctx.signal });
    return { words: text.split(/\s+/).filter((word) => word !== "").length };
  },

  toModel: ({ words }, { file_path }) => `${file_path} has ${words} ${words === 1 ? "word" : "words"}.`,
});
