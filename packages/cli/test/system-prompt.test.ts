import { expect, test } from "vitest";
import { createPlace, run, serve } from "./command.ts";

const files = { "AGENTS.md": "Use tabs. \u001b[31mRed.", "a.txt": "x\n" };

test("tools --system-prompt shows what a model is told first, part by part", async () => {
  const place = await createPlace(files);
  const { code, stdout } = await run(place, ["tools", "--system-prompt"]);
  expect(code).toBe(0);
  expect(stdout.match(/^── .*/gm)).toEqual([
    "── role",
    "── ways",
    "── place",
    `── memory ${place.cwd}/AGENTS.md`,
  ]);
  expect(stdout).toContain("Use tabs. \\u{1b}[31mRed.");

  const { stdout: json } = await run(place, ["tools", "--system-prompt", "--json"]);
  expect(JSON.parse(json).sections.at(-1).text).toContain("Use tabs.");
});

test("a prompt sends just that", async () => {
  const place = await createPlace(files);
  const { server, env } = await serve([{ blocks: [{ type: "text", text: "hi" }] }]);
  await run(place, ["-p", "go"], { env });
  const { stdout } = await run(place, ["tools", "--system-prompt", "--json"]);
  const sections: readonly { readonly text: string }[] = JSON.parse(stdout).sections;
  const [{ body }] = server.requests as readonly { readonly body: { readonly system: unknown } }[] as [
    { body: { system: unknown } },
  ];
  expect(JSON.stringify(body.system)).toContain(
    JSON.stringify(sections.map(({ text }) => text).join("\n\n")),
  );
});
