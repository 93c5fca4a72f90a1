import { Command } from "commander";
import { expect, test } from "vitest";
import { declareCommands } from "../src/command-table.ts";

function declared(word?: string): readonly Command[] {
  const program = new Command("gauntlet");
  declareCommands(program, () => undefined, word);
  return program.commands;
}

test("a first word that is no command leaves all of them declared", () => {
  expect(declared("constructor").map((one) => one.name())).toEqual(declared().map((one) => one.name()));
  expect(declared().length).toBeGreaterThan(10);
});

test.each(declared().map((one) => [one.name(), one] as const))(
  "`%s` is declared alone where it is the first word, and is the same then",
  (name, amongAll) => {
    const alone = declared(name);
    expect(alone.map((one) => one.name())).toEqual([name]);
    expect(alone[0]?.helpInformation()).toBe(amongAll.helpInformation());
  },
);
