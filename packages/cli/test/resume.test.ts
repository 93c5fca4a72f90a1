import { readFile, rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createPlace, run, serve } from "./command.ts";
import { beside, journalOf, journals, prompted, say, use, working } from "./session-places.ts";

describe("going on with a session", () => {
  test("is possible by the first characters of its id, which each prompt says at its end", async () => {
    const place = await createPlace();
    const first = await serve([say("done")]);
    const { stderr } = await run(place, ["-p", "first task"], { env: first.env });
    const [, short = ""] = /gauntlet -r (\S+) -p "…"\n$/.exec(stderr) ?? [];
    expect(short).toMatch(/^[0-9a-f]{8}$/);
    const { server, env } = await serve([say("done")]);
    expect((await run(place, ["-p", "second task", "-r", short], { env })).code).toBe(0);
    expect(JSON.stringify(server.requests[0]?.body)).toContain("first task");
    expect(await journals(place)).toHaveLength(1);
  });

  test("works from any directory, in the session's own one, under its own configuration", async () => {
    const place = await createPlace({
      "gauntlet.config.json": JSON.stringify({ permissions: { deny: ["Read(secret.txt)"] } }),
      "secret.txt": "s",
    });
    const id = await prompted(place, "first task");
    const { server, env } = await serve([use("Read", { file_path: "secret.txt" }), say("the end")]);
    const { code, stderr } = await run(await beside(place), ["-p", "go on", "-r", id.slice(0, 8)], { env });
    expect(code).toBe(0);
    expect(stderr).toContain(
      `gauntlet: session ${id.slice(0, 8)} goes on in its own directory ${place.cwd}\n`,
    );
    expect(stderr).toContain("denied Read — rule `Read(secret.txt)`");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("first task");
    expect(await journals(place)).toHaveLength(1);
  });

  test("is refused in another directory than its own", async () => {
    const place = await createPlace();
    const other = await beside(place);
    const id = await prompted(place, "first task");
    const { server, env } = await serve([]);
    const { code, stderr } = await run(place, ["-p", "x", "-r", id, "--cwd", other.cwd], { env });
    expect(code).toBe(2);
    expect(stderr).toContain(`session \`${id}\` is not one of \`${other.cwd}\``);
    expect(server.requests).toEqual([]);
  });

  test("is refused when its directory is gone", async () => {
    const place = await createPlace();
    const gone = await beside(place);
    const id = await prompted(gone, "first task");
    await rm(gone.cwd, { recursive: true });
    const { server, env } = await serve([]);
    const { code, stderr } = await run(place, ["-p", "x", "-r", id], { env });
    expect(code).toBe(2);
    expect(stderr).toContain(`\`${gone.cwd}\`, where session \`${id}\` works, is gone`);
    expect(server.requests).toEqual([]);
  });

  test("while another process is in it offers a copy", async () => {
    const place = await createPlace();
    await working(place);
    const { env } = await serve([]);
    const { code, stderr } = await run(place, ["-p", "x", "-c"], { env });
    expect(code).toBe(1);
    expect(stderr).toContain("GNT_SESSION_BUSY");
    expect(stderr).toContain("--fork-session");
  });

  test.each([
    ["-c", () => ["-c"]],
    ["-r", (id: string) => ["-r", id.slice(0, 8)]],
  ])("in a copy with %s leaves the session as it is, and says the new id", async (_, flags) => {
    const place = await createPlace();
    const id = await prompted(place, "first task");
    const before = await readFile(await journalOf(place, id), "utf8");
    const { server, env } = await serve([say("the end")]);
    const { code, stderr } = await run(place, ["-p", "go on", ...flags(id), "--fork-session"], { env });
    expect(code).toBe(0);
    expect(JSON.stringify(server.requests[0]?.body)).toContain("first task");
    const [, copy = ""] = /^gauntlet: goes on in the new session (\S+)$/m.exec(stderr) ?? [];
    expect(copy).not.toBe(id);
    expect(stderr).toContain(`gauntlet -r ${copy.slice(0, 8)} -p`);
    expect(await readFile(await journalOf(place, id), "utf8")).toBe(before);
    const { stdout } = await run(place, ["sessions"]);
    expect(stdout).toMatch(
      new RegExp(`^${copy.slice(0, 8)} .* first task \\(fork of ${id.slice(0, 8)}\\)$`, "m"),
    );
    expect((await run(place, ["sessions", "show", copy])).stdout).toContain(`forked from ${id} after entry`);
  });

  test("in a copy is possible while another process has it open", async () => {
    const place = await createPlace();
    await working(place);
    const { env } = await serve([say("the end")]);
    const { code } = await run(place, ["-p", "x", "-c", "--fork-session"], { env });
    expect(code).toBe(0);
    expect(await journals(place)).toHaveLength(2);
  });

  test("in a copy needs a session to copy", async () => {
    const { env } = await serve([]);
    const { code, stderr } = await run(await createPlace(), ["-p", "x", "--fork-session"], { env });
    expect(code).toBe(2);
    expect(stderr).toContain("add -c or -r <id>");
  });
});
