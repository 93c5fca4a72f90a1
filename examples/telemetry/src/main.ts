import { Gauntlet } from "@gauntlet/core";
import { telemetry } from "@gauntlet/telemetry";
import { scriptedModel } from "@gauntlet/testing";
import toolsFs from "@gauntlet/tools-fs";
import { BasicTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { lineExporter } from "./line-exporter.ts";

const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(lineExporter)] });

const gauntlet = new Gauntlet({
  plugins: [toolsFs, telemetry({ tracerProvider })],
  permissions: { deny: ["Read(.env)"] },
  packs: { "@gauntlet/telemetry": { provider: "scripted" } },
  model: scriptedModel([
    { blocks: [{ type: "tool_use", name: "Read", input: { file_path: "package.json" } }] },
    { blocks: [{ type: "tool_use", name: "Read", input: { file_path: ".env" } }] },
  ]),
});

const session = await gauntlet.session();
try {
  for await (const _ of session.prompt("What is in .env?"));
} finally {
  await session.close();
  await tracerProvider.shutdown();
}
