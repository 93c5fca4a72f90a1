import type { ExportPart } from "./export-parts.ts";

/** Nothing may be loaded or run, whatever the page holds. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.3rem; }
section { border-left: 4px solid #8884; margin: 1rem 0; padding: 0.2rem 1rem; }
section.person { border-color: #2a7de1; }
section.model { border-color: #7a4ff0; }
section.call { border-color: #888; }
pre { font: 13px/1.45 ui-monospace, monospace; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
p.note, p.end { color: #888; font-size: 0.9rem; }
.deny, .failed, .denied, .invalid { color: #c33; }
.allow, .succeeded { color: #2a8a3e; }
.ask, .cancelled { color: #b77a00; }
summary { cursor: pointer; }
`;

/** A session as one page that needs nothing else: no script, nothing to load, every text escaped. */
export function toHtml(title: string, parts: readonly ExportPart[]): string {
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    "</head>",
    "<body>",
    `<h1>${escaped(title)}</h1>`,
    ...parts.map(partText),
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

const HEADINGS = { person: "Person", model: "Model" } as const;
/** Longer texts are folded. */
const FOLDED_CHARACTERS = 2_000;

function partText(part: ExportPart): string {
  switch (part.kind) {
    case "person":
    case "model":
      return `<section class="${part.kind}"><strong>${HEADINGS[part.kind]}</strong><pre>${escaped(part.text)}</pre></section>`;
    case "note":
    case "end":
      return `<p class="${part.kind}">${part.kind === "end" ? "Ended: " : ""}${escaped(part.text)}</p>`;
    case "call":
      return `<section class="call"><strong>${escaped(part.tool)}</strong> <code>${escaped(part.call)}</code>${block(part.text)}</section>`;
    case "decision":
      return `<p class="decision">Decided: <strong class="${className(part.behavior)}">${escaped(part.behavior)}</strong>, ${escaped(part.text)}</p>`;
    case "outcome":
      return `<section class="outcome"><strong class="${className(part.outcome)}">${escaped(part.tool)} ${escaped(part.outcome)}</strong>${block(part.text)}</section>`;
  }
}

function block(text: string): string {
  const pre = `<pre>${escaped(text)}</pre>`;
  return text.length <= FOLDED_CHARACTERS
    ? pre
    : `<details><summary>${text.length} characters</summary>${pre}</details>`;
}

const className = (word: string): string => word.replace(/[^a-z]/g, "");

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? "");
