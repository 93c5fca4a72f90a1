import { visibleText } from "./visible-text.ts";

/** Text from outside as one line for a terminal: a line break in it is spelled out, so that it cannot forge a line. */
export const visibleLine = (text: string): string => visibleText(text).replaceAll("\n", "\\n");
