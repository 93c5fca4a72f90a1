import { homedir } from "node:os";
import { type Finding, type LogEntry, loadConfig, type Session, stateDirectory } from "@gauntlet/core";
import { type BootStep, drawTree } from "../doctor/boot-tree.ts";
import { brokenFinding, configFindings, trustFinding } from "../doctor/config-findings.ts";
import { hookFindings } from "../doctor/hook-findings.ts";
import { machineFindings, stateFinding } from "../doctor/machine-findings.ts";
import { modelFindings } from "../doctor/model-findings.ts";
import { originOf, pluginFindings, toolFindings } from "../doctor/plugin-findings.ts";
import { renderSections } from "../doctor/render-findings.ts";
import { type Section, worstOf } from "../doctor/section.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { type PreparedRun, prepareRun, type RunOptions } from "../run-options.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";
import { withSession } from "../with-session.ts";
import { workingDirectory } from "../working-directory.ts";

export interface DoctorOptions extends RunOptions {
  readonly boot?: boolean;
  readonly json?: boolean;
}

/**
 * `gauntlet doctor`: what is configured here, what is not available and why. Changes nothing, asks no model, contacts
 * no server and shows no secret. 0: nothing is broken; 1: something that was asked for does not work; 2: the configuration is broken.
 */
export async function runDoctor(options: DoctorOptions): Promise<ExitCode> {
  const cwd = workingDirectory(options.cwd);
  const logged: LogEntry[] = [];
  const look = await lookAt(options, (entry) => logged.push(entry));
  const sections: readonly Section[] = [
    {
      title: "Machine",
      findings: [
        ...machineFindings(process.versions.node, process.platform),
        stateFinding(stateDirectory(process.env, homedir())),
      ],
    },
    { title: "Configuration", findings: look.config },
    { title: "Trust", findings: [await trustFinding(cwd)] },
    { title: "Plugins", findings: [...look.plugins, ...logged.map(logFinding)] },
    { title: "Command hooks", findings: look.hooks },
    { title: "Tools", findings: look.tools },
    { title: "What plugins need", findings: look.needs },
    { title: "Model", findings: look.model },
  ];
  if (options.json)
    process.stdout.write(`${visibleJson({ sections, ...(options.boot && { boot: look.boot }) }, 2)}\n`);
  else {
    process.stdout.write(renderSections(sections, process.stdout));
    if (options.boot) process.stdout.write(`\n${drawTree(look.boot).map(visibleLine).join("\n")}\n`);
  }
  if (look.isBroken) return EXIT.usage;
  return worstOf(sections) === "problem" ? EXIT.failed : EXIT.done;
}

const logFinding = ({ plugin, level, text }: LogEntry): Finding => ({
  about: plugin,
  state: level === "warn" ? "notice" : "ok",
  text: `says: ${text}`,
});

/** What can be seen of an installation; where a step fails, what comes after it is empty. */
interface Look {
  readonly config: readonly Finding[];
  readonly plugins: readonly Finding[];
  readonly hooks: readonly Finding[];
  readonly tools: readonly Finding[];
  readonly needs: readonly Finding[];
  readonly model: readonly Finding[];
  readonly boot: BootStep;
  readonly isBroken: boolean;
}

const NOTHING = {
  config: [],
  plugins: [],
  hooks: [],
  tools: [],
  needs: [],
  model: [],
  boot: { name: "gauntlet" },
} as const;

async function lookAt(options: DoctorOptions, onLog: (entry: LogEntry) => void): Promise<Look> {
  let run: PreparedRun;
  try {
    run = await prepareRun(options, { quiet: true, mayAskModel: true, mayContact: false, onLog });
  } catch (thrown) {
    return { ...NOTHING, ...(await brokenLook(options, thrown)), isBroken: true };
  }
  const { gauntlet, config } = run;
  const seen = {
    config: configFindings(config),
    plugins: pluginFindings(gauntlet.boot),
    hooks: hookFindings(config.hooks.hooks),
    model: modelFindings(config.model, process.env),
  };
  try {
    const needs = (await gauntlet.diagnose()).map(({ plugin, about, ...rest }) => ({
      about: `${about} (${plugin})`,
      ...rest,
    }));
    const openedAt = performance.now();
    return await withSession(gauntlet.session(), async (session): Promise<Look> => {
      const openMs = performance.now() - openedAt;
      const pooledAt = performance.now();
      const pool = await session.tools();
      const poolMs = performance.now() - pooledAt;
      const warnings = session.warnings.map((text): Finding => ({ about: "rules", state: "notice", text }));
      const boot = bootOf(run, {
        session,
        openMs,
        poolMs,
        tools: pool.entries.length,
      });
      return {
        ...seen,
        config: [...seen.config, ...warnings],
        needs,
        tools: toolFindings(pool),
        boot,
        isBroken: false,
      };
    });
  } catch (thrown) {
    return {
      ...NOTHING,
      ...seen,
      plugins: [...seen.plugins, brokenFinding("session", thrown)],
      isBroken: true,
    };
  }
}

/** The configuration by itself, when it can be read and only the runtime cannot be put together. */
async function brokenLook(options: DoctorOptions, thrown: unknown): Promise<Partial<Look>> {
  try {
    const config = await loadConfig({
      cwd: workingDirectory(options.cwd),
      home: homedir(),
      env: { ...process.env },
    });
    return {
      config: configFindings(config),
      plugins: [brokenFinding("plugins", thrown)],
      model: modelFindings(config.model, process.env),
    };
  } catch {
    return { config: [brokenFinding("configuration", thrown)] };
  }
}

interface Opened {
  readonly session: Session;
  readonly openMs: number;
  readonly poolMs: number;
  /** Tools in the pool. */
  readonly tools: number;
}

function bootOf(
  { gauntlet, config, configMs }: PreparedRun,
  { session, openMs, poolMs, tools }: Opened,
): BootStep {
  const imported = config.pluginLoads.map(({ plugin, entry, ms }) => ({
    name: plugin === entry ? plugin : `${plugin} (${entry})`,
    ms,
  }));
  const applied = gauntlet.boot.map((one) => ({
    name: `${one.plugin} (${originOf(one)})`,
    ms: one.applyMs,
    ...(one.taps.length > 0 && { steps: one.taps.map(({ hook, tap }) => ({ name: `${hook}: ${tap}` })) }),
  }));
  const opened = session.setUp.map(({ plugin, resource, ms }) => ({ name: `${plugin}: ${resource}`, ms }));
  const applyMs = gauntlet.boot.reduce((sum, one) => sum + one.applyMs, 0);
  return {
    name: "gauntlet",
    ms: configMs + applyMs + openMs + poolMs,
    steps: [
      { name: "configuration read, plugins imported", ms: configMs, steps: imported },
      { name: "plugins applied", ms: applyMs, steps: applied },
      { name: "session opened", ms: openMs, steps: opened },
      { name: `pool built, ${tools} ${tools === 1 ? "tool" : "tools"}`, ms: poolMs },
    ],
  };
}
