import { telemetry } from "./telemetry.ts";

/** The names of all attributes it writes. */
export { ATTRIBUTES } from "./attributes.ts";
/** For a program that has a tracer provider of its own. */
export { telemetry } from "./telemetry.ts";

/** For configurations: tells the tracer provider that the program registered. */
export default telemetry();
