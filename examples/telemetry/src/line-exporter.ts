import type { SpanExporter } from "@opentelemetry/sdk-trace-base";

const SHOWN = ["gauntlet.decision.effective", "gauntlet.call.outcome", "gauntlet.turn.end"];

/** Prints each span as a line when it ends. */
export const lineExporter: SpanExporter = {
  export(spans, done) {
    for (const { name, attributes } of spans) {
      const what = SHOWN.flatMap((attribute) =>
        attribute in attributes ? [`${attributes[attribute]}`] : [],
      );
      console.log([name, ...what].join("  "));
    }
    done({ code: 0 });
  },
  async shutdown() {},
};
