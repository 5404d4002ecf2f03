import type { JsonObject } from "@/lib/core/json";
import { changesOutside } from "@/lib/core/policy";
import {
  type CallOutcome,
  endOf,
  nextMove,
  type ReplayState,
  withOutcomes,
  withStep,
} from "@/lib/core/replay/next";
import { type PlanFacts, type PlannedCall, planReplay } from "@/lib/core/replay/plan";
import { replayVerdicts } from "@/lib/core/replay/policies";
import { keptStep, type ReplayedStep, type ReplayProblem } from "@/lib/core/replay/report";
import { type ToolReplaySettings, toolReplaySettings } from "@/lib/core/replay/settings";
import { readTrajectory } from "@/lib/core/trajectory";
import type { ReplayContext, ReplayResult } from "../performer";
import { type Making, makeCall, type ReplaySource } from "./make-call";

const MAX_PARALLEL = 10;

/** Makes the calls of a recorded trajectory again and compares what they give (docs/replay.md). */
export async function performToolReplay(context: ReplayContext): Promise<ReplayResult> {
  const { replay, signal } = context;
  const settings = toolReplaySettings.parse(replay.settings);
  const read = readTrajectory(replay.material);
  if (!read.ok) return failed({ code: "unreadable", problem: read.problem });
  const source = await sourceOf(context);
  const facts = factsOf(context, settings, source);
  const plan = planReplay(read.trajectory, facts);
  if (!plan.ok) return failed(plan.problem);
  const kept = context.kept.map(({ step, body }) => ({ step, body: keptStep.parse(body) }));
  const done = kept.flatMap(({ body }) => ("begun" in body ? [] : [body]));
  let state: ReplayState = { plan: plan.steps, settings, done, outcomes: [] };
  const last = kept.at(-1);
  // Its writing calls may have run: nobody makes them a second time.
  if (last && "begun" in last.body)
    return { ...resultOf(state), status: "failed", failure: { code: "unknown_outcome", step: last.step } };
  let begun = 0;
  while (!signal.aborted) {
    const move = nextMove(state);
    if (move.do === "finish") break;
    if (move.do === "step_done") {
      await keepStep(context, move.result, state.done.length + 1);
      state = withStep(state, move.result);
      continue;
    }
    const writes = move.calls.some(({ tool }) => writesOnce(context, tool));
    if (writes && begun !== move.step) await context.keep(move.step, { begun: true }, state.done.length);
    if (writes) begun = move.step;
    const outcomes = await makeCalls(context, { facts, source, step: move.step }, move.calls);
    if (!signal.aborted) state = withOutcomes(state, outcomes);
  }
  return resultOf(state);
}

/** Not to be made twice. */
function writesOnce({ setup }: ReplayContext, name: string): boolean {
  const tool = setup.tools.find(name);
  return tool !== undefined && changesOutside(tool) && !tool.idempotent;
}

const keepStep = (context: ReplayContext, result: ReplayedStep, doneSteps: number) =>
  context.keep(result.step, result, doneSteps);

const failed = (problem: ReplayProblem): ReplayResult => ({ status: "failed", failure: problem });

function resultOf(state: ReplayState): ReplayResult {
  const { status, report, failure } = endOf(state);
  return { status, report: report as JsonObject, ...(failure && { failure: failure as JsonObject }) };
}

/** Its run, for the policies that bound it, and for its files. */
async function sourceOf({ replay, runStore }: ReplayContext): Promise<ReplaySource> {
  const { runId, taskId, workspaceId } = replay;
  if (runId === null || taskId === null) return undefined;
  const state = await runStore.peek(runId);
  // What the store has moves on with the run.
  return state?.workspaceId === workspaceId ? { runId, taskId, state: structuredClone(state) } : undefined;
}

function factsOf(
  { setup, schemas }: ReplayContext,
  settings: ToolReplaySettings,
  source: ReplaySource,
): PlanFacts {
  // Policies as they are at each call, not as they were at the first.
  const verdictOf: PlanFacts["verdictOf"] = (tool, args) =>
    replayVerdicts(setup.policies(), source)(tool, args);
  return { tools: setup.tools, schemas, verdictOf, settings };
}

async function makeCalls(
  context: ReplayContext,
  making: Making,
  calls: readonly PlannedCall[],
): Promise<CallOutcome[]> {
  const outcomes: CallOutcome[] = [];
  const queue = [...calls];
  const makers = Array.from({ length: Math.min(MAX_PARALLEL, queue.length) }, async () => {
    for (let call = queue.shift(); call && !context.signal.aborted; call = queue.shift())
      outcomes.push(await makeCall(context, making, call));
  });
  await Promise.all(makers);
  return outcomes;
}
