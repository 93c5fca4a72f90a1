#!/usr/bin/env node
import { endOnBrokenOutput } from "./broken-output.ts";
import { main } from "./main.ts";

endOnBrokenOutput(process);
process.exitCode = await main(process.argv.slice(2));
