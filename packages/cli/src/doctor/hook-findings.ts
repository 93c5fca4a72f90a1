import { type CommandHook, type Finding, GUARDING_EVENTS, shownAddress } from "@gauntlet/core";
import { maskedText } from "../masked-text.ts";

/**
 * The command hooks that run, in their order. One that guards calls and lets them pass when it fails is worth a look.
 * @param hooks those of the loaded configuration.
 */
export function hookFindings(hooks: readonly CommandHook[]): readonly Finding[] {
  return hooks.map(({ event, matcher, handler, onFailure, source, file, line }) => {
    const letsPass = onFailure === "continue" && GUARDING_EVENTS.includes(event);
    const place = file === undefined ? source : `${source}, ${file}${line === undefined ? "" : `:${line}`}`;
    const parts = [
      `runs ${programOf(handler)}`,
      ...(letsPass ? ["when it fails, calls go on as if it were not there (`onFailure: continue`)"] : []),
      ...(GUARDING_EVENTS.includes(event) && !letsPass ? ["when it fails, the call is denied"] : []),
    ];
    return {
      about: matcher === undefined || matcher === "" ? event : `${event}(${matcher})`,
      state: letsPass ? "notice" : "ok",
      text: `${parts.join("; ")} (${place})`,
      ...(letsPass && { hint: 'set `"onFailure": "block"` where a failure must not let calls pass' }),
    };
  });
}

/** What a hook runs, without secrets that may stand in it. */
function programOf(handler: CommandHook["handler"]): string {
  if (handler.type === "http") return shownAddress(handler.url);
  if (handler.type === "mcp_tool") return `the tool \`${handler.tool}\` of the server \`${handler.server}\``;
  return `\`${maskedText([handler.command, ...(handler.args ?? [])].join(" "))}\``;
}
