import type { ResultBlock, ToolUseBlock } from "../contract/message.ts";

/** A tool use that has no result in the transcript yet. */
export interface OpenUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** The call had begun: its intent was recorded. */
  readonly started: boolean;
  /** Its result, when it settled but was not sent. */
  readonly result?: ResultBlock;
}

/** The tool uses of the message at the end of a conversation, in source order. */
export interface OpenUses {
  open(use: ToolUseBlock): void;
  /** Nothing happens for an id that is not open: calls without a model have events as well. */
  amend(id: string, change: Partial<Pick<OpenUse, "started" | "result">>): void;
  all(): readonly OpenUse[];
  /** All of them; none is open afterwards. */
  take(): readonly OpenUse[];
}

export function createOpenUses(): OpenUses {
  let uses = new Map<string, OpenUse>();
  return {
    open: ({ id, name, input }) => void uses.set(id, { id, name, input, started: false }),
    amend(id, change) {
      const use = uses.get(id);
      if (use) uses.set(id, { ...use, ...change });
    },
    all: () => [...uses.values()],
    take() {
      const taken = [...uses.values()];
      uses = new Map();
      return taken;
    },
  };
}
