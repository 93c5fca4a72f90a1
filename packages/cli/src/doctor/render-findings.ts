import type { Finding } from "@gauntlet/core";
import { type Colors, colorsFor } from "../colors-for.ts";
import { visibleLine } from "../visible-line.ts";
import type { Section } from "./section.ts";

const MARKS: Readonly<Record<Finding["state"], string>> = { ok: "ok", notice: "!", problem: "x" };
const WIDEST_NAME = 40;

/** Sections as lines for people: a mark, what it is about, what was found, and below it what to do. */
export function renderSections(sections: readonly Section[], stream: NodeJS.WriteStream): string {
  const colors = colorsFor(stream);
  return sections
    .filter(({ findings }) => findings.length > 0)
    .map(
      ({ title, findings }) =>
        `${colors.bold(title)}\n${findings.map((one) => lines(one, widthOf(findings), colors)).join("")}`,
    )
    .join("\n");
}

const widthOf = (findings: readonly Finding[]): number =>
  Math.min(WIDEST_NAME, Math.max(...findings.map(({ about }) => about.length)));

function lines({ about, state, text, hint }: Finding, width: number, colors: Colors): string {
  const paint = { ok: colors.green, notice: colors.yellow, problem: colors.red }[state];
  const head = `  ${paint(MARKS[state].padEnd(2))} ${visibleLine(about).padEnd(width)}  ${visibleLine(text)}\n`;
  return hint === undefined ? head : `${head}     ${" ".repeat(width)}  → ${visibleLine(hint)}\n`;
}
