import { maskSecrets } from "@gauntlet/core";

/** A text without what looks like a secret in it. */
export const maskedText = (text: string): string => String(maskSecrets(text).value);
