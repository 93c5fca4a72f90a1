/**
 * Form of a host in a setting, as a rule names it in `WebFetch(domain:…)`: `*` stands for any text of a label, `*.` in
 * front for every subdomain, `*` alone for every host. What follows a host in an address (`/`, `\\`, `?`, `#`, a port) is
 * refused: the host would be read without it and be meant as a whole. So is what no host has and people write in the
 * belief that it names several (`.example.com`, `**.example.com`, `a.com,b.com`, `{a,b}.com`). For the schemas of options.
 */
export const HOST_NAME = {
  pattern:
    "^(\\*|\\[[0-9A-Fa-f:.]+\\]|(?!\\.)(?!.*\\.\\.[^.])(?!.*\\*\\*)[^\\s/\\\\:@?#\\[\\],;|!(){}<>^%\"'`]+)$",
  title: "the name of a host alone, without scheme, port or path, such as `example.com` or `*.example.com`",
} as const;

const FORM = new RegExp(HOST_NAME.pattern);

/** Tells whether a text names a host, or hosts, and nothing else. */
export const isHostName = (text: string): boolean => FORM.test(text);
