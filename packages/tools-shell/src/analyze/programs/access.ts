/** How the rows of the table say what is done with operands. */
export const READS = { access: "read", inherent: true } as const;
export const READS_TREE = { access: "read", tree: true, inherent: true } as const;
export const READS_THROUGH_LINKS = { access: "read", tree: true, follows: true, inherent: true } as const;
export const WRITES = { access: "write", inherent: true } as const;
/** The same for a file in the value of an option. */
export const READ = { access: "read" } as const;
export const WRITE = { access: "write" } as const;
export const RUNS = "it runs another program";
/** It may read any file, write any file, or write any in the directory it runs in: effects, not doubts. */
export const ELSEWHERE = "it reads files named in another";
export const WRITES_ELSEWHERE = "it writes a file named in another";
export const WRITES_HERE = "it writes files named by others";
export const SCRIPT = "it runs commands of its own language";

/** These options run another program. */
export const running = (...options: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(options.map((option) => [option, RUNS]));
