import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { convertHtml } from "../../src/html/convert-html.ts";

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");
const { signal } = new AbortController();
const markdownOf = async (html: string, url = "https://site.example/a/b.html"): Promise<string> =>
  (await convertHtml(html, url, signal)).markdown;

describe("the sample pages", () => {
  test.each(["docs-page", "article", "hidden"])("%s comes out as it is pinned", async (name) => {
    await expect(`${await markdownOf(fixture(`${name}.html`))}\n`).toMatchFileSnapshot(
      `../fixtures/${name}.md`,
    );
  });

  test("hold nothing that people do not see", async () => {
    expect(await markdownOf(fixture("hidden.html"))).not.toContain("SECRET");
  });
});

test.each([
  ["words between blocks", "a<div>b</div>c", "a\n\nb\n\nc"],
  ["blanks and breaks", "<p> a \n b<br> c </p>", "a b\nc"],
  ["marks around words only", "x<b> y </b>z<i></i>", "x **y** z"],
  ["code with ticks", "<code>a`b</code>", "`` a`b ``"],
  ["a fence longer than those inside", "<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"],
  ["a link without words", "a<a href=/x> </a>b", "a b"],
  ["a link to a script", "<a href=' javascript:x'>a</a>", "a"],
  ["a link that cannot be read", "<a href='http://['>a</a>", "a"],
  ["a heading in a link", "<a href=/x><h2>T</h2></a>", "[T](https://site.example/x)"],
  ["a table that lays out", "<table><tr><td><p>a</p><p>b</p></td></tr></table>", "a\n\nb"],
  [
    "a table in a table",
    "<table><tr><td>a<td><table><tr><td>b<td>c</table></table>",
    "a\n\n| b | c |\n| --- | --- |",
  ],
  [
    "rows of different length",
    "<table><tr><th>a<th>b<tr><td>1</table>",
    "| a | b |\n| --- | --- |\n| 1 |  |",
  ],
  ["text without elements", "just text", "just text"],
  ["an entity at the end", "a &amp", "a &"],
  ["an unknown element", "<x-y>a</x-y> <blink>b</blink>", "a b"],
  [
    "the frame of an app",
    "<body><header>H</header><main></main><p>real text here</p>",
    "H\n\nreal text here",
  ],
  ["a page of links", "<nav><a href=/1>One</a></nav>", "[One](https://site.example/1)"],
])("renders %s", async (_, html, markdown) => {
  expect(await markdownOf(html)).toBe(markdown);
});

describe("a page that was made to hurt", () => {
  test.each([
    ["divs", `${"<div>".repeat(20_000)}deep words`],
    ["2,000 lists", `${"<ul><li>".repeat(1_000)}deep words`],
    ["bold", `${"<b>".repeat(5_000)}deep words${"</b>".repeat(5_000)}`],
  ])("with %s inside one another comes as bare text, and that is said", async (_, html) => {
    const { markdown, notes } = await convertHtml(
      `<script>no()</script>${html}<style>no</style>`,
      "https://a.example/",
      signal,
    );
    expect(markdown).toBe("deep words");
    expect(notes).toEqual([expect.stringContaining("nested more than 1,000 deep")]);
  });

  test.each([
    ["lists", "<ul><li>".repeat(400)],
    ["quotations", "<blockquote>".repeat(900)],
    ["tables", "<table><tr><td>".repeat(300)],
    ["marks", "<b><i>".repeat(450)],
  ])("with %s just below that is converted", async (_, html) => {
    const { markdown, notes } = await convertHtml(`${html}deep words`, "https://a.example/", signal);
    expect(markdown).toContain("deep words");
    expect(notes).toEqual([]);
  });

  test("stops when the call is aborted", async () => {
    const stop = new AbortController();
    const converting = convertHtml("<p>x".repeat(100_000), "https://a.example/", stop.signal);
    stop.abort(new Error("stop"));
    await expect(converting).rejects.toThrow("stop");
  });
});

/** A tree of elements in which every text is a word of its own, shown or hidden. */
interface Grown {
  readonly html: string;
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
}

const HIDING = [
  "hidden",
  "aria-hidden=true",
  "style='display:none'",
  'style="opacity: 0"',
  "style=visibility:hidden",
];

const grown: fc.Arbitrary<Grown> = fc.letrec<{ tree: Grown; forest: Grown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    fc.uuid().map((id) => ({
      html: ` w${id.replaceAll("-", "")} `,
      shown: [`w${id.replaceAll("-", "")}`],
      hidden: [],
    })),
    fc
      .record({
        // Those that no other element closes, so that what is written is what is meant.
        name: fc.constantFrom("div", "span", "b", "ul", "blockquote", "section", "code", "em", "del"),
        hiding: fc.option(fc.constantFrom(...HIDING), { freq: 4 }),
        inner: tie("forest"),
      })
      .map(({ name, hiding, inner }) => {
        const html = `<${name} ${hiding ?? ""}>${inner.html}</${name}>`;
        return hiding ? { html, shown: [], hidden: [...inner.shown, ...inner.hidden] } : { ...inner, html };
      }),
  ),
  forest: fc.array(tie("tree"), { maxLength: 4 }).map((trees) => ({
    html: trees.map(({ html }) => html).join(""),
    shown: trees.flatMap(({ shown }) => shown),
    hidden: trees.flatMap(({ hidden }) => hidden),
  })),
})).forest;

test("whatever a page holds, its words are there once each and what is hidden is not", async () => {
  await fc.assert(
    fc.asyncProperty(grown, async ({ html, shown, hidden }) => {
      const markdown = await markdownOf(html);
      for (const word of shown) expect(markdown.split(word).length - 1).toBe(1);
      for (const word of hidden) expect(markdown).not.toContain(word);
    }),
  );
});

test("any text is converted without a failure", async () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "<",
      "</",
      ">",
      "<!--",
      "-->",
      "<![CDATA[",
      "<table>",
      "<td>",
      "</li>",
      "<pre>",
      "&#x",
      "<a href=",
      "'",
      '"',
      "<script>",
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
      expect(typeof (await markdownOf(pieces.join("")))).toBe("string");
    }),
    { numRuns: 40 },
  );
});
