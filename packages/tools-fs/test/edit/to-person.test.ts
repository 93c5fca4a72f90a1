import { describe, expect, test } from "vitest";
import { edit, notebookEdit, write } from "../../src/index.ts";

const asked = (tool: typeof edit | typeof write | typeof notebookEdit, input: object): string =>
  tool.toPerson({ outcome: "asked", input, text: "" } as never) as string;

const hunk = { oldStart: 2, oldLines: 1, newStart: 2, newLines: 1, lines: ["-old", "+new"] };
const ended = (tool: typeof edit | typeof write, outcome: string, output: unknown): string =>
  tool.toPerson({ outcome, input: {}, output, text: "said" } as never) as string;

describe("a person who is asked sees the change, before anybody looked at the file", () => {
  test("of an edit", () => {
    const input = { file_path: "/w/a.txt", old_string: "one\ntwo\n", new_string: "three" };
    expect(asked(edit, input)).toBe("/w/a.txt\n-one\n-two\n+three");
    expect(asked(edit, { ...input, replace_all: true })).toBe(
      "every occurrence in /w/a.txt\n-one\n-two\n+three",
    );
    expect(asked(edit, { ...input, old_string: "" })).toBe("/w/a.txt\n+three");
  });

  test("of a write", () => {
    expect(asked(write, { file_path: "/w/a.txt", content: "one\n\ntwo" })).toBe(
      "/w/a.txt (its whole content)\n+one\n+\n+two",
    );
  });

  test("of a cell", () => {
    const input = { notebook_path: "/w/n.ipynb", cell_id: "c1", new_source: "x = 1" };
    expect(asked(notebookEdit, input)).toContain("+x = 1");
    expect(asked(notebookEdit, { ...input, edit_mode: "delete" })).toContain("delete");
    expect(asked(notebookEdit, { ...input, edit_mode: "insert", cell_type: "code" })).toContain(
      "insert a code cell after cell c1",
    );
  });
});

describe("a person sees what was changed", () => {
  test.each([
    [edit, /^(?!said).*-old\n\+new/s],
    [write, /^said\n.*-old\n\+new/s],
  ])("as a diff", (tool, shown) => {
    expect(ended(tool, "succeeded", { structuredPatch: [hunk] })).toMatch(shown);
  });

  test.each([edit, write])("or what was said, where nothing was", (tool) => {
    expect(ended(tool, "succeeded", { structuredPatch: [] })).toBe("said");
    expect(ended(tool, "failed", { structuredPatch: [hunk] })).toBe("said");
    for (const output of [undefined, null, "x", {}]) expect(ended(tool, "succeeded", output)).toBe("said");
  });
});
