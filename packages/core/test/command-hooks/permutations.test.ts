import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Type } from "../../src/index.ts";
import { callOne, createWorld, tool } from "../world.ts";
import { hook, settings } from "./hooks.ts";

const RUNS = Number(process.env["GAUNTLET_PROOF_RUNS"] ?? 15);

/** What one of the hooks does whenever it is asked. */
const KINDS = ["nothing", "allow", "ask", "deny", "fail", "rewrite"] as const;
type Kind = (typeof KINDS)[number];

/** The requests of one round wait until all have come; then they are answered in this order. */
interface Round {
  readonly kinds: readonly Kind[];
  readonly order: readonly number[];
  readonly waiting: Map<number, () => void>;
}

let server: ReturnType<typeof createServer>;
let base: string;
let round: Round | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const index = Number(request.url?.slice(1));
      const answer = (): void => reply(response, round?.kinds[index] ?? "nothing", body);
      if (!round || round.waiting.has(index) || round.waiting.size === round.kinds.length) return answer();
      round.waiting.set(index, answer);
      if (round.waiting.size === round.kinds.length)
        for (const next of round.order) round.waiting.get(next)?.();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function reply(response: ServerResponse, kind: Kind, body: string): void {
  const { tool_input: input } = JSON.parse(body) as { tool_input: { text: string } };
  const hookEventName = "PreToolUse";
  if (kind === "fail") return void response.writeHead(500).end();
  if (kind === "nothing") return void response.end();
  const said =
    kind === "rewrite"
      ? { updatedInput: { text: `${input.text}+${response.req.url?.slice(1)}` } }
      : { permissionDecision: kind };
  response.end(JSON.stringify({ hookSpecificOutput: { hookEventName, ...said } }));
}

/** What becomes of a call when these hooks are ready in this order. */
async function outcomeOf(kinds: readonly Kind[], order: readonly number[], listed = kinds.map((_, i) => i)) {
  const ran: unknown[] = [];
  const world = await createWorld({
    toolList: [
      tool("T", {
        input: Type.Object({ text: Type.String() }),
        execute: (given) => {
          ran.push(given);
          return "ran";
        },
      }),
    ],
    permissions: {},
    commandHooks: settings(listed.map((i) => hook("PreToolUse", { type: "http", url: `${base}/${i}` }))),
  });
  round = { kinds, order, waiting: new Map() };
  const { outcome, decision } = await callOne(world, "T", { text: "x" });
  round = undefined;
  await world.session.close();
  const votes = decision?.votes.map(({ behavior, voter }) => `${voter} ${behavior}`) ?? [];
  return { outcome, behavior: decision?.behavior, votes: votes.sort(), ran };
}

const hooks = fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 5 }).chain((kinds) =>
  fc.record({
    kinds: fc.constant(kinds),
    order: fc.shuffledSubarray([...kinds.keys()], { minLength: kinds.length }),
  }),
);

test("what up to five hooks decide together does not depend on who is ready first", async () => {
  await fc.assert(
    fc.asyncProperty(hooks, async ({ kinds, order }) => {
      const inOrder = await outcomeOf(kinds, [...kinds.keys()]);
      expect(await outcomeOf(kinds, order)).toEqual(inOrder);
    }),
    { numRuns: RUNS },
  );
});

test("what they vote does not depend on the order they are set in", async () => {
  await fc.assert(
    fc.asyncProperty(hooks, async ({ kinds, order }) => {
      const { behavior, votes } = await outcomeOf(kinds, [...kinds.keys()]);
      expect(await outcomeOf(kinds, [...kinds.keys()], order)).toMatchObject({ behavior, votes });
    }),
    { numRuns: RUNS },
  );
});

test("several rewrites are made in configuration order, in each order of readiness", async () => {
  const kinds: readonly Kind[] = ["rewrite", "allow", "rewrite", "rewrite"];
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
  ])
    expect((await outcomeOf(kinds, order)).ran).toEqual([{ text: "x+0+2+3" }]);
});
