import { getOwn } from "../own";
import { topologicalOrder } from "../plan/graph";
import type { RunEvent } from "../run/events";
import { tasksToShow } from "../run/selectors";
import type { ApprovalState, RunState, TaskState } from "../run/state";
import { type AttemptOutcome, isTerminalTask } from "../run/status";
import { earlierVersions, type VersionMark } from "./versions";

/** A stretch of time in milliseconds; without an end while it lasts. */
export type Span = { from: number; to: number | undefined };
type CallSpan = Span & { kind: "model" | "tool" };
/** A question to a person, or the time for which a review's decision is held so that people can change it. */
export type WaitSpan = Span & { kind: "person" | "hold" };
export type AttemptSpan = Span & {
  attempt: number;
  outcome: AttemptOutcome | undefined;
  calls: CallSpan[];
  waits: WaitSpan[];
};
export type TimelineRow = { taskId: string; attempts: AttemptSpan[] };

/** What a run did when: a row for each task in the order of the graph, and what belongs to the run as a whole. */
export type Timeline = {
  rows: TimelineRow[];
  calls: CallSpan[];
  waits: WaitSpan[];
  versions: VersionMark[];
};

/** What events tell beyond the folded state. */
type EventTimes = {
  closedAt: Map<string, number>;
  callsByTask: Map<string, (CallSpan & { attempt: number | undefined })[]>;
  runCalls: CallSpan[];
  holds: Map<string, WaitSpan[]>;
  versions: VersionMark[];
};

/**
 * The timeline of a run from its state; calls and holds as far as the events tell them, which may be a part, and versions
 * as far as these, `stored` or the state do.
 * Tasks that were dropped before they began have no row.
 */
export function timelineOf(
  state: RunState,
  events: readonly RunEvent[],
  stored?: readonly VersionMark[],
): Timeline {
  const times = readTimes(events);
  const waitsByTask = waitsOf(state, times);
  const shown = tasksToShow(state).filter(
    ({ status, attempts }) => status !== "superseded" || attempts.length > 0,
  );
  const rows = shown.map((task) => rowOf(task, times, waitsByTask));
  return {
    rows,
    calls: times.runCalls,
    waits: waitsByTask.get(undefined) ?? [],
    versions: [...earlierVersions(state, events[0]?.seq ?? state.seq + 1, stored), ...times.versions],
  };
}

/** The rows of these tasks alone, as in the timeline of the whole run; none for one that the run does not have. */
export function rowsOf(
  state: RunState,
  events: readonly RunEvent[],
  taskIds: readonly string[],
): TimelineRow[] {
  const wanted = new Set(taskIds);
  const isOfThem = ({ payload }: RunEvent) =>
    !("taskId" in payload) || payload.taskId === undefined || wanted.has(payload.taskId);
  const times = readTimes(events.filter(isOfThem));
  const waitsByTask = waitsOf(state, times);
  return taskIds.flatMap((id) => {
    const task = getOwn(state.tasks, id);
    return task ? rowOf(task, times, waitsByTask) : [];
  });
}

type WaitsByTask = ReadonlyMap<string | undefined, WaitSpan[]>;

function waitsOf(state: RunState, times: EventTimes): WaitsByTask {
  const waits = new Map<string | undefined, WaitSpan[]>();
  for (const gate of Object.values(state.approvals)) {
    const wait = waitAt(
      gate,
      gate.taskId === undefined ? undefined : getOwn(state.tasks, gate.taskId),
      times,
    );
    waits.set(gate.taskId, [...(waits.get(gate.taskId) ?? []), wait]);
  }
  return waits;
}

const rowOf = (task: TaskState, times: EventTimes, waits: WaitsByTask): TimelineRow => ({
  taskId: task.id,
  attempts: attemptsOf(task, times, [...(waits.get(task.id) ?? []), ...(times.holds.get(task.id) ?? [])]),
});

function attemptsOf(task: TaskState, times: EventTimes, waits: readonly WaitSpan[]): AttemptSpan[] {
  const calls = times.callsByTask.get(task.id) ?? [];
  return task.attempts.map(({ attempt, startedAt: from, endedAt: to, outcome }) => {
    const span = { from, to: to === undefined ? undefined : Math.max(from, to) };
    return {
      attempt,
      outcome,
      ...span,
      calls: calls
        .filter((call) => call.attempt === attempt)
        .flatMap(({ attempt: _attempt, ...call }) => within(span, call)),
      waits: waits.flatMap((wait) => within(span, wait)),
    };
  });
}

/** The part of a stretch that lies in another; nothing where they do not meet. */
function within<T extends Span>({ from, to = Number.POSITIVE_INFINITY }: Span, inner: T): T[] {
  const end = inner.to ?? Number.POSITIVE_INFINITY;
  if (end <= from || inner.from >= to) return [];
  const cut = Math.min(end, to);
  return [
    { ...inner, from: Math.max(from, inner.from), to: cut === Number.POSITIVE_INFINITY ? undefined : cut },
  ];
}

/** A gate that closed without an answer has its end in the events; where those are missing, its task's end stands in. */
function waitAt(
  { approvalId, status, openedAt, decided }: ApprovalState,
  task: TaskState | undefined,
  { closedAt }: EventTimes,
): WaitSpan {
  if (status === "open") return { kind: "person", from: openedAt, to: undefined };
  const to = closedAt.get(approvalId) ?? decided?.at ?? task?.endedAt ?? openedAt;
  return { kind: "person", from: openedAt, to };
}

function readTimes(events: readonly RunEvent[]): EventTimes {
  const times: EventTimes = {
    closedAt: new Map(),
    callsByTask: new Map(),
    runCalls: [],
    holds: new Map(),
    versions: [],
  };
  const openTools = new Map<string, CallSpan>();
  const openHolds = new Map<string, WaitSpan>();
  const endHold = (taskId: string | undefined, at: number) => {
    const hold = taskId === undefined ? undefined : openHolds.get(taskId);
    if (!hold || taskId === undefined) return;
    openHolds.delete(taskId);
    hold.to = at;
    if (at > hold.from) times.holds.set(taskId, [...(times.holds.get(taskId) ?? []), hold]);
  };
  for (const event of events) {
    const { at } = event;
    switch (event.type) {
      case "llm_called": {
        const { taskId, attempt, latencyMs } = event.payload;
        const call: CallSpan = { kind: "model", from: at - latencyMs, to: at };
        if (taskId === undefined) times.runCalls.push(call);
        else addCall(times, taskId, attempt, call);
        break;
      }
      case "tool_started": {
        const { taskId, attempt } = event.payload;
        const call: CallSpan = { kind: "tool", from: at, to: undefined };
        openTools.set(callKey(event.payload), addCall(times, taskId, attempt, call));
        break;
      }
      case "tool_finished":
      case "tool_paused": {
        const call = openTools.get(callKey(event.payload));
        if (call) call.to = at;
        break;
      }
      case "review_proposed":
        openHolds.set(event.payload.taskId, { kind: "hold", from: at, to: undefined });
        break;
      case "review_decided":
        endHold(event.payload.taskId, at);
        break;
      case "approval_opened":
        endHold(event.payload.taskId, at);
        break;
      case "approval_decided":
      case "approval_expired":
      case "approval_superseded":
      case "approval_cleared":
      case "approval_cancelled":
        times.closedAt.set(event.payload.approvalId, at);
        break;
      case "plan_version_adopted":
        times.versions.push({ version: event.payload.version, at, seq: event.seq });
        break;
      default:
    }
  }
  for (const [taskId, hold] of openHolds) times.holds.set(taskId, [...(times.holds.get(taskId) ?? []), hold]);
  return times;
}

const callKey = (call: { taskId: string; attempt: number; step: number; callId: string }): string =>
  `${call.taskId} ${call.attempt} ${call.step} ${call.callId}`;

function addCall(times: EventTimes, taskId: string, attempt: number | undefined, call: CallSpan): CallSpan {
  const kept = Object.assign(call, { attempt });
  const calls = times.callsByTask.get(taskId);
  if (calls) calls.push(kept);
  else times.callsByTask.set(taskId, [kept]);
  return kept;
}

/**
 * The tasks whose time is the run's time: from the one that ends last, back to the dependency that ended last, and on
 * (docs/console.md, "Timeline"). What has not ended by the state's last event is expected to take what the middle task took.
 */
export function criticalTasks({ order, tasks, lastAt }: RunState): ReadonlySet<string> {
  const chain = order.flatMap((id) => getOwn(tasks, id) ?? []);
  const took = chain.flatMap(({ startedAt, endedAt }) =>
    startedAt !== undefined && endedAt !== undefined ? [endedAt - startedAt] : [],
  );
  const usual = Math.max(1, took.sort((a, b) => a - b)[took.length >> 1] ?? 1);
  const ends = new Map<string, number>();
  const lastOf = (ids: readonly string[]): string | undefined => {
    let last: string | undefined;
    for (const id of ids) if ((ends.get(id) ?? -1) > (ends.get(last ?? "") ?? -1)) last = id;
    return last;
  };
  const sorted = topologicalOrder(chain.map(({ id, spec }) => ({ id, dependsOn: spec.dependsOn })));
  for (const id of sorted) {
    const { spec, status, startedAt, endedAt } = getOwn(tasks, id) as TaskState;
    const before = ends.get(lastOf(spec.dependsOn) ?? "") ?? 0;
    const begins = startedAt ?? Math.max(before, lastAt);
    const expected = isTerminalTask(status) ? before : Math.max(begins + usual, lastAt);
    ends.set(id, endedAt ?? expected);
  }
  const path = new Set<string>();
  for (let at = lastOf(sorted); at; at = lastOf((getOwn(tasks, at) as TaskState).spec.dependsOn))
    path.add(at);
  return path;
}
