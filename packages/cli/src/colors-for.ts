import pc from "picocolors";

/** Words to colors and styles. */
export type Colors = ReturnType<typeof pc.createColors>;

/** Colors are used only where the stream is a terminal and `NO_COLOR` is not set. */
export const colorsFor = (stream: { readonly isTTY?: boolean }): Colors =>
  pc.createColors(Boolean(stream.isTTY) && !process.env["NO_COLOR"]);
