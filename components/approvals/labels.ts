import type { ApprovalKind, ApprovalStatus } from "@/lib/core/run/events/approvals";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { escalationTarget, formatAssignees } from "@/lib/core/run/gates/rules";
import type { ApprovalState } from "@/lib/core/run/state";

export const KIND_LABELS: Record<ApprovalKind, string> = {
  plan_approval: "Plan approval",
  human_review: "Human gate",
  review_decision: "Review decision",
  tool_approval: "Tool approval",
  tool_input: "A tool asks",
  unknown_outcome: "Unknown outcome",
  budget: "Limit reached",
  replan_failed: "Replan failed",
  model_unavailable: "Model unavailable",
  engine_fault: "Engine fault",
};

export const CLOSED_STATUS_LABELS: Record<Exclude<ApprovalStatus, "open">, string> = {
  decided: "answered",
  expired: "not answered in time",
  superseded: "replaced by a newer question",
  cancelled: "no longer needed",
};

/** A verb as a button says it; decisions of reviews keep their capitals. */
export function verbLabel(verb: string, kind?: ApprovalKind): string {
  if (kind === "tool_input" && verb === "reject") return "Do not answer";
  if (verb === verb.toUpperCase()) return verb;
  if (verb === "happened") return "It happened";
  if (verb === "other") return "Another model";
  const spaced = verb.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

type GateTimeout = Pick<ApprovalState, "kind" | "onTimeout" | "escalations" | "escalateTo">;

/** What happens when nobody answers in time; empty where nothing is known of it. */
export function timeoutLabel(gate: GateTimeout): string {
  const { kind, onTimeout } = gate;
  if (onTimeout === undefined) return "";
  const next = escalationTarget(gate);
  if (next) return `then: handed on to ${next.length === 0 ? "everybody" : formatAssignees(next)}`;
  if (kind === "tool_input" && onTimeout === "reject") return "then: it goes on without an answer";
  if (onTimeout === "pause") return "then: the run pauses, and this stays open";
  if (onTimeout === "escalate") return `then: ${kind === "review_decision" ? "ABORT" : "reject"}`;
  return `then: ${onTimeout === onTimeout.toUpperCase() ? onTimeout : verbLabel(onTimeout).toLowerCase()}`;
}

const PAST_VERB_LABELS: Record<string, string> = {
  approve: "Approved",
  reject: "Rejected",
  edit: "Edited",
  respond: "Answered",
  request_changes: "Changes requested",
  abort: "Aborted",
  raise: "Limit raised",
  complete: "Completed with what there is",
  retry: "Tried again",
  run: "Run again",
  happened: "Happened",
  other: "Another model asked",
};

/** A verb as the record of a decision says it. */
export const pastVerbLabel = (verb: string): string => PAST_VERB_LABELS[verb] ?? verbLabel(verb);

export const actorName = (actor: ActorRef): string => (actor.kind === "person" ? actor.name : "the engine");

/** Who was first with an answer, and with which. */
export const decidedFirstText = ({ by, verb }: { by: string; verb: string }): string =>
  `${by} decided this first: ${pastVerbLabel(verb).toLowerCase()}`;

const REFUSING_VERBS: ReadonlySet<string> = new Set(["reject", "abort", "ABORT"]);

/** The sign of a closed gate: taken, refused, or closed without an answer. */
export function closedIcon(verb: string | undefined): string {
  if (verb === undefined) return "■";
  return REFUSING_VERBS.has(verb) ? "✕" : "✓";
}
