import { createAnthropicModel, Gauntlet } from "@gauntlet/core";
import { scriptedModel } from "@gauntlet/testing";
import toolsFs from "@gauntlet/tools-fs";
import { askNobodyToWrite } from "./answerer.ts";
import { printEvent } from "./print-event.ts";
import { script } from "./script.ts";

const apiKey = process.env["ANTHROPIC_API_KEY"];

const gauntlet = new Gauntlet({
  plugins: [toolsFs],
  permissions: { deny: ["Read(.env)"] },
  // Without a key the model says what the script tells it to. The tools and the gates are the same ones.
  model: apiKey ? createAnthropicModel({ apiKey }) : scriptedModel(script),
  answerers: [askNobodyToWrite],
});

const session = await gauntlet.session();
try {
  for await (const event of session.prompt("What is this package called? Write it to NAME.txt.")) {
    const line = printEvent(event);
    if (line !== undefined) console.log(line);
  }
} finally {
  await session.close();
}
