import { type ReviewerInput, type ReviewerOutput, reviewer as reviewerRole } from "@/lib/agents/reviewer";
import { formatReason } from "@/lib/core/describe/reason";
import { withSimulatedSentence } from "@/lib/core/describe/simulated";
import type { Json } from "@/lib/core/json";
import { evaluate } from "@/lib/core/lisp";
import { getOwn } from "@/lib/core/own";
import { reviewOf } from "@/lib/core/plan";
import { evaluateCondition, type PreviousTask } from "@/lib/core/plan/condition";
import { resultsByName } from "@/lib/core/plan/results-by-name";
import { readsOwnAlone } from "@/lib/core/run/controls/release/approved";
import { isPeoplesReview } from "@/lib/core/run/controls/terms/peoples-review";
import { isVotedOn, reviewerOf } from "@/lib/core/run/effects/reviewers";
import type { SimpleReason } from "@/lib/core/run/events/reason";
import type { Proposal } from "@/lib/core/run/events/reviews";
import { givenAnswerFor } from "@/lib/core/run/gates/given";
import { simulatedToolsOf } from "@/lib/core/run/simulated";
import type { RunState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { truncateProposal } from "@/lib/core/run/truncate/proposal";
import type { Blob } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import { callRole, type Lookup } from "../model/call-role";
import { type EffectContext, type Ending, endWith } from "./effect";
import { failedCallReason, infrastructureFailure } from "./failures";
import { lessonsFor } from "./learning/lessons";
import { tryTail } from "./plan/tail";
import { reviewerInput } from "./reviewer-input";
import { agentNamed, bodyOf, loadBodies, readWork, refsOfValues, taskIn, type Work } from "./work";

/** Characters of an answer that could not be used, as its author is shown it again. */
const MAX_PREVIOUS_CHARS = 20_000;
/** Who judges where the plan names nobody. */
const DEFAULT_REVIEWER = "reviewer";

/**
 * A review whose condition does not hold is not needed, and one that was decided in advance asks nobody. Otherwise
 * one reviewer is asked, and once more with the reason when the answer cannot be acted on: unreadable, or a REPLAN
 * that says neither what must change nor brings a tail that the plan could take. Still unusable, it is no vote, and never CONTINUE by default.
 */
export async function review(context: EffectContext): Promise<Ending> {
  const { key, taskId, attempt } = context;
  const { spec } = taskIn(context.state(), taskId);
  const [name, isVote] = [reviewerOf(spec, key), isVotedOn(spec)];
  const work = await readWork(context);
  const shown = await skipReason(context, work);
  const of = { key, taskId, attempt };
  if (shown !== undefined) return endWith({ type: "review_not_needed", ...of, shown });
  const state = context.state();
  if (givenAnswerFor(state, taskIn(state, taskId))) return endWith({ type: "review_given", ...of });
  const agent = name === undefined ? work.agent : await agentNamed(context, name);
  const { input: seen, lookups } = await reviewerInput(context, work.task);
  // Its words flow into what people let act: they come from nothing that somebody may have written since.
  const readsOwn = readsOwnAlone(state, taskId);
  const lessons = readsOwn ? undefined : await lessonsFor(context, "reviewer", agent?.model);
  const request: ReviewRequest = {
    name: name ?? DEFAULT_REVIEWER,
    input: {
      ...seen,
      ...(lessons && { lessons }),
      ...(name !== undefined && { brief: briefOf(name, agent) }),
    },
    lookups,
    mayFallBack: !isApproved(state, work),
    isToldCost: !readsOwn,
    ...(agent?.model !== undefined && { modelId: agent.model }),
  };
  const answer = await askTwice(context, request);
  if ("ending" in answer) return answer.ending;
  const { blobs, ...facts } = "problem" in answer ? { problem: answer.problem, blobs: answer.blobs } : answer;
  const rows = { blobs };
  return isVote
    ? endWith({ type: "review_voted", ...of, reviewer: request.name, ...facts }, rows)
    : endWith({ type: "review_read", ...of, ...facts }, rows);
}

type ReviewRequest = {
  name: string;
  input: ReviewerInput;
  lookups: Lookup[];
  modelId?: string;
  mayFallBack: boolean;
  isToldCost: boolean;
};
type ReviewAnswer =
  | { proposal: Proposal; blobs: Blob[] }
  | { problem: SimpleReason; blobs: Blob[]; answer?: string }
  | { ending: Ending };

/** A review that people approve is the word of the model that was chosen for it, and of no other. */
function isApproved({ settings }: Readonly<RunState>, { task }: Work): boolean {
  return isPeoplesReview(task, settings);
}

function briefOf(name: string, agent: { prompt: string } | undefined): string {
  return [`You are ${name}.`, agent?.prompt ?? ""].join("\n").trim();
}

async function askTwice(context: EffectContext, request: ReviewRequest): Promise<ReviewAnswer> {
  const costMicroUsd = request.isToldCost ? await context.reads.costMicroUsd(context.runId) : undefined;
  const input = { ...request.input, ...(costMicroUsd !== undefined && { costMicroUsd }) };
  const first = await ask(context, { ...request, input });
  if (!("problem" in first) || first.problem.code === "not_judged") return first;
  const problem = formatReason(first.problem);
  return ask(context, { ...request, input: { ...input, problem, previousAnswer: first.answer ?? "" } });
}

async function ask(
  context: EffectContext,
  { name, input, lookups, modelId, mayFallBack }: ReviewRequest,
): Promise<ReviewAnswer> {
  const answer = await callRole(context, reviewerRole, input, {
    repairAttempts: 0,
    lookups,
    mayFallBack,
    ...(modelId !== undefined && { agentModelId: modelId }),
  });
  if (!answer.ok && answer.code === "unreadable") return unusable(failedCallReason(answer), answer.text);
  if (!answer.ok) return { ending: infrastructureFailure(context, answer) };
  const value = withFittingDeviation(answer.value, input);
  const { updatedPlan, ...decided } = value;
  if (decided.decision !== "REPLAN" || !updatedPlan)
    return truncateProposal(withSimulatedResult(context, decided), name);
  const tried = await tryTail(context, updatedPlan, context.taskId);
  if ("tail" in tried) return truncateProposal({ ...value, updatedPlan: tried.tail }, name, tried.at);
  // The decision stands by its reasons: the tail was only a suggestion.
  if (decided.reasoning.trim() !== "") return truncateProposal(decided, name);
  return unusable({ code: "tail_unusable", issues: tried.issues }, answer.text);
}

/** Nothing deviates from what nobody expected. */
function withFittingDeviation(
  { deviation, ...decided }: ReviewerOutput,
  { tasks }: ReviewerInput,
): ReviewerOutput {
  const isExpected = tasks.some(({ expected }) => expected !== undefined);
  return isExpected && deviation !== undefined ? { ...decided, deviation } : decided;
}

/** A result that ends the mission says what it rests on. */
function withSimulatedResult<Decided extends { finalResult?: Json }>(
  { state }: EffectContext,
  decided: Decided,
): Decided {
  const { finalResult } = decided;
  if (typeof finalResult !== "string") return decided;
  return { ...decided, finalResult: withSimulatedSentence(finalResult, simulatedToolsOf(state())) };
}

const unusable = (problem: SimpleReason, answer: string): ReviewAnswer => ({
  problem,
  blobs: [],
  answer: cutText(answer, MAX_PREVIOUS_CHARS),
});

/**
 * Why a conditional review is not needed: its condition with what was found. Undefined when it has to run: without a
 * condition, with one that holds, and with one that cannot be evaluated (docs/plans.md, "Conditions").
 */
async function skipReason(context: EffectContext, { task }: Work): Promise<string | undefined> {
  const condition = task.review?.condition;
  if (condition === undefined) return;
  const { tasks, workspaceId } = context.state();
  const lookedAt = [...new Set([...reviewOf(task).previousTasks, ...task.dependsOn])];
  const ended = new Map(
    lookedAt.flatMap((id) => {
      const one = getOwn(tasks, id);
      return one && isTerminalTask(one.status)
        ? [[id, { status: one.status, result: one.result }] as const]
        : [];
    }),
  );
  const stored = [...ended.values()].flatMap(({ result }) => result ?? []);
  const bodies = await loadBodies(context, workspaceId, refsOfValues(stored));
  const facts = [...ended].map(([id, { status, result }]): PreviousTask => {
    return { id, status, ...(result && { result: bodyOf(result, bodies) }) };
  });
  const named = new Set(reviewOf(task).previousTasks);
  const previous = facts.filter(({ id }) => named.has(id));
  const results = resultsByName(lookedAt, (id) => facts.find((one) => one.id === id)?.result ?? null);
  const { holds, shown } = evaluateCondition(condition, { previous, results }, evaluate);
  return holds === false ? shown : undefined;
}
