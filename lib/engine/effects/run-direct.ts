import type { Json, JsonObject } from "@/lib/core/json";
import { type Data, errorText, evaluateProgram, type RecordedCall, type ToolCall } from "@/lib/core/lisp";
import { isBuiltInAgent } from "@/lib/core/plan/agents";
import { changesOutside } from "@/lib/core/policy";
import { AT_ONCE_LIMITS } from "@/lib/core/run/effects/at-once";
import type { RunState } from "@/lib/core/run/state";
import { isPassingFault } from "@/lib/core/tool-faults";
import {
  artifactsOf,
  type Step,
  startTrajectory,
  type Trajectory,
  withModelTurn,
  withObservation,
} from "@/lib/core/trajectory";
import { statedDiagnosis } from "@/lib/engine/effects/failures";
import type { Attempt } from "./attempt/attempt";
import { restoreAttempt } from "./attempt/restore";
import { allowedTools, policyReport } from "./attempt/start";
import { stepReport } from "./attempt/step-report";
import { runTrajectory, type TrajectoryEnd } from "./attempt/trajectory-loop";
import { endIfPassed, endWithResult } from "./check-result";
import type { EffectContext, Ending, Report } from "./effect";
import { failedAttempt, infrastructureFailure } from "./failures";
import { resultOfEarlierCall } from "./tools/earlier-calls";
import { offeredTools } from "./tools/offered-tools";
import { inputText, loadBodies, programAtHand, programData, readWork, taskIn, type Work } from "./work";

/** Most tool calls of one program. */
const MAX_CALLS = 200;

/**
 * One attempt of a direct task. Its program is evaluated from the start until it calls a tool that has no record; the
 * call is a step like an agent's, and then it is evaluated again (docs/engine.md, "Direct tasks").
 */
export async function runDirect(context: EffectContext): Promise<Ending> {
  const work = await readWork(context);
  const attempt = await startProgram(context, work);
  const outputs: LargeOutputs = new Map();
  const end = await runTrajectory(context, attempt, {
    takeTurn: (...turn) => evaluate(...turn, outputs),
  });
  if ("ending" in end) return end.ending;
  return endWithResult(context, attempt, end.outcome.answer, end.before);
}

/**
 * The end of a program that needs nothing but what is at hand and ends well within small limits; undefined for any other,
 * which is run as an effect. Pure but for the clock, so that it may be evaluated inside a commit.
 */
export function endProgramAtOnce(
  context: Pick<EffectContext, "state" | "clock" | "key" | "taskId" | "attempt">,
  known: ReadonlyMap<string, Json>,
): Report[] | undefined {
  const program = programAtHand(context.state(), context.taskId, known);
  if (!program) return;
  const limits = { ...AT_ONCE_LIMITS, now: context.clock.monotonicMs };
  const data = dataOf(context.state(), program);
  // A program that names a tool cannot be read without it, and is left to the effect.
  const outcome = evaluateProgram(inputText(program.task.input), data, { tools: [], limits });
  return "ok" in outcome && outcome.ok ? endIfPassed(context, program, outcome.value, limits) : undefined;
}

async function startProgram(context: EffectContext, work: Work): Promise<Attempt> {
  const { spec, attempts } = taskIn(context.state(), context.taskId);
  const { lineage } = spec;
  const hasSteps = (attempts.at(-1)?.steps ?? 0) > 0;
  const isOwn = !isBuiltInAgent(work.task.agent);
  const tools = isOwn ? allowedTools(context, work) : offeredTools(context);
  const trajectory = startTrajectory({
    query: inputText(work.input),
    constraints: { tools: tools.map(({ name }) => name), maxTurns: MAX_CALLS + 1 },
  });
  const fresh = {
    work,
    lineage,
    modelId: "",
    system: "",
    tools,
    policyReport: isOwn ? policyReport(context, work, trajectory.constraints.tools) : undefined,
    trajectory,
    verbatim: [],
    unfinished: new Map(),
  };
  return hasSteps ? restoreAttempt(context, fresh) : fresh;
}

async function evaluate(
  context: EffectContext,
  attempt: Attempt,
  step: number,
  outputs: LargeOutputs,
): Promise<TrajectoryEnd | undefined> {
  const failed = attempt.trajectory.steps.find(({ error }) => error !== undefined);
  if (failed) return callFailure(context, failed);
  const outcome = evaluateProgram(inputText(attempt.work.input), dataOf(context.state(), attempt.work), {
    tools: attempt.trajectory.constraints.tools,
    recorded: await recordedCalls(context, attempt.trajectory, outputs),
    limits: { now: context.clock.monotonicMs },
  });
  if ("call" in outcome) return recordCall(context, attempt, step, outcome.call);
  if (outcome.ok) return { outcome: { reason: "answer_complete", answer: outcome.value }, before: [] };
  const { error } = outcome;
  if (error.limit === "deadline") {
    const message = `The program was stopped: ${errorText(error)}`;
    return { ending: infrastructureFailure(context, { code: "deadline", message }) };
  }
  if (error.code !== "failed") return programFailure(context, errorText(error));
  return {
    ending: failedAttempt(context, { code: "replan_asked", diagnosis: statedDiagnosis(error.message) }),
  };
}

/** A call becomes the next step. One that has already happened for this task is answered with what it gave. */
async function recordCall(
  context: EffectContext,
  attempt: Attempt,
  step: number,
  { name, args }: ToolCall,
): Promise<TrajectoryEnd | undefined> {
  if (step > MAX_CALLS)
    return programFailure(context, `The program calls tools more than ${MAX_CALLS} times.`);
  const problem = context.tools.checkArguments(name, args);
  if (problem !== undefined) return programFailure(context, `Invalid arguments for tool/${name}: ${problem}`);
  const callId = `call_${step}`;
  attempt.trajectory = withModelTurn(attempt.trajectory, {
    text: "",
    toolCalls: [{ callId, tool: name, args, rawArgs: "" }],
    finishReason: "tool_calls",
    usage: {},
    argumentProblems: [],
    startedAtMs: context.clock.nowMs(),
    latencyMs: 0,
  });
  attempt.verbatim.push([]);
  const earlier = await resultOfEarlierCall(context, attempt.lineage, { tool: name, args });
  if (earlier) {
    const branch = { callId, tool: name, ok: true as const, ...earlier };
    attempt.trajectory = withObservation(attempt.trajectory, [branch]);
  }
  const told = attempt.policyReport ? [attempt.policyReport] : [];
  attempt.policyReport = undefined;
  await context.commit([...told, stepReport(context, attempt, earlier ? "seen" : "open")]);
  attempt.isBegun = true;
  return;
}

/** Outputs that are too large for a step, by digest, as far as they have been read. */
type LargeOutputs = Map<string, Json>;

/**
 * The calls made so far, with all that they gave: a program reads no previews. A step that is still open is run before
 * the program is asked again.
 */
async function recordedCalls(
  context: EffectContext,
  { steps }: Trajectory,
  outputs: LargeOutputs,
): Promise<RecordedCall[]> {
  const unread = artifactsOf(steps).filter((digest) => !outputs.has(digest));
  const bodies = await loadBodies(context, context.state().workspaceId, unread);
  for (const digest of unread) outputs.set(digest, bodies(digest));
  return steps.flatMap(({ action, observation = null, artifact }) => {
    if (action.type !== "tool") return [];
    const result = artifact === undefined ? observation : (outputs.get(artifact) ?? null);
    return [{ name: action.tool, args: action.args as JsonObject, result }];
  });
}

function dataOf(state: Readonly<RunState>, work: Pick<Work, "task" | "upstream">): Data {
  const { depends, results, mission } = programData(state, work);
  return { depends, results, mission };
}

/**
 * How a failed call ends its program: a tool that was slow or away is nothing that another plan helps against, and one that
 * fails for good would be called with the same arguments again.
 */
function callFailure(context: EffectContext, { action, error = "" }: Step): TrajectoryEnd {
  const name = action.type === "tool" ? action.tool : "";
  const diagnosis = statedDiagnosis(`tool/${name} failed: ${error}`);
  const tool = context.tools.find(name);
  if (!isPassingFault(error))
    return { ending: failedAttempt(context, { code: "error", diagnosis, lasts: true }) };
  const mayBeTwice = tool !== undefined && (!changesOutside(tool) || tool.idempotent);
  return { ending: failedAttempt(context, { code: mayBeTwice ? "timeout" : "error", diagnosis }) };
}

function programFailure(context: EffectContext, diagnosis: string): TrajectoryEnd {
  return { ending: failedAttempt(context, { code: "error", diagnosis: statedDiagnosis(diagnosis) }) };
}
