import { visibleText } from "@gauntlet/core";
import type { Offer, Pin, ToolChanges } from "./pin.ts";
import { type ForeignTool, hashOfTool } from "./tool-definition.ts";

/**
 * The pin with what waits for approval: what was seen is kept, so that a person approves that and not what comes next.
 * @returns undefined when the pin stays as it is.
 */
export function pinAfter(
  approved: Pin,
  now: Offer,
  { added, changed, removed }: ToolChanges,
  at: Date,
): Pin | undefined {
  const { pending, ...rest } = approved;
  const differs =
    added.length + changed.length + removed.length > 0 || approved.instructions !== now.instructions;
  if (!differs) return pending === undefined ? undefined : rest;
  const isKnown = pending?.tools && sameTools(pending.tools, now.tools);
  if (isKnown && pending.instructions === now.instructions) return undefined;
  return { ...rest, pending: { ...now, seenAt: at.toISOString() } };
}

const sameTools = (one: readonly ForeignTool[], other: readonly ForeignTool[]): boolean =>
  one.map(hashOfTool).sort().join() === other.map(hashOfTool).sort().join();

/** What a person is told of tools that are not what they approved; undefined when there is nothing to say. */
export function quarantineNotice(
  server: string,
  { added, changed }: ToolChanges,
  { isStrict, newInstructions }: { readonly isStrict: boolean; readonly newInstructions: boolean },
): string | undefined {
  const list = (names: readonly string[]): string =>
    names.map((name) => `\`${visibleText(name)}\``).join(", ");
  const names = changed.map(({ now }) => now.name);
  const said = [
    ...(names.length > 0 ? [`changed ${list(names)} since you approved it, which is held back`] : []),
    ...(added.length > 0
      ? [`added ${list(added.map(({ name }) => name))}, ${isStrict ? "which is held back" : "which asks"}`]
      : []),
  ];
  if (newInstructions) said.push("has other instructions than you approved, which are held back");
  if (said.length === 0) return undefined;
  const shown = visibleText(server);
  return `the MCP server \`${shown}\` ${said.join("; it ")}; run \`gauntlet mcp diff ${shown}\``;
}
