import { formatCount, formatDuration, formatUsd } from "@/lib/core/describe/amounts";
import {
  describeEvent,
  type EventDescription,
  type InternalEventType,
  type NameLookup,
} from "@/lib/core/describe/events";
import { RELEASE_CAUSES } from "@/lib/core/describe/gates/holds";
import { formatReason, RELEASE_CLAUSES, SETTLEMENT_CLAUSES } from "@/lib/core/describe/reason";
import { formatCoerced } from "@/lib/core/describe/replays/mismatches";
import type { EventOf, RunEvent } from "@/lib/core/run/events";
import type { Check } from "@/lib/core/run/events/checks";

/** A line of the log: an event in words, no matter who it concerns. */
export type EventLine = EventDescription & { seq: number; at: number; event: RunEvent };

/** The words of every event: those that people are shown, and plain ones for those that only the engine cares about. */
export function eventLine(event: RunEvent, names: NameLookup): EventLine {
  const words = describeEvent(event, names) ?? internalEventWords(event, names);
  return { ...words, seq: event.seq, at: event.at, event };
}

const PASSED_LABELS: Record<Check["layer"], string> = {
  schema: "the result matches the output schema",
  predicate: "the result satisfies the predicate",
  model: "a model approved the result",
};

type InternalEventText = {
  [T in InternalEventType]: (payload: EventOf<T>["payload"], names: NameLookup) => [string, string];
};

const INTERNAL_EVENTS: InternalEventText = {
  plan_proposed: (p) => ["plan", `proposed: ${p.title} (${p.taskCount} tasks)`],
  iteration_routed: (p) => ["route", routeText(p)],
  answer_written: (p) => ["answer", p.value.preview],
  task_waiting: (p, { task }) => ["waiting", `${task(p.taskId)} waits for a person`],
  task_resumed: (p, { task }) => ["resumed", `${task(p.taskId)} continues: ${p.verb}`],
  task_step: (p, { task }) => ["step", stepText(p, task(p.taskId))],
  task_succeeded: (p, { task }) => ["done", task(p.taskId)],
  verification_passed: (p, { task }) => [
    "check",
    `${task(p.taskId)}: ${PASSED_LABELS[p.layer]}${p.coerced?.length ? `.${formatCoerced(p.coerced)}` : ""}`,
  ],
  synthesis_measured: (p, { task }) => ["size", `${task(p.taskId)} ${sizeText(p)}`],
  quality_gate_passed: (p, { task }) => ["data", `${task(p.taskId)} has the data it needs`],
  review_started: (p, { task }) => ["review", `${task(p.taskId)} is checking progress`],
  review_overridden: (p, { task }) => [
    "override",
    `${p.decision} instead of ${p.proposed} at ${task(p.taskId)}: ${formatReason(p.reasoning)}`,
  ],
  hold_claimed: (p, { task }) => [
    "deciding",
    `${p.by.name} is deciding ${task(p.taskId)}; the countdown is stopped`,
  ],
  hold_released: (p, { task }) => [
    "deciding",
    `the countdown of ${task(p.taskId)} resumed: ${RELEASE_CAUSES[p.cause]}`,
  ],
  replan_requested: (p) => ["replan", `asked for: ${formatReason(p.cause.reason)}`],
  approval_cancelled: (p, { gate }) => [
    "gate",
    `${gate(p.approvalId)} is no longer needed: ${formatReason(p.reason)}`,
  ],
  llm_called: (p, { task }) => ["model", callText(p, p.taskId === undefined ? "the run" : task(p.taskId))],
  tool_started: (p, { task }) => ["tool", `${p.tool} called in ${task(p.taskId)}`],
  tool_finished: (p, { task }) => [
    "tool",
    `${p.tool} in ${task(p.taskId)} ${p.ok ? `gave ${p.output?.preview ?? "nothing"}` : `failed: ${p.error ?? "no reason"}`}`,
  ],
  tool_paused: (p, { task }) => ["asks", `${p.tool} in ${task(p.taskId)}: ${p.ask.prompt ?? ""}`],
  effects_started: (p) => ["engine", `begins: ${p.keys.join(", ")}`],
  effects_released: ({ keys, cause }) => [
    "engine",
    `${keys.length > 0 ? `releases: ${keys.join(", ")}` : "hands over the run"} (${RELEASE_CLAUSES[cause]})`,
  ],
  late_result: (p) => ["engine", `a result came too late: ${p.key}`],
  call_not_begun: (p, { task }) => [
    "engine",
    `a call of ${task(p.taskId)} was not sent: its worker had lost the run`,
  ],
  budget_reserved: ({ role, tokens }) => [
    "limit",
    `a call${role === undefined ? "" : ` of the ${role}`} sets aside ${tokens === undefined ? "its share" : `up to ${formatCount(tokens)} tokens`}`,
  ],
  budget_settled: ({ reservationIds: { length }, cause }) => [
    "limit",
    `${length === 1 ? "what a call" : `what ${length} calls`} had set aside is free again: ${SETTLEMENT_CLAUSES[cause]}`,
  ],
  budget_awaited: ({ counter }) => [
    "limit",
    `a call waits until others have ended: ${counter} has no room for it`,
  ],
  lease_taken: (p) => ["engine", `worker ${p.workerId} took over (epoch ${p.epoch})`],
};

type AnyInternalEventText = (payload: unknown, names: NameLookup) => [string, string];

function internalEventWords(event: RunEvent, names: NameLookup): EventDescription {
  const describe = INTERNAL_EVENTS[event.type as InternalEventType] as AnyInternalEventText;
  const [word, text] = describe(event.payload, names);
  return { word, text, tone: "plain" };
}

function stepText(
  { step, thought, calls, observed, errors }: EventOf<"task_step">["payload"],
  title: string,
) {
  const asked = calls.length > 0 ? `calls ${calls.map((call) => call.tool).join(", ")}` : "thinks";
  const state = observed ? (errors > 0 ? `, ${errors} failed` : "") : ", pending";
  return `${title}, step ${step} ${asked}${state}${thought ? `: ${thought}` : ""}`;
}

/** What a synthesis gate made of what it read; an absent figure is unknown. */
function sizeText({ inputTokens, outputTokens }: EventOf<"synthesis_measured">["payload"]): string {
  const tokens = (count: number | undefined) =>
    count === undefined ? "an unknown number of tokens" : `${formatCount(count)} tokens`;
  return `read ${tokens(inputTokens)} and wrote ${tokens(outputTokens)}`;
}

function routeText({ decision, needReplan }: EventOf<"iteration_routed">["payload"]): string {
  if (decision === "iterate") return "something is missing; starting another iteration";
  return needReplan ? "something is missing; finishing with the results so far" : "nothing is missing";
}

function callText(call: EventOf<"llm_called">["payload"], title: string): string {
  const { role, model, latencyMs, costMicroUsd, failure, wantedModel, wantedFailure } = call;
  const cost = costMicroUsd === undefined ? "cost unknown" : formatUsd(costMicroUsd / 1_000_000);
  const end = failure === undefined ? cost : `failed: ${failure}`;
  const why = wantedFailure === undefined ? "" : ` (${wantedFailure})`;
  const instead = wantedModel === undefined ? "" : ` in place of ${wantedModel}${why}`;
  return `${role} for ${title}: ${model}${instead}, ${formatDuration(latencyMs)}, ${end}`;
}

/** True when the line holds every word of a search. */
export function matchesSearch({ word, text, event }: EventLine, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const all = `${event.seq} ${event.type} ${word} ${text}`.toLowerCase();
  return words.every((one) => all.includes(one));
}
