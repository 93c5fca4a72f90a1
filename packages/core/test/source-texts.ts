import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { root } from "./docs/markdown-files.ts";

/** A text of the code that is no single word: what stands for a value is U+0000. */
export interface SourceText {
  /** From the root of the repository. */
  readonly file: string;
  readonly text: string;
  /** Name of the table it stands in, such as `FILE_SYSTEM_ERRORS`. */
  readonly table?: string;
}

type Node = Readonly<Record<string, unknown>>;

/** The sources of all packages, from the root of the repository. */
export function sources(): readonly string[] {
  return readdirSync(join(root, "packages")).flatMap((name) =>
    readdirSync(join(root, "packages", name, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `packages/${name}/src/${file}`),
  );
}

/** All texts of three words and more in a source, in its order. */
export function textsIn(file: string): readonly SourceText[] {
  const code = readFileSync(join(root, file), "utf8");
  const { program } = parseSync(file, code, { lang: "ts" });
  const found: SourceText[] = [];
  visit(program, undefined, ({ text, table }) => {
    if (text.trim().split(/\s+/).length < 3) return;
    found.push({ file, text, ...(table !== undefined && { table }) });
  });
  return found;
}

function visit(
  value: unknown,
  table: string | undefined,
  take: (text: Omit<SourceText, "file">) => void,
): void {
  if (Array.isArray(value)) for (const item of value) visit(item, table, take);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const node = value as Node;
  const type = String(node["type"] ?? "");
  if (type === "ImportDeclaration" || type.startsWith("TSType") || type.startsWith("TSInterface")) return;
  const text = textOf(node);
  if (text !== undefined) take({ text, ...(table !== undefined && { table }) });
  const name = (node["id"] as Node | null | undefined)?.["name"];
  const within = type === "VariableDeclarator" && /^[A-Z_]+$/.test(String(name)) ? String(name) : table;
  for (const child of Object.values(node)) visit(child, within, take);
}

function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === "Literal" && typeof value === "string") return value;
  if (type !== "TemplateLiteral") return undefined;
  return (quasis as readonly { value: { cooked: string } }[]).map((part) => part.value.cooked).join("\0");
}

/** The code of every `new …Error(…)` of ours in a source, on one line. */
export function errorsIn(file: string): readonly string[] {
  const code = readFileSync(join(root, file), "utf8");
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) look(item);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const { type, callee, start, end } = value as Node;
    if (type === "NewExpression" && OURS.test(String((callee as Node)["name"])))
      found.push(code.slice(start as number, end as number).replace(/\s+/g, " "));
    for (const child of Object.values(value)) look(child);
  };
  look(parseSync(file, code, { lang: "ts" }).program);
  return found;
}

const OURS = /^(Gauntlet|Config|Plugin|Tool|Session|Model)Error$/;
