import { toJsonText } from "@/db/json-text";
import { formatReason, formatReasons } from "@/lib/core/describe/reason";
import { getOwn, setOwn } from "@/lib/core/own";
import type { Plan } from "@/lib/core/plan/schema";
import { type RunEvent, type RunState, statusOf, type TaskState } from "@/lib/core/run";
import { limitOf } from "@/lib/core/run/ledger/budgets";
import { givenAnswer } from "@/lib/core/run/selectors";
import type { Parking } from "./parking";

/** Events that may change what the history of replans says. */
const HISTORY_EVENTS: ReadonlySet<RunEvent["type"]> = new Set([
  "replan_started",
  "replan_refused",
  "replan_failed",
  "replan_withdrawn",
  "replan_adopted",
  "iteration_started",
  "plan_version_adopted",
  "plan_rejected",
  "plan_version_declined",
  "approval_decided",
  "review_decided",
  "finishing_started",
  "outcome_reached",
  "run_finished",
  "llm_called",
]);

/** Attempts that one commit can change: the last one, and those it ended to begin the last. */
const MAX_CHANGED_ATTEMPTS = 3;

const TITLE_CHARS = 120;

/** The run's row as its state and this commit's events say; what its model calls add is added to the sums. */
export function runRowOf(state: RunState, events: RunEvent[], parking: Parking) {
  const { counters, finished } = state;
  return {
    seq: state.seq,
    epoch: state.epoch,
    status: statusOf(state),
    finishReason: finished?.reason,
    finishMessage: formatReasons(finished?.because),
    phase: state.phase,
    planVersion: state.planVersion,
    title: state.planTitle || firstLine(state.mission),
    answer: givenAnswer(state),
    replans: counters.replans,
    iterations: counters.iterations,
    attempts: counters.attempts,
    reviews: counters.reviews,
    decisions: counters.decisions,
    toolCalls: counters.toolCalls,
    taskTotals: JSON.stringify(state.taskTotals),
    openApprovals: Object.keys(state.openApprovals).length,
    ...sumModelCalls(events),
    maxCostMicroUsd: limitOf(state, "maxCostMicroUsd"),
    startedAt: state.startedAt,
    finishedAt: finished?.at,
    updatedAt: state.lastAt,
    parked: parking.parked,
    wakeAt: parking.wakeAtMs,
  };
}

/** What this commit's model calls add: known figures are summed, calls of unknown cost are counted. */
function sumModelCalls(events: RunEvent[]) {
  const sum = { modelCalls: 0, inputTokens: 0, outputTokens: 0, costMicroUsd: 0, uncosted: 0 };
  for (const event of events) {
    if (event.type !== "llm_called") continue;
    const { inputTokens, outputTokens, costMicroUsd } = event.payload;
    sum.modelCalls += 1;
    sum.inputTokens += inputTokens ?? 0;
    sum.outputTokens += outputTokens ?? 0;
    sum.costMicroUsd += costMicroUsd ?? 0;
    sum.uncosted += costMicroUsd === undefined ? 1 : 0;
  }
  return sum;
}

function firstLine(text: string): string {
  return (text.trim().split("\n", 1)[0] ?? "").slice(0, TITLE_CHARS);
}

/** What of a task's row changes while its plan version is in force. */
export function progressOf({ id, status, attempt, startedAt, endedAt, result }: TaskState) {
  return { id, status, attempt, startedAt, endedAt, result: result && toJsonText(result) };
}

export function taskRowOf(task: TaskState) {
  const { order: position, sinceVersion } = task;
  const { title, type, agent, lineage } = task.spec;
  return { position, sinceVersion, title, type, agent, lineage, ...progressOf(task) };
}

/** Attempts get their row when they end: what one under way has come to stands in its steps and in the state. */
export function attemptRowsOf(task: TaskState, all = false) {
  const ended = task.attempts
    .slice(all ? 0 : -MAX_CHANGED_ATTEMPTS)
    .filter(({ endedAt }) => endedAt !== undefined);
  return ended.map(({ attempt, startedAt, endedAt, steps, outcome, code, diagnosis, checks }) => ({
    taskId: task.id,
    attempt,
    startedAt,
    endedAt,
    steps,
    outcome,
    code,
    checks,
    diagnosis: diagnosis && formatReason(diagnosis),
  }));
}

/**
 * Tasks whose rows a commit changes. Beyond those its events name: a new plan version may move every task to another
 * place, and resuming shifts the clocks of what is under way.
 */
export function changedTasks(
  state: RunState,
  events: RunEvent[],
  touched: { tasks: Set<string>; plan: boolean },
): TaskState[] {
  const ids = new Set(touched.plan ? [...touched.tasks, ...state.order] : touched.tasks);
  if (events.some((event) => event.type === "run_resumed")) {
    for (const id of [...Object.keys(state.active), ...Object.keys(state.held)]) ids.add(id);
  }
  return [...ids].flatMap((id) => getOwn(state.tasks, id) ?? []);
}

/** What this commit says about plan versions: one row a version, the last word on each finding. */
export function critiqueRowsOf(events: RunEvent[]) {
  const rows = new Map<number, { version: number; critique?: object; verdicts: Record<string, object> }>();
  for (const event of events) {
    if (event.type !== "plan_critiqued" && event.type !== "finding_reviewed") continue;
    const { version } = event.payload;
    const row = rows.get(version) ?? { version, verdicts: {} };
    rows.set(version, row);
    if (event.type === "plan_critiqued") {
      const { version: _version, ...critique } = event.payload;
      row.critique = critique;
    } else {
      const { findingKey, verdict, reason } = event.payload;
      setOwn(row.verdicts, findingKey, { verdict, reason, by: event.actor, at: event.at });
    }
  }
  return [...rows.values()];
}

/** `plans` by digest, as they came with this commit. */
export function planVersionRowsOf(events: RunEvent[], plans: ReadonlyMap<string, Plan>) {
  return events.flatMap((event) => {
    if (event.type !== "plan_version_adopted") return [];
    const { patch, cause, ...version } = event.payload;
    const { seq, at } = event;
    const plan = plans.get(version.digest) ?? null;
    return [
      {
        ...version,
        cause: formatReason(cause),
        title: patch.title,
        taskCount: patch.order.length,
        seq,
        at,
        plan,
      },
    ];
  });
}

/** The history of replans and iterations as its rows, when this commit may have changed it. A run has few. */
export function replanRowsOf({ replanHistory }: RunState, events: RunEvent[]): object[] {
  if (replanHistory.length === 0 || !events.some(({ type }) => HISTORY_EVENTS.has(type))) return [];
  return replanHistory.map(({ outcome: status, changes, reason, diagnosis, failure, ...entry }) => ({
    ...entry,
    ...changes,
    reason: formatReason(reason),
    diagnosis: diagnosis && formatReason(diagnosis),
    failure: failure && formatReason(failure),
    status,
  }));
}
