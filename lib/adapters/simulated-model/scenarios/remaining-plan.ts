import { isJsonObject } from "@/lib/core/json";
import { listIn, type PlanDraft } from "../drafts";
import { quote, withoutPlaceholders } from "../text";
import type { Turn } from "../turn";

/**
 * What is left of a story's plan for a replanner: without what is done, depending only on what is left or done, and
 * with the reason for replanning told to its first task.
 */
export function remainingPlan(turn: Turn, story: PlanDraft): PlanDraft {
  const done = new Set(listIn(turn, "completed").map((task) => String(task.id)));
  const left = story.tasks.filter((task) => !done.has(task.id));
  const known = new Set([...left.map((task) => task.id), ...done]);
  const trigger = turn.json("trigger");
  const reason = isJsonObject(trigger) ? String(trigger.reason ?? "") : "";
  const reasonDetail = reason === "" ? [] : [withoutPlaceholders(`Take into account: ${quote(reason, 300)}`)];
  return {
    ...story,
    tasks: left.map((task, n) => ({
      ...task,
      dependsOn: (task.dependsOn ?? []).filter((id) => known.has(id)),
      details: [...(task.details ?? []), ...(n === 0 ? reasonDetail : [])],
    })),
  };
}
