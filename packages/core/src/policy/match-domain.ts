import { domainToASCII, domainToUnicode } from "node:url";
import { matchGlob } from "./match-glob.ts";

/**
 * Matches a host name against the specifier of a `WebFetch(domain:…)` rule, with or without its `domain:`.
 *
 * Case and a trailing dot do not count, and both sides are compared in their ASCII form. A leading `*.` stands for
 * one or more labels, so `*.example.com` is every subdomain and not the apex. Any other `*` stays within one label:
 * `example.*` is not `example.evil.com`. A label with both a `*` and other than ASCII letters is compared with the letters
 * of the host. A lone `*` is every host.
 */
export function matchDomain(specifier: string, host: string): boolean {
  const wanted = canonical(specifier.replace(/^domain:/i, "").trim());
  const given = canonical(host.trim());
  if (given === "") return false;
  if (wanted === "*") return true;

  const labels = given.split(".");
  const patterns = wanted.split(".");
  if (patterns[0] === "*") {
    const rest = patterns.slice(1);
    const depth = labels.length - rest.length;
    return depth >= 1 && labels[0] !== "" && sameLabels(rest, labels.slice(depth));
  }
  return sameLabels(patterns, labels);
}

function sameLabels(patterns: readonly string[], labels: readonly string[]): boolean {
  return (
    patterns.length === labels.length &&
    patterns.every((pattern, index) => isLabel(pattern, labels[index] as string))
  );
}

// Only a label without a `*` has an ASCII form.
function isLabel(pattern: string, label: string): boolean {
  const isAscii = /^[\x20-\x7e]*$/.test(pattern);
  return matchGlob(pattern, isAscii ? label : domainToUnicode(label));
}

// The whole name is converted when that is possible, so that spellings of one address (`127.1`) become one text.
function canonical(name: string): string {
  const lower = name.normalize("NFC").toLowerCase().replace(/\.+$/, "");
  if (!lower.includes("*")) return domainToASCII(lower) || lower;
  return lower
    .split(".")
    .map((label) => (label.includes("*") ? label : domainToASCII(label) || label))
    .join(".");
}
