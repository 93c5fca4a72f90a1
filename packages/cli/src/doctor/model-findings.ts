import { DEFAULT_MODEL, type Finding, type LoadedConfig, shownAddress } from "@gauntlet/core";

type Environment = Readonly<Record<string, string | undefined>>;

/** Which model would be asked where, and whether there is a key. Nothing is sent, and no key is shown. */
export function modelFindings(model: LoadedConfig["model"], env: Environment): readonly Finding[] {
  const name = env["ANTHROPIC_MODEL"] ?? model.name ?? DEFAULT_MODEL;
  return [{ about: "model", state: "ok", text: name }, accessFinding(model, env)];
}

function accessFinding({ baseURL }: LoadedConfig["model"], env: Environment): Finding {
  const about = "access";
  const key = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"].find((variable) => env[variable]);
  const server = env["ANTHROPIC_BASE_URL"] ?? baseURL;
  const where = server === undefined ? "" : `, server ${shownAddress(server)}`;
  if (key !== undefined) return { about, state: "ok", text: `\`${key}\` is set${where}` };
  if (env["ANTHROPIC_BASE_URL"]) return { about, state: "ok", text: `no key${where}` };
  return {
    about,
    state: "notice",
    text: `no model is configured${where === "" ? "" : ": there is no key"}; \`call\`, \`explain\` and \`demo\` work without one`,
    hint: "set `ANTHROPIC_API_KEY`, or `ANTHROPIC_BASE_URL` for another Messages server",
  };
}
