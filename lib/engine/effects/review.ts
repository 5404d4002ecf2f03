import { reviewer } from "@/lib/agents/reviewer";
import type { ReviewerOutput } from "@/lib/agents/types";
import type { Json } from "@/lib/core/json";
import { reviewOf } from "@/lib/core/plan/defaults";
import type { Check } from "@/lib/core/run/events/checks";
import type { Proposal } from "@/lib/core/run/events/reviews";
import type { RunState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { type Blob, storeValue } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import { callRole } from "../call-role";
import { type EffectContext, type Ending, endWith } from "./effect";
import { infrastructureFailure } from "./failures";
import { unneededBecause } from "./review-condition";
import { tailProblem } from "./tail";
import { readWork, taskIn, type Work } from "./work";

const MAX_REASONING_CHARS = 2_000;
const MAX_EVIDENCE_CHARS = 300;

/**
 * A review whose condition does not hold is not needed. Otherwise asks the reviewer, and once more with the reason when its answer cannot be acted on: unreadable, or a REPLAN whose
 * tail the plan could not take. Still unusable, it goes to a person; never CONTINUE by default.
 */
export async function review(context: EffectContext): Promise<Ending> {
  const work = await readWork(context);
  const unneeded = await unneededBecause(context, work);
  if (unneeded !== undefined) return notNeeded(context, unneeded);
  const costMicroUsd = await context.reads.costMicroUsd(context.runId);
  const first = await ask(context, work, costMicroUsd);
  if (!("problem" in first)) return ended(context, first);
  const second = await ask(context, work, costMicroUsd, first.problem);
  if (!("problem" in second)) return ended(context, second);
  const { key, taskId, attempt } = context;
  return endWith({ type: "review_read", key, taskId, attempt, problem: cutText(second.problem, 1_000) });
}

function notNeeded({ key, taskId, attempt }: EffectContext, shown: string): Ending {
  return endWith({ type: "review_not_needed", key, taskId, attempt, shown });
}

type Asked = { proposal: Proposal; blobs: Blob[] } | { ending: Ending } | { problem: string };

async function ask(
  context: EffectContext,
  work: Work,
  costMicroUsd: number | undefined,
  problem?: string,
): Promise<Asked> {
  const input = {
    ...reviewInput(context.state(), work),
    ...(costMicroUsd !== undefined && { costMicroUsd }),
    ...(problem !== undefined && { problem }),
  };
  const agentModelId = work.agent.model;
  const answer = await callRole(context, reviewer, input, {
    repairAttempts: 0,
    ...(agentModelId !== undefined && { agentModelId }),
  });
  if (!answer.ok && answer.code === "unreadable") return { problem: answer.problem };
  if (!answer.ok) return { ending: infrastructureFailure(context, answer) };
  const { updatedPlan } = answer.value;
  if (answer.value.decision === "REPLAN" && updatedPlan) {
    const wrong = await tailProblem(context, updatedPlan, { rootsDependOn: context.taskId });
    if (wrong !== undefined) return { problem: wrong };
  }
  return toProposal(answer.value, work.task.review?.reviewers[0] ?? "reviewer");
}

function toProposal(output: ReviewerOutput, reviewerName: string): { proposal: Proposal; blobs: Blob[] } {
  const { decision, reasoning, updatedPlan, finalResult, abortReason } = output;
  const blobs: Blob[] = [];
  const proposal: Proposal = {
    decision,
    reasoning: cutText(reasoning, MAX_REASONING_CHARS),
    answers: output.answers.slice(0, 10).map(({ question, answer, evidence }) => ({
      question: cutText(question, MAX_EVIDENCE_CHARS),
      answer,
      evidence: cutText(evidence, MAX_EVIDENCE_CHARS),
    })),
    reviewer: reviewerName,
  };
  if (decision === "ABORT" && abortReason !== undefined) {
    proposal.abortReason = cutText(abortReason, MAX_REASONING_CHARS);
  }
  if (decision === "REPLAN" && updatedPlan) {
    const body = JSON.parse(JSON.stringify(updatedPlan)) as Json;
    const { digest, bytes } = storeValue(body).stored;
    proposal.tail = digest;
    blobs.push({ digest, bytes, body });
  }
  if (decision === "COMPLETE" && finalResult !== undefined) {
    const { stored, blob } = storeValue(finalResult);
    proposal.finalResult = stored;
    if (blob) blobs.push(blob);
  }
  return { proposal, blobs };
}

function ended(context: EffectContext, asked: Exclude<Asked, { problem: string }>): Ending {
  if ("ending" in asked) return asked.ending;
  const { key, taskId, attempt } = context;
  const { proposal, blobs } = asked;
  return endWith({ type: "review_read", key, taskId, attempt, proposal }, { blobs });
}

function reviewInput(state: Readonly<RunState>, { task }: Work) {
  const spec = reviewOf(task);
  return {
    mission: state.mission,
    review: spec,
    tasks: spec.previousTasks.flatMap((id) => reviewedTask(state, id)),
    remaining: state.order.flatMap((id) => {
      const { status, spec: other } = taskIn(state, id);
      if (isTerminalTask(status) || id === task.id) return [];
      return { id, title: other.title, type: other.type };
    }),
  };
}

function checkLine(check: Check): string {
  const { layer, outcome, shown } = check;
  const about = outcome === "passed" ? shown : check.diagnosis;
  return about === undefined ? `${layer} ${outcome}` : `${layer} ${outcome}: ${about}`;
}

function reviewedTask(state: Readonly<RunState>, id: string) {
  const known = state.tasks[id];
  if (!known) return [];
  const { spec, status, result, diagnosis } = known;
  const shown = isTerminalTask(status) ? status : `${status} (not run)`;
  const facts = { id, title: spec.title, type: spec.type, status: shown, preview: result?.preview ?? "" };
  const checks = (known.attempts.at(-1)?.checks ?? []).map(checkLine);
  const told = checks.length > 0 ? { ...facts, checks } : facts;
  return [diagnosis === undefined ? told : { ...told, diagnosis }];
}
