/** Every text of the core that a model reads: first what happened, last the next useful step. */
export const messages = {
  unknownTool: (name: string, near: string | undefined) =>
    `There is no tool named \`${name}\`. ${near ? `Did you mean \`${near}\`?` : "Use one of the tools you were given."}`,
  hiddenTool: (name: string, why: string) =>
    `The tool \`${name}\` is not available here: ${why}. Use another way.`,
  undiscovered: (name: string) =>
    `The tool \`${name}\` is not loaded yet, so you have not seen what input it takes. Nothing was done. Load it with ToolSearch, query \`select:${name}\`, then call it.`,
  /** The definition of ToolSearch; the names stand last. */
  toolSearchDescription: (names: string) =>
    [
      "Loads tools that exist but are not in your list of tools. Until one is loaded you cannot call it.",
      "Search before you say that something cannot be done. `query` is words for what you need (`create pull request`; `+github` must occur), or `select:NAME,NAME` for tools you know by name. At most five are loaded at a time; call them afterwards like any tool. Finding a tool does not permit its use.",
      ...(names === ""
        ? ["Their names come later."]
        : [
            "The names, each line first with what all in it begin with (`a__: b c` means `a__b` and `a__c`); one that ends in `…` is cut, and can be selected so:",
            names,
          ]),
    ].join("\n"),
  moreTools: (names: string) =>
    `More tools can be loaded with ToolSearch now (each line first with what all in it begin with):\n${names}`,
  searchFoundNothing: (query: string) =>
    `No tool fits ${query === "" ? "an empty query" : `\`${query}\``}. Search again with other words: what is acted on, and what is done to it, such as \`issue create\`.`,
  searchWeak: (query: string, tools: readonly { readonly name: string; readonly description: string }[]) =>
    [
      `Nothing fits \`${query}\` well. These fit only weakly and were not loaded:`,
      ...tools.map(({ name, description }) => `- ${name}: ${firstWords(description)}`),
      "Load one with `select:NAME` if it is what you need, or search again with other words.",
    ].join("\n"),
  searchWeaker: (names: readonly string[]) =>
    `Weaker matches, not loaded: ${names.join(", ")}. Load one with \`select:NAME\`.`,
  searchedLoaded: (name: string) => `\`${name}\` is loaded already: call it.`,
  searchUnknown: (name: string, near: string | undefined) =>
    `There is no tool named \`${name}\` to load. ${near ? `Did you mean \`${near}\`?` : "Search with words instead."}`,
  searchLeft: (names: readonly string[]) =>
    `Not loaded, because five are loaded at a time: ${names.join(", ")}. Select them in another call.`,
  /** Stands where a model cannot read a tool reference. */
  referencedTool: (definition: string) => `This tool is loaded now and can be called:\n${definition}`,
  referenceGone: (name: string) => `(The tool \`${name}\` is no longer available.)`,
  unreadableInput: (name: string, problem: string) =>
    `The input for \`${name}\` could not be read: ${problem}. Send the call again with one valid JSON object.`,
  /** Problems of a tool use whose block did not come to its end, as `unreadableInput` quotes them. */
  cutAtMaxTokens: "it was cut off because the message reached max_tokens",
  cutByContextWindow: "it was cut off because the conversation filled the context window",
  cutByRefusal: "it was cut off because the message was refused",
  cutOff: "it was cut off",
  notAnObject: "it is not a JSON object",
  nulInPath: (key: string) => `\`${key}\` holds a NUL character, which no path can have`,
  addressAsPath: (key: string) => `\`${key}\` is an address, and must be the path of a file or directory`,
  pathTooLong: (key: string, most: number) => `\`${key}\` is longer than any path can be (${most} bytes)`,
  inputNotObject: (name: string) =>
    `The input for \`${name}\` is not a JSON object. Send the call again with an object that fits the schema.`,
  invalidInput: (name: string, issues: readonly string[]) =>
    `The input for \`${name}\` is not valid: ${issues.join("; ")}. Correct it and send the call again.`,
  uncheckable: (plugin: string, why: string) =>
    `The plugin \`${plugin}\` could not check this call (${why}), so it was not run. Do not send it again; tell the person.`,
  schemaBroken: (name: string, why: string) =>
    `The tool \`${name}\` cannot be used: its input schema cannot be compiled (${why}). Use another tool and tell the person.`,
  contradiction: (name: string, effect: string) =>
    `The tool \`${name}\` contradicts itself: it says it changes nothing and declares \`${effect}\`. Use another tool.`,
  denied: (reasons: readonly string[], word: string | undefined) =>
    `Permission denied: ${reasons.map((reason) => reason.replace(/[.\s]+$/, "")).join("; ")}.${word ? ` The person says: ${word}` : ""} Do not try to get around this; choose another way or ask.`,
  nobodyToAsk: (words: string) =>
    `Permission denied: ${words} needs a person's yes and there is nobody to ask. Choose another way, or say what you would need.`,
  refusedByPerson: (word: string | undefined) =>
    word
      ? `The person refused this call and says: ${word}`
      : "The person refused this call. Do not repeat it; ask what they want instead.",
  refusedByHook: (hook: string, word: string | undefined) =>
    word
      ? `Permission denied: the ${hook} refused this call and says: ${word}`
      : `Permission denied: the ${hook} refused this call. Choose another way, or ask.`,
  notAsked: (why: string) =>
    `Permission denied: the question could not be put to the person (${why}). Choose another way, or say what you would need.`,
  modeOfSession:
    "A subagent cannot change the mode of its session. Nothing was changed; work in the mode it has.",
  modeNotWidened: (from: string, to: string) =>
    `Only the person can widen the mode \`${from}\` to \`${to}\`. Nothing was changed; ask the person first.`,
  placeOfSession: "A subagent cannot move its session. Nothing was moved; work where you are.",
  moveNotToDirectory: (path: string) => `\`${path}\` is not a directory. Nothing was moved; check the path.`,
  moveOutside: (path: string) =>
    `\`${path}\` lies outside of the working directories. Nothing was moved; ask the person to add it to them.`,
  stopped: "The person stopped the task here. Wait for their next message.",
  answerFailed: (problem: string) =>
    `Permission denied: the person's answer could not be carried out: ${problem}. Ask what they want instead.`,
  editedInvalid: (problem: string) =>
    `The person allowed this call with another input, and that input did not pass. Nothing was done. About their input: ${problem}`,
  changedMeanwhile: (path: string) =>
    `Permission denied: \`${path}\` leads to another place than when the call was allowed. Look at the path again before you repeat the call.`,
  cancelledBeforeStart: "Cancelled before it ran: nothing was done.",
  cancelledWhileRunning: (words: string) =>
    `Cancelled while it ran: ${words} was stopped and may have been done in part. Check before you repeat it.`,
  parentSettled:
    "Cancelled before it ran: the call that made this one is over. Nothing was done; make the call again by itself if it is still needed.",
  budgetSpent: (detail: string) =>
    `Cancelled before it ran: ${detail}. Nothing was done; wait for the person's next message.`,
  timedOut: (words: string, ms: number) =>
    `Timed out: ${words} did not end within ${ms} ms and may have been done in part. Check before you repeat it.`,
  threw: (text: string) =>
    ["", "undefined", "null"].includes(text.trim())
      ? "The tool failed without saying why. Check what it did before you repeat it."
      : text,
  unshowable: (words: string, text: string) =>
    `${words} was done, but its result could not be shown: ${text}. Do not repeat it; check what it did.`,
  badOutput: (name: string, issues: readonly string[]) =>
    `${name} was done, but what it gave is not what it declares, so it is not shown: ${issues.join("; ")}. Do not repeat it; check what it did.`,
  unshowableEnd: (words: string, outcome: string, text: string) =>
    `${words} ended as ${outcome}, and what it said could not be shown: ${text}. Check what it did before you repeat it.`,
  internal: (text: string) =>
    `The call was not run to its end because the runtime failed: ${text}. Tell the person; do not repeat the call.`,
  masked: (count: number) =>
    `(${count === 1 ? "A secret" : `${count} secrets`} in this result stand${count === 1 ? "s" : ""} as [masked]. Leave the place where it is used as it is: what you write as [masked] is lost.)`,
  blank: (name: string) => `(${name} completed with no output)`,
  resultCleared: (bytes: number) =>
    `(This result of ${bytes} bytes was cleared to make room. Run the call again if you need it.)`,
  summaryRequest: [
    "Stop working for a moment. This conversation has to be shortened: write a summary of it for yourself, so that you can go on with nothing else.",
    "Use exactly these headings: `Goal` (what the person wants, in their words where they matter), `Decisions` (what was decided, and why), `Files` (paths that matter, and what was changed in each), `Open work` (what is not done, and what failed), `Next step`.",
    "Keep names, paths, figures and commands exact. Do not use tools. Write only the summary.",
  ].join("\n"),
  /** @param more what else the model was told that is not part of the summary */
  summaryHead: (summary: string, more?: string) =>
    `The beginning of this conversation was replaced by this summary:\n\n${summary}\n\n${more === undefined ? "" : `${more}\n\n`}Go on from here.`,
  noOutput: "(no output)",
  noResultRecorded:
    "No result of this call was recorded: it may have run, in part or whole. Check before you repeat it.",
  beginningMissing: "(The beginning of this conversation is missing.)",
  withheld: (by: string) =>
    `The result is withheld because \`${by}\` could not check it. The call itself was carried out; do not repeat it.`,
  hookVariablesLost: (problem: string) =>
    `The variables that hooks set cannot be kept: ${problem}. Programs run without them.`,
  startHooksFailed: (problem: string) =>
    `The hooks for the start of the session could not run: ${problem}. What they would have said is missing; tell the person.`,
  hookObjects: (hook: string, reason: string) =>
    `The ${hook} objects: ${reason.trim() || "it gives no reason."}`,
  notice: (text: string) => `Notice: ${text}`,
  notText: "(not a text)",
  repeated: (times: number) =>
    `This same call has now gone wrong ${times} times, with nothing done in between that could help. Do not send it again as it is: change the input, look for the cause, or choose another way.`,
  outcomeUnknown: (tool: string, input: string) =>
    `Outcome unknown: the session ended while \`${tool}\` ran with ${input}. It may have been done, in part or whole. Check before you repeat it.`,
  interruptedBeforeStart:
    "Not run: the session ended before this call started. Send it again if it is still needed.",
  streamCut: "The previous message was cut off by a broken connection; go on from the results above.",
  refusedMessage: (acts: readonly string[]) =>
    `The previous answer was refused and is not part of this conversation. These calls of it had already run: ${acts.join("; ")}.`,
} as const;

const MAX_WORDS_CHARS = 160;

/** The beginning of a description, on one line. */
function firstWords(text: string): string {
  const line = text.trim().replace(/\s+/gu, " ");
  const sentence = /^.*?[.!?](?= |$)/u.exec(line)?.[0] ?? line;
  return sentence.length > MAX_WORDS_CHARS
    ? `${sentence.slice(0, MAX_WORDS_CHARS).toWellFormed()}…`
    : sentence;
}
