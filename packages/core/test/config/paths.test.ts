import { describe, expect, it } from "vitest";
import { stateDirectory, userConfigDirectory } from "../../src/config/paths.ts";

describe("directories of the product", () => {
  it.each([
    [{}, "/h/.local/state/gauntlet"],
    [{ XDG_STATE_HOME: "/s" }, "/s/gauntlet"],
    [{ XDG_STATE_HOME: "relative" }, "/h/.local/state/gauntlet"],
    [{ XDG_STATE_HOME: "/s", GAUNTLET_HOME: "/g" }, "/g"],
    [{ GAUNTLET_HOME: "" }, "/h/.local/state/gauntlet"],
  ])("keeps state under %j in %s", (env, expected) => {
    expect(stateDirectory(env, "/h")).toBe(expected);
  });

  it("refuses a relative $GAUNTLET_HOME, which a repository could fill", () => {
    expect(() => stateDirectory({ GAUNTLET_HOME: "state" }, "/h")).toThrow(
      "`$GAUNTLET_HOME` is the relative path `state`",
    );
  });

  it.each([
    [{}, "/h/.config/gauntlet"],
    [{ XDG_CONFIG_HOME: "/c" }, "/c/gauntlet"],
    [{ XDG_CONFIG_HOME: "c" }, "/h/.config/gauntlet"],
  ])("reads user settings under %j from %s", (env, expected) => {
    expect(userConfigDirectory(env, "/h")).toBe(expected);
  });
});
