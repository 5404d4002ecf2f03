import type { CaseOutcome } from "@/lib/core/evaluation";
import type { CaseAsker } from "./ask";
import type { EvaluationCase } from "./cases/case";
import { CostLimitReached } from "./spending";

/** Cases that are asked at the same time: few, as providers limit what one key may ask. */
const AT_ONCE = 4;

export type CasesOptions = {
  openAsker: () => CaseAsker;
  signal: AbortSignal;
  onOutcome?: (outcome: CaseOutcome, done: number) => void;
};

/** Asks cases in their order, a few at a time. From the first that the cost limit has no room for on, none is started. */
export async function runCases(
  cases: readonly EvaluationCase[],
  { openAsker, signal, onOutcome }: CasesOptions,
): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = cases.map(({ id, measures }) => ({
    id,
    measures,
    calls: [],
    ended: "not_asked",
  }));
  let following = 0;
  let done = 0;
  let stopped = false;
  const takeCases = async () => {
    for (let at = following++; at < cases.length && !stopped && !signal.aborted; at = following++) {
      const one = cases[at] as EvaluationCase;
      const outcome = await outcomeOf(one, openAsker());
      stopped ||= outcome.ended === "not_asked";
      outcomes[at] = outcome;
      done += 1;
      onOutcome?.(outcome, done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeCases));
  return outcomes;
}

async function outcomeOf(
  { id, measures, judge }: EvaluationCase,
  { ask, calls }: CaseAsker,
): Promise<CaseOutcome> {
  const of = { id, measures, calls };
  try {
    const judgement = await judge(ask);
    if ("providerError" in judgement)
      return { ...of, ended: "provider_error", code: judgement.providerError };
    return { ...of, ended: "judged", ...judgement };
  } catch (thrown) {
    if (thrown instanceof CostLimitReached || isAborted(thrown)) return { ...of, ended: "not_asked" };
    throw thrown;
  }
}

const isAborted = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (thrown.name === "AbortError" || ("code" in thrown && thrown.code === "aborted"));
