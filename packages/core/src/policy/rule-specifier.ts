import { isHostName } from "../contract/host-name.ts";
import { matchGlob } from "./match-glob.ts";
import { climbsOutOfWildcard } from "./path-pattern.ts";
import type { RuleSource } from "./policy.ts";
import { refuseRule } from "./refuse-rule.ts";
import type { RuleMatch } from "./rule.ts";

/** What a specifier looks at; `warning` when the rule can never match or probably means something else. */
export interface ReadSpecifier {
  readonly matches: readonly RuleMatch[];
  readonly warning?: string;
}

// Path rules under these words are read for compatibility and bind nothing.
const NEVER_CONSULTED: ReadonlyMap<string, "Edit" | "Read"> = new Map([
  ["Write", "Edit"],
  ["MultiEdit", "Edit"],
  ["NotebookEdit", "Edit"],
  ["Glob", "Read"],
  ["Grep", "Read"],
]);

// The input field a rule word's own specifier is about; a `param:value` rule on it would be evaded by spelling.
const PRIMARY_FIELD: ReadonlyMap<string, string> = new Map([
  ["Bash", "command"],
  ["Read", "file_path"],
  ["Edit", "file_path"],
  ["Write", "file_path"],
  ["NotebookEdit", "notebook_path"],
  ["Grep", "path"],
  ["Glob", "path"],
  ["WebFetch", "url"],
]);

/**
 * Reads the text between a rule's brackets in the dialect of the tool it names; `*` is every call.
 * @throws GNT_CONFIG_RULE for text the dialect does not have.
 */
export function readSpecifier(source: RuleSource, tool: string, specifier: string): ReadSpecifier {
  if (specifier === "*") return { matches: everyCall(tool) };
  const own = readOwn(source, tool, specifier);
  const param = readParam(source, tool, specifier);
  const matches = [...own.matches, ...param.matches];
  const warning = own.warning ?? param.warning;
  if (matches.length > 0) return warning === undefined ? { matches } : { matches, warning };
  return { matches, warning: warning ?? unknownForm(source, tool) };
}

// Rules on the word Bash are about commands, whichever tool runs them.
function everyCall(tool: string): readonly RuleMatch[] {
  return matchGlob(tool, "Bash") ? [{ kind: "tool" }, { kind: "command", pattern: "*" }] : [{ kind: "tool" }];
}

function readOwn(source: RuleSource, tool: string, specifier: string): ReadSpecifier {
  switch (tool) {
    case "Bash":
      return readCommand(source, specifier);
    case "Read":
    case "Edit":
      return readPath(source, tool, specifier);
    case "WebFetch":
      return readDomain(source, specifier);
    case "Agent":
      return { matches: [{ kind: "field", field: "subagent_type", value: specifier }] };
    case "Skill":
      return { matches: [{ kind: "field", field: "skill", value: specifier, words: true }] };
    default:
      return { matches: [] };
  }
}

function readCommand(source: RuleSource, specifier: string): ReadSpecifier {
  if (/^:?\*+$/.test(specifier))
    refuseRule(source, "names no command before its `*`", "write `Bash` for every command");
  const pattern = source.behavior === "allow" ? specifier : plainlySpaced(specifier);
  return { matches: [{ kind: "command", pattern }] };
}

// Commands are also compared with single blanks between their words; a rule that tightens must not miss these by its own.
const plainlySpaced = (pattern: string): string => pattern.replace(/\s+/g, " ").replace(/ ?:\*+$/, ":*");

function readPath(source: RuleSource, tool: "Read" | "Edit", specifier: string): ReadSpecifier {
  if (/^[!#]/.test(specifier)) {
    refuseRule(
      source,
      `has a path that begins with \`${specifier[0]}\``,
      `write \`./${specifier}\` for that name`,
    );
  }
  if (/(?<!\\)(\\\\)*\\$/.test(specifier))
    refuseRule(source, "has a path that ends in a backslash", "remove it");
  if (climbsOutOfWildcard(specifier)) {
    refuseRule(source, "has a path that goes up from a wildcard", "write the directory without `..`");
  }
  const matches: readonly RuleMatch[] = [
    { kind: "path", access: tool === "Read" ? "read" : "edit", pattern: specifier },
  ];
  const doubt = doubtfulPath(specifier);
  return doubt === undefined ? { matches } : { matches, warning: `${label(source)} ${doubt}` };
}

function doubtfulPath(specifier: string): string | undefined {
  if (/^\$\w|\$\{|^%\w+%/.test(specifier)) return "names a variable, and variables are not expanded";
  if (/\\[A-Za-z0-9]/.test(specifier) && !/^[A-Za-z]:/.test(specifier))
    return "has a backslash, which escapes the next character; paths are written with `/`";
  if (/^~[^/]/.test(specifier)) return "names another person's home, which is not looked up";
  return /(?<!\\)\[[^\]]*$/.test(specifier) ? "has a `[` without `]`, so it matches nothing" : undefined;
}

function readDomain(source: RuleSource, specifier: string): ReadSpecifier {
  const domain = /^domain\s*:\s*(.*)$/i.exec(specifier)?.[1];
  if (domain === undefined) {
    if (paramOf(specifier) !== undefined && !/:(\/\/|\d+(\/|$))/.test(specifier)) return { matches: [] };
    return refuseRule(source, "names no domain", "write `WebFetch(domain:example.com)`");
  }
  if (domain === "*") return { matches: [{ kind: "tool" }, { kind: "domain", pattern: "*" }] };
  if (!isHostName(domain)) refuseDomain(source, domain);
  return { matches: [{ kind: "domain", pattern: domain }] };
}

function refuseDomain(source: RuleSource, domain: string): never {
  const [, host = "", path = ""] = /^([^\s/:@?#[\]\\]+)([/\\?#].*)$/s.exec(domain) ?? [];
  if (host !== "") {
    const hint = `write \`WebFetch(domain:${host})\` for every page of it`;
    refuseRule(source, `has \`${path}\` behind the host, and rules are about whole hosts`, hint);
  }
  refuseRule(source, `has \`${domain}\`, which is not a host name`, hostHint(domain));
}

function hostHint(domain: string): string {
  const rest = /^(?:\*\*)?\.?([^\s*.,;|{}]+(?:\.[^\s*.,;|{}]+)+)$/.exec(domain)?.[1];
  if (rest !== undefined && /^(\.|\*\*)/.test(domain))
    return `write \`WebFetch(domain:*.${rest})\` for every subdomain, and \`WebFetch(domain:${rest})\` for the host itself`;
  if (/[,;|{}]/.test(domain)) return "write one rule for each host";
  return "write the name alone, without scheme, port or path";
}

function readParam(source: RuleSource, tool: string, specifier: string): ReadSpecifier {
  const param = paramOf(specifier);
  const instead = NEVER_CONSULTED.get(tool);
  if (param === undefined) {
    if (instead === undefined) return { matches: [] };
    return {
      matches: [],
      warning: `${label(source)} is never looked at; write \`${instead}(${specifier})\``,
    };
  }
  if (tool === "WebFetch" && /^domain$/i.test(param.field)) return { matches: [] };
  if (tool === "Bash" && param.value === "*") return { matches: [] };
  if (param.field === PRIMARY_FIELD.get(tool)) {
    return {
      matches: [],
      warning: `${label(source)} looks at \`${param.field}\`, which rules name without a field`,
    };
  }
  if (source.behavior === "allow") return { matches: [] };
  return { matches: [{ kind: "field", ...param }] };
}

function paramOf(specifier: string): { readonly field: string; readonly value: string } | undefined {
  const found = /^([A-Za-z_][\w-]*)\s*:\s*(\S.*)$/.exec(specifier);
  return found === null ? undefined : { field: found[1] as string, value: found[2] as string };
}

function unknownForm(source: RuleSource, tool: string): string {
  const why =
    source.behavior === "allow"
      ? "can only be allowed as a whole"
      : "has no rules of this form; deny or ask by `field:value`, or as a whole";
  return `${label(source)} never matches: \`${tool}\` ${why}`;
}

const label = (source: RuleSource): string => `rule \`${source.text.trim()}\` of ${source.source}`;
