import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createPlace, run, serve } from "./command.ts";
import { journalOf, prompted, say, use } from "./session-places.ts";

const reads = (count: number) =>
  Array.from({ length: count }, (_, i) => use("Read", { file_path: "a.txt", offset: i + 1 }));

test("gauntlet sessions compact clears old results, and goes on from there", async () => {
  const place = await createPlace({ "a.txt": "a line of text\n".repeat(200) });
  const id = await prompted(place, "go", [...reads(8), say("done")]);
  const { code, stdout, stderr } = await run(place, ["sessions", "compact", id.slice(0, 8)]);
  expect([code, stdout]).toEqual([0, `${id.slice(0, 8)} is shorter now\n`]);
  expect(stderr).toContain("no model is configured, so old results are cleared");
  const journal = await readFile(await journalOf(place, id), "utf8");
  expect(journal).toContain('"type":"results.cleared"');
  expect(journal.match(/a line of text/g)?.length).toBeGreaterThan(500);
  const { env, server } = await serve([say("went on")]);
  expect((await run(place, ["-r", id, "-p", "go on"], { env })).stdout).toContain("went on");
  expect(JSON.stringify(server.requests[0]?.body)).toContain("was cleared to make room");
});

test("gauntlet sessions compact has a model summarize what is left", async () => {
  const place = await createPlace({ "a.txt": "x\n" });
  const id = await prompted(place, "go", [...reads(8), say("done")]);
  const { env } = await serve([say("Goal: to go on")]);
  const { stdout } = await run(place, ["sessions", "compact", id], { env });
  expect(stdout).toContain("is shorter now");
  expect(await readFile(await journalOf(place, id), "utf8")).toContain("Goal: to go on");
});

test("gauntlet sessions compact says when there is nothing to leave out", async () => {
  const place = await createPlace();
  const id = await prompted(place, "hi");
  const { code, stdout } = await run(place, ["sessions", "compact", id]);
  expect([code, stdout]).toEqual([0, `${id.slice(0, 8)} stays as it is: there is nothing to leave out\n`]);
});
