/** How the rows of the table say what is done with operands. */
export const READS = { access: "read", inherent: true } as const;
export const READS_TREE = { access: "read", tree: true, inherent: true } as const;
export const WRITES = { access: "write", inherent: true } as const;
/** The same for a file in the value of an option. */
export const READ = { access: "read" } as const;
export const WRITE = { access: "write" } as const;
export const RUNS = "it runs another program";
export const ELSEWHERE = "it reads files named in another";
