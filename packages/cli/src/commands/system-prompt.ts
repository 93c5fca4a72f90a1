import { homedir } from "node:os";
import { systemPrompt } from "@gauntlet/tools-agent";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { writeNotice } from "../notice.ts";
import type { RunOptions } from "../run-options.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleText } from "../visible-text.ts";
import { workingDirectory } from "../working-directory.ts";

/** `gauntlet tools --system-prompt`: what a model is told here before everything else, part by part. */
export async function runSystemPrompt(options: RunOptions & { readonly json?: boolean }): Promise<ExitCode> {
  const { sections, notices } = await systemPrompt({ cwd: workingDirectory(options.cwd), home: homedir() });
  if (options.json) process.stdout.write(`${visibleJson({ sections, notices }, 2)}\n`);
  else
    for (const { name, text } of sections)
      process.stdout.write(`${visibleText(`── ${name}`)}\n${visibleText(text)}\n\n`);
  for (const notice of notices) writeNotice(notice);
  return EXIT.done;
}
