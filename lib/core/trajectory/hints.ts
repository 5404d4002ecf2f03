import type { PlanningHints } from "../plan/hints";
import { branchesOf } from "./step-calls";
import type { Step } from "./types";

/** A turn's calls as hints look at them; `names` are the tools of the set, in order. */
type Turn = {
  steps: readonly Step[];
  tools: readonly string[];
  names: readonly string[];
  join: string | undefined;
};

/**
 * Why the calls of a turn go against the planning hints of their agent, in words for it; what is only advice never does
 * (docs/agents.md, "Planning hints").
 */
export function hintProblems({ sequentialOnly, ordering }: PlanningHints, turn: Turn): string[] {
  const { steps, tools, names, join } = turn;
  const alone = names.length < 2 ? [] : unique(names).filter((name) => sequentialOnly.includes(name));
  const done = new Set(steps.flatMap(branchesOf).flatMap(({ tool, ok }) => (ok ? tool : [])));
  const early = (name: string, before: ReadonlySet<string>): string[] => {
    const missing = ordering
      .slice(0, Math.max(0, ordering.indexOf(name)))
      .filter((one) => tools.includes(one) && !before.has(one));
    return missing.length === 0
      ? []
      : [
          `"${name}" comes after ${quotedList(missing)}, which ${missing.length === 1 ? "has" : "have"} not succeeded yet.`,
        ];
  };
  return [
    ...alone.map((name) => `"${name}" has to be called alone, not beside other calls.`),
    ...unique(names).flatMap((name) => early(name, done)),
    ...(join === undefined ? [] : early(join, new Set([...done, ...names]))),
  ];
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];
const quotedList = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");
