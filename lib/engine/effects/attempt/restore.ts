import { canonicalJson } from "@/lib/core/json";
import {
  type Beginning,
  beginning,
  joinOf,
  preamble,
  type Step,
  step,
  summary,
  type Trajectory,
  withEdited,
  withObservation,
  withoutResults,
  withSaid,
} from "@/lib/core/trajectory";
import type { ToolCallRow } from "../../types";
import type { EffectContext } from "../effect";
import { branchOfRow } from "../tools/call-reports";
import { joinCallOf } from "../tools/join-call";
import { leftOutOfCall, saidOfCall } from "../tools/rule-on-calls";
import { taskIn } from "../work";
import type { Attempt } from "./attempt";

/**
 * The attempt as another worker left it, by its committed rows. What came of the calls of an open step is known by their
 * own rows alone: a fork's step may hold what its parent went on to do.
 */
export async function restoreAttempt(context: EffectContext, attempt: Attempt): Promise<Attempt> {
  const { open } = taskIn(context.state(), context.taskId).attempts.at(-1) ?? {};
  const { steps, toolCalls } = await context.reads.attempt(context.runId, context.taskId, context.attempt);
  const begun = beginning.safeParse(steps[0]?.start).data;
  const trajectory = {
    ...(begun ? withBeginning(attempt.trajectory, begun) : attempt.trajectory),
    steps: steps.map((row) => step.parse(row.body)),
    summary: summary.nullable().parse(steps.findLast((row) => row.summary !== undefined)?.summary ?? null),
  };
  const system = (begun && (await systemOf(context, begun))) ?? attempt.system;
  const verbatim = steps.map((row) => row.verbatim);
  const restored = { ...attempt, system, trajectory, verbatim, isBegun: true, policyReport: undefined };
  if (!open) return restored;
  const ofOpen = toolCalls.filter((row) => row.step === steps.length);
  const finished = ofOpen.filter((row) => row.status === "finished");
  const started = ofOpen.filter((row) => row.status === "started");
  return {
    ...restored,
    trajectory: await withCallResults(context, withoutResults(trajectory), finished),
    unfinished: new Map(started.map((row) => [row.callId, row])),
  };
}

async function systemOf({ reads, state }: EffectContext, begun: Beginning): Promise<string | undefined> {
  const { preamble: digest, system } = begun;
  if (digest === undefined) return system;
  const bodies = await reads.values(state().workspaceId, [digest]);
  return preamble.parse(bodies.get(digest)).system;
}

/** Its requests go on as they began; what binds it is what binds it now. */
function withBeginning(trajectory: Trajectory, { query, context, constraints }: Beginning): Trajectory {
  const { toolCalling: _now, ...bounds } = trajectory.constraints;
  const { toolCalling } = constraints;
  return { ...trajectory, query, context, constraints: { ...bounds, ...(toolCalling && { toolCalling }) } };
}

/** What the rows of ended calls say of the open step; that of a join comes after those whose results it was put with. */
async function withCallResults(
  context: EffectContext,
  trajectory: Trajectory,
  finished: readonly ToolCallRow[],
): Promise<Trajectory> {
  const join = joinOf(lastStepOf(trajectory));
  const ofSet = finished.filter((row) => row.callId !== join?.callId);
  const withWords = finished.reduce(
    (one, row) => withSaid(one, row.callId, saidOfCall(context, row.step, row)),
    trajectory,
  );
  const asRun = ofSet.reduce(
    (one, row) => withEdited(one, row.callId, row.args, leftOutOfCall(context, row.step, row)),
    withWords,
  );
  const seen = withObservation(asRun, ofSet.map(branchOfRow));
  const row = finished.find(({ callId }) => callId === join?.callId);
  if (!row) return seen;
  const { args } = await joinCallOf(context, lastStepOf(seen));
  const isAsPut = canonicalJson(args) === canonicalJson(row.args);
  return withObservation(isAsPut ? seen : withEdited(seen, row.callId, row.args), [branchOfRow(row)]);
}

const lastStepOf = ({ steps }: Trajectory): Step => steps.at(-1) as Step;
