// file: examples/minimal-pack/src/index.js
// @ts-check
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { definePlugin, defineTool, readFile, Type } from "@gauntlet/core";

export const lineCount = defineTool({
  name: "LineCount",
  description:
    "Counts the lines of a text file without showing them. Use it to learn how long a file is before reading it. " +
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

  effects: ({ file_path }, ctx) => [readFile(ctx.resolve(file_path))],

  async validateInput({ file_path }, ctx) {
    const found = await stat(ctx.resolve(file_path)).catch(() => undefined);
    return found?.isFile() ? undefined : `There is no file \`${file_path}\`. Find its path with Glob first.`;
  },

  describeCall: ({ file_path }) => `count the lines of ${file_path}`,

  async execute({ file_path }, ctx) {
    const content = createReadStream(ctx.resolve(file_path), { signal: ctx.signal });
    let lines = 0;
    for await (const _ of createInterface({ input: content })) lines += 1;
    return { lines };
  },

  toModel: ({ lines }, { file_path }) => `${file_path} has ${lines} ${lines === 1 ? "line" : "lines"}.`,
});

export default definePlugin({ name: "gauntlet-pack-lines", tools: [lineCount] });
