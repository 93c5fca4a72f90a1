import type { HtmlElement, HtmlNode } from "./html-tree.ts";

/** Parts of a page around its content. */
const AROUND: ReadonlySet<string> = new Set(["nav", "footer", "aside"]);
const AROUND_ROLES = /^(?:navigation|banner|contentinfo|complementary|search|menu|menubar|toolbar)$/;
/** How authors name such parts where they use no element of their own for them. */
const AROUND_NAMES =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|sidebar|footer|breadcrumbs?|cookies?|consent|banner|skip|share|social|related|toc)(?:$|[\s_-])/i;

/** A `main` with less of the page's text than this is taken for a mistake. */
const LEAST_SHARE = 0.1;
/** An `article` with less of it is one among others, or a teaser. */
const ARTICLE_SHARE = 0.5;
/** A part whose text is in links by more than this is for finding the way. */
const LINK_SHARE = 0.5;

/**
 * Finds the part of a page that is about something: what is marked as main, else the one article that has most of the
 * text, else the body without what stands around it. What does not belong to it is taken out of the tree.
 * @returns the element whose children are the content.
 */
export function mainContent(root: HtmlElement): HtmlElement {
  const main = mostText(root, ({ name, attributes }) => name === "main" || attributes["role"] === "main");
  if (main !== undefined && main.textChars >= textOf(root) * LEAST_SHARE) return without(main, isNavigation);
  const article = mostText(root, ({ name }) => name === "article");
  if (article !== undefined && article.textChars >= textOf(root) * ARTICLE_SHARE)
    return without(article, isNavigation);
  return without(mostText(root, ({ name }) => name === "body") ?? root, standsAround);
}

const textOf = ({ children }: HtmlElement): number =>
  children.reduce(
    (sum, child) => sum + (typeof child === "string" ? child.trim().length : child.textChars),
    0,
  );

function mostText(element: HtmlElement, fits: (one: HtmlElement) => boolean): HtmlElement | undefined {
  let best: HtmlElement | undefined;
  const visit = (one: HtmlElement): void => {
    if (fits(one) && (best === undefined || one.textChars > best.textChars)) best = one;
    for (const child of one.children) if (typeof child !== "string") visit(child);
  };
  visit(element);
  return best;
}

const isNavigation = ({ name, attributes }: HtmlElement): boolean =>
  name === "nav" || /^(?:navigation|search)$/.test(attributes["role"] ?? "");

function standsAround({ name, attributes, textChars, linkChars }: HtmlElement): boolean {
  if (AROUND.has(name) || AROUND_ROLES.test(attributes["role"] ?? "")) return true;
  const { class: classes = "", id = "" } = attributes;
  if (name !== "header" && (classes + id === "" || !AROUND_NAMES.test(`${classes} ${id}`))) return false;
  return textChars > 0 && linkChars / textChars > LINK_SHARE;
}

/** Takes parts out of an element, unless nothing would be left: then ways to elsewhere are what the page is about. */
function without(element: HtmlElement, isOut: (part: HtmlElement) => boolean): HtmlElement {
  const parts: { readonly from: HtmlElement; readonly part: HtmlElement }[] = [];
  const visit = (from: HtmlElement): void => {
    for (const part of from.children) {
      if (typeof part === "string") continue;
      if (isOut(part)) parts.push({ from, part });
      else visit(part);
    }
  };
  visit(element);
  const left = textOf(element) - parts.reduce((sum, { part }) => sum + part.textChars, 0);
  if (left <= 0) return element;
  const out = new Set<HtmlNode>(parts.map(({ part }) => part));
  for (const from of new Set(parts.map((one) => one.from))) {
    let kept = 0;
    for (const child of from.children) if (!out.has(child)) from.children[kept++] = child;
    from.children.length = kept;
  }
  return element;
}
