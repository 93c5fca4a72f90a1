/** One step of putting a session together, and the steps inside it. */
export interface BootStep {
  readonly name: string;
  /** Milliseconds; missing for what only groups others. */
  readonly ms?: number;
  readonly steps?: readonly BootStep[];
}

/** Draws a step as a tree, one line each, with what every step took. */
export function drawTree(step: BootStep): readonly string[] {
  const { steps = [] } = step;
  const inner = steps.flatMap((one, i) => {
    const isLast = i === steps.length - 1;
    const [head = "", ...rest] = drawTree(one);
    return [`${isLast ? "└─" : "├─"} ${head}`, ...rest.map((line) => `${isLast ? "  " : "│ "} ${line}`)];
  });
  return [lineOf(step), ...inner];
}

const lineOf = ({ name, ms }: BootStep): string => (ms === undefined ? name : `${name} ${ms.toFixed(1)} ms`);
