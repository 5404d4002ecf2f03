import { replanner } from "@/lib/agents/replanner";
import type { ReplannerInput } from "@/lib/agents/types";
import { type Issue, type Plan, plan as planSchema } from "@/lib/core/plan";
import type { ReplanState, RunState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { callRole } from "../call-role";
import { doneCallLines } from "./done-calls";
import { type EffectContext, type Ending, endWith } from "./effect";
import { infrastructureFailure } from "./failures";
import { issueFacts, offerPlan } from "./offer-plan";
import { unreadableIssues } from "./plan";
import { fitTail, type TailBase, type TailOrigin, tailBase } from "./tail";
import { loadBodies, taskIn } from "./work";

const HISTORY_ENTRIES = 10;
/** How often a tail with errors goes back to the replanner with them. */
const CORRECTIONS = 1;

/** Replaces what is left of the plan: by the tail that a review wrote, else by the replanner's. */
export async function replan(context: EffectContext): Promise<Ending> {
  const state = context.state();
  const { replan: current, workspaceId } = state;
  if (!current) throw new Error("No replan is under way");
  const { cause, tries } = current;
  const origin = originOf(current);
  const input = await replannerInput(context, state, current);
  const base = await tailBase(context);
  if (cause.tail !== undefined && tries === 0) {
    const bodies = await loadBodies(context, workspaceId, [cause.tail]);
    const written = write(context, base, planSchema.parse(bodies(cause.tail)), [], origin);
    if ("ending" in written) return written.ending;
    return askReplanner(context, base, origin, input, { answer: "", issues: written.errors });
  }
  return askReplanner(context, base, origin, input);
}

async function askReplanner(
  context: EffectContext,
  base: TailBase,
  origin: TailOrigin,
  input: ReplannerInput,
  firstProblem?: { answer: string; issues: Issue[] },
): Promise<Ending> {
  const { key } = context;
  let problem = firstProblem;
  for (let corrections = 0; ; corrections += 1) {
    const answer = await callRole(context, replanner, { ...input, ...(problem && { problem }) });
    if (!answer.ok && answer.code !== "unreadable") return infrastructureFailure(context, answer);
    if (!answer.ok) return unwritten(key, answer.problem, unreadableIssues(answer));
    if (answer.value.kind === "mission_impossible") {
      return endWith({ type: "replan_impossible", key, reason: answer.value.reason });
    }
    const written = write(context, base, answer.value.plan, answer.value.warnings, origin);
    if ("ending" in written) return written.ending;
    if (corrections >= CORRECTIONS) {
      const first = written.errors[0]?.message ?? "unknown reason";
      return unwritten(key, `The new plan has errors: ${first}`, issueFacts(written.errors));
    }
    problem = { answer: answer.text, issues: written.errors };
  }
}

function write(
  context: EffectContext,
  base: TailBase,
  tail: Plan,
  readWarnings: Issue[],
  origin: TailOrigin,
): { ending: Ending } | { errors: Issue[] } {
  const { merged, errors, warnings } = fitTail(context, base, tail, origin);
  if (errors.length > 0) return { errors };
  const { offered, rows } = offerPlan(
    merged.plan,
    [...readWarnings, ...warnings],
    base.parent,
    base.lineages,
  );
  const renamed = merged.renamed.map(({ from, to, why }) => ({ from, to, why }));
  const { key } = context;
  return {
    ending: endWith({ type: "replan_written", key, plan: offered, fromVersion: base.version, renamed }, rows),
  };
}

function unwritten(key: string, reason: string, issues: ReturnType<typeof issueFacts>): Ending {
  return endWith({
    type: "replan_unwritten",
    key,
    reason: reason.slice(0, 1_000),
    issues: issues.slice(0, 10),
  });
}

function originOf({ cause }: ReplanState): TailOrigin {
  if (cause.taskId === undefined) return {};
  return cause.trigger === "review" ? { rootsDependOn: cause.taskId } : { failedTaskId: cause.taskId };
}

async function replannerInput(
  context: EffectContext,
  state: Readonly<RunState>,
  { cause, refused }: ReplanState,
): Promise<ReplannerInput> {
  const reason =
    refused === undefined ? cause.reason : `${cause.reason}\nThe last new plan was refused: ${refused}`;
  const tasks = state.order.map((id) => taskIn(state, id));
  const input = {
    mission: state.mission,
    ...(state.settings.constraints !== "" && { constraints: state.settings.constraints }),
    trigger: {
      kind: cause.trigger,
      reason,
      ...(cause.taskId !== undefined && { taskId: cause.taskId }),
      ...(cause.output && { output: cause.output.preview }),
      ...(cause.diagnosis !== undefined && { diagnosis: cause.diagnosis }),
    },
    completed: tasks
      .filter((task) => task.status === "succeeded")
      .map(({ id, spec, result }) => ({ id, title: spec.title, preview: result?.preview ?? "" })),
    remaining: tasks
      .filter((task) => !isTerminalTask(task.status))
      .map(({ id, spec }) => ({ id, title: spec.title, type: spec.type })),
    tools: context.tools.list(),
    version: state.planVersion,
  };
  const reasons = await context.reads.replanReasons(context.runId, state.workspaceId);
  return {
    ...input,
    effectsDone: await doneCallLines(context, Number.POSITIVE_INFINITY),
    history: reasons.map((text, index) => `[Iteration ${index + 1}] ${text}`).slice(-HISTORY_ENTRIES),
  };
}
