import { ConfigError } from "../errors.ts";
import { type ModelPort, type ModelRequest, PLAIN_FEATURES } from "../model/port.ts";
import type { PriceTable } from "../model/prices.ts";
import type { Limits } from "../stages/limits.ts";
import { untilAborted } from "../stages/until-aborted.ts";
import { type AnswerRoom, roomInDollars, roomInTokens } from "./answer-room.ts";
import { BudgetSpent } from "./budget-spent.ts";
import { createSpending } from "./spending.ts";
import { createTimeLimit } from "./time-limit.ts";

/**
 * The budgets of one prompt. Each is asked before what could break it. A request waits while others that are under way
 * could use up what its answer may need.
 */
export interface Budget {
  /** Aborted when the time is up, with a `BudgetSpent` as reason. */
  readonly signal: AbortSignal;
  /** Why no request may follow so many messages of the model. */
  refuseRequest(turns: number): BudgetSpent | undefined;
  /** Counts a call that is about to start. @returns why it may not, in words. */
  takeCall(): string | undefined;
  /** Why the loop must not go on: a call was kept from starting. */
  refusedCall(): BudgetSpent | undefined;
  /** The model, which then answers no longer than the budgets allow and is not asked again beyond them. */
  guard(model: ModelPort): ModelPort;
  /** The same for requests beside the conversation: they count, and say nothing of its size or its next answer. */
  guardAside(model: ModelPort): ModelPort;
  /** The budget that left the last answer less room than was wanted. */
  shortenedBy(): BudgetSpent | undefined;
  /** Lets go of the clock. */
  end(): void;
}

/** What budgets are measured with. */
export interface BudgetParts {
  readonly limits: Limits;
  readonly modelName: string;
  readonly prices: PriceTable;
  readonly now: () => Date;
}

/**
 * Makes the budgets of a prompt that begins now.
 * @throws GNT_CONFIG_INVALID when there is a budget in dollars and no price for the model.
 */
export function createBudget({ limits, modelName, prices, now }: BudgetParts): Budget {
  const { maxTurns, maxTotalTokens, maxCostUsd, maxDurationMs } = limits;
  const spending = createSpending(modelName, prices);
  if (maxCostUsd > 0 && !Number.isFinite(spending.outputPriceUsd())) throw noPrice(modelName);
  const rooms = [
    ...(maxTotalTokens > 0 ? [roomInTokens(maxTotalTokens, spending)] : []),
    ...(maxCostUsd > 0 ? [roomInDollars(maxCostUsd, spending)] : []),
  ];
  const timeIsUp = new BudgetSpent("max_duration", `the budget of ${maxDurationMs / 1_000} s is used up`);
  const time = createTimeLimit(maxDurationMs, { now, timeIsUp });
  let shortened: BudgetSpent | undefined;

  const refuseSending = (asked?: string): BudgetSpent | undefined =>
    time.spent() ?? rooms.find((room) => !(room.tokens(asked) >= 1))?.spent();
  const guard = (model: ModelPort, isAside: boolean): ModelPort => ({
    ...model,
    name: model.name,
    ...(model.countTokens && { countTokens: model.countTokens.bind(model) }),
    features: (name) => model.features?.(name) ?? PLAIN_FEATURES,
    async *stream(request, options) {
      const asked = isAside ? request.model : undefined;
      for (;;) {
        // The loop has asked already; this is for a request that had to wait, or is sent again after a broken answer.
        options.signal.throwIfAborted();
        const spent = refuseSending(asked);
        if (spent !== undefined) throw spent;
        const fitted = fitAnswer(request, { rooms, asked });
        const { maxTokens } = fitted.request;
        // INVARIANT: from here to where it counts as under way nothing is waited for: no other request takes its room.
        if (rooms.every((room) => room.sureTokens(asked) >= maxTokens)) {
          if (!isAside) shortened = fitted.by?.spent();
          return yield* spending.count(model.stream(fitted.request, options), { ...fitted.request, isAside });
        }
        await untilAborted(spending.underWay.nextEnd(), options.signal);
      }
    },
  });

  return {
    signal: time.signal,
    refuseRequest(turns) {
      if (maxTurns > 0 && turns >= maxTurns)
        return new BudgetSpent("max_turns", `the budget of ${maxTurns} model messages is used up`);
      return refuseSending();
    },
    ...countCalls(limits, time.spent),
    guard: (model) => (rooms.length === 0 ? model : guard(model, false)),
    guardAside: (model) => (rooms.length === 0 ? model : guard(model, true)),
    shortenedBy: () => shortened,
    end: time.end,
  };
}

function countCalls(
  { maxCalls }: Limits,
  outOfTime: () => BudgetSpent | undefined,
): Pick<Budget, "takeCall" | "refusedCall"> {
  let taken = 0;
  let refused: BudgetSpent | undefined;
  return {
    takeCall() {
      const spent =
        maxCalls > 0 && taken >= maxCalls
          ? new BudgetSpent("max_calls", `the budget of ${maxCalls} calls is used up`)
          : outOfTime();
      if (spent === undefined) taken += 1;
      else refused ??= spent;
      return spent?.detail;
    },
    refusedCall: () => refused,
  };
}

/** The request with room for no longer an answer than every budget has, and the tightest budget if that is less. */
function fitAnswer(
  request: ModelRequest,
  { rooms, asked }: { readonly rooms: readonly AnswerRoom[]; readonly asked: string | undefined },
): { readonly request: ModelRequest; readonly by?: AnswerRoom } {
  const [by] = rooms
    .filter((room) => room.tokens(asked) < request.maxTokens)
    .sort((a, b) => a.tokens(asked) - b.tokens(asked));
  return by === undefined ? { request } : { request: { ...request, maxTokens: by.tokens(asked) }, by };
}

const noPrice = (model: string): ConfigError =>
  new ConfigError(
    "GNT_CONFIG_INVALID",
    `the price of the model \`${model}\` is not known, so a budget in dollars cannot be kept`,
    {
      hint: "give it as `model.prices` in the configuration or `prices` in `new Gauntlet`, in dollars for a million tokens; or leave the budget out",
    },
  );
