/** The JSON pointer of a member, or of an item by its index, of what another pointer names. @source RFC 6901. */
export const pointerTo = (at: string, member: string | number): string =>
  `${at}/${String(member).replaceAll("~", "~0").replaceAll("/", "~1")}`;
