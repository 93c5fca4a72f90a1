import { setImmediate as nextTurn } from "node:timers/promises";
import type { Outcome, RequestedCall, ValidCall } from "../contract/call.ts";
import { describeEffect } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";
import { messageOf } from "../errors.ts";
import { messages } from "../messages.ts";
import type { ToolPool } from "../pool/tool-pool.ts";
import { type CleanInput, cleanInput } from "../tool/clean-input.ts";
import { deepFreeze } from "../tool/deep-freeze.ts";
import type { InputValidator } from "../tool/input-schema.ts";
import { nearestName } from "../tool/nearest-name.ts";
import type { Runtime } from "./runtime.ts";
import { validatorOf } from "./schema-validators.ts";
import { toolAnswer } from "./tool-answer.ts";

export type Invalid = Extract<Outcome, { kind: "invalid" | "denied" | "cancelled" }>;

/**
 * Turns a requested call into a valid one: the tool exists, the input was readable, a cleaned copy fits the schema,
 * the tool does not contradict itself, and no tap objects. The tool's check of the present state comes later
 * (`checkPresentState`): it looks at the disk, and nothing is looked at before it is allowed.
 */
export async function validateStage(call: RequestedCall, runtime: Runtime): Promise<ValidCall | Invalid> {
  const pool = await runtime.poolWith(call.name);
  const found = pool.find(call.name);
  if (!found) {
    const hidden = pool.hidden.find(({ tool }) => tool === call.name);
    if (hidden) return invalid(messages.hiddenTool(call.name, hidden.why));
    return invalid(
      messages.unknownTool(
        call.name,
        nearestName(
          call.name,
          pool.entries.map(({ tool }) => tool.name),
        ),
      ),
    );
  }
  const { tool } = found;
  if (call.discovered && pool.isDeferred(tool.name) && !call.discovered.has(tool.name))
    return invalid(messages.undiscovered(tool.name));
  if (call.problem !== undefined) return invalid(messages.unreadableInput(tool.name, call.problem));
  return validateInputOf({ id: call.id, tool, input: call.input }, runtime);
}

/** The part of the stage that a rewritten input passes again. */
export async function validateInputOf(
  { id, tool, input: given }: { readonly id: string; readonly tool: Tool; readonly input: unknown },
  runtime: Runtime,
): Promise<ValidCall | Invalid> {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return invalid(messages.inputNotObject(tool.name));
  const context = runtime.callContext(tool);
  let cleaned: CleanInput;
  try {
    cleaned = cleanInput(given, tool.input, context.resolve);
  } catch (thrown) {
    return invalid(messages.invalidInput(tool.name, [messageOf(thrown)]));
  }
  const { input, changes } = cleaned;

  let validator: InputValidator;
  try {
    validator = await validatorOf(tool.input);
  } catch (thrown) {
    return invalid(messages.schemaBroken(tool.name, messageOf(thrown)));
  }
  const issues = validator(input);
  if (issues.length > 0) return invalid(messages.invalidInput(tool.name, issues));

  const call: ValidCall = deepFreezeCall({ state: "valid", id, tool, input, changes });
  const contradiction = await contradictionOf(call, runtime);
  if (contradiction !== undefined) return invalid(messages.contradiction(tool.name, contradiction));
  return sealValid(call, runtime);
}

/** Taps see a frozen call; every objection is kept. */
async function sealValid(call: ValidCall, runtime: Runtime): Promise<ValidCall | Invalid> {
  const objections: string[] = [];
  const failures: string[] = [];
  await runtime.hooks.run(
    "validate",
    { call, changes: call.changes, object: (issue) => void objections.push(String(issue)) },
    {
      onFailure: ({ error }, value) => {
        failures.push(messages.uncheckable(error.origin.plugin, error.why));
        return value;
      },
    },
  );
  if (failures[0] !== undefined) return invalid(failures[0]);
  return objections.length > 0 ? invalid(messages.invalidInput(call.tool.name, objections)) : call;
}

/**
 * The tool's own objection to the state of the world, or undefined. A check that throws objects.
 */
export async function checkPresentState(
  { tool, input }: { readonly tool: Tool; readonly input: unknown },
  runtime: Runtime,
): Promise<string | undefined> {
  try {
    return await toolAnswer(tool.validateInput(input, runtime.callContext(tool)));
  } catch (thrown) {
    return messages.threw(messageOf(thrown));
  }
}

/**
 * Uses idle time to compile the schemas of a pool, one a turn of the event loop, until the signal says that the time
 * is over. One that does not compile is met at the gate.
 */
export async function prepareValidators(pool: ToolPool, signal: AbortSignal): Promise<void> {
  for (const { tool } of pool.entries) {
    await nextTurn();
    if (signal.aborted) return;
    await validatorOf(tool.input).catch(() => undefined);
  }
}

/** A tool that says it changes nothing and declares a change; effects that throw are the permission stage's business. */
async function contradictionOf({ tool, input }: ValidCall, runtime: Runtime): Promise<string | undefined> {
  try {
    if (!tool.flags.isReadOnly(input)) return undefined;
    const effects = (await toolAnswer(tool.effects(input, runtime.callContext(tool)))) ?? [];
    const change = effects.find(({ kind }) => kind === "write" || kind === "delete");
    return change && describeEffect(change);
  } catch {
    return undefined;
  }
}

function deepFreezeCall(call: ValidCall): ValidCall {
  deepFreeze(call.input);
  return Object.freeze(call);
}

const invalid = (message: string): Invalid => ({ kind: "invalid", message });
