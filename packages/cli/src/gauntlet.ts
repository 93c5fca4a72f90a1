#!/usr/bin/env node
import { endOnBrokenOutput } from "./broken-output.ts";
import { EXIT } from "./exit-code.ts";
import { main } from "./main.ts";

const args = process.argv.slice(2);
// An agent takes every other code of a hook for "no objection".
endOnBrokenOutput(process, args.includes("hook") ? EXIT.usage : EXIT.failed);
process.exitCode = await main(args);
