import { join, relative, resolve } from "node:path";
import { definePlugin, defineSlot, type LocatedEffect } from "@gauntlet/core";

/** Whether the model was reminded of the generator in this session. Saved with the session. */
const reminded = defineSlot<boolean>("generated-files/reminded");

/** Keeps generated files as their generator wrote them, and the model informed about where they come from. */
export default definePlugin({
  name: "generated-files",
  version: "1.0.0",
  slots: [reminded],
  apply({ hooks, cwd }) {
    const generated = join(cwd, "generated");
    const schema = join(cwd, "schema");

    hooks.preToolUse.tap("say where it comes from", (draft) => {
      const path = pathOf(draft.input, cwd);
      if (path !== undefined && isWithin(path, generated))
        draft.addContext("This file is generated from schema/; to change it, change the schema.");
    });

    // Effects are what the call would touch, whichever tool makes it and however its input is called.
    hooks.permission.tap("deny changes", (ballot) => {
      for (const [effect, touched] of ballot.effects.entries())
        if (changes(touched, generated))
          ballot.vote("deny", "generated/ is written by the generator; change schema/ instead", { effect });
    });

    hooks.postToolUse.tap("remind of the generator", (draft, { slots, log }) => {
      const path = pathOf(draft.call.input, cwd);
      const isChange = !draft.call.tool.flags.isReadOnly(draft.call.input);
      if (draft.outcome.kind !== "succeeded" || !isChange || path === undefined || !isWithin(path, schema))
        return undefined;
      log.info(`${relative(cwd, path)} was changed`);
      if (slots.get(reminded, "generator")) return undefined;
      slots.set(reminded, "generator", true);
      return { ...draft, notes: [...draft.notes, "generated/ is out of date now; run `npm run generate`."] };
    });
  },
});

/** True for a change of the directory, of something in it, or of a tree around it. */
function changes(effect: LocatedEffect, directory: string): boolean {
  if (effect.kind !== "write" && effect.kind !== "delete") return false;
  return [effect.path, effect.realPath].some(
    (path) => isWithin(path, directory) || (effect.tree === true && isWithin(directory, path)),
  );
}

const isWithin = (path: string, directory: string): boolean => !/^\.\.(\/|$)/.test(relative(directory, path));

function pathOf(input: unknown, cwd: string): string | undefined {
  const path = (input as { readonly file_path?: unknown } | null)?.file_path;
  return typeof path === "string" ? resolve(cwd, path) : undefined;
}
