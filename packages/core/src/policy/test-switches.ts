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
  /** Addresses of host names. With it, other names do not resolve and nothing leaves the machine. */
  readonly dns?: Readonly<Record<string, readonly string[]>>;
  /** Replies by URL in place of a connection. With it, nothing leaves the machine. */
  readonly http?: Readonly<Record<string, CannedReply>>;
  /** Loopback addresses may be fetched from. */
  readonly allowLoopback?: true;
}

/** A reply of a web server that a test has written. */
export interface CannedReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

// Release builds define this as false, and the switches are gone from them. Compiled packages have none either.
const EXIST =
  typeof __GAUNTLET_TEST_SWITCHES__ === "undefined"
    ? import.meta.url.endsWith(".ts")
    : __GAUNTLET_TEST_SWITCHES__;

/**
 * Reads the test switches of an environment: `GAUNTLET_TEST_PLATFORM`, `GAUNTLET_TEST_CASE_INSENSITIVE=1`,
 * `GAUNTLET_TEST_UNICODE_NORMALIZING=1`, `GAUNTLET_TEST_BEFORE_EXECUTE`, `GAUNTLET_TEST_DNS` and `GAUNTLET_TEST_HTTP`
 * (JSON), `GAUNTLET_TEST_ALLOW_LOOPBACK=1`. All are ignored unless `GAUNTLET_TEST=1`.
 * @throws for text that is not JSON: a test must not reach the network because its replies could not be read.
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
    ...jsonSwitch("dns", env["GAUNTLET_TEST_DNS"]),
    ...jsonSwitch("http", env["GAUNTLET_TEST_HTTP"]),
    ...(env["GAUNTLET_TEST_ALLOW_LOOPBACK"] === "1" ? { allowLoopback: true as const } : {}),
  });
}

const jsonSwitch = (name: "dns" | "http", text: string | undefined): TestSwitches =>
  text ? { [name]: JSON.parse(text) as never } : {};

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
