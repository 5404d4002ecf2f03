import type { RunEvent } from "../run/events";
import type { RunState } from "../run/state";
import { earlierVersions, type VersionMark } from "./versions";

/** The number of an event, and when it happened. */
export type EventTime = { seq: number; at: number };

/** A moment that people look for in a run: a decision, or a plan version that took effect. */
export type TimeMark = EventTime & { kind: "decision" | "version" };

/** What is stored of a run's decisions and plan versions, for those who have not read its events. */
export type StoredMarks = { decisions: EventTime[]; versions: VersionMark[] };

const DECISIONS = new Set<RunEvent["type"]>([
  "approval_decided",
  "approval_expired",
  "review_decided",
  "review_overridden",
]);

/** What would be stored of a run with these events, which are all it has. */
export const marksOf = (events: readonly RunEvent[]): StoredMarks => ({
  decisions: events.filter(({ type }) => DECISIONS.has(type)).map(({ seq, at }) => ({ seq, at })),
  versions: events.flatMap(({ type, payload, seq, at }) =>
    type === "plan_version_adopted" ? [{ version: payload.version, seq, at }] : [],
  ),
});

/**
 * The marks of a run, oldest first; of several at one moment the first. Where its first events are not there, what is
 * `stored` tells of them; until that is known, the state which gates people answered and which versions replans brought.
 */
export function timeMarks(state: RunState, events: readonly RunEvent[], stored?: StoredMarks): TimeMark[] {
  const marks: TimeMark[] = [];
  const add = (mark: TimeMark) => {
    const last = marks.at(-1);
    if (!(last?.kind === mark.kind && last.at === mark.at)) marks.push(mark);
  };
  for (const mark of earlierMarks(state, events, stored)) add(mark);
  for (const { type, seq, at } of events) {
    const kind = DECISIONS.has(type) ? "decision" : type === "plan_version_adopted" ? "version" : undefined;
    if (kind) add({ kind, seq, at });
  }
  return marks;
}

function earlierMarks(state: RunState, events: readonly RunEvent[], stored?: StoredMarks): TimeMark[] {
  const first = events[0];
  if (!first || first.seq === 1) return [];
  const decided = stored
    ? stored.decisions.filter(({ seq }) => seq < first.seq)
    : answersBefore(state, events, first);
  const decisions = decided.map((one) => ({ kind: "decision" as const, ...one }));
  const versions = earlierVersions(state, first.seq, stored?.versions).map(({ seq, at }) => ({
    kind: "version" as const,
    seq,
    at,
  }));
  return [...decisions, ...versions].sort((a, b) => a.at - b.at);
}

/** When people had answered gates before the first event that is there, with estimates of the numbers of their events. */
function answersBefore(state: RunState, events: readonly RunEvent[], first: EventTime): EventTime[] {
  const times = eventTimes(state, events);
  return Object.values(state.approvals).flatMap(({ decided }) =>
    decided && decided.at < first.at ? [{ seq: seqAt(times, decided.at), at: decided.at }] : [],
  );
}

/** When events happened, as far as that is known: in full from all events, else from the state and the last of them. */
export function eventTimes(
  state: RunState,
  events: readonly RunEvent[],
  stored?: StoredMarks,
): readonly EventTime[] {
  const first = events[0]?.seq ?? state.seq + 1;
  if (first === 1) return events;
  const known = [
    { seq: 1, at: state.createdAt },
    ...Object.values(state.approvals).map(({ openedSeq: seq, openedAt: at }) => ({ seq, at })),
    ...state.replanHistory.map(({ startedSeq: seq, startedAt: at }) => ({ seq, at })),
    ...(stored?.decisions ?? []),
    ...earlierVersions(state, first, stored?.versions),
  ];
  const earlier = known.filter(({ seq }) => seq < first).sort((a, b) => a.seq - b.seq);
  return [...earlier, ...events, ...(events.length === 0 ? [{ seq: state.seq, at: state.lastAt }] : [])];
}

/** The number of the last event at or before a moment; between two that are known an estimate. */
export function seqAt(times: readonly EventTime[], at: number): number {
  const [before, after] = around(times, (one) => one.at <= at);
  if (!before || !after) return (before ?? after)?.seq ?? 1;
  const share = (at - before.at) / (after.at - before.at);
  return before.seq + Math.floor(share * (after.seq - before.seq));
}

/** When an event happened; between two that are known an estimate. */
export function timeOf(times: readonly EventTime[], seq: number): number {
  const [before, after] = around(times, (one) => one.seq <= seq);
  if (!before || !after) return (before ?? after)?.at ?? 0;
  return before.at + ((seq - before.seq) / (after.seq - before.seq)) * (after.at - before.at);
}

/** The last that is not beyond, and the first that is. */
function around(times: readonly EventTime[], isWithin: (one: EventTime) => boolean) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isWithin(times[middle] as EventTime)) low = middle + 1;
    else high = middle;
  }
  return [times[low - 1], times[low]];
}
