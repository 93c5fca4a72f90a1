import { rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createPlace, run, serve } from "./command.ts";
import { beside, journals, prompted, say, use, working } from "./session-places.ts";

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

  test("in a copy needs a session to copy", async () => {
    const { env } = await serve([]);
    const { code, stderr } = await run(await createPlace(), ["-p", "x", "--fork-session"], { env });
    expect(code).toBe(2);
    expect(stderr).toContain("add -c or -r <id>");
  });
});
