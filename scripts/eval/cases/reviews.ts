import { type ReviewerInput, type ReviewerOutput, reviewer } from "@/lib/agents/reviewer";
import type { ItemOf, Measure } from "@/lib/core/evaluation";
import { reviewSpec } from "@/lib/core/plan/schema";
import type { RoleAnswer } from "@/lib/engine/model/call-role";
import type { Ask } from "../ask";
import { type EvaluationCase, judged } from "./case";

/** A checkpoint with its results, before its reviewer. */
export function reviewCase(item: ItemOf<"reviews">): EvaluationCase {
  const measures: Measure[] = [
    "decisions_right",
    ...(item.byFigure ? (["decisions_right.by_figure"] as const) : []),
  ];
  const input = inputOf(item);
  return {
    id: item.id,
    measures,
    async judge(ask) {
      return judged(await askTwice(ask, input), ({ decision, reasoning }) => ({
        hits: decision === item.decision ? measures : [],
        said: `${decision}: ${reasoning}`,
      }));
    },
  };
}

/** As in a run: an answer without a decision goes back once, with what is wrong. */
export async function askTwice(ask: Ask, input: ReviewerInput): Promise<RoleAnswer<ReviewerOutput>> {
  const first = await ask(reviewer, input, { repairAttempts: 0 });
  if (first.ok || first.code !== "unreadable") return first;
  const again = { ...input, problem: first.problem, previousAnswer: first.text };
  return ask(reviewer, again, { repairAttempts: 0 });
}

function inputOf(item: ItemOf<"reviews">): ReviewerInput {
  const { mission, constraints, focus, decisionPoints, outcomes, tasks, remaining } = item;
  const { effectsDone, peopleSaid } = item;
  const previousTasks = tasks.map(({ id }) => id);
  return {
    mission,
    ...(constraints !== undefined && { constraints }),
    ...(effectsDone && { effectsDone }),
    ...(peopleSaid && { peopleSaid }),
    review: reviewSpec.parse({ focus, decisionPoints, potentialOutcomes: outcomes, previousTasks }),
    tasks: tasks.map(({ id, title, status, result, diagnosis, checks }) => ({
      id,
      title,
      status,
      type: "task" as const,
      result: typeof result === "string" ? result : JSON.stringify(result),
      ...(diagnosis !== undefined && { diagnosis }),
      ...(checks && { checks }),
    })),
    remaining: remaining.map((one) => ({ ...one, type: "task" as const })),
  };
}
