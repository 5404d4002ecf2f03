import type { Json } from "../../json";
import { getOwn } from "../../own";
import { looksAt } from "../../plan/flows";
import { proposalOf } from "../effects/reviewers";
import type { ApprovalState, RunState } from "../state";
import { actsAt } from "./acts";
import { isAboutCall } from "./table";

/** A part of what an answer lets pass; a section of the panel draws each. */
export type ReadPart =
  | "question"
  | "context"
  | "value"
  | "evidence"
  | "items"
  | "details"
  | "earlier"
  | "policies"
  | "release"
  | "tools"
  | "plan"
  | "changes"
  | "review"
  | "tail";

/** Parts that say why it is asked, and nothing of what passes: they are there to be read, and need not have been in sight. */
const EXPLAINING: ReadonlySet<string> = new Set<ReadPart>(["context", "policies", "review"]);

/** True for parts that have to have been in sight, from their beginning to their end, before anything with a risk passes. */
export const isToBeSeen = (part: string): boolean => !EXPLAINING.has(part);

type Asked = Pick<ApprovalState, "kind" | "taskId" | "shown" | "pause" | "subject" | "question">;

/** What is known of a gate beside its run: undefined where it is on its way, or could not be had. */
type Known = {
  /** What of the shown value stands beside the list whose items are judged, and that list. */
  rest?: Json | undefined;
  list?: unknown;
  servedTools?: unknown;
  /** What policies say of the call that it is about. */
  call?: unknown;
};

/** True for a call whose question and answers are all that it was called with. */
export const isTheQuestion = ({ subject }: Pick<ApprovalState, "subject">): boolean =>
  subject?.tool === "ask_human";

/**
 * Everything that is read before an answer lets something pass, by the facts of what passes: a part counts as unread for as
 * long as nothing has drawn it as a whole (docs/console.md, "Gates").
 */
export function partsToRead(state: RunState, gate: Asked, known: Known): ReadPart[] {
  const { kind, shown, pause, subject, question } = gate;
  const task = getOwn(state.tasks, gate.taskId ?? "");
  const isReview = kind === "review_decision";
  const isProposed = isReview && task !== undefined && (task.proposal ?? task.votes) !== undefined;
  const before = kind === "human_review" && task ? looksAt(task.spec) : [];
  const isReviewed = before.some((id) => {
    const one = getOwn(state.tasks, id);
    return one?.spec.type === "planning_review" && one.proposal !== undefined;
  });
  // A value that is not there is no value without parts.
  const isUnknown = known.rest === undefined && known.list === undefined;
  const hasValue = shown != null && (known.rest !== undefined || isUnknown) && !isTheQuestion(gate);
  const parts: Record<ReadPart, boolean> = {
    question: true,
    context: true,
    value: hasValue || kind === "human_review" || kind === "answer_release",
    evidence: isReview && actsAt(state, gate).some(({ isEvidence }) => isEvidence),
    items: known.list !== undefined,
    details: pause?.details !== undefined,
    earlier: subject?.earlier !== undefined,
    policies: isAboutCall(kind) && known.call !== undefined,
    release: true,
    tools: known.servedTools !== undefined,
    plan: kind === "plan_approval",
    changes: question !== undefined && CHANGES.has(question.about),
    review: isProposed || isReviewed,
    tail: isReview && task !== undefined && proposalOf(task, "REPLAN")?.tail !== undefined,
  };
  return (Object.keys(parts) as ReadPart[]).filter((part) => parts[part]);
}

const CHANGES: ReadonlySet<string> = new Set(["control", "answer", "plan_change", "refinement"]);
