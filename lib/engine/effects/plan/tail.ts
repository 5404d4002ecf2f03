import { getOwn } from "@/lib/core/own";
import { type MergedTail, mergeTail, validatePlan } from "@/lib/core/plan";
import { withKnownTools } from "@/lib/core/plan/known-tools";
import type { Lineages } from "@/lib/core/plan/lineage";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import { refsOf, restorePlan, storePlan } from "@/lib/core/plan/store";
import type { StoredPlan } from "@/lib/core/plan/stored";
import { type GateFacts, gateFactsOfRun } from "@/lib/core/plan/validate/gates";
import { idleControlIssues } from "@/lib/core/plan/validate/idle-controls";
import { footingOf, type TailAt } from "@/lib/core/run/controls/release/tails";
import type { IssueFacts } from "@/lib/core/run/events/reason";
import { isOver } from "@/lib/core/run/interventions";
import { currentPlan } from "@/lib/core/run/offered-plan";
import type { RunState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { type PolicyUse, planPolicies } from "@/lib/core/run/tool-policies";
import type { EffectContext } from "../effect";
import { loadBodies } from "../work";
import { errorsIn, issueFacts, toolsOfPlan } from "./offer-plan";
import { completeReviews } from "./own-reviews";

/** Of what is wrong with a tail, what its reviewer reads. */
const MAX_TAIL_ISSUES = 4;

/** The facts of a run that a new tail must fit, all of one moment. */
export type TailBase = {
  parent: StoredPlan;
  current: Plan;
  version: number;
  ended: ReadonlySet<string>;
  /** Those of which nothing is still to happen. */
  over: ReadonlySet<string>;
  /** Tasks at work: they stay if the tail has them too. */
  open: ReadonlySet<string>;
  withResult: ReadonlySet<string>;
  usedIds: ReadonlySet<string>;
  lineages: Lineages;
  /** What binds the tools that the plan may use. */
  binding: Pick<PolicyUse, "state" | "workspace">;
  /** Who could answer its gates. */
  gates: GateFacts;
};

export type TailOrigin = { rootsDependOn?: string; failedTaskId?: string };

/** A model unless it is said. `saidBy`: who worded it, where another has decided on it. */
type PlanAuthor = { writtenBy?: "model" | "person"; saidBy?: "model" | "person" };

/** Reads what a new tail is merged into. `writer` is the id of the person who wrote the tail. */
export async function tailBase(
  context: Pick<EffectContext, "state" | "reads" | "policies" | "people">,
  { writer }: { writer?: string } = {},
): Promise<TailBase> {
  const state = context.state();
  const parent = currentPlan(state);
  const binding = { state: { settings: state.settings }, workspace: context.policies() };
  const facts = { parent, version: state.planVersion, binding, ...sortedIds(state) };
  const current = await planInFull(context, parent);
  // A plan that does not run yet is no reason to keep what nobody can answer.
  const inForce = state.phase === "planning" ? [] : current.tasks;
  return { ...facts, current, gates: { ...gateFactsOf(context, writer), inForce } };
}

/** The plan that is carried out, every text of it whole. */
export async function planInFull(
  context: Pick<EffectContext, "state" | "reads">,
  plan: StoredPlan = currentPlan(context.state()),
): Promise<Plan> {
  const refs = [...plan.tasks, ...Object.values(plan.agents)].flatMap(refsOf);
  return restorePlan(plan, await loadBodies(context, context.state().workspaceId, refs));
}

/** Who could answer the gates of the next plan. */
export const gateFactsOf = (
  { state, people }: Pick<EffectContext, "state" | "people">,
  writer?: string,
): GateFacts => gateFactsOfRun(state(), people(), writer);

function sortedIds(state: Readonly<RunState>) {
  const ended = new Set<string>();
  const over = new Set<string>();
  const open = new Set<string>();
  const withResult = new Set<string>();
  for (const id of state.order) {
    const status = getOwn(state.tasks, id)?.status ?? "pending";
    if (isTerminalTask(status)) ended.add(id);
    else if (status !== "pending") open.add(id);
    if (isOver(status)) over.add(id);
    if (status === "succeeded" || status === "skipped") withResult.add(id);
  }
  const all = Object.values(state.tasks);
  const lineages = new Map(all.map((task) => [task.id, task.spec.lineage]));
  return { ended, over, open, withResult, usedIds: new Set(Object.keys(state.tasks)), lineages };
}

/** The plan with its tail replaced, and everything that is wrong with it. */
export function fitTail(
  context: Pick<EffectContext, "tools">,
  base: TailBase,
  tail: Plan,
  { writtenBy = "model", saidBy = writtenBy, ...origin }: TailOrigin & PlanAuthor,
): { merged: MergedTail; errors: Issue[]; warnings: Issue[] } {
  const known =
    writtenBy === "model"
      ? withKnownTools(
          tail,
          context.tools.list().map(({ name }) => name),
        )
      : tail;
  const merged = mergeKeeping(base, known, { ...origin, saidBy });
  // What hangs on the review that asked for it waits for no control of the tail's own.
  const idle =
    origin.rootsDependOn === undefined ? [] : idleControlIssues(tail, { inForce: base.current.tasks });
  const issues = [...merged.issues, ...issuesInTail(context, base, merged.plan, writtenBy), ...idle];
  return {
    merged,
    errors: errorsIn(issues),
    warnings: issues.filter((issue) => issue.severity === "warning"),
  };
}

/** What is wrong with a plan as the next version. What has ended stays as it is, whatever it depended on and might call. */
export function issuesInTail(
  { tools }: Pick<EffectContext, "tools">,
  base: TailBase,
  plan: Plan,
  writtenBy: "model" | "person" = "model",
): Issue[] {
  const policies = planPolicies(base.binding, writtenBy);
  const { gates, ended } = base;
  return validatePlan(plan, { tools: tools.list(), ...policies, gates, ended }).filter(
    (issue) =>
      (issue.taskId === undefined || !ended.has(issue.taskId)) && !concernsEndedTasks(issue, plan, base),
  );
}

/** Is it about the tools of an agent that only tasks that have ended used? */
function concernsEndedTasks(
  { code, path = "" }: Issue,
  { agents, tasks }: Plan,
  { ended }: TailBase,
): boolean {
  if (code !== "forbidden_tool" && code !== "unknown_tool") return false;
  const name = Object.keys(agents).find((agent) => path.startsWith(`agents.${agent}.tools[`));
  const uses = tasks.filter(({ agent }) => agent === name);
  return uses.length > 0 && uses.every(({ id }) => ended.has(id));
}

/** Tasks at work stay only if the tail repeats them unchanged; one that it redefines is new work. */
function mergeKeeping(
  base: TailBase,
  tail: Plan,
  { saidBy, ...origin }: TailOrigin & Required<Pick<PlanAuthor, "saidBy">>,
): MergedTail {
  // The review that asks for the tail is about to succeed when its own tail is tried.
  const reviewIds = origin.rootsDependOn === undefined ? [] : [origin.rootsDependOn];
  const merge = (kept: string[]) =>
    mergeTail({
      current: base.current,
      keep: new Set([...base.ended, ...reviewIds, ...kept]),
      usable: new Set([...base.withResult, ...reviewIds, ...kept]),
      usedIds: base.usedIds,
      lineages: base.lineages,
      tail,
      version: base.version + 1,
      atWork: { ids: base.open, saidBy },
      ...origin,
    });
  const inTail = new Set(tail.tasks.map(({ id }) => id));
  const named = base.current.tasks.flatMap(({ id }) => (base.open.has(id) && inTail.has(id) ? [id] : []));
  const merged = merge(named);
  const repeated = named.filter((id) => merged.repeated.includes(id));
  return repeated.length === named.length ? merged : merge(repeated);
}

/**
 * A reviewer's tail as it would be adopted, complete and in its place; or what keeps it from being used, as far as a reason
 * holds it.
 */
export async function tryTail(
  context: EffectContext,
  written: Plan,
  review: string,
): Promise<{ tail: Plan; at: TailAt } | { issues: IssueFacts[] }> {
  const base = await tailBase(context);
  const known = await context.reads.reviews(context.state().workspaceId);
  const { plan: tail = written, errors: unknown } = completeReviews(known, base.current, written);
  const { merged, errors } = fitTail(context, base, tail, { rootsDependOn: review });
  const issues = [...unknown, ...errors];
  if (issues.length > 0) return { issues: issueFacts(issues.slice(0, MAX_TAIL_ISSUES)) };
  return { tail, at: tailAt(context, base, merged, review) };
}

/** A tail in its place, with what it would set free and what it takes over of the plan in force. */
export function tailAt(
  { tools }: Pick<EffectContext, "tools">,
  { parent, binding, ended, over }: TailBase,
  { plan, lineages, added, repeated }: MergedTail,
  review: string,
): TailAt {
  const { tasks } = storePlan(plan, lineages).plan;
  const { reach, tools: marks } = toolsOfPlan(plan, { tools: tools.list(), policies: binding });
  const own = new Set(added);
  const brought = plan.tasks.filter(({ id }) => own.has(id));
  const names = brought.flatMap(({ agent, review: asked }) => [agent, ...(asked?.reviewers ?? [])]);
  const earlier = brought
    .flatMap(({ dependsOn, review: asked }) => [...dependsOn, ...(asked?.previousTasks ?? [])])
    .filter((id) => !own.has(id));
  return {
    plan: { tasks, reach, marks, agents: plan.agents, settings: binding.state.settings, ended, over },
    review,
    added: own,
    footing: footingOf(parent, names, [...earlier, ...repeated]),
  };
}
