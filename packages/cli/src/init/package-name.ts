import { ConfigError } from "@gauntlet/core";

/** What registries take: lower case, with or without a scope, at most 214 characters. */
const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const MAX_LENGTH = 214;

/**
 * The directory a new package is put into: the last part of its name.
 * @throws GNT_CONFIG_INVALID for what is no name of a package, and for names of this project's own scope.
 */
export function packageDirectory(name: string): string {
  const refuse = (what: string, hint: string): never => {
    throw new ConfigError("GNT_CONFIG_INVALID", `\`${name}\` ${what}`, { hint });
  };
  if (!NAME.test(name) || name.length > MAX_LENGTH)
    return refuse(
      "is not the name of a package",
      "use lower-case letters, digits and `-`, such as `acme-tools` or `@acme/tools`",
    );
  if (name.startsWith("@gauntlet/"))
    return refuse("is a name of ours", "give it the scope of your organization, or none");
  return name.slice(name.indexOf("/") + 1);
}
