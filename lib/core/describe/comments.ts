import { isEmptyClaim } from "../comments/outcome";
import type { QuestionFailure } from "../comments/question";
import type { Anchor, CheckedDisposition, PlaceChange } from "../comments/schema";
import type { CommentsView, RoundView } from "../comments/view";
import type { AnchorKind } from "../comments/words";
import { formatCounted } from "./amounts";
import { modelFailureText } from "./model-failure";
import { fieldLabel } from "./plans/plan-diff";

const OUTCOME_WORDS = {
  addressed: "Addressed",
  answered: "Answered",
  declined: "Declined",
  unanswered: "Unanswered",
} as const;

/**
 * What became of a comment in its round, held against the version: `Addressed: instructions changed, +1 task`. Of the whole plan
 * it is known how much changed, and not whether that is what was asked: `Said to be addressed; plan changed: 2 tasks added`.
 */
export function formatOutcome(
  disposition: Pick<CheckedDisposition, "outcome" | "change">,
  kind: AnchorKind,
): string {
  const { outcome, change } = disposition;
  if (isEmptyClaim(disposition)) return "Claimed, no change found";
  if (outcome !== "addressed") return OUTCOME_WORDS[outcome];
  if (kind === "plan") return `Said to be addressed; plan changed${formatPlanChange(change)}`;
  return `${OUTCOME_WORDS.addressed}: ${formatPlaceChange(change)}`;
}

/** Versions from before tasks were counted say how many are new alone. */
function formatPlanChange({ fields, added, tasks = { removed: 0, changed: 0 } }: PlaceChange): string {
  const counts = Object.entries({ added, ...tasks }).filter(([, count]) => count > 0);
  const counted = counts.map(([what, count], n) =>
    n === 0 ? `${count} ${count === 1 ? "task" : "tasks"} ${what}` : `${count} ${what}`,
  );
  const named = fields.filter((field) => field !== "plan");
  const parts = [...counted, ...named.map((field) => `new ${field}`)];
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}

/** What a version changed where a comment is anchored; empty for nothing. */
function formatPlaceChange({ fields, added, removed }: PlaceChange): string {
  if (removed) return "task removed";
  const tasks = added === 0 ? [] : [`+${added} ${added === 1 ? "task" : "tasks"}`];
  const named = fields.map((field) => (field === "dependsOn" ? "dependencies" : fieldLabel(field)));
  return [...(named.length === 0 ? [] : [`${named.join(", ")} changed`]), ...tasks].join(", ");
}

/**
 * The last round, and how many of the run's wishes are used: a change that is asked for without comments, and a replan that a
 * person asks for, are wishes too.
 */
export function formatRound({ round, wishes }: Pick<CommentsView, "round" | "wishes">): string {
  const used = `${wishes.used} of ${wishes.limit} revisions used.`;
  if (!round) return `Send open comments as one revision round.${wishes.used > 0 ? ` ${used}` : ""}`;
  return `${formatSentRound(round)} ${used}`;
}

/** What went out with a round, and which version answers it: `Round 1: 2 comments on v1. The answer is v2.` */
export function formatSentRound({ number, comments, sentVersion, answeredVersion }: RoundView): string {
  const sent = `Round ${number}: ${formatCounted(comments, "comment", "comments")} on v${sentVersion}.`;
  const answer = answeredVersion === null ? [] : [`The answer is v${answeredVersion}.`];
  return [sent, ...answer].join(" ");
}

/** Where a comment was made, in the words of that version: `Ramp up › instructions`. */
export function formatPlace(anchor: Anchor): string {
  switch (anchor.kind) {
    case "plan":
      return "Whole plan";
    case "task":
      return anchor.task.title;
    case "field":
      return `${anchor.task.title} › ${fieldLabel(anchor.field)}`;
    case "edge":
      return `${anchor.from.title} → ${anchor.task.title}`;
  }
}

const OWN_FAILURES: Partial<Record<QuestionFailure, string>> = {
  no_room: "It would have exceeded the run's limits.",
  unreadable: "The model gave no answer that can be shown.",
  aborted: "The provider timed out.",
  fault: "It could not be asked.",
};

/** Why a question has no answer. */
export const formatQuestionFailure = (failure: QuestionFailure): string =>
  OWN_FAILURES[failure] ?? modelFailureText(failure);
