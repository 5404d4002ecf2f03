import type { GOAL_VERDICTS, RETROSPECT_SKIPS } from "../../retrospect/rules";
import type { Payload } from "../../run/events";
import { formatReason } from "../reason";

type Verdict = (typeof GOAL_VERDICTS)[number];

export const GOAL_LABELS: Record<Verdict, string> = {
  yes: "Goal achieved",
  partial: "Goal partly achieved",
  no: "Goal not achieved",
};

const SKIP_TEXTS: Record<(typeof RETROSPECT_SKIPS)[number], string> = {
  cancelled: "the run was cancelled",
  no_results: "no task gave a result",
  few_tasks: "the plan has too few tasks",
  good_enough: "the answer is good and nothing went wrong",
};

/** "Goal partly achieved, efficiency 60 of 100", or why there is none. */
export function formatRetrospect(said: Payload<"retrospected">): string {
  if ("skipped" in said) return `No retrospective: ${SKIP_TEXTS[said.skipped]}.`;
  const efficiency = Math.round(said.efficiency * 100);
  const by = said.byRule === undefined ? "" : ` (counted, not judged: ${formatReason(said.byRule)})`;
  const lesson = said.lesson === "" ? "" : `. ${said.lesson}`;
  return `${GOAL_LABELS[said.goalAchieved]}, efficiency ${efficiency} of 100${by}${lesson}`;
}

/** "70 of 100; 2 mistakes: …", or why nobody has said anything. */
export function formatSelfCritique(said: Payload<"approach_critiqued">): string {
  if ("failed" in said) return `No self-critique: ${formatReason(said.failed)}`;
  const { selfRating, mistakes } = said;
  const found = mistakes.length === 0 ? "no mistakes" : mistakes.join(" ");
  return `${Math.round(selfRating * 100)} of 100: ${found}`;
}
