import { ONLOOKER } from "../onlooker.ts";
import { createFromOptions, type RunOptions } from "../run-options.ts";
import { openSession, withSession } from "../with-session.ts";
import { workingDirectory } from "../working-directory.ts";
import type { AgentProtocol, HookCall } from "./agent-protocol.ts";
import { judge, translate } from "./judge.ts";
import { standIns, withoutToolsOf } from "./stand-in.ts";

const NESTED =
  "`gauntlet hook` is among the command hooks it asks itself, which are left out here; take it out of the settings that gauntlet reads";

/**
 * Decides about a call of another agent, and says so in its language.
 * @param options `cwd` names the directory whose configuration counts; default: what the agent's environment says, else
 * where the agent is. `permissionMode` overrules the agent's mode. `isNested`: this is a command hook of a policy that is
 * being asked; it asks no command hooks, so that there is an end, and an allow without them is an ask.
 * @throws for a directory or a configuration that cannot be used
 */
export async function answerCall(
  call: HookCall,
  protocol: AgentProtocol,
  options: RunOptions & { readonly isNested?: boolean },
): Promise<string> {
  const cwd = workingDirectory(call.cwd ?? options.cwd);
  const project = workingDirectory(options.cwd ?? process.env[protocol.projectVariable] ?? cwd);
  const said = translate(call, protocol, { cwd, project });
  const translated = options.isNested ? { ...said, doubts: [...said.doubts, NESTED] } : said;
  const plugins = standIns(translated.mapping);
  const mode = options.permissionMode ?? call.mode;
  const gauntlet = await createFromOptions(
    {
      ...options,
      ...(options.isNested && { hooks: false }),
      cwd: project,
      ...(mode !== undefined && { permissionMode: mode }),
    },
    { answerers: [ONLOOKER], plugins, packs: withoutToolsOf(plugins) },
  );
  return withSession(openSession(gauntlet), async (session) =>
    protocol.answer(call.event, await judge(session, call, translated)),
  );
}
