/** Elements that hold no text for people, or only what a browser does with it. */
const NO_TEXT: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "title",
  "iframe",
  "frame",
  "object",
  "embed",
  "applet",
  "svg",
  "canvas",
  "video",
  "audio",
  "map",
  "select",
  "datalist",
  "textarea",
  "input",
  "button",
  "annotation",
  "annotation-xml",
  "link",
  "meta",
]);

/** What takes an element out of sight, as authors write it into `style`; compared without blanks. */
const HIDING: readonly RegExp[] = [
  /(?:^|;)display:none/,
  /(?:^|;)visibility:(?:hidden|collapse)/,
  /(?:^|;)opacity:0*\.?0*(?:%|;|!|$)/,
  /(?:^|;)font-size:0*\.?0*(?:px|pt|em|rem|%|;|!|$)/,
  /(?:^|;)(?:text-indent|left|top|right|bottom|margin-left|margin-top):-\d{3,}/,
  /(?:^|;)clip:rect\((?:0|1)(?:px)?(?:,|(?=\d))/,
  /(?:^|;)clip-path:inset\((?:50|100)%/,
  /(?:^|;)transform:scale\(0\)/,
  /(?:^|;)color:transparent/,
];
const ZERO_WIDTH = /(?:^|;)(?:max-)?width:0(?:px|%|;|!|$)/;
const ZERO_HEIGHT = /(?:^|;)(?:max-)?height:0(?:px|%|;|!|$)/;
const OVERFLOW_HIDDEN = /(?:^|;)overflow:hidden/;

/**
 * Whether an element and all in it is left out: what people do not see is noise, or meant for the model behind their
 * backs. What style sheets and scripts hide cannot be known here.
 */
export function isLeftOut(name: string, attributes: Readonly<Record<string, string>>): boolean {
  if (NO_TEXT.has(name)) return true;
  if ("hidden" in attributes && attributes["hidden"] !== "until-found") return true;
  if (attributes["aria-hidden"]?.trim().toLowerCase() === "true") return true;
  if (name === "dialog" && !("open" in attributes)) return true;
  const { style } = attributes;
  return style !== undefined && hides(style);
}

/** Nobody writes more by hand, and patterns must not meet a text without end. */
const MAX_STYLE_CHARS = 2_000;

function hides(style: string): boolean {
  const bare = style
    .slice(0, MAX_STYLE_CHARS)
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s+/g, "")
    .toLowerCase();
  if (HIDING.some((pattern) => pattern.test(bare))) return true;
  return OVERFLOW_HIDDEN.test(bare) && (ZERO_WIDTH.test(bare) || ZERO_HEIGHT.test(bare));
}
