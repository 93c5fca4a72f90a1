declare const __GAUNTLET_TEST_SWITCHES__: boolean | undefined;

/** What tests may change about the machine. Empty in releases and outside of tests. */
export interface TestSwitches {
  /** Whose rules paths and names follow. */
  readonly platform?: "win32" | "darwin" | "linux";
  /** Names are compared as on a volume that ignores case. */
  readonly caseInsensitive?: true;
  /** Names are compared as on a volume that composes characters. */
  readonly unicodeNormalizing?: true;
  /** A program that runs to its end between decision and execution of each call. */
  readonly beforeExecute?: string;
}

// Release builds define this as false, and the switches are gone from them.
const EXIST = typeof __GAUNTLET_TEST_SWITCHES__ === "undefined" ? true : __GAUNTLET_TEST_SWITCHES__;

/**
 * Reads the test switches of an environment: `GAUNTLET_TEST_PLATFORM`, `GAUNTLET_TEST_CASE_INSENSITIVE=1`,
 * `GAUNTLET_TEST_UNICODE_NORMALIZING=1`, `GAUNTLET_TEST_BEFORE_EXECUTE`. All are ignored unless `GAUNTLET_TEST=1`.
 */
export function readTestSwitches(env: Readonly<Record<string, string | undefined>>): TestSwitches {
  if (!EXIST || env["GAUNTLET_TEST"] !== "1") return Object.freeze({});
  const platform = env["GAUNTLET_TEST_PLATFORM"];
  const beforeExecute = env["GAUNTLET_TEST_BEFORE_EXECUTE"];
  return Object.freeze({
    ...(platform === "win32" || platform === "darwin" || platform === "linux" ? { platform } : {}),
    ...(env["GAUNTLET_TEST_CASE_INSENSITIVE"] === "1" ? { caseInsensitive: true as const } : {}),
    ...(env["GAUNTLET_TEST_UNICODE_NORMALIZING"] === "1" ? { unicodeNormalizing: true as const } : {}),
    ...(beforeExecute ? { beforeExecute } : {}),
  });
}

// Read once, before any configuration: what a project or a tool puts into the environment later changes nothing.
const SWITCHES = readTestSwitches(EXIST ? process.env : {});

/** The switches this process was started with. */
export function testSwitches(): TestSwitches {
  return SWITCHES;
}

/** The platform whose rules for paths and names hold. */
export function pathPlatform(): NodeJS.Platform {
  return SWITCHES.platform ?? process.platform;
}
