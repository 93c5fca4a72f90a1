import type { Plugin } from "../contract/plugin.ts";
import { CONTRACT_VERSION } from "../contract/version.ts";
import { PluginError } from "../errors.ts";

/**
 * Refuses a plugin before anything of it is used: another version may have another shape.
 * @param shownName how the plugin is called towards people. Default: its name.
 * @throws GNT_PLUGIN_CONTRACT.
 */
export function checkContract(plugin: Plugin, shownName = `\`${plugin.name}\``): Plugin {
  const refuse = (what: string, version: number): never => {
    throw new PluginError(
      "GNT_PLUGIN_CONTRACT",
      `${what} was built for contract version ${version}, this runtime has ${CONTRACT_VERSION}`,
      { hint: "install a version of the plugin that was built for this one" },
    );
  };
  if (plugin.contract !== CONTRACT_VERSION) refuse(`plugin ${shownName}`, plugin.contract);
  for (const tool of plugin.tools) {
    if (tool.contract !== CONTRACT_VERSION)
      refuse(`tool \`${tool.name}\` of plugin ${shownName}`, tool.contract);
  }
  return plugin;
}
