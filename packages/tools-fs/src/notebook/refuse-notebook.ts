import { Refusal } from "../refusal.ts";
import { isNotebookName } from "../text/media-kind.ts";
import * as messages from "./messages.ts";
import { parseNotebook } from "./notebook.ts";

/**
 * Keeps Edit and Write from a valid notebook: Read shows its cells and not its bytes, so the model has not seen what
 * they would match or replace. A broken one is shown as text and can be mended.
 * @throws Refusal in words for the model.
 */
export function refuseNotebook(path: string, realPath: string, bytes: Buffer): void {
  if (isNotebookName(realPath) && !("fault" in parseNotebook(bytes)))
    throw new Refusal(messages.useNotebookEdit(path));
}
