import type { Sql } from "postgres";
import { describeQuestion } from "@/lib/core/describe/gates/questions";
import { formatReason } from "@/lib/core/describe/reason";
import { type RunEvent, type RunState, statusOf } from "@/lib/core/run";
import type { Reason } from "@/lib/core/run/events/reason";
import { termsOf } from "@/lib/core/run/gates/terms";
import type { ReplanEntry } from "@/lib/core/run/state";
import { countTasks } from "@/lib/core/run/state/totals";

type Row = Record<string, unknown>;
export type Projections = Record<
  "run" | "tasks" | "attempts" | "approvals" | "versions" | "reviews" | "replans",
  Row[]
>;

/** What the projections must say of a run with this state and these events; absent facts are null. */
export function expectedProjections(state: RunState, events: RunEvent[]): Projections {
  const tasks = Object.values(state.tasks);
  return {
    run: [expectedRun(state)],
    tasks: tasks.map((task) => {
      const { id, order: position, spec, sinceVersion, status, attempt } = task;
      const { title, type, agent, lineage } = spec;
      const planned = { id, position, title, type, agent, lineage, sinceVersion };
      return { ...planned, status, attempt, ...factsOf(task, TASK_FACTS) };
    }),
    attempts: tasks.flatMap((task) =>
      task.attempts
        .filter(({ endedAt }) => endedAt !== undefined)
        .map(
          ({
            model: _m,
            costMicroUsd: _c,
            reflection: _r,
            summarizedSteps: _s,
            endedByFork: _f,
            output: _o,
            ...attempt
          }) => withNulls({ taskId: task.id, ...withWords(attempt) }, ATTEMPT_FACTS),
        ),
    ),
    approvals: Object.values(state.approvals).map(({ approvalId: id, decided, ...rest }) => {
      const {
        by: decidedBy,
        at: decidedAt,
        because,
        value: _va,
        items: _it,
        channel: _ch,
        ...said
      } = decided ?? {};
      const how = { ...(because && { comment: formatReason(because) }), ...said };
      const terms = termsOf(state, { approvalId: id, ...rest });
      const { timeoutMs: _t, quorum: _q, votes: _v, fourEyes: _f, requiresReason: _r, ...reported } = rest;
      const { escalateTo: _to, escalations: _e, supersedes: _s, pause: _p, ...more } = reported;
      const {
        question: _question,
        obligations: _met,
        release: _free,
        asked: _asked,
        byHand: _h,
        ...kept
      } = more;
      const { taskTitle: _title, ...row } = kept;
      const prompt = describeQuestion(rest);
      return withNulls({ id, ...row, prompt, ...how, decidedBy, decidedAt, terms }, APPROVAL_FACTS);
    }),
    versions: of(events, "plan_version_adopted").map(({ payload, seq, at }) => {
      const { version, digest, origin, author, patch } = payload;
      const taskCount = patch.order.length;
      const { verdicts = {}, ...critique } = state.critiques[version] ?? {};
      const judged = { critique: "score" in critique ? critique : null, verdicts };
      return { version, digest, origin, author, title: patch.title, taskCount, seq, at, ...judged };
    }),
    reviews: of(events, "review_decided").map(({ payload, seq, at }) => {
      const { taskId, decision, provenance, reasoning } = payload;
      const proposed = state.tasks[taskId]?.proposal?.decision ?? null;
      const agrees = proposed === null || provenance !== "person" ? null : proposed === decision;
      return {
        taskId,
        decision,
        provenance,
        reasoning: formatReason(reasoning),
        proposed,
        agrees,
        decidedSeq: seq,
        decidedAt: at,
      };
    }),
    replans: state.replanHistory.map(expectedReplan),
  };
}

function expectedRun(state: RunState): Row {
  const { counters, seq, epoch, phase, planVersion, startedAt = null, answer = null, finished } = state;
  const isHeld = Object.values(state.approvals).some(
    ({ kind, status }) => kind === "answer_release" && status === "open",
  );
  const { replans, iterations, attempts, reviews, decisions, modelCalls, toolCalls } = counters;
  return {
    seq,
    epoch,
    phase,
    planVersion,
    startedAt,
    answer: isHeld ? null : answer,
    replans,
    iterations,
    attempts,
    reviews,
    decisions,
    modelCalls,
    toolCalls,
    status: statusOf(state),
    finishReason: finished?.reason ?? null,
    finishedAt: finished?.at ?? null,
    updatedAt: state.lastAt,
    taskTotals: countTasks(state),
    openApprovals: Object.keys(state.openApprovals).length,
  };
}

/** The columns hold reasons as text. */
const withWords = <T extends { diagnosis?: Reason }>({ diagnosis, ...facts }: T) => ({
  ...facts,
  ...(diagnosis && { diagnosis: formatReason(diagnosis) }),
});

/** The history of replans and iterations, as the state tells it. */
function expectedReplan({ outcome: status, changes, decidedBy, ...entry }: ReplanEntry): Row {
  const { kind, number, trigger, reason, startedSeq, toVersion = null, discardedCost = null, spent } = entry;
  const { added = null, removed = null, changed = null, kept = null } = changes ?? {};
  const reported = {
    kind,
    number,
    trigger,
    reason: formatReason(reason),
    startedSeq,
    status,
    toVersion,
    decidedBy,
    discardedCost,
    spent,
  };
  return {
    ...reported,
    added,
    removed,
    changed,
    kept,
    failure: entry.failure ? formatReason(entry.failure) : null,
  };
}

function of<T extends RunEvent["type"]>(events: RunEvent[], type: T) {
  return events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
}

const TASK_FACTS = ["startedAt", "endedAt", "result"];
const ATTEMPT_FACTS = ["endedAt", "outcome", "code", "diagnosis", "checks"];
const APPROVAL_FACTS = ["taskId", "shown", "deadlineAt", "onTimeout", "subject"].concat([
  "decidedBy",
  "decidedAt",
  "verb",
  "comment",
  "provenance",
]);

function withNulls(row: Row, optional: string[]): Row {
  return { ...row, ...factsOf(row, optional) };
}

function factsOf(row: Row, names: string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

/** What the projections do say, in the same shape. */
export async function readProjections(sql: Sql, runId: string): Promise<Projections> {
  const ms = (column: string) => sql.unsafe(`round(date_part('epoch', ${column}) * 1000)`);
  const [run, tasks, attempts, approvals, versions, reviews, replans] = await Promise.all([
    sql<
      Row[]
    >`select seq, epoch, phase, plan_version as "planVersion", ${ms("started_at")} as "startedAt", answer,
      replans, iterations, attempts, reviews, decisions, model_calls as "modelCalls", tool_calls as "toolCalls", status,
      finish_reason as "finishReason", ${ms("finished_at")} as "finishedAt", ${ms("updated_at")} as "updatedAt",
      task_totals as "taskTotals", open_approvals as "openApprovals"
      from runs where id = ${runId}`,
    sql<
      Row[]
    >`select task_id as id, place as position, title, type, agent, lineage, since_version as "sinceVersion",
      status, attempt, ${ms("started_at")} as "startedAt", ${ms("ended_at")} as "endedAt", result
      from tasks where run_id = ${runId}`,
    sql<Row[]>`select task_id as "taskId", attempt, ${ms("started_at")} as "startedAt",
      ${ms("ended_at")} as "endedAt", steps, outcome, code, diagnosis, checks from attempts where run_id = ${runId}`,
    sql<
      Row[]
    >`select id, kind, task_id as "taskId", plan_version as "planVersion", digest, prompt, shown, verbs,
      assignees, ${ms("deadline_at")} as "deadlineAt", on_timeout as "onTimeout", subject, status,
      ${ms("opened_at")} as "openedAt", opened_seq as "openedSeq", ${ms("decided_at")} as "decidedAt",
      decided_by as "decidedBy", verb, comment, provenance, terms from approvals where run_id = ${runId}`,
    sql<
      Row[]
    >`select version, digest, origin, author, title, task_count as "taskCount", seq, ${ms("adopted_at")} as at,
      critique, verdicts from plan_versions where run_id = ${runId}`,
    sql<Row[]>`select task_id as "taskId", decision, provenance, reasoning, proposed, agrees,
      decided_seq as "decidedSeq", ${ms("decided_at")} as "decidedAt" from decisions
      where run_id = ${runId} and kind = 'review' and decision is not null`,
    sql<
      Row[]
    >`select kind, number, trigger, reason, started_seq as "startedSeq", status, to_version as "toVersion",
      decided_by as "decidedBy", discarded_cost as "discardedCost", spent, added, removed, changed, kept, failure from replan_history where run_id = ${runId}`,
  ]);
  return { run: [...run], tasks, attempts, approvals, versions, reviews, replans };
}

/** In one order, so that two of them can be compared. */
export function inStableOrder(projections: Projections): Projections {
  const inOrder = (rows: Row[]) =>
    rows.map((row) => ({ ...row })).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return Object.fromEntries(
    Object.entries(projections).map(([name, rows]) => [name, inOrder(rows)]),
  ) as Projections;
}

function keyOf(row: Row): string {
  return JSON.stringify([row.id, row.taskId, row.attempt, row.version, row.kind, row.number, row.decidedSeq]);
}
