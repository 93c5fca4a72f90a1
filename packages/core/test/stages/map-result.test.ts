import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { MapResultDraft, PostToolUseDraft } from "../../src/index.ts";
import {
  callOne,
  createWorld,
  eventsOf,
  tapping,
  textOf,
  tool,
  type World,
  type WorldOptions,
} from "../world.ts";

const IMAGE = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } } as const;
const big = Array.from({ length: 3_000 }, (_, i) => `line ${i}`).join("\n");

const act = (execute: () => unknown, more: object = {}) => tool("Act", { execute, ...more });
const mapping = (map: (draft: MapResultDraft) => unknown, options: object = {}): WorldOptions => ({
  plugins: [tapping(({ mapResult }) => mapResult.tap({ name: "map", ...options }, map as never))],
});
const spilled = async ({ session }: World) => readdir(join(session.directory, "results")).catch(() => []);

test.each<[string, () => unknown, true | undefined]>([
  ["a success", () => "fine", undefined],
  [
    "a failure",
    () => {
      throw new Error("no");
    },
    true,
  ],
])("taps see whether a block is one of %s", async (_, execute, isError) => {
  const seen: unknown[] = [];
  const world = await createWorld({
    toolList: [act(execute)],
    ...mapping(({ block }) => void seen.push(block?.is_error)),
  });
  await callOne(world, "Act");
  expect(seen).toEqual([isError]);
});

describe("a large result", () => {
  test.each<[string, () => unknown, string]>([
    ["of a success", () => big, "succeeded"],
    [
      "of a failure",
      () => {
        throw new Error(big);
      },
      "failed",
    ],
  ])(
    "%s is stored whole in a private file and previewed with head, tail, size and path",
    async (_, execute, outcome) => {
      const world = await createWorld({ toolList: [act(execute, { maxResultBytes: 5_000 })] });
      const settled = await callOne(world, "Act");
      expect(settled.outcome).toBe(outcome);
      const [file] = await spilled(world);
      const path = join(world.session.directory, "results", file ?? "");
      const text = textOf(settled);
      expect(text.startsWith("line 0\n")).toBe(true);
      expect(text.endsWith("line 2999")).toBe(true);
      expect(text).toContain(`\`${path}\``);
      expect(text).toContain(Buffer.byteLength(big).toLocaleString("en-US"));
      expect(Buffer.byteLength(text)).toBeLessThan(2_600);
      expect(await readFile(path, "utf8")).toBe(big);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await stat(join(path, ".."))).mode & 0o777).toBe(0o700);
    },
  );

  test("that just fits is left alone", async () => {
    const world = await createWorld({ toolList: [act(() => "x".repeat(100), { maxResultBytes: 100 })] });
    expect(textOf(await callOne(world, "Act"))).toBe("x".repeat(100));
    expect(await spilled(world)).toEqual([]);
  });

  test("keeps its images", async () => {
    const parts = () => [{ type: "text", text: big }, IMAGE, { type: "text", text: big }];
    const world = await createWorld({ toolList: [act(parts, { toModel: (out: never) => out })] });
    const { block } = await callOne(world, "Act");
    expect((block.content as readonly { type: string }[]).map(({ type }) => type)).toEqual(["text", "image"]);
  });

  test("that cannot be stored is previewed all the same, and says so", async () => {
    const world = await createWorld({ toolList: [act(() => big, { maxResultBytes: 5_000 })] });
    await mkdir(world.session.directory, { recursive: true });
    await writeFile(join(world.session.directory, "results"), "in the way");
    const settled = await callOne(world, "Act");
    expect([settled.outcome, settled.block.is_error]).toEqual(["succeeded", undefined]);
    expect(textOf(settled)).toMatch(/^line 0\n.*could not be stored.*line 2999$/s);
  });
});

describe("a tool's own mapping", () => {
  test.each<[string, unknown, unknown]>([
    ["a text", "hello", "hello"],
    ["a blank text", " \n ", "(Act completed with no output)"],
    [
      "blank parts, which the API refuses",
      [
        { type: "text", text: " " },
        { type: "text", text: "x" },
      ],
      [{ type: "text", text: "x" }],
    ],
    ["nothing but blank parts", [{ type: "text", text: "" }], "(Act completed with no output)"],
    ["an empty list", [], "(Act completed with no output)"],
    ["an image", [IMAGE], [IMAGE]],
  ])("of %s is what the model reads", async (_, mapped, content) => {
    const world = await createWorld({ toolList: [act(() => "x", { toModel: () => mapped })] });
    expect((await callOne(world, "Act")).block.content).toEqual(content);
  });

  const FOREIGN = { annotations: { audience: ["user"] }, size: 10n };
  test.each<[string, WorldOptions]>([
    ["of the tool", {}],
    ["of a tap", mapping((draft) => ({ ...draft, block: { ...draft.block } }))],
  ])("%s passes on what can be sent of a part, and no other member of it", async (_, options) => {
    const mapped = [
      { type: "text", text: "x", ...FOREIGN },
      { ...IMAGE, ...FOREIGN, source: { ...IMAGE.source, title: "a" } },
      { type: "document", source: { type: "url", url: "https://example.com/a.pdf" }, ...FOREIGN },
      { type: "tool_reference", tool_name: "Other", ...FOREIGN },
    ];
    const world = await createWorld({
      toolList: [act(() => "x", { toModel: () => mapped })],
      turns: [{ blocks: [{ type: "tool_use", name: "Act", input: {} }] }, { blocks: [] }],
      ...options,
    });
    const { summary } = await world.prompt();
    expect(summary.reason).toBe("done");
    const [settled] = eventsOf(await world.journal(), "call.settled");
    expect(settled?.outcome).toBe("succeeded");
    expect(settled?.result.content).toEqual([
      { type: "text", text: "x" },
      IMAGE,
      { type: "document", source: { type: "url", url: "https://example.com/a.pdf" } },
      { type: "tool_reference", tool_name: "Other" },
    ]);
  });

  test.each<[string, unknown]>([
    ["a number", 5],
    ["a part nobody knows", [{ type: "video" }]],
    ["a text part without a text", [{ type: "text", text: 5 }]],
    ["an image without a source", [{ type: "image" }]],
    ["an image whose data is no text", [{ type: "image", source: { ...IMAGE.source, data: 10n } }]],
    ["null among the parts", [null]],
  ])("of %s says that the act was done and the result cannot be shown", async (_, mapped) => {
    const world = await createWorld({ toolList: [act(() => "x", { toModel: () => mapped })] });
    const settled = await callOne(world, "Act");
    expect([settled.outcome, settled.block.is_error]).toEqual(["succeeded", undefined]);
    expect(textOf(settled)).toContain("Act was done, but its result could not be shown");
  });
});

describe("what is said beside a result", () => {
  const noted = async (mapped: unknown) => {
    const context = tapping(({ preToolUse }) =>
      preToolUse.tap("add", ({ addContext }) => addContext("mind")),
    );
    const toolList = [act(() => "x", { toModel: () => mapped })];
    return (await callOne(await createWorld({ toolList, plugins: [context] }), "Act")).block.content;
  };

  test.each<[string, unknown, unknown]>([
    ["a text", "hello", "hello\n\nmind"],
    ["nothing", "", "mind"],
    ["parts", [IMAGE], [IMAGE, { type: "text", text: "mind" }]],
  ])("stands behind %s", async (_, mapped, content) => {
    expect(await noted(mapped)).toEqual(content);
  });
});

describe("a mapResult tap", () => {
  const boom = () => {
    throw new Error("boom");
  };

  test("that throws leaves the default block, and with `withhold` none of it", async () => {
    const world = (options: object) =>
      createWorld({ toolList: [act(() => "secret word")], ...mapping(boom, options) });
    expect(textOf(await callOne(await world({}), "Act"))).toBe("secret word");
    const withheld = textOf(await callOne(await world({ onFailure: "withhold" }), "Act"));
    expect(withheld).toMatch(/^The result is withheld because `tapper`/);
    expect(withheld).not.toContain("secret");
  });

  test("shapes the content", async () => {
    const world = await createWorld({
      toolList: [act(() => "secret word")],
      ...mapping((draft) => ({ ...draft, block: { ...draft.block, content: "masked" } })),
    });
    expect(textOf(await callOne(world, "Act"))).toBe("masked");
  });

  test("cannot change whose result it is, nor whether it is an error", async () => {
    const failing = act(() => {
      throw new Error("broke");
    });
    const world = await createWorld({
      toolList: [failing],
      ...mapping((draft) => ({
        ...draft,
        outcome: { kind: "succeeded" },
        block: { type: "tool_result", tool_use_id: "other", is_error: false, content: "all fine" },
      })),
    });
    const settled = await callOne(world, "Act");
    expect(settled).toMatchObject({ outcome: "failed" });
    expect(settled.block).toEqual({
      type: "tool_result",
      tool_use_id: settled.id,
      content: "all fine",
      is_error: true,
    });
  });

  test.each<[string, (draft: MapResultDraft) => unknown]>([
    ["true", () => true],
    ["a draft without a block", (draft) => ({ ...draft, block: undefined })],
    ["content that is a number", (draft) => ({ ...draft, block: { ...draft.block, content: 5 } })],
    ["parts nobody knows", (draft) => ({ ...draft, block: { ...draft.block, content: [{ type: "x" }] } })],
  ])("that answers %s leaves the default block", async (_, map) => {
    const world = await createWorld({ toolList: [act(() => "as it is")], ...mapping(map) });
    expect(textOf(await callOne(world, "Act"))).toBe("as it is");
  });

  test("cannot make a result larger than its limit", async () => {
    const world = await createWorld({
      toolList: [act(() => "x", { maxResultBytes: 5_000 })],
      ...mapping((draft) => ({ ...draft, block: { ...draft.block, content: big } })),
    });
    expect(textOf(await callOne(world, "Act")).length).toBeLessThan(2_600);
    expect(await spilled(world)).toHaveLength(1);
  });

  test("sees refusals and unknown tools too", async () => {
    const seen: string[] = [];
    const world = await createWorld({
      toolList: [],
      ...mapping(({ outcome, call }) => void seen.push(`${call.tool} ${outcome.kind}`)),
    });
    const settled = await callOne(world, "Nobody");
    expect(seen).toEqual(["Nobody invalid"]);
    expect(textOf(settled)).toContain("There is no tool named `Nobody`");
  });
});

describe("a postToolUse tap", () => {
  const post = (...all: ((draft: PostToolUseDraft) => unknown)[]) => ({
    plugins: [
      tapping(({ postToolUse }) => {
        for (const [i, fn] of all.entries())
          postToolUse.tap({ name: `t${i}`, onFailure: "withhold" }, fn as never);
      }),
    ],
  });
  const boom = () => {
    throw new Error('the text was "hunter2"');
  };

  test("annotates and replaces what the model reads, of failures as well", async () => {
    const failing = act(() => {
      throw new Error("broke");
    });
    const world = await createWorld({
      toolList: [failing],
      ...post((draft) => ({ ...draft, replacement: "it broke", notes: [...draft.notes, "try again"] })),
    });
    const settled = await callOne(world, "Act");
    expect([settled.outcome, textOf(settled)]).toEqual(["failed", "it broke\n\ntry again"]);
  });

  test("that withholds is not overruled by a later tap, and what it threw is not quoted", async () => {
    const world = await createWorld({
      toolList: [act(() => "hunter2")],
      ...post(boom, ({ call, outcome }) => ({ call, outcome, notes: ["hunter2"], replacement: "hunter2" })),
    });
    const settled = await callOne(world, "Act");
    expect(settled.outcome).toBe("succeeded");
    expect(textOf(settled)).not.toContain("hunter2");
    expect(textOf(settled)).toContain("withheld because `tapper`");
  });

  test.each<[string, unknown]>([
    ["true", true],
    ["an empty object", {}],
    ["another outcome", { outcome: { kind: "denied", message: "never ran" }, notes: [] }],
  ])("that answers %s does not change what happened", async (_, answer) => {
    const world = await createWorld({ toolList: [act(() => "done")], ...post(() => answer) });
    const settled = await callOne(world, "Act");
    expect([settled.outcome, textOf(settled)]).toEqual(["succeeded", "done"]);
  });

  test("that answers nonsense before another throws does not lose the outcome", async () => {
    const world = await createWorld({ toolList: [act(() => "done")], ...post(() => true, boom) });
    expect((await callOne(world, "Act")).outcome).toBe("succeeded");
  });

  test("cannot change the outcome in place", async () => {
    const world = await createWorld({
      toolList: [act(() => "done")],
      ...post((draft) => Object.assign(draft.outcome, { kind: "denied" })),
    });
    expect((await callOne(world, "Act")).outcome).toBe("succeeded");
  });
});
