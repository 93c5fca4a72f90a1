import { describe, expect, test } from "vitest";
import { commandEnvironment } from "../src/command-environment.ts";

const names = (
  host: Record<string, string>,
  { passEnvironment = ["*"], passSecrets = [] as string[] } = {},
): readonly string[] =>
  Object.keys(commandEnvironment(host, { passEnvironment, passSecrets })).filter((name) => name in host);

const secrets = {
  OPENAI_API_KEY: "x1",
  AWS_ACCESS_KEY_ID: "x2",
  AWS_SECRET_ACCESS_KEY: "x3",
  AWS_SESSION_TOKEN: "x4",
  GITHUB_TOKEN: "x5",
  NPM_AUTH: "x6",
  DB_PASSWORD: "x7",
  PGPASSWORD_FILE_PASS: "x8",
  GOOGLE_APPLICATION_CREDENTIALS: "/home/u/key.json",
  service_token: "x9",
  DATABASE_URL: "postgres://app:hunter2hunter2@db/app",
  PLAIN: "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB",
};
const ordinary = {
  PATH: "/usr/bin",
  HOME: "/home/u",
  PWD: "/work",
  CI: "true",
  NODE_OPTIONS: "--max-old-space-size=4096",
  SSH_AUTH_SOCK: "/tmp/agent",
  XAUTHORITY: "/home/u/.Xauthority",
  TOKENIZERS_PARALLELISM: "false",
  KEYBOARD: "de",
  PASSENGERS: "3",
};

describe("the environment of a command", () => {
  test.each(Object.entries(secrets))("leaves out %s", (name, value) => {
    expect(names({ [name]: value })).toEqual([]);
  });

  test.each(Object.entries(ordinary))("has %s", (name, value) => {
    expect(names({ [name]: value })).toEqual([name]);
  });

  test("has secrets that options name, and no others", () => {
    expect(names(secrets, { passSecrets: ["GITHUB_TOKEN", "AWS_*"] })).toEqual([
      "AWS_ACCESS_KEY_ID",
      "AWS_SECRET_ACCESS_KEY",
      "AWS_SESSION_TOKEN",
      "GITHUB_TOKEN",
    ]);
  });

  test("has of an allow-list what is listed, and what every program needs", () => {
    expect(names({ ...ordinary, ...secrets }, { passEnvironment: ["CI", "NODE_*", "GITHUB_TOKEN"] })).toEqual(
      ["PATH", "HOME", "CI", "NODE_OPTIONS"],
    );
  });

  test.each(["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "GAUNTLET_TEST_X"])(
    "never has %s, whatever options say",
    (name) => {
      expect(names({ [name]: "x" }, { passSecrets: ["*"] })).toEqual([]);
    },
  );

  test.each(["BASH_ENV", "ENV", "BASH_FUNC_ls%%", "SHELLOPTS", "PS4"])(
    "never has %s, which would make bash run what the command does not say",
    (name) => {
      expect(names({ [name]: "x" })).toEqual([]);
    },
  );

  test("keeps programs from waiting for a person", () => {
    expect(commandEnvironment({ PAGER: "less" }, { passEnvironment: ["*"], passSecrets: [] })).toMatchObject({
      PAGER: "cat",
      GIT_EDITOR: "true",
    });
  });
});
