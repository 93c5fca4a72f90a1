import { completeOptions, definePlugin, defineResource, type Plugin, Type } from "@gauntlet/core";
import { type Context, type TracerProvider, trace } from "@opentelemetry/api";
import { createSessionSpans, type SessionSpans } from "./session-spans.ts";

const OPTIONS = Type.Object(
  {
    content: Type.Boolean({
      description: "Arguments, results and reasons too, secrets masked.",
      default: false,
    }),
    provider: Type.Optional(
      Type.String({ description: "Who serves the model, for `gen_ai.provider.name`, such as `anthropic`." }),
    ),
  },
  { additionalProperties: false },
);

/**
 * Makes the plugin: spans for prompts, model messages, calls and their gates.
 * @param options.tracerProvider default: the one the program registered, whenever it does; without one nothing happens
 */
export function telemetry({ tracerProvider }: { readonly tracerProvider?: TracerProvider } = {}): Plugin {
  const openCalls = new Map<string, Context>();
  const spans = defineResource<SessionSpans>({
    name: "telemetry/spans",
    open({ session, options, watch }) {
      const { content, provider } = completeOptions(OPTIONS, options);
      const tracer = (tracerProvider ?? trace).getTracer("@gauntlet/telemetry");
      const live = createSessionSpans({ tracer, session, content, provider, openCalls });
      watch(live.hear);
      return live;
    },
    async close(live) {
      live.end();
    },
  });
  return definePlugin({ name: "@gauntlet/telemetry", options: OPTIONS, resources: [spans] });
}
