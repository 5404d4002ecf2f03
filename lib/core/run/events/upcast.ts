import { DomainFailure, domainError } from "../../errors";
import type { Json, JsonObject } from "../../json";
import { getOwn, setOwn } from "../../own";

/**
 * Version of every payload that is written today. It is raised when an older Waymark could not read what is written,
 * or would read it wrongly; a field that older code may pass over does not need it.
 */
export const EVENT_VERSION = 4;

/** An event as it was stored, in whatever version. */
export type StoredEvent = { type: string; v: number; seq: number; payload: JsonObject };

/** The payload as the next version has it, or the type's next name. The rest of the envelope never changes. */
type PayloadUpcaster = (payload: JsonObject) => JsonObject;
export type Upcaster = PayloadUpcaster | { renamedTo: string };

/** By type of event as it was then, and by the version that is left behind. What is missing here stayed as it was. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

/** Reasons were sentences once: they stay the words that they were. */
const stated =
  (...keys: string[]): PayloadUpcaster =>
  (payload) => {
    const facts = { ...payload };
    for (const key of keys) {
      const words = getOwn(payload, key);
      if (typeof words === "string") setOwn(facts, key, { code: "stated", text: words });
    }
    return facts;
  };

const statedCause: PayloadUpcaster = ({ cause, ...payload }) => ({
  ...payload,
  cause: stated("reason", "diagnosis")(cause as JsonObject),
});

const RELEASES: Record<string, string> = {
  paused: "paused",
  shutdown: "shutdown",
  refused: "refused",
  "the actor failed": "actor_failed",
  "the calls in question have ended": "calls_ended",
};

const SETTLEMENTS: Record<string, string> = {
  "its worker is gone": "worker_lost",
  "the call was not made": "call_not_made",
  "nothing is under way": "idle",
};

const RENAMES: Record<string, string> = {
  "a finished or running task uses the agent of that name as it was": "agent_in_use",
  "the finished or running task of that id does different work and keeps it": "other_work",
  "the task of that id has ended without a result and keeps it": "no_result",
};

/** The same where a list of reasons takes the place of a sentence, under another name. */
const statedList =
  (from: string, to: string): PayloadUpcaster =>
  ({ [from]: words, ...payload }) =>
    typeof words === "string" ? { ...payload, [to]: [{ code: "stated", text: words }] } : payload;

/** Faults were sentences once, too. */
const thrownFault: PayloadUpcaster = ({ message, ...payload }) => ({
  ...payload,
  fault: { code: "thrown", message: message as Json },
});

export const UPCASTERS: Upcasters = {
  approval_expired: {
    // There were no gates yet that are handed on: only the deadline itself could let one expire.
    0: (payload) => ({ provenance: "timeout", ...payload }),
  },
  approval_cancelled: { 1: stated("reason") },
  approval_cleared: { 1: stated("reason") },
  approval_opened: {
    3: ({ question, ...payload }) => {
      const asked = question as JsonObject | undefined;
      if (!asked) return payload;
      return { ...payload, question: asked.about === "fault" ? thrownFault(asked) : asked };
    },
  },
  approval_superseded: { 1: stated("reason") },
  answer_accepted: {
    1: stated("reason"),
    3: ({ questions, ...payload }) => ({
      ...payload,
      questions: (questions as string[]).map((text) => ({ about: "asked", text })),
    }),
  },
  attempt_restarted: { 1: stated("reason") },
  budget_settled: {
    1: ({ reason, ...payload }) => ({
      ...payload,
      cause: getOwn(SETTLEMENTS, String(reason)) ?? "effect_ended",
    }),
  },
  effects_released: {
    1: ({ reason, ...payload }) => ({ ...payload, cause: getOwn(RELEASES, String(reason)) ?? "given_up" }),
  },
  engine_fault: { 3: thrownFault },
  finishing_started: { 1: stated("halted") },
  plan_critiqued: { 1: statedList("note", "notes") },
  plan_version_adopted: { 1: stated("cause") },
  quality_gate_error: { 1: stated("problem") },
  replan_adopted: {
    1: ({ renamed, ...payload }) => ({
      ...payload,
      renamed: (renamed as { why: string }[]).map(({ why, ...names }) => ({
        ...names,
        why: getOwn(RENAMES, why) ?? "used_before",
      })),
    }),
  },
  replan_failed: { 1: stated("reason") },
  replan_refused: { 1: stated("reason") },
  replan_requested: { 1: statedCause },
  replan_started: { 1: statedCause },
  replan_withdrawn: { 1: stated("reason") },
  review_decided: { 1: stated("reasoning") },
  review_overridden: { 1: stated("reasoning") },
  review_proposed: {
    // The votes stood there as a sentence; review_voted has each of them.
    1: ({ consensus, ...payload }) => {
      if (!consensus) return stated("problem")(payload);
      const { rule, reached } = consensus as JsonObject;
      return { ...payload, consensus: { rule: rule as Json, reached: reached as Json, votes: [] } };
    },
    3: ({ proposal, ...payload }) => {
      if (!proposal) return payload;
      const { reviewer, ...said } = proposal as JsonObject;
      return {
        ...payload,
        proposal: reviewer === "given with the run" ? said : ({ ...said, reviewer } as JsonObject),
      };
    },
  },
  review_voted: { 1: stated("problem") },
  run_finished: {
    1: ({ message, ...payload }) =>
      message === undefined ? payload : { ...payload, because: [{ code: "stated", text: message }] },
  },
  run_paused: { 1: stated("reason") },
  steering_unheard: { 2: { renamedTo: "steering_undelivered" } },
  steps_summarised: { 1: stated("reason"), 3: { renamedTo: "steps_summarized" } },
  summary_failed: { 1: stated("reason") },
  task_blocked: { 1: stated("diagnosis") },
  task_detailed: { 1: stated("problem") },
  task_failed: { 1: stated("diagnosis") },
  task_retried: { 1: stated("diagnosis") },
  task_skipped: { 1: stated("reason", "diagnosis") },
  tool_denied: { 1: stated("reason") },
  tool_paused: {
    1: ({ ask, ...payload }) => ({ ...payload, ask: statedList("reason", "reasons")(ask as JsonObject) }),
  },
  verification_error: { 1: stated("diagnosis") },
  verification_failed: { 1: stated("diagnosis") },
};

/**
 * A stored event in today's form, one version after the other (docs/engine.md, "Old events"). Throws the
 * DomainFailure `unsupported` for one that is newer than this code.
 */
export function upcast<E extends StoredEvent>(
  event: E,
  upcasters: Upcasters = UPCASTERS,
  version = EVENT_VERSION,
): E {
  if (event.v === version) return event;
  if (event.v > version) throw unreadableEvent(event.seq);
  let { type, payload } = event;
  for (let v = event.v; v < version; v += 1) {
    const step = getOwn(upcasters, type)?.[v];
    if (typeof step === "function") payload = step(payload);
    else if (step) type = step.renamedTo;
  }
  return { ...event, v: version, type, payload };
}

/** What a reader gets for an event that this code does not understand. */
export function unreadableEvent(seq: unknown, cause?: unknown): DomainFailure {
  const message = `Event ${seq} of this run was written by another version of Waymark, which this one cannot read. Open the run with the version that wrote it, or a newer one.`;
  return Object.assign(new DomainFailure(domainError("unsupported", message)), cause ? { cause } : {});
}
