import { agent as agentRole } from "@/lib/agents/agent";
import { readAnswerValue } from "@/lib/agents/read-answer";
import { noAnswerProblem, splitThinking } from "@/lib/core/answers";
import { namesKeys } from "@/lib/core/answers/named-keys";
import { doubledName, scanJson } from "@/lib/core/answers/scan-json";
import { isJsonObject, type Json } from "@/lib/core/json";
import { toolNamed } from "@/lib/core/mcp/tools";
import { changesOutside, evaluatePolicies } from "@/lib/core/policy";
import type { ModelResponse, ModelToolCall } from "@/lib/core/ports";
import { storeValue } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import {
  artifactsOf,
  isJsonAction,
  isRevising,
  misfitProblem,
  next,
  READ_ARTIFACT,
  readAction,
  type TurnFacts,
  wasAskedForForm,
  withModelTurn,
  writtenCall,
  writtenCallProblem,
} from "@/lib/core/trajectory";
import type { CallFailure } from "../model/call-model";
import { decisiveFailure, followingModel } from "../model/fallbacks";
import { agentRequest } from "./attempt/agent-request";
import type { Attempt } from "./attempt/attempt";
import { deliveredMessageCount, hasPendingMessages, pendingMessages } from "./attempt/attempt";
import { nextFacts, raisedBy } from "./attempt/budgets";
import { callWithCompression } from "./attempt/compress";
import { runReflected } from "./attempt/reflection";
import { beginAttempt } from "./attempt/start";
import { stepReport } from "./attempt/step-report";
import type { TrajectoryEnd } from "./attempt/trajectory-loop";
import { endWithAbstention, endWithResult, resultIn } from "./check-result";
import type { EffectContext, Ending, Report } from "./effect";
import {
  blockedAttempt,
  failedAttempt,
  failedCallReason,
  infrastructureFailure,
  MAX_DIAGNOSIS_CHARS,
  stopReason,
  unreadableAttempt,
} from "./failures";
import { policiesOfCalls } from "./tools/offered-tools";
import { missingDiagnosis, readWork } from "./work";

/** A step is read with its whole attempt. */
const MAX_REASONING_CHARS = 20_000;

type TurnSaid = ModelResponse & { answer?: Json; unreadable?: string };
type Finished = Extract<TrajectoryEnd, { outcome: unknown }>;

/** One attempt of an agent's task; its result is checked when its time no longer runs. */
export async function runAttempt(context: EffectContext): Promise<Ending> {
  const work = await readWork(context);
  if (work.missing.length > 0) return blockedAttempt(context, missingDiagnosis(work.missing));
  const attempt = await beginAttempt(context, work);
  const end = await runReflected(context, attempt, { takeTurn, factsOf: nextFacts });
  const reports = "ending" in end ? end.ending : await endOfAttempt(context, attempt, end);
  return reports?.map((report) => withDeliveredCount(report, attempt)) ?? null;
}

/** With the end goes how many of people's words the agent has heard: more may have come in the meantime. */
function withDeliveredCount(report: Report, attempt: Attempt): Report {
  const { command } = report;
  if (command.type !== "attempt_succeeded" && command.type !== "attempt_failed") return report;
  return { ...report, command: { ...command, heard: deliveredMessageCount(attempt) } };
}

/** One turn of the model. A turn without calls may end the attempt: then both are one commit. */
async function takeTurn(
  context: EffectContext,
  attempt: Attempt,
  step: number,
): Promise<TrajectoryEnd | undefined> {
  offerArtifacts(context, attempt);
  const startedAtMs = context.clock.nowMs();
  const steering = pendingMessages(context, attempt);
  const revises = steering.length === 0 && isRevising(attempt.trajectory);
  const role = revises ? ("revision" as const) : agentRole.name;
  const { serving } = attempt;
  const facts = {
    role,
    promptVersion: agentRole.version,
    step,
    ...(serving && { serving }),
    ...(revises && { advisory: true }),
  };
  const outcome = await callWithCompression(context, attempt, () => agentRequest(attempt, steering), facts);
  if (!outcome.ok && outcome.code === "context_overflow") {
    const text = cutText(outcome.message, MAX_DIAGNOSIS_CHARS);
    const diagnosis = { code: "conversation_too_long", text } as const;
    return { ending: failedAttempt(context, { code: "error", diagnosis }) };
  }
  if (!outcome.ok && outcome.code === "bad_request" && writesActionsNow(context, attempt)) {
    Object.assign(attempt, await beginAttempt(context, attempt.work));
    return;
  }
  if (!outcome.ok && outcome.code === "no_budget" && revises) {
    const diagnosis = failedCallReason(outcome);
    return { ending: failedAttempt(context, { code: "budget_exhausted", diagnosis }) };
  }
  if (!outcome.ok) return followOrWait(context, attempt, outcome);
  recordTurn(context, attempt, outcome.response, { startedAtMs, steering });
  const move = next(attempt.trajectory, { hasPendingMessages: hasPendingMessages(context, attempt) });
  const told = attempt.policyReport ? [attempt.policyReport] : [];
  const reports = [...told, stepReport(context, attempt, move.do === "run_calls" ? "open" : "seen")];
  attempt.policyReport = undefined;
  if (move.do === "finish") return { outcome: move.outcome, before: reports };
  await context.commit(reports);
  attempt.isBegun = true;
  return;
}

/**
 * The next model takes the place of one that cannot be reached. One that has had turns of the attempt has them to itself:
 * the next attempt begins with the other, and no retry is counted.
 */
async function followOrWait(
  context: EffectContext,
  attempt: Attempt,
  failure: CallFailure,
): Promise<TrajectoryEnd | undefined> {
  const { serving } = attempt;
  const following = serving && followingModel(context, serving, failure);
  if (!following) {
    const decisive = decisiveFailure(attempt.failures ?? [], failure);
    return { ending: infrastructureFailure(context, decisive) };
  }
  if (attempt.trajectory.steps.length > 0)
    return { ending: infrastructureFailure(context, failure, { isFollowed: true }) };
  const failures = [...(attempt.failures ?? []), failure];
  Object.assign(attempt, await beginAttempt(context, attempt.work, following), { failures });
  return;
}

/** Has the model of an attempt that has had no turn yet turned out to take no tools? Then it writes its actions as JSON. */
function writesActionsNow({ model }: EffectContext, { modelId, trajectory }: Attempt): boolean {
  const { steps, constraints } = trajectory;
  const { toolCalling } = model.list().find(({ id }) => id === modelId) ?? {};
  return steps.length === 0 && constraints.toolCalling !== "json" && toolCalling === "json";
}

function recordTurn(
  context: EffectContext,
  attempt: Attempt,
  response: ModelResponse,
  before: { startedAtMs: number; steering: string[] },
): void {
  const { verbatim, latencyMs } = response;
  const { reasoning } = response;
  const aloud = reasoning === undefined ? {} : { thinking: cutText(reasoning, MAX_REASONING_CHARS) };
  const said = { ...response, ...aloud, ...jsonActionOf(context, attempt, response) };
  const { tools } = attempt.trajectory.constraints;
  const turn = withKnownNames(
    { ...said, ...noResultIn(context, attempt, response), ...misfit(context, attempt, said) },
    tools,
  );
  const readsOnly = turn.toolCalls.every(({ tool }) => {
    const facts = context.tools.find(tool);
    return facts !== undefined && !changesOutside(facts);
  });
  const argumentProblems = turn.toolCalls.map(({ tool, args, rawArgs }) =>
    args === undefined
      ? undefined
      : (doubledName(scanJson(rawArgs).found) ?? context.tools.checkArguments(tool, args)),
  );
  attempt.trajectory = withModelTurn(attempt.trajectory, {
    ...turn,
    argumentProblems,
    readsOnly,
    ...before,
    latencyMs,
    modelMs: latencyMs,
  });
  attempt.verbatim.push(verbatim);
}

/** The calls of a turn under the names of the tools that they can only mean. */
function withKnownNames<Turn extends Pick<TurnFacts, "toolCalls" | "join">>(
  turn: Turn,
  tools: readonly string[],
): Turn {
  const named = (call: ModelToolCall) => ({ ...call, tool: toolNamed(call.tool, tools) ?? call.tool });
  const toolCalls = turn.toolCalls.map(named);
  return turn.join ? { ...turn, toolCalls, join: named(turn.join) } : { ...turn, toolCalls };
}

/** What the turn of a model says that writes its actions as JSON; those of others are in the response itself. */
function jsonActionOf(
  context: EffectContext,
  { trajectory, work }: Attempt,
  { text }: ModelResponse,
): Partial<TurnFacts> {
  const { constraints, steps } = trajectory;
  if (constraints.toolCalling !== "json") return {};
  const read = readAction(text, steps.length + 1, constraints.tools);
  const { thinking } = splitThinking(text);
  const aloud = thinking === undefined ? {} : { thinking };
  // Without tools there is no action to write: what is none, or would call something, is the answer itself.
  if (constraints.tools.length === 0 && !(read.ok && read.action.toolCalls.length === 0)) return aloud;
  if (!read.ok)
    return isBareResult(context, work, text, constraints.tools)
      ? aloud
      : { ...aloud, unreadable: read.problem };
  const { thought, ...action } = read.action;
  return { text: thought, ...aloud, ...action };
}

/**
 * Data alone that can be no action: a list, what the task's schema or the words of its input ask for, or the word that there
 * can be no result.
 */
function isBareResult(
  context: EffectContext,
  work: Attempt["work"],
  text: string,
  tools: readonly string[],
): boolean {
  const value = readAnswerValue(text);
  if (typeof value !== "object" || value === null) return false;
  const takes = (name: string) => argumentsOf(context, name);
  if (writtenCall(text, tools, takes) !== undefined) return false;
  const read = resultIn(context, work, value);
  if (read) return read.ok || read.cannot !== undefined;
  if (Array.isArray(value)) return true;
  const { input, details } = work.task;
  const isOfTool = tools.some((name) => Object.keys(value).every((key) => takes(name).includes(key)));
  return (
    !isOfTool && !isJsonAction(value) && namesKeys([JSON.stringify(input), ...details].join("\n"), value)
  );
}

/** Why an answer is sent back to its agent, which happens once in an attempt, and only while it has a turn left. */
function misfit(context: EffectContext, { trajectory, work }: Attempt, turn: TurnSaid): Partial<TurnFacts> {
  const { steps, constraints } = trajectory;
  const { text, answer = text, toolCalls, finishReason, unreadable } = turn;
  const isAnswer = toolCalls.length === 0 && finishReason === "stop" && unreadable === undefined;
  if (!isAnswer || answer === "" || steps.length + 1 >= constraints.maxTurns || wasAskedForForm(trajectory))
    return {};
  const read = resultIn(context, work, answer);
  return read === undefined || read.ok || read.cannot !== undefined
    ? {}
    : { unreadable: misfitProblem(read.problem) };
}

/** A call that is written as text is no result, nor is what answers nothing, unless the task's schema asks for just that. */
function noResultIn(
  context: EffectContext,
  { trajectory, work }: Attempt,
  { text, toolCalls }: ModelResponse,
): Partial<TurnFacts> {
  const { tools, toolCalling } = trajectory.constraints;
  const readsActions = toolCalling === "json" && tools.length > 0;
  if (readsActions || toolCalls.length > 0) return {};
  const tool = writtenCall(text, tools, (name) => argumentsOf(context, name));
  const problem = tool === undefined ? noAnswerProblem(text) : writtenCallProblem(tool, tools);
  const read = problem === undefined ? undefined : resultIn(context, work, text);
  return problem === undefined || read?.ok || read?.cannot !== undefined ? {} : { unreadable: problem };
}

function argumentsOf({ tools }: EffectContext, name: string): string[] {
  const { properties = null } = tools.list().find((tool) => tool.name === name)?.inputSchema ?? {};
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** What an agent's attempt came to, in one commit with the reports of its last step. */
async function endOfAttempt(
  context: EffectContext,
  attempt: Attempt,
  { outcome, before }: Finished,
): Promise<Report[]> {
  const { work } = attempt;
  if (outcome.reason !== "answer_complete") {
    const { stored, blob } = storeValue(outcome.answer);
    const hint = "budget" in outcome ? raisedBy(work, outcome.budget) : undefined;
    const failed = { code: outcome.reason, diagnosis: stopReason(outcome, hint), output: stored };
    return [...before, ...failedAttempt(context, failed, blob && { blobs: [blob] })];
  }
  const { answer } = outcome;
  const fitting = resultIn(context, work, answer);
  if (fitting?.ok) return endWithResult(context, attempt, fitting.value, before, fitting.coerced);
  if (fitting?.cannot !== undefined) return endWithAbstention(context, fitting.cannot, before);
  if (typeof answer !== "string") return endWithResult(context, attempt, answer, before);
  const read = agentRole.parse(answer);
  if (read.ok) return endWithResult(context, attempt, read.value, before);
  return [...before, ...unreadableAttempt(context, read)];
}

/**
 * Gives an attempt whose steps have brought an artifact the tool to look into it, whatever its plan says of tools, unless
 * a policy denies it. It follows from the steps alone, so that it is the same after a crash.
 */
function offerArtifacts(context: EffectContext, attempt: Attempt): void {
  const { constraints, steps } = attempt.trajectory;
  if (constraints.tools.includes(READ_ARTIFACT) || artifactsOf(steps).length === 0) return;
  const tool = context.tools.find(READ_ARTIFACT);
  if (!tool || evaluatePolicies(policiesOfCalls(context), tool).decision === "deny") return;
  const { name, description, inputSchema } = tool;
  attempt.tools = [...attempt.tools, { name, description, inputSchema }];
  const tools = [...constraints.tools, name];
  attempt.trajectory = { ...attempt.trajectory, constraints: { ...constraints, tools } };
}
