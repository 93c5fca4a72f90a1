import { MODES } from "@gauntlet/core";
import { type Command, InvalidArgumentError, Option } from "commander";

/** The flags that decide what may be done; the same for every command that decides. */
export function withRunOptions(command: Command): Command {
  return command
    .option("--cwd <dir>", "working directory")
    .addOption(new Option("--mode, --permission-mode <mode>", "permission mode").choices([...MODES]))
    .option("--settings <file|json>", "further settings")
    .option("--allow <rule>", "allow rule; repeatable", collect, [])
    .option("--ask <rule>", "ask rule; repeatable", collect, [])
    .option("--deny <rule>", "deny rule; repeatable", collect, [])
    .option("--allowedTools, --allowed-tools <rules...>", "allow rules, separated by space or comma")
    .option("--disallowedTools, --disallowed-tools <rules...>", "deny rules, separated by space or comma")
    .option("--tools <names>", "restrict the tools to these, separated by comma")
    .option("--add-dir <dir>", "further working directory; repeatable", collect, [])
    .option("--headless", "nobody is there to ask: what would be asked is denied");
}

const collect = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

/** A count of a flag. @throws InvalidArgumentError for anything but a whole number above 0. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError("It must be a whole number above 0.");
}

/** An amount of a flag. @throws InvalidArgumentError for anything but a number above 0. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError("It must be a number above 0.");
}
