export const DEFAULT_MAX_ITERATIONS = 2;
export const ROUTES = ["iterate", "finish"] as const;

type IterationFacts = {
  /** What the summarizer says, which is always honest: whether something is missing. */
  needReplan: boolean;
  /** Iterations that have started in this run. */
  iteration: number;
  /** How many may start; 0 turns them off. */
  limit: number;
  /** Somebody decided to end with the results so far. */
  closed: boolean;
  /** What is missing, and what the summary before it said was missing. */
  reason?: string;
  earlierReason?: string | undefined;
};

export type IterationRoute = Pick<IterationFacts, "needReplan" | "iteration" | "limit"> & {
  decision: (typeof ROUTES)[number];
  /** The iteration before was to add the same and did not: another would not either. */
  repeated?: true;
  /** True when something is missing and only the limit stands against another iteration. */
  limitReached: boolean;
};

/** Whether a summarized mission goes round once more: pure (docs/engine.md, "Summarizer loop"). */
export function routeIteration(facts: IterationFacts): IterationRoute {
  const { needReplan, iteration, limit, closed, reason = "", earlierReason } = facts;
  const wanted = needReplan && !closed;
  const spent = iteration >= limit;
  const repeated = wanted && !spent && earlierReason !== undefined && isSameReason(reason, earlierReason);
  return {
    needReplan,
    iteration,
    limit,
    decision: wanted && !spent && !repeated ? "iterate" : "finish",
    ...(repeated && { repeated }),
    limitReached: wanted && spent,
  };
}

/** Words that two reasons have in common, of all their words, for them to say the same. */
const SAME_SHARE = 0.8;

/** The same in nearly the same words; another figure is another reason. */
function isSameReason(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  if (figuresOf(one) !== figuresOf(other)) return false;
  const common = [...one].filter((word) => other.has(word)).length;
  return common > 0 && common / new Set([...one, ...other]).size >= SAME_SHARE;
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) ?? []);

const figuresOf = (words: ReadonlySet<string>): string =>
  [...words]
    .filter((word) => /\p{N}/u.test(word))
    .sort()
    .join(" ");
