import { splitThinking } from "../answers/thinking";
import { LOST_CALLS, unfinishedProblem } from "../answers/unfinished";
import { canonicalJson, isSameJson, type Json } from "../json";
import type { ModelResponse, ModelToolCall } from "../ports";
import type { RejectedItem } from "../run/gates/items";
import { suggest } from "../suggest";
import { cutText } from "../text";
import { hintProblems } from "./hints";
import { skippedJoin } from "./join";
import { branchesOf, callsOf, isOpen } from "./step-calls";
import type { Action, Branch, Call, CallComment, Step, Trajectory } from "./types";
import { vainCallProblem } from "./vain-calls";

/** What a turn of the model brought, and what the caller found out about its calls. */
export type TurnFacts = Pick<
  ModelResponse,
  "text" | "toolCalls" | "finishReason" | "usage" | "refusedTools"
> & {
  /**
   * For each tool call, in order, why its arguments do not fit the tool (with a suggestion), or undefined. Whether
   * the tool is known and the arguments are JSON is found out here.
   */
  argumentProblems: (string | undefined)[];
  /** A call on the results of the others; only an action in JSON has one. Its arguments are checked when they are whole. */
  join?: ModelToolCall;
  /** An answer that is no text. */
  answer?: Json;
  /** What was thought aloud, where the text no longer holds it. */
  thinking?: string;
  /** Why no action could be read in the text. */
  unreadable?: string;
  /** Do all calls only look? Then one with wrong arguments fails alone. */
  readsOnly?: boolean;
  /** What people had told the agent before this turn and after the one before. */
  steering?: string[];
  startedAtMs: number;
  latencyMs: number;
  /** What a model took of it; absent for the turn of a program. */
  modelMs?: number;
};

/** Why nothing of a turn may run, as its agent is shown (docs/agents.md, "Trajectories"); undefined for one in order. */
const turnProblem = (turn: TurnFacts, trajectory: Trajectory): string | undefined =>
  turn.toolCalls.length === 0 ? answerProblem(turn) : callProblems(turn, trajectory);

/** The trajectory with one more turn. Nothing of a turn with an invalid call runs. */
export function withModelTurn(trajectory: Trajectory, turn: TurnFacts): Trajectory {
  const { text, thinking = turn.thinking } = spokenOf(turn);
  const action = actionOf({ ...turn, text });
  const failed = failedAlone(turn, trajectory);
  const problem = failed.length > 0 ? undefined : turnProblem(turn, trajectory);
  const { usage, startedAtMs, latencyMs, modelMs, steering = [] } = turn;
  const step: Step = {
    step: trajectory.steps.length + 1,
    ...(steering.length > 0 && { steering }),
    thought: text,
    ...(thinking !== undefined && { reasoning: thinking }),
    action,
    ...(problem === undefined ? {} : { error: problem, invalid: true }),
    ...(failed.length > 0 && { branches: failed, refused: failed.map(({ callId }) => callId) }),
    ...newlyRefused(turn, trajectory),
    usage,
    startedAtMs,
    latencyMs,
    ...(modelMs !== undefined && { modelMs }),
  };
  const answer = action.type === "finish" && problem === undefined ? action.answer : trajectory.answer;
  return { ...trajectory, answer, steps: [...trajectory.steps, step] };
}

/** The tools that the provider refuses, where the steps before do not say so already. */
function newlyRefused({ refusedTools }: TurnFacts, { steps }: Trajectory): Pick<Step, "refusedTools"> {
  const known = steps.findLast((step) => step.refusedTools)?.refusedTools;
  return refusedTools && !isSameJson(refusedTools, known) ? { refusedTools } : {};
}

/**
 * The trajectory with results of calls of its last, open step; a second result of a call is ignored. With the last
 * one the step gets its observation and is closed. `elapsedMs` is added to the step's latency.
 */
export function withObservation(
  trajectory: Trajectory,
  results: readonly Branch[],
  elapsedMs = 0,
): Trajectory {
  return changeOpenStep(trajectory, (step) => {
    const known = new Map((step.branches ?? []).map((branch) => [branch.callId, branch]));
    const own = new Set(callsOf(step).map(({ callId }) => callId));
    for (const result of results) {
      if (own.has(result.callId) && !known.has(result.callId)) known.set(result.callId, result);
    }
    const { branches: _branches, waiting, ...rest } = step;
    const latencyMs = step.latencyMs + elapsedMs;
    const seen = observationOf(step.action, known);
    if (seen) return { ...rest, latencyMs, ...seen };
    const left = waiting?.filter((callId) => !known.has(callId)) ?? [];
    return {
      ...rest,
      latencyMs,
      branches: [...known.values()],
      ...(left.length > 0 ? { waiting: left } : {}),
    };
  });
}

/** The trajectory with calls of its open step put on hold until a person has decided. */
export function withWaiting(trajectory: Trajectory, callIds: readonly string[]): Trajectory {
  return changeOpenStep(trajectory, (step) => ({
    ...step,
    waiting: [...new Set([...(step.waiting ?? []), ...callIds])],
  }));
}

/**
 * The trajectory whose last step holds its calls alone, and those that failed before anything ran: what came and comes
 * of the others is found out again.
 */
export function withoutResults(trajectory: Trajectory): Trajectory {
  const last = trajectory.steps.at(-1);
  if (!last || last.action.type === "finish") return trajectory;
  const {
    observation: _seen,
    artifact: _stored,
    error: _error,
    branches: _some,
    waiting: _held,
    edited: _edited,
    leftOut: _leftOut,
    said: _said,
    refused,
    ...step
  } = last;
  const kept = refused && {
    branches: branchesOf(last).filter(({ callId }) => refused.includes(callId)),
    refused,
  };
  return { ...trajectory, steps: [...trajectory.steps.slice(0, -1), { ...step, ...kept }] };
}

/**
 * The trajectory with a call of its open step as a person edited it; a call that is as it was changes nothing. `leftOut`:
 * the items of its list that they rejected.
 */
export function withEdited(
  trajectory: Trajectory,
  callId: string,
  args: Json,
  leftOut: readonly RejectedItem[] = [],
): Trajectory {
  return changeOpenStep(trajectory, (step) => {
    const own = callsOf(step).find((call) => call.callId === callId);
    if (!own || canonicalJson(own.args) === canonicalJson(args)) return step;
    const edited = { ...step.edited, [callId]: args };
    if (leftOut.length === 0) return { ...step, edited };
    return { ...step, edited, leftOut: { ...step.leftOut, [callId]: [...leftOut] } };
  });
}

/** The trajectory with what people said of a call of its open step. */
export function withSaid(trajectory: Trajectory, callId: string, words: readonly CallComment[]): Trajectory {
  if (words.length === 0) return trajectory;
  return changeOpenStep(trajectory, (step) =>
    callsOf(step).some((call) => call.callId === callId)
      ? { ...step, said: { ...step.said, [callId]: [...words] } }
      : step,
  );
}

/** What a turn says beside what it thinks aloud; thinking without an end may hold all that it says. */
function spokenOf({ text, toolCalls }: TurnFacts): { text: string; thinking?: string } {
  const { answer, thinking } = splitThinking(text);
  const saysNothing = answer.trim() === "" && toolCalls.length === 0;
  return thinking === undefined || saysNothing ? { text } : { text: answer.trim(), thinking };
}

/** Calls of a set of reads whose arguments do not fit, as they end; the others run. */
function failedAlone(turn: TurnFacts, trajectory: Trajectory): Branch[] {
  const { toolCalls, argumentProblems } = turn;
  const problems = toolCalls.map((call, index) =>
    callProblem(call, argumentProblems[index], turn, trajectory),
  );
  const fit = toolCalls.filter((_, index) => problems[index] === undefined);
  if (!turn.readsOnly || turn.join || fit.length === 0 || fit.length === toolCalls.length) return [];
  // Anything else that is wrong with the turn concerns all of it.
  const others = { ...turn, toolCalls: fit, argumentProblems: [] };
  if (toolCalls.some(({ tool }) => !trajectory.constraints.tools.includes(tool))) return [];
  if (hasTwice(toolCalls) || callProblems(others, trajectory) !== undefined) return [];
  return toolCalls.flatMap(({ callId, tool }, index): Branch[] => {
    const error = problems[index];
    return error === undefined ? [] : [{ callId, tool, ok: false, error }];
  });
}

const hasTwice = (calls: readonly ModelToolCall[]): boolean =>
  new Set(calls.map(({ callId }) => callId)).size < calls.length;

function callProblem(
  { tool, args, rawArgs }: ModelToolCall,
  problem: string | undefined,
  { steering }: Pick<TurnFacts, "steering">,
  trajectory: Trajectory,
): string | undefined {
  if (args === undefined) return `The arguments of "${tool}" are not JSON: ${cutText(rawArgs, 200)}`;
  if (problem !== undefined) return `Invalid arguments for "${tool}": ${problem}`;
  return vainCallProblem(trajectory, { tool, args }, steering);
}

function changeOpenStep(trajectory: Trajectory, change: (step: Step) => Step): Trajectory {
  const last = trajectory.steps.at(-1);
  if (!last || !isOpen(last)) return trajectory;
  return { ...trajectory, steps: [...trajectory.steps.slice(0, -1), change(last)] };
}

function actionOf({ toolCalls, join, answer, text }: TurnFacts): Action {
  const calls = toolCalls.map(callOf);
  const [first, ...others] = calls;
  if (first === undefined) return { type: "finish", answer: answer ?? text };
  if (others.length === 0 && !join) return { type: "tool", ...first };
  return { type: "parallel", calls, ...(join && { join: callOf(join) }) };
}

const callOf = ({ callId, tool, args, rawArgs }: ModelToolCall): Call => ({
  callId,
  tool,
  args: args === undefined ? rawArgs : args,
});

/** What a step has seen when all of its calls have ended; undefined while results are missing. */
function observationOf(
  action: Action,
  known: ReadonlyMap<string, Branch>,
): Pick<Step, "observation" | "artifact" | "error"> | undefined {
  if (action.type !== "parallel") {
    const [only] = known.values();
    if (!only?.ok) return only && { error: only.error };
    return { observation: only.output, ...(only.artifact !== undefined && { artifact: only.artifact }) };
  }
  const branches = action.calls.flatMap(({ callId }) => known.get(callId) ?? []);
  if (branches.length < action.calls.length) return;
  const success = branches.filter((branch) => branch.ok).length;
  const failed = branches.length - success;
  if (!action.join) return { observation: { branches, success, failed } };
  const join = failed > 0 ? skippedJoin(action.join, branches) : known.get(action.join.callId);
  return join && { observation: { branches, success, failed, join } };
}

function answerProblem({ text, answer = text, finishReason, unreadable }: TurnFacts): string | undefined {
  const unfinished = unfinishedProblem(finishReason);
  if (unfinished !== undefined) return unfinished;
  if (finishReason === "tool_calls" && answer === text) return LOST_CALLS;
  if (unreadable !== undefined) return unreadable;
  if (typeof answer === "string" && splitThinking(answer).answer.trim() === "")
    return "The answer was empty. Call a tool, or give the answer.";
  return undefined;
}

function callProblems(turn: TurnFacts, trajectory: Trajectory): string | undefined {
  const { constraints, steps } = trajectory;
  const { tools, hints } = constraints;
  const calls = [...turn.toolCalls, ...(turn.join ? [turn.join] : [])];
  const ofCalls = calls.flatMap((call, index) => {
    if (!tools.includes(call.tool)) return unknownTool(call.tool, tools);
    return callProblem(call, turn.argumentProblems[index], turn, trajectory) ?? [];
  });
  const names = turn.toolCalls.map(({ tool }) => tool);
  const problems = [
    ...ofCalls,
    // Results, edits and people's consent go by the id.
    ...(hasTwice(calls) ? ["Two of the calls have the same id. Make one call at a time."] : []),
    ...(hints ? hintProblems(hints, { steps, tools, names, join: turn.join?.tool }) : []),
  ];
  if (problems.length === 0) return undefined;
  return calls.length === 1 ? problems.join("\n") : [...problems, "None of the calls was run."].join("\n");
}

/** Why a tool that is not offered cannot be called, with the one that was probably meant. */
function unknownTool(tool: string, tools: readonly string[]): string {
  const meant = suggest(tool, tools);
  const hint = meant === undefined ? "" : `Did you mean "${meant}"? `;
  return `There is no tool "${tool}" here. ${hint}${allowedTools(tools)}`;
}

/** Why a call that is written as text is no answer. */
export function writtenCallProblem(tool: string, tools: readonly string[]): string {
  const known = tools.includes(tool) ? "" : ` ${unknownTool(tool, tools)}`;
  return `This calls "${tool}" in the text of an answer, where nothing runs.${known} Call the tool itself, or give the result.`;
}

const MISFIT = "This answer is not yet the result of the task.";

/** Why an answer is no result of the form that its task asks for, with the places where it differs. */
export const misfitProblem = (problem: string): string =>
  `${MISFIT} ${problem} Give the whole result again, as JSON alone, or {"cannot": "<reason>"} if there can be none.`;

/** Was an answer sent back for its form? An attempt does so once. */
export const wasAskedForForm = ({ steps }: Pick<Trajectory, "steps">): boolean =>
  steps.some(({ error }) => error?.startsWith(MISFIT));

function allowedTools(tools: readonly string[]): string {
  return tools.length === 0 ? "No tools are allowed: give the answer." : `Allowed: ${tools.join(", ")}.`;
}
