import type { ExecuteContext, ResultContent } from "@gauntlet/core";
import { isShowable } from "./body-kind.ts";
import type { Fetched, FetchedFile } from "./fetch-page.ts";
import { HEAD_CHARS, MAX_INLINE_CHARS } from "./limits.ts";
import { messages } from "./messages.ts";
import { FetchFailure } from "./net/fetch-failure.ts";
import { outlineOf } from "./outline.ts";
import type { Page } from "./page.ts";
import { type Summarize, summarized } from "./summarize.ts";
import { webSession } from "./web-session.ts";

/** What the model gets of a fetch, and what hooks may want to know. */
export interface WebFetchOutput {
  /** Size of what was read, decompressed. */
  readonly bytes: number;
  readonly code: number;
  readonly codeText: string;
  /** The text for the model, with its label. */
  readonly result: string;
  readonly durationMs: number;
  /** Where it came from in the end. */
  readonly url: string;
  /** Where the content comes from, and when: what it can be trusted as. */
  readonly provenance: { readonly host: string; readonly url: string; readonly fetchedAt: string };
  /** The file that holds all of it, when it was saved. */
  readonly path?: string;
  /** What a reader of files made of it, such as an image. */
  readonly media?: readonly ResultContent[];
}

type Shown = Omit<WebFetchOutput, "durationMs">;

/** What the model wants to know, and who answers it from a long text. */
export interface Asked {
  readonly prompt: string;
  readonly summarize: Summarize;
}

/** Puts what was fetched into words. */
export async function show(
  fetched: Fetched,
  { prompt, summarize }: Asked,
  ctx: ExecuteContext,
): Promise<Shown> {
  switch (fetched.kind) {
    case "page":
      return showPage(fetched.page, { isCached: fetched.isCached, prompt, summarize, ctx });
    case "file":
      return showFile(fetched.file, ctx);
    case "moved": {
      const { from, to, code } = fetched;
      const provenance = { host: new URL(from).hostname, url: from, fetchedAt: new Date().toISOString() };
      return { bytes: 0, code, codeText: "", result: messages.moved(from, code, to), url: from, provenance };
    }
  }
}

async function showPage(
  page: Page,
  { isCached, ctx, ...asked }: Asked & { readonly isCached: boolean; readonly ctx: ExecuteContext },
): Promise<Shown> {
  const labelled = (text: string): string =>
    `${labelOf(page)}\n${messages.notesAndContent([...(isCached ? [messages.cached] : []), ...page.notes])}\n\n${text}`;
  if (page.text.length <= MAX_INLINE_CHARS) return { ...facts(page), result: labelled(page.text) };
  const isMarkdown = /html|markdown/.test(page.mediaType);
  const path = saved(page.text, isMarkdown ? "md" : "txt", ctx);
  const whole = messages.wholeText(path, page.text.length);
  const outline = isMarkdown ? outlineOf(page.text) : "";
  const parts = [
    whole,
    ...(outline === "" ? [] : [`${messages.outlineHead}\n${outline}`]),
    await answerOrHead(page, asked, ctx),
  ];
  return { ...facts(page), result: labelled(parts.join("\n\n")), path };
}

async function answerOrHead(page: Page, { prompt, summarize }: Asked, ctx: ExecuteContext): Promise<string> {
  const answer = await summarized(summarize, { page, prompt }, ctx);
  if (answer !== undefined && "text" in answer) return messages.summary(answer.by, answer.text);
  const why = answer === undefined ? "" : `${messages.noSummary(answer.why)}\n\n`;
  const head = page.text.slice(0, HEAD_CHARS).toWellFormed();
  return `${why}${messages.headOf(HEAD_CHARS, page.text.length)}\n\n${head}`;
}

/** A file is shown by the tool that shows files, where there is one: under its own rules and limits. */
async function showFile(file: FetchedFile, ctx: ExecuteContext): Promise<Shown> {
  const { path, extension, mediaType, bytes } = file;
  const saved = `${labelOf(file)}\n${messages.saved({ path, kind: `${extension}, ${mediaType}`, bytes })}`;
  const notes = file.notes.join(" ");
  const text = [saved, notes].filter((part) => part !== "").join(" ");
  if (!isShowable(extension)) return { ...facts(file), path, result: `${text} ${messages.savedHow}` };
  const read = await ctx.call("Read", { file_path: path });
  if (read.outcome !== "succeeded" || typeof read.content === "string") {
    const shown = read.outcome === "succeeded" ? read.text : messages.notShown(read.text);
    return { ...facts(file), path, result: `${text}\n${shown}` };
  }
  return { ...facts(file), path, result: text, media: read.content };
}

function saved(text: string, extension: string, ctx: ExecuteContext): string {
  try {
    return ctx.resource(webSession).saveText(text, extension);
  } catch (thrown) {
    throw new FetchFailure(messages.notSaved((thrown as NodeJS.ErrnoException).code ?? String(thrown)));
  }
}

const labelOf = ({
  url,
  host,
  code,
  codeText,
  mediaType,
  bytes,
  fetchedAt,
}: Omit<Page, "text" | "mayKeep">): string =>
  messages.label({ url, host, status: `${code} ${codeText}`.trim(), kind: mediaType, bytes, fetchedAt });

const facts = ({ url, host, code, codeText, bytes, fetchedAt }: Omit<Page, "text" | "mayKeep">) => ({
  bytes,
  code,
  codeText,
  url,
  provenance: { host, url, fetchedAt },
});
