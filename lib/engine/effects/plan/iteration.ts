import type { PlannerInput } from "@/lib/agents/planner";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import type { IterationState, RunState } from "@/lib/core/run/state";
import { previewOf } from "@/lib/core/stored-value";
import type { EffectContext } from "../effect";
import { writtenCallLines } from "../tools/earlier-calls";
import { bodyOf, loadBodies, refsOfValues, taskIn } from "../work";
import { resultChars } from "./replanner-input";
import { fitTail, type TailBase } from "./tail";
import type { FittedPlan } from "./write-plan";

const HISTORY_ENTRIES = 10;

const NO_NEW_TASK: Issue = {
  severity: "error",
  code: "empty_plan",
  message: "It adds no task: write at least one that brings what is missing.",
};

/** What each iteration of a run was to add, oldest first, for prompts; the last ten. */
export function iterationHistory({ summaries }: Readonly<RunState>): string[] {
  return summaries
    .filter(({ route }) => route?.decision === "iterate")
    .map(({ iteration, replanReason }) => `[Iteration ${iteration + 1}] ${replanReason}`)
    .slice(-HISTORY_ENTRIES);
}

/** What the planner has to know to add what is missing. */
export async function iterationFacts(
  context: EffectContext,
  { number, reason }: IterationState,
): Promise<NonNullable<PlannerInput["iteration"]>> {
  const state = context.state();
  const done = state.order.map((id) => taskIn(state, id)).filter(({ status }) => status === "succeeded");
  const results = done.flatMap(({ result }) => result ?? []);
  const bodies = await loadBodies(context, state.workspaceId, refsOfValues(results));
  const most = resultChars(done.length);
  const completed = done.map(({ id, spec, result }) => ({
    id,
    title: spec.title,
    preview: result ? previewOf(bodyOf(result, bodies), most) : "",
  }));
  const facts = { number, reason, completed, history: iterationHistory(state) };
  return { ...facts, effectsDone: await writtenCallLines(context, Number.POSITIVE_INFINITY) };
}

/** The draft of an iteration that a person has read: only what it was to add. */
export function withoutEndedTasks({ current, ended }: TailBase): Plan {
  return { ...current, tasks: current.tasks.filter(({ id }) => !ended.has(id)) };
}

/** The plan with the iteration's tasks behind what has ended, and everything that is wrong with it. */
export function fitIteration(context: EffectContext, base: TailBase, written: Plan): FittedPlan {
  const { merged, errors, warnings } = fitTail(context, base, written, {});
  const empty = errors.length === 0 && merged.added.length === 0;
  const { plan, lineages } = merged;
  return { plan, lineages, errors: empty ? [NO_NEW_TASK] : errors, warnings, ended: base.ended };
}
