import { join } from "node:path";

/** Where a file of tests says which change it tries: a change that ends the process can say nothing any more. */
export const runningFile = (work, testFile) => join(work, "running", encodeURIComponent(testFile));
