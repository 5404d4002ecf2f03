import { describeQuestion } from "@/lib/core/describe/gates/questions";
import { formatReason } from "@/lib/core/describe/reason";
import { reviewSubject } from "@/lib/core/marks";
import { getOwn } from "@/lib/core/own";
import type { RunEvent, RunState } from "@/lib/core/run";
import { holdsStandStill } from "@/lib/core/run/effects";
import type { EventOf } from "@/lib/core/run/events";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { termsOf } from "@/lib/core/run/gates/terms";
import type { ApprovalState, TaskState } from "@/lib/core/run/state";
import type { Answered } from "./decide-batch";

export const approvalRowOf = (state: RunState) => (approval: ApprovalState) => {
  const { approvalId, decided, ...rest } = approval;
  const { by, at, verb, because, provenance } = decided ?? {};
  const comment = decided?.comment ?? (because && formatReason(because));
  const terms = termsOf(state, approval);
  const prompt = describeQuestion(approval);
  return { ...rest, id: approvalId, prompt, decidedBy: by, decidedAt: at, verb, comment, provenance, terms };
};

type DecisionRow = { subject: string; kind: "review" | "gate"; planVersion: number } & Record<
  string,
  unknown
>;

type DecidedGate = Pick<EventOf<"approval_decided">["payload"], "approvalId" | "verb" | "provenance">;

/** What moves the ends of holds or lets them stand still, beside the proposal that begins one. */
const MOVES_HOLDS = /^(?:hold_|plan_|replan_|(?:run_(?:forked|paused|resumed)|approval_(?:opened|decided))$)/;

/** What this commit adds to the decisions: a review's proposal and its decision meet in one row. */
export function decisionRowsOf(state: RunState, events: RunEvent[]): DecisionRow[] {
  const rows = new Map<string, DecisionRow>();
  const add = (row: DecisionRow) => rows.set(row.subject, { ...rows.get(row.subject), ...row });
  for (const event of events) {
    const row = decisionRowOf(state, event);
    if (row) add(row);
    if (MOVES_HOLDS.test(event.type)) for (const held of heldRowsOf(state, event)) add(held);
  }
  return [...rows.values()];
}

/** Nothing applies by itself while it is null: somebody is deciding, or the run's holds stand still. */
function heldRowsOf(state: RunState, { planVersion }: RunEvent): DecisionRow[] {
  const standsStill = holdsStandStill(state);
  return Object.entries(state.held).map(([taskId, at]) => {
    const { attempt, claim } = getOwn(state.tasks, taskId) as TaskState;
    const heldUntil = standsStill || claim ? null : at;
    return { subject: reviewSubject(taskId, attempt), kind: "review", planVersion, taskId, heldUntil };
  });
}

function decisionRowOf(state: RunState, event: RunEvent): DecisionRow | undefined {
  const { planVersion } = event;
  const decided = { decidedBy: event.actor, decidedAt: event.at, decidedSeq: event.seq };
  const gateRow = ({ approvalId, verb, provenance }: DecidedGate): DecisionRow => {
    const facts = withoutUndefined({ taskId: getOwn(state.approvals, approvalId)?.taskId });
    const gate = { subject: approvalId, kind: "gate" as const, planVersion, approvalId };
    return { ...gate, decision: verb, provenance, ...facts, ...decided };
  };
  switch (event.type) {
    case "review_proposed": {
      const { taskId, attempt, proposal, problem, heldUntil = 0 } = event.payload;
      const subject = reviewSubject(taskId, attempt);
      // What is applied at once is held for nobody.
      const held = heldUntil > event.at ? { heldUntil } : {};
      const proposed = { proposal, proposed: proposal?.decision, problem, ...held, proposedAt: event.at };
      return { subject, kind: "review", planVersion, taskId, ...withoutUndefined(proposed) };
    }
    case "review_decided": {
      const { taskId, decision, reasoning, provenance, approvalId, finalResult: value } = event.payload;
      const subject = reviewSubject(taskId, getOwn(state.tasks, taskId)?.attempt ?? 1);
      const facts = withoutUndefined({ approvalId, value });
      const by = { ...decided, decidedBy: deciderOf(state, event.actor, approvalId) };
      return {
        subject,
        kind: "review",
        planVersion,
        taskId,
        decision,
        reasoning: formatReason(reasoning),
        provenance,
        ...facts,
        ...by,
      };
    }
    case "approval_decided": {
      const { comment, because, value } = event.payload;
      const reasoning = comment ?? (because && formatReason(because));
      return { ...gateRow(event.payload), ...withoutUndefined({ reasoning, value }) };
    }
    case "approval_expired": {
      const { provenance = "timeout" } = event.payload;
      return gateRow({ ...event.payload, provenance });
    }
    default:
      return;
  }
}

/** A decision at a gate belongs to the person who answered there, no matter who carried it out. */
function deciderOf(state: RunState, actor: ActorRef, approvalId: string | undefined): ActorRef {
  return (approvalId === undefined ? undefined : getOwn(state.approvals, approvalId)?.decided?.by) ?? actor;
}

const DECISION_EVENTS: ReadonlySet<RunEvent["type"]> = new Set([
  "approval_decided",
  "approval_expired",
  "approval_escalated",
  "review_decided",
]);

/** Why something was decided that no person and no rule decided. */
const IMPLIED_PROVENANCE: Partial<Record<RunEvent["type"], string>> = {
  approval_expired: "timeout",
  approval_escalated: "escalation",
};

/** What goes into the audit log: every command of a person, refused ones too, and every decision, no matter who took it. */
export function auditRowsOf(answered: Answered[], events: RunEvent[], nowMs: number): object[] {
  const commands = answered.flatMap(({ submission: { envelope }, reply }) => {
    const { id: commandId, actor, command } = envelope;
    if (actor.kind !== "person") return [];
    const { type: action, ...details } = command;
    const subject = "approvalId" in command ? command.approvalId : undefined;
    const provenance = "provenance" in command ? command.provenance : undefined;
    const outcome = reply.ok ? { accepted: true, seq: reply.seq } : { accepted: false };
    const shownDetails = reply.ok ? auditable(details) : { ...auditable(details), refused: reply.error.code };
    return [{ at: nowMs, actor, action, subject, provenance, commandId, ...outcome, details: shownDetails }];
  });
  const decisions = events.flatMap((event) => {
    if (!DECISION_EVENTS.has(event.type)) return [];
    const { at, actor, type: action, seq, commandId, payload } = event;
    const subject =
      "approvalId" in payload ? payload.approvalId : "taskId" in payload ? payload.taskId : undefined;
    const implied = actor.kind === "person" ? "person" : IMPLIED_PROVENANCE[action];
    const provenance = "provenance" in payload ? payload.provenance : implied;
    const details = auditable(payload);
    return [{ at, actor, action, subject, provenance, commandId, seq, accepted: true, details }];
  });
  return [...commands, ...decisions];
}

/** Short facts alone: values and plans are found through the event. */
function auditable(facts: object): Record<string, string | number> {
  const short = Object.entries(facts).filter(
    ([, fact]) => typeof fact === "number" || (typeof fact === "string" && fact.length <= 2_000),
  );
  return Object.fromEntries(short);
}

function withoutUndefined(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}
