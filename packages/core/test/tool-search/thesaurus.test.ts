import { expect, test } from "vitest";
import { segment } from "../../src/tool-search/segment.ts";
import { ACTIONS } from "../../src/tool-search/thesaurus/actions.ts";
import { CODE } from "../../src/tool-search/thesaurus/code.ts";
import { LANGUAGES } from "../../src/tool-search/thesaurus/languages.ts";
import { PAGES } from "../../src/tool-search/thesaurus/pages.ts";
import { SYSTEMS } from "../../src/tool-search/thesaurus/systems.ts";
import { WORK } from "../../src/tool-search/thesaurus/work.ts";
import { thesaurus } from "../../src/tool-search/thesaurus.ts";
import { stemOf, wordsOf } from "../../src/tool-search/words.ts";

const tables = { ACTIONS, CODE, LANGUAGES, PAGES, SYSTEMS, WORK };

test.each(Object.entries(tables))("every line of %s has words on both sides of its sign", (_, table) => {
  const lines = table.split("\n").filter((line) => line !== "");
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.filter((line) => !/^[^=:~]+ [=:~] [^=~]+[^,\s]$/u.test(line))).toEqual([]);
});

const meant = (word: string) =>
  (thesaurus().words.get(stemOf(word)) ?? []).map(({ words }) => words.join(" "));

test("a synonym holds both ways, what somebody may mean holds one way only", () => {
  expect([meant("erase").includes("delet"), meant("delete").includes("eras")]).toEqual([true, true]);
  expect(meant("löschen".normalize("NFKD").replace(/\p{M}/gu, ""))).toContain("delet");
  expect(meant("delete")).not.toContain("loschen");
});

test.each([
  ["createPull_request", ["create", "pull", "request"]],
  ["HTTPServer2Go", ["http", "server2", "go"]],
  ["API-post-search", ["api", "post", "search"]],
  ["don't merge John's", ["don", "merge", "john"]],
  ["Größe señal d'écran", ["grosse", "senal", "d", "ecran"]],
  ["mongodbデータベース", ["mongodb", "データベース"]],
  ["", []],
])("the words of `%s` are %j", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each([
  ["wrote", "write"],
  ["deployments", "deploy"],
  ["indices", "index"],
  ["creation", "create"],
])("`%s` and `%s` have one stem", (one, other) => {
  expect(stemOf(one)).toBe(stemOf(other));
});

test("a run without spaces is divided into the longest known words and pairs of other letters", () => {
  const known = { words: new Set(["数据", "数据库", "列出"]), longest: 3 };
  expect(segment("列出数据库的一些", known)).toEqual(["列出", "数据库", "的一", "一些"]);
});
