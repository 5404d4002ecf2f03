import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import type { LessonOrigin, LessonUse } from "@/lib/core/lessons/view";
import type { LessonRole, LessonSource, LessonStatus } from "@/lib/core/lessons/words";
import { elideText } from "@/lib/core/text";
import { taskHref } from "../runs/task-href";

export const LESSON_STATUS_DISPLAY: Record<LessonStatus, StatusDisplay> = {
  proposed: { icon: "◇", word: "proposed", tone: "plain" },
  accepted: { icon: "✓", word: "accepted", tone: "amber" },
  revoked: { icon: "⊘", word: "revoked", tone: "plain" },
};

export const SOURCE_LABELS: Record<LessonSource, string> = {
  retrospect: "Retrospect",
  self_critique: "Self-critique",
  override: "Override",
  replan: "Replan",
  person: "Person",
};

const ROLE_LABELS: Record<LessonRole, string> = {
  planner: "Planner",
  replanner: "Replanner",
  reviewer: "Reviewer",
};

/** The parameter that names the lesson in the drawer. */
export const LESSON_PARAM = "lesson";

const MISSION_CHARS = 60;

/** A run by the beginning of its mission; one that was removed has none. */
export function runLabel(mission: string | null): string {
  if (mission === null) return "a removed run";
  return `“${elideText(mission, MISSION_CHARS)}”`;
}

/** The page of the run, at the decision that a lesson follows from. */
export function originHref({ runId, subject }: LessonOrigin & { runId: string }): string {
  if (subject.startsWith("replan:")) return `${taskHref({ runId })}?tab=replans`;
  return taskHref({ runId, taskId: /^review:(.+):\d+$/.exec(subject)?.[1] });
}

/** Which piece of work was shown a lesson: "Planner, plan version 2". */
export function useLabel({ role, planVersion }: Pick<LessonUse, "role" | "planVersion">): string {
  const plan = planVersion === null ? "no plan version" : `plan version ${planVersion}`;
  return `${ROLE_LABELS[role]}, ${plan}`;
}
