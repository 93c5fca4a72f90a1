import { basename } from "node:path";

/** Tells whether a test file is about a source file of this name: `answer.test.ts`, or `answer-person.test.ts`. */
export function isAbout(testFile, name) {
  const test = basename(testFile, ".test.ts");
  return test === name || test.startsWith(`${name}-`);
}
