import { z } from "zod";
import { readDecisions, readReplanHistory } from "@/db/queries/runs/read-history";
import { readRunSums } from "@/db/queries/runs/read-runs";
import { describeQuestion } from "@/lib/core/describe/gates/questions";
import { formatRejection } from "@/lib/core/describe/gates/rejection";
import { formatOpenQuestion } from "@/lib/core/describe/learning/reflection";
import { formatReason, formatReasons } from "@/lib/core/describe/reason";
import type { Json } from "@/lib/core/json";
import { getOwn, setOwn } from "@/lib/core/own";
import { statusOf } from "@/lib/core/run/effects/status-of";
import type { ApprovalKind, GateVerb } from "@/lib/core/run/gates/table";
import { type ProposedAnswer, termsOf } from "@/lib/core/run/gates/terms";
import { ledgerOf } from "@/lib/core/run/ledger/budgets";
import { endOf } from "@/lib/core/run/retrospects";
import { reviewWarnings } from "@/lib/core/run/review-warnings";
import { answerReleaseGate, beganAt, givenAnswer, ownAttempt } from "@/lib/core/run/selectors";
import { simulatedBasis, simulatedToolsOf } from "@/lib/core/run/simulated";
import type { ApprovalState, AttemptReflection, RunState, TaskState } from "@/lib/core/run/state";
import { toldStatus } from "@/lib/core/run/state/told-status";
import { approvers, countSelfChecked } from "@/lib/core/run/state/verified";
import type { StoredValue } from "@/lib/core/stored-value";
import type { ApprovalView } from "@/lib/core/views";
import { proposedAnswers } from "../../approvals/proposals";
import { releasesAt } from "../../approvals/releases";
import { drillCost } from "../../drills/shown";
import { replanViewOf } from "../../replans/replan-view";
import { readRun } from "../../submit";
import { defineVerb } from "../../verb";
import { costOf, costsOf } from "../costs";
import { tasksInOrder } from "../get";
import { outsideCallsOf } from "../outside";
import { resolveValues } from "../resolve-values";

export type RunReport = Awaited<ReturnType<typeof reportRun>>;

/** Everything a run came to, with full values: what headless runs print at their end. Throws `not_found`. */
export const reportRun = defineVerb({
  name: "runs/report",
  capability: "view",
  description: "What it came to, with full values, decisions, replans, and how its answer came to stand",
  routes: [{ at: "GET /api/v1/runs/{id}/report", id: "runId" }],
  input: z.strictObject({ runId: z.string().max(200) }),
  async run({ ctx, input: { runId } }) {
    const { state: live, drill } = await readRun(ctx, runId);
    const state = structuredClone(live);
    const of = { workspaceId: ctx.actor.workspaceId, runId };
    const [decisions, replans, sums, costs, outside] = await Promise.all([
      readDecisions(ctx.db, of),
      readReplanHistory(ctx.db, of),
      readRunSums(ctx.db, runId),
      costsOf(ctx, runId, drill),
      outsideCallsOf(ctx, state, drill),
    ]);
    const tasks = tasksInOrder(state);
    const current = tasks.slice(0, state.order.length);
    const answer = givenAnswer(state);
    const answers = state.reflection?.answers.map(({ value }) => value) ?? [];
    const gates = Object.keys(state.openApprovals).flatMap((id) => getOwn(state.approvals, id) ?? []);
    const fullValue = await resolveValues(ctx, [
      ...[answer, ...answers],
      ...gates.flatMap(({ shown, votes = [] }) => [shown, ...votes.map(({ value }) => value)]),
      ...tasks.map((task) => task.result),
    ]);
    const results: Record<string, Json> = {};
    for (const task of tasks) if (task.result) setOwn(results, task.id, fullValue(task.result));
    const status = statusOf(state);
    const openApprovals = await Promise.all(
      gates.map(async (gate) => gateReport(state, gate, fullValue, await releasesAt(ctx, state, gate))),
    );
    const summary = state.summaries.at(-1);
    return {
      runId,
      status,
      finishReason: endOf(state)?.reason ?? null,
      message: formatReasons(endOf(state)?.because) ?? null,
      mission: state.mission,
      planVersion: state.planVersion,
      replans: state.counters.replans,
      iterations: state.counters.iterations,
      executionAttempts: state.counters.attempts,
      totalDurationMs: (endOf(state)?.at ?? state.lastAt) - beganAt(state),
      results,
      outcome: summary?.outcome ?? null,
      quality: summary?.qualityScore ?? null,
      qualityReasoning: summary?.qualityReasoning ?? null,
      needReplan: summary?.needReplan ?? null,
      missing: summary?.replanReason || null,
      limitReached: summary?.route?.limitReached ?? false,
      taskTotals: state.taskTotals,
      selfChecked: countSelfChecked(state),
      approvers: approvers(state),
      counts: {
        tasks: countsOf(current.map(({ spec }) => spec.type)),
        statuses: countsOf(current.map(toldStatus)),
        dropped: tasks.length - current.length,
        decisions: countsOf(decisions.map(({ decision }) => decision)),
        provenances: countsOf(decisions.map(({ provenance }) => provenance)),
        proposals: proposalCounts(decisions),
      },
      tasks: tasks.map((task) => ({
        ...taskReport(task),
        simulatedTools: simulatedBasis(state, task.id),
      })),
      simulatedTools: simulatedToolsOf(state),
      decisions: decisions.map((row) => ({
        ...decisionReport(row),
        votes: row.kind === "review" && row.taskId ? votesReport(getOwn(state.tasks, row.taskId)) : [],
      })),
      replanHistory: replans.map(replanViewOf),
      openApprovals,
      budgets: ledgerOf(state, ctx.clock.nowMs()),
      cost: drill ? drillCost(drill) : costOf(sums ?? { costMicroUsd: 0, uncostedCalls: 0, modelCalls: 0 }),
      costs,
      answer: answer ? fullValue(answer) : null,
      /** What it changed outside, or tried to, and what reviewers found wanting where they let the work go on. */
      outside,
      reviewWarnings: reviewWarnings(state),
      answerRelease: answerReleaseGate(state)?.approvalId ?? null,
      reflection: reflectionReport(state, fullValue),
      plannedWith: Object.values(state.missionsShown ?? {}).at(-1) ?? [],
      selfCritiques: state.selfCritiques ?? [],
      retrospect: state.retrospect ?? null,
    };
  },
});

/** Tells what a gate asks and sets free, and the digest that an answer names them by. */
function gateReport(
  state: RunState,
  gate: ApprovalState,
  fullValue: (value: StoredValue) => Json,
  releases: string[],
): {
  approvalId: string;
  kind: ApprovalKind;
  taskId?: string | undefined;
  digest: string;
  prompt: string;
  quotes: NonNullable<ApprovalView["terms"]["quotes"]>;
  /** The value that it shows, in full; absent where it shows none. */
  shown?: Json | undefined;
  verbs: GateVerb[];
  options: string[];
  /** All that comes free where it passes and acts outside, with all that leads to it, in full: a text for each. */
  releases: string[];
  /** What rejecting leads to, in a sentence; absent where it cannot be rejected, or nothing but a call depends on it. */
  rejecting?: string;
  /** What people have proposed where an answer takes several of them; absent where nobody has. */
  proposals?: ProposedAnswer[];
} {
  const { approvalId, kind, taskId, digest, verbs, pause, shown } = gate;
  const proposals = proposedAnswers(state, gate, fullValue);
  const rejecting = verbs.includes("reject") ? formatRejection(state, gate) : undefined;
  return {
    approvalId,
    kind,
    taskId,
    digest,
    verbs,
    prompt: describeQuestion(gate),
    quotes: termsOf(state, gate).quotes ?? [],
    shown: shown && fullValue(shown),
    options: pause?.options ?? [],
    releases,
    ...(rejecting !== undefined && { rejecting }),
    ...(proposals.length > 0 && { proposals }),
  };
}

type DecidedReview = Pick<
  Awaited<ReturnType<typeof readDecisions>>[number],
  "proposed" | "decision" | "agrees" | "heldUntil"
>;

/**
 * What became of the reviewers' proposals: people agreed or overruled, and what nobody decided was applied when its time
 * was over, or at once. Agreement is a matter of the first two alone.
 */
export function proposalCounts(decisions: readonly DecidedReview[]) {
  const counts = { agreed: 0, overruled: 0, appliedByTime: 0, appliedAtOnce: 0 };
  for (const { proposed, decision, agrees, heldUntil } of decisions) {
    if (agrees !== null) counts[agrees ? "agreed" : "overruled"] += 1;
    else if (proposed !== null && proposed === decision)
      counts[heldUntil ? "appliedByTime" : "appliedAtOnce"] += 1;
  }
  return counts;
}

function taskReport(task: TaskState) {
  return {
    id: task.id,
    title: task.spec.title,
    type: task.spec.type,
    status: task.status,
    attempts: ownAttempt(task),
    sinceVersion: task.sinceVersion,
    diagnosis: task.diagnosis ? formatReason(task.diagnosis) : null,
    expected: task.reasoned?.said ?? null,
    reflection: taskReflectionReport(task),
  };
}

/** How often each word stands in a list. */
function countsOf(words: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) if (word !== null) setOwn(counts, word, (getOwn(counts, word) ?? 0) + 1);
  return counts;
}

/** What each of several reviewers said; nothing of a review by one. */
function votesReport(task: TaskState | undefined) {
  return (task?.votes ?? []).map(({ reviewer, proposal, problem }) => ({
    reviewer,
    decision: proposal?.decision ?? null,
    reasoning: proposal?.reasoning ?? null,
    answers: proposal?.answers ?? [],
    problem: problem ?? null,
  }));
}

function decisionReport(row: Awaited<ReturnType<typeof readDecisions>>[number]) {
  return {
    kind: row.kind,
    taskId: row.taskId,
    approvalId: row.approvalId,
    proposed: row.proposed,
    decision: row.decision,
    reasoning: row.reasoning,
    provenance: row.provenance,
    decidedBy: row.decidedBy,
    /** How the model answered each decision point. */
    answers: row.proposal?.answers ?? [],
    deviation: row.proposal?.deviation ?? null,
    decidedAt: row.decidedAt?.getTime() ?? null,
  };
}

/**
 * What critics said of a run's final answer, the answers in order (docs/cli.md); null where nobody
 * critiqued it. `outcome` is null while that continues.
 */
function reflectionReport(
  { reflection, settings }: Readonly<RunState>,
  fullValue: (value: StoredValue) => Json,
) {
  if (!reflection) return null;
  const { answers, accepted } = reflection;
  const kept = accepted && answers[accepted.kept];
  return {
    outcome: accepted?.outcome ?? null,
    passed: accepted?.outcome === "passed",
    requiresFollowup: accepted?.outcome === "requires_followup",
    score: accepted?.score ?? null,
    threshold: settings.reflection.threshold,
    revisions: answers.length - 1,
    feedback: kept?.critique?.feedback ?? null,
    questions: (accepted?.questions ?? []).map(formatOpenQuestion),
    /** Why it went no further. */
    reason: accepted?.reason ?? null,
    answers: answers.map(({ value, critique }, index) => ({
      answer: fullValue(value),
      kept: accepted?.kept === index,
      score: critique?.score ?? null,
      feedback: critique?.feedback ?? null,
      issues: critique?.issues ?? [],
      suggestions: critique?.suggestions ?? [],
    })),
  };
}

/** The same of the answers of a task's agent, in its last attempt. */
function taskReflectionReport({ attempts }: Pick<TaskState, "attempts">) {
  const reflection = attempts.at(-1)?.reflection;
  if (!reflection) return null;
  const { critiques, last, outcome, score, questions, reason }: AttemptReflection = reflection;
  return {
    outcome: outcome ?? null,
    passed: outcome === "passed",
    requiresFollowup: outcome === "requires_followup",
    score: score ?? null,
    revisions: Math.max(0, critiques - 1),
    feedback: last?.feedback ?? null,
    questions: (questions ?? []).map(formatOpenQuestion),
    reason: reason ?? null,
  };
}
