import { definePlugin } from "@gauntlet/core";
import { diagnose } from "./diagnose.ts";
import { edit } from "./edit/edit.ts";
import { write } from "./edit/write.ts";
import { EDITING_OPTIONS } from "./file/editing-settings.ts";
import { notebookEdit } from "./notebook/notebook-edit.ts";
import { read } from "./read/read.ts";
import { glob } from "./search/glob.ts";
import { grep } from "./search/grep.ts";

/** What is known of the files a session has read; tools that read or change files keep it. */
export { filesRead, hashOf, type ReadRecord } from "./file/files-read.ts";
/** The tools, for packs and hosts that list only some of them. */
export { edit, glob, grep, notebookEdit, read, write };

/** The file tools as one plugin. */
export default definePlugin({
  name: "@gauntlet/tools-fs",
  tools: [read, write, edit, notebookEdit, glob, grep],
  options: EDITING_OPTIONS,
  diagnose,
  profiles: { simple: ["Read", "Write", "Edit"] },
});
