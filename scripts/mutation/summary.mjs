/**
 * What came of an area in text: the changes that no test noticed, and the score, which is the share of changes that
 * made a test fail. A change in code that no test runs counts as not noticed.
 */
export function summaryOf(area, results) {
  const having = (...states) => results.filter(({ state }) => states.includes(state));
  const [noticed, unnoticed, loading] = [
    having("noticed"),
    having("survived", "untested"),
    having("loading"),
  ];
  const total = noticed.length + unnoticed.length;
  const score = total === 0 ? "–" : `${((100 * noticed.length) / total).toFixed(1)} %`;
  const aside =
    loading.length > 0 ? `; ${loading.length} more in code that runs only while a module loads` : "";
  return [
    ...unnoticed.map(line),
    `${area}: ${score}, ${noticed.length} of ${total} changes noticed${aside}`,
  ].join("\n");
}

function line({ file, line, column, mutator, from, to, state }) {
  const untested = state === "untested" ? " (no test runs it)" : "";
  return `${file}:${line}:${column} ${mutator}: ${short(from)} → ${short(to)}${untested}`;
}

const short = (text) => text.replace(/\s+/g, " ").slice(0, 90);
