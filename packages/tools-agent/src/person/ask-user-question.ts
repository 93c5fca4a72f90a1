import { defineTool, type PersonQuestion, Type } from "@gauntlet/core";
import { ASK_USER_QUESTION } from "../descriptions.ts";
import { MAX_PERSON_MS } from "../limits.ts";
import { messages } from "../messages.ts";

const option = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 200, description: "One to five words" }),
    description: Type.String({ maxLength: 2_000, description: "What follows from it" }),
    preview: Type.Optional(
      Type.String({ maxLength: 4_000, description: "A look at it, such as a few lines of code" }),
    ),
  },
  { additionalProperties: false },
);

const question = Type.Object(
  {
    question: Type.String({ minLength: 1, maxLength: 2_000, description: "The whole question" }),
    header: Type.String({ minLength: 1, maxLength: 12, description: "A word or two in front of it" }),
    options: Type.Array(option, { minItems: 2, maxItems: 4, description: "Two to four answers" }),
    multiSelect: Type.Boolean({ default: false, description: "Several options may hold" }),
  },
  { additionalProperties: false },
);

/** Answers by question; of several chosen options the labels, joined by commas. */
type Answers = Readonly<Record<string, string>>;

/** Asks the person questions with options. They may answer in words of their own. */
export const askUserQuestion = defineTool({
  name: "AskUserQuestion",
  description: ASK_USER_QUESTION,
  input: Type.Object(
    {
      questions: Type.Array(question, { minItems: 1, maxItems: 4, description: "One to four questions" }),
      answers: Type.Optional(
        Type.Record(Type.String(), Type.String(), {
          description: "For hosts and hooks to fill in; leave it out",
        }),
      ),
      metadata: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), { description: "For hosts; not looked at" }),
      ),
    },
    { additionalProperties: false },
  ),

  needsPerson: true,
  timeoutMs: MAX_PERSON_MS,

  effectKinds: ["person"],
  effects: () => [{ kind: "person" }],
  validateInput: ({ questions }) => doubled(questions.map((one) => one.question)),
  describeCall: ({ questions }) => `ask: ${questions[0]?.question ?? ""}`,

  async execute({ questions, answers }, ctx): Promise<Answers> {
    // Whoever rewrote the call stands in for the person; what the model answered itself is no answer.
    const given = isAnsweredByModel(ctx.original) ? undefined : answers;
    if (given) return picked(questions, given);
    const reply = await ctx.ask({
      words: questions.map((one) => one.question).join(" · "),
      preview: "",
      input: { questions },
      questions: questions.map(toPersonQuestion),
    });
    if (reply.action !== "accept") throw new Error(messages.notAnswered(reply.message));
    return picked(questions, (reply.input as { readonly answers?: Answers } | null)?.answers ?? {});
  },
  toModel: (answers) => messages.answers(answers),
});

interface Asked {
  readonly question: string;
  readonly header: string;
  readonly options: readonly {
    readonly label: string;
    readonly description: string;
    readonly preview?: string;
  }[];
  readonly multiSelect: boolean;
}

const toPersonQuestion = ({ question: words, header, options, multiSelect }: Asked): PersonQuestion => ({
  key: words,
  words: `${header}: ${words}`,
  options: options.map(({ label, description, preview }) => ({
    label,
    description: preview === undefined ? description : `${description}\n${preview}`,
  })),
  isMultiple: multiSelect,
});

const isAnsweredByModel = (original: unknown): boolean =>
  typeof original === "object" && original !== null && Object.hasOwn(original, "answers");

function doubled(questions: readonly string[]): string | undefined {
  const twice = questions.find((one, at) => questions.indexOf(one) !== at);
  return twice === undefined ? undefined : messages.askedTwice(twice);
}

/** Only answers to what was asked, in the order of the questions. */
function picked(questions: readonly Asked[], answers: Answers): Answers {
  return Object.fromEntries(
    questions.flatMap(({ question: key }) => {
      const answer: unknown = Object.hasOwn(answers, key) ? answers[key] : undefined;
      return typeof answer === "string" && answer.trim() !== "" ? [[key, answer]] : [];
    }),
  );
}
