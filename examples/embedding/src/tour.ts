import { createAnthropicModel, Gauntlet } from "@gauntlet/core";
import toolsFs from "@gauntlet/tools-fs";

const gauntlet = new Gauntlet({
  plugins: [toolsFs],
  permissions: { allow: ["Edit(src/**)"], deny: ["Read(.env)"] },
  model: createAnthropicModel({ apiKey: process.env["ANTHROPIC_API_KEY"] }),
  answerers: [{ name: "host", answer: async () => ({ behavior: "deny", message: "Not now." }) }],
});

const session = await gauntlet.session();
for await (const event of session.prompt("Find the bug in src/ and fix it.")) {
  if (event.type === "text") process.stdout.write(event.text);
}
await session.close();
