import { approvalIdOf } from "../../ids";
import type { RunEvent } from ".";

/**
 * The events that a fork at `seq` shares: up to there, and to the end of what the same command came to, since between
 * the events of one command a run is neither here nor there.
 */
export function sharedEvents(events: readonly RunEvent[], seq: number): RunEvent[] {
  const last = events[seq - 1];
  const end = events.findIndex(
    (event) => event.seq > seq && (event.commandId !== last?.commandId || event.at !== last.at),
  );
  return events.slice(0, end < 0 ? events.length : end);
}

/**
 * The last event before a question was decided: by the last answer to this gate, or of this task, be it a person's or
 * nobody's. Undefined where nothing was decided.
 */
export function beforeDecision(
  events: readonly RunEvent[],
  question: { approvalId: string } | { taskId: string },
): number | undefined {
  const gates = new Set<string>();
  let first: RunEvent | undefined;
  let command: RunEvent | undefined;
  for (const event of events) {
    if (event.commandId !== command?.commandId || event.at !== command.at) command = event;
    if (event.type === "approval_opened" && "taskId" in question && event.payload.taskId === question.taskId)
      gates.add(event.payload.approvalId);
    if (decides(event, question, gates)) first = command;
  }
  return first && first.seq - 1;
}

function decides(
  event: RunEvent,
  question: { approvalId: string } | { taskId: string },
  gates: ReadonlySet<string>,
): boolean {
  if (event.type === "approval_decided" || event.type === "approval_expired") {
    const { approvalId } = event.payload;
    return "approvalId" in question ? approvalId === question.approvalId : gates.has(approvalId);
  }
  // Applied without a gate.
  return event.type === "review_decided" && "taskId" in question && event.payload.taskId === question.taskId;
}

/** By which people say what of a run may go on: who forks it from before that does without what they said. */
const DECISIONS: ReadonlySet<RunEvent["type"]> = new Set([
  "plan_version_adopted",
  "approval_decided",
  "review_decided",
  "task_skipped",
  "result_supplied",
  "result_accepted",
  // What a model plans on their word, and whom they have asked.
  "replan_requested",
  "approval_opened",
  "approval_escalated",
]);

/** Whether a person decided something of the run by this event (docs/engine.md, "Who may change a control"). */
export const isDecisionOfPerson = (event: RunEvent): boolean =>
  event.actor.kind === "person" && (DECISIONS.has(event.type) || isAbort(event));

const isAbort = (event: RunEvent): boolean =>
  (event.type === "run_finished" || event.type === "outcome_reached") &&
  event.payload.reason === "aborted_by_person";

/**
 * A run's first events as those of its fork: the same facts at the same moments, under the fork's own ids, so that
 * gates and work in flight of the two runs never meet (docs/engine.md, "Forks").
 */
export function forkedEvents(events: readonly RunEvent[], runId: string): RunEvent[] {
  return events.map((event) => {
    const names = idMapping(event.run, runId);
    const payload = Object.fromEntries(
      Object.entries(event.payload).map(([field, value]) => [field, renameIds(names, field, value)]),
    );
    const effect = event.effect === undefined ? {} : { effect: names.key(event.effect) };
    return { ...event, run: runId, payload, ...effect } as RunEvent;
  });
}

type IdMapping = { key(effectKey: string): string; approval(id: string): string };

function idMapping(from: string, to: string): IdMapping {
  const stem = approvalIdOf(from, 0).slice(0, -1);
  return {
    key: (effectKey) => (effectKey.startsWith(`${from}/`) ? to + effectKey.slice(from.length) : effectKey),
    approval: (id) => (id.startsWith(stem) ? approvalIdOf(to, Number(id.slice(stem.length))) : id),
  };
}

/** Only these fields hold ids of the run's own making; a text that looks like one stays a text. */
function renameIds(names: IdMapping, field: string, value: unknown): unknown {
  switch (field) {
    case "keys":
    case "reservationIds":
      return (value as string[]).map(names.key);
    case "key":
    case "reservationId":
      return names.key(value as string);
    case "calls":
      return (value as object[]).map((call) =>
        "key" in call ? { ...call, key: names.key(String(call.key)) } : call,
      );
    case "approvalId":
    case "supersedes":
    case "by":
      return typeof value === "string" ? names.approval(value) : value;
    case "subject":
      return Object.fromEntries(
        Object.entries(value as object).map(([name, one]) => [
          name,
          name === "approval" ? names.approval(String(one)) : one,
        ]),
      );
    default:
      return value;
  }
}
