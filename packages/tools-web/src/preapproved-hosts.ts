/**
 * Hosts that only publish documentation: reading there tells nobody anything but which page was read. None of them shows
 * pages that its users write.
 */
export const PREAPPROVED_HOSTS: readonly string[] = Object.freeze([
  "developer.mozilla.org",
  "doc.rust-lang.org",
  "docs.docker.com",
  "docs.github.com",
  "docs.kernel.org",
  "docs.npmjs.com",
  "docs.python.org",
  "git-scm.com",
  "html.spec.whatwg.org",
  "kubernetes.io",
  "nodejs.org",
  "www.typescriptlang.org",
]);
