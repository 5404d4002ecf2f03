export const DEFAULT_MAX_ITERATIONS = 2;
export const ROUTES = ["iterate", "finish"] as const;

export type IterationFacts = {
  /** What the summarizer says, which is always honest: whether something is missing. */
  needReplan: boolean;
  /** Iterations that have started in this run. */
  iteration: number;
  /** How many may start; 0 turns them off. */
  limit: number;
  /** Somebody decided to end with the results so far. */
  closed: boolean;
};

export type IterationRoute = Omit<IterationFacts, "closed"> & {
  decision: (typeof ROUTES)[number];
  /** True when something is missing and only the limit stands against another iteration. */
  limitReached: boolean;
};

/** Whether a summarized mission goes round once more: pure (docs/engine.md, "Summarizer loop"). */
export function routeIteration({ needReplan, iteration, limit, closed }: IterationFacts): IterationRoute {
  const wanted = needReplan && !closed;
  const spent = iteration >= limit;
  const decision = wanted && !spent ? "iterate" : "finish";
  return { needReplan, iteration, limit, decision, limitReached: wanted && spent };
}
