import type { JsonObject } from "../json";
import { check, verify } from "../lisp";
import type { Finding } from "../plan/critic/types";
import { DEFAULT_THRESHOLD } from "../reflection/defaults";
import { passes } from "../reflection/next";
import { type ItemOf, isIncomplete } from "./items";
import type { Measure } from "./measures";

/** Which measures an answer counts for: all of its label, and those of its kind. */
export function answerMeasures({ kind }: Pick<ItemOf<"answers">, "kind">): Measure[] {
  const measure = isIncomplete(kind) ? "incomplete_caught" : "good_refused";
  return [measure, `${measure}.${kind}` as Measure];
}

/** Whether a critic's score holds an answer back, as in a run whose settings nobody changed. */
export const isHeldBack = (score: number): boolean => !passes(score, DEFAULT_THRESHOLD);

/**
 * Whether a predicate can be evaluated, and whether it tells the two values apart as the label says. One that only breaks on
 * a value has not judged it.
 */
export function judgePredicate(
  source: string,
  {
    passes: good,
    fails: bad,
    data = {},
  }: Pick<ItemOf<"predicates">, "passes" | "fails"> & { data?: JsonObject },
): { valid: boolean; right: boolean; said: string } {
  const fault = check(source).find(({ severity }) => severity === "error");
  if (fault) return { valid: false, right: false, said: fault.message };
  const verdicts = [good, bad].map((result) => verify(source, { ...data, result }));
  const [first, second] = verdicts.map(({ outcome }) => outcome);
  return {
    valid: true,
    right: first === "passed" && second === "failed",
    said: `${first}, ${second}: ${source.trim()}`,
  };
}

/** Whether one of the findings names a plan's fault: under its code, and about one of its tasks where it has some. */
export function findsFault(
  findings: readonly Pick<Finding, "code" | "taskId" | "edge">[],
  { codes, tasks }: NonNullable<ItemOf<"plans">["fault"]>,
): boolean {
  return findings.some(({ code, taskId, edge }) => {
    if (!codes.includes(code)) return false;
    const about = [taskId, edge?.from, edge?.to];
    return tasks.length === 0 || tasks.some((task) => about.includes(task));
  });
}
