import { type ExecuteContext, messageOf, type ResourceScope, visibleText } from "@gauntlet/core";
import { elicit } from "./elicitation.ts";
import { readInstructions, shownInstructions, toldSlot } from "./instructions.ts";
import { createLiveServer, type LiveServer, type LiveServerDoors } from "./live-server.ts";
import { messages } from "./messages.ts";
import { toolName } from "./names.ts";
import { createOffers } from "./offers.ts";
import { compareTools, isAsLocked, type Offer, type Pin } from "./pin.ts";
import type { PinStore } from "./pin-store.ts";
import { pinAfter, quarantineNotice } from "./quarantine.ts";
import { savesAmong } from "./save-file.ts";
import type { SdkConnection } from "./sdk-client.ts";
import type { ServerConfig } from "./server-config.ts";
import { textForModel, toldToModel } from "./server-problem.ts";
import { createServerTool, reportProgress, type ServerDoor } from "./server-tool.ts";
import { usableTools } from "./usable-tools.ts";

/** One server of a session: what of its tools is offered, and what is held back. */
export interface ServerSession {
  readonly live: LiveServer;
  /** Contacts the server, unless it was, and brings its tools up to date. Never rejects. */
  contact(): Promise<void>;
  /** From now on the model is told of tools that come and go: it has seen the pool. */
  tellFromNowOn(): void;
  /** Why nothing of this server may be used; undefined where single tools decide. */
  refusal(): string | undefined;
  /** Contacts the server when the name may be one of its tools that nobody knows yet. */
  seek(name: string): Promise<void> | undefined;
  close(): Promise<void>;
}

/** What a server session is made of. */
export interface ServerSessionParts {
  readonly config: ServerConfig;
  /** What was approved; undefined before the first contact. */
  readonly pin: Pin | undefined;
  readonly pins: PinStore;
  readonly scope: Pick<ResourceScope, "tools" | "tell" | "log" | "newResultFile" | "redact" | "slots">;
  readonly connect: LiveServerDoors["connect"];
  /** Absolute paths a server may know of. */
  readonly roots: readonly string[];
  /** A person trusts what this server claims. */
  readonly isTrusted: boolean;
  readonly isStrict: boolean;
  readonly now: () => Date;
  /** False: the server is neither started nor contacted; what was approved of it is offered. */
  readonly mayContact: boolean;
}

export function createServerSession(parts: ServerSessionParts): ServerSession {
  const { config, scope, pins, isStrict, mayContact } = parts;
  const active = new Set<ExecuteContext>();
  let pin = parts.pin;
  let checked: SdkConnection | undefined;
  let isTelling = pin !== undefined;
  const warn = createWarner(scope.log.warn);

  const live = createLiveServer(config, {
    connect: parts.connect,
    requests: {
      roots: () => parts.roots,
      // A server does not say for which call it asks; it is the latest that still runs.
      elicit: (request) => elicit(config.name, request, [...active].at(-1)),
    },
    toolsChanged: () => void inOrder(refresh),
    now: () => parts.now().getTime(),
  });

  let looking: Promise<void> = Promise.resolve();
  /** One look at the server at a time; what goes wrong is said, and met again by who calls. */
  const inOrder = (look: () => Promise<void>): Promise<void> => {
    looking = looking.then(look).catch((thrown: unknown) => warn(messageOf(thrown)));
    return looking;
  };
  const contact = (): Promise<void> =>
    inOrder(async () => {
      if (mayContact && (await live.connected()) !== checked) await refresh();
    });

  const door: Omit<ServerDoor, "isTrusted"> = {
    config,
    async refusalOf(tool) {
      await contact();
      return offers.refusalOf(tool);
    },
    unreachable: async () => {
      if (!mayContact) return undefined;
      return live.connected().then(
        () => undefined,
        (thrown: unknown) => textForModel(thrown),
      );
    },
    async call(tool, input, ctx) {
      active.add(ctx);
      try {
        // INVARIANT: only a connection whose tools were compared with what was approved carries calls, and nothing is
        // waited for between the last look at this tool and its request.
        await contact();
        if (checked === undefined) throw new Error(messages.unchecked(visibleText(config.name)));
        const why = offers.refusalOf(tool);
        if (why !== undefined) throw new Error(messages.notCalled(why));
        const how = {
          on: checked,
          signal: ctx.signal,
          onProgress: reportProgress(ctx, Date.now),
          what: tool.name,
        };
        return await toldToModel(live.request("tools/call", { name: tool.name, arguments: input }, how));
      } finally {
        active.delete(ctx);
      }
    },
    saveFile: savesAmong(scope),
  };
  const offers = createOffers({
    config,
    tools: scope.tools,
    log: scope.log,
    create: (tool, isApproved) =>
      createServerTool(tool, { ...door, isTrusted: parts.isTrusted && isApproved }),
  });

  async function refresh(): Promise<void> {
    checked = undefined;
    const connection = await live.connected();
    const { tools, notice } = await usableTools(config.name, await live.listTools(connection));
    warn(notice);
    const instructions = readInstructions(connection.instructions);
    const now: Offer = { tools, ...(instructions !== undefined && { instructions }) };
    const { name, scope: owner, written: launch } = config;
    const approvedAt = parts.now().toISOString();
    pin ??= await pins.create({ version: 1, name, scope: owner, launch, ...now, approvedAt });
    await take(now, pin);
    tellInstructions(pin, now);
    checked = connection;
  }

  /** A lock approves nothing; it holds back what was not approved where it was written. */
  const lockRefusal = (): string | undefined =>
    pin && !isAsLocked(config.locked, pin) ? messages.otherThanLocked(visibleText(config.name)) : undefined;

  /** Offers what is as it was approved and what is new, and holds back the rest. */
  async function take(now: Offer, approved: Pin): Promise<void> {
    const changes = compareTools(approved.tools, now.tools);
    const listed = new Set(now.tools.map(({ name }) => name));
    const gone = new Set([...offers.offered, ...changes.removed.map(({ name }) => name)]);
    for (const tool of listed) gone.delete(tool);
    for (const tool of gone) offers.holdBack(tool, messages.removed(config.name));
    for (const { now: tool } of changes.changed)
      offers.holdBack(tool.name, messages.changed(config.name, tool.name));
    if (isStrict)
      for (const tool of changes.added) offers.holdBack(tool.name, messages.strictAdded(config.name));
    const locked = lockRefusal();
    if (locked !== undefined) for (const tool of listed) offers.holdBack(tool, locked);
    const came =
      locked === undefined
        ? [...offers.offer(changes.same, true), ...(isStrict ? [] : offers.offer(changes.added, false))]
        : [];
    if (isTelling) tell(came, [...gone]);
    const newInstructions = now.instructions !== undefined && now.instructions !== approved.instructions;
    warn(locked ?? quarantineNotice(config.name, changes, { isStrict, newInstructions }));
    const next = pinAfter(approved, now, changes, parts.now());
    if (next === undefined) return;
    pin = next;
    await pins.write(next);
  }

  function tell(came: readonly string[], gone: readonly string[]): void {
    const shown = visibleText(config.name);
    if (came.length > 0) scope.tell(messages.toolsCame(shown, came));
    const left = gone.map((tool) => toolName(config.name, tool));
    if (left.length > 0) scope.tell(messages.toolsLeft(shown, left));
  }

  /** The model is told once what was approved, unless the server is known to say something else by now. */
  function tellInstructions({ instructions }: Pin, now?: Offer): void {
    if (
      instructions === undefined ||
      !mayContact ||
      lockRefusal() !== undefined ||
      (now && now.instructions !== instructions)
    )
      return;
    const text = shownInstructions(config.name, instructions);
    if (scope.slots.get(toldSlot, config.name) === text) return;
    scope.slots.set(toldSlot, config.name, text);
    scope.tell(text);
  }

  const locked = lockRefusal();
  warn(locked);
  if (pin && locked === undefined) {
    offers.offer(pin.tools, true);
    tellInstructions(pin);
  } else if (pin && locked !== undefined) {
    for (const { name } of pin.tools) offers.holdBack(name, locked);
    // What it offers by now may be what the lock names, and wait for approval here.
    void contact();
  }
  return {
    live,
    contact,
    refusal: lockRefusal,
    tellFromNowOn: () => {
      isTelling = true;
    },
    seek(name) {
      if (!name.startsWith(`mcp__${config.segment}__`) || checked !== undefined) return undefined;
      if (pin === undefined && !mayContact)
        scope.tools.withhold(name, messages.notMet(visibleText(config.name)));
      return contact();
    },
    async close() {
      await live.close();
      await looking;
    },
  };
}

/** Says a text once, as long as no other comes between. */
function createWarner(warn: (text: string) => void): (text: string | undefined) => void {
  let last: string | undefined;
  return (text) => {
    if (text === undefined || text === last) return;
    last = text;
    warn(text);
  };
}
