import type { ScriptedTurn } from "@gauntlet/testing";

/** What the scripted model says, one turn a request. */
export const script: readonly ScriptedTurn[] = [
  { blocks: [{ type: "tool_use", name: "Read", input: { file_path: "package.json" } }] },
  { blocks: [{ type: "tool_use", name: "Read", input: { file_path: ".env" } }] },
  {
    blocks: [
      { type: "text", text: "It is called gauntlet-example-embedding." },
      {
        type: "tool_use",
        name: "Write",
        input: { file_path: "NAME.txt", content: "gauntlet-example-embedding\n" },
      },
    ],
  },
  { blocks: [{ type: "text", text: "I was not allowed to write NAME.txt." }] },
];
