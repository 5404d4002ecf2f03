import type { Place } from "@/lib/core/comments/anchor";
import { checkDispositions, type GivenDisposition } from "@/lib/core/comments/dispositions";
import type { Round } from "@/lib/core/comments/schema";
import type { Lineages } from "@/lib/core/plan/lineage";
import { callableTools, reachOf } from "@/lib/core/plan/reach";
import { type Issue, type Plan, plan as planSchema } from "@/lib/core/plan/schema";
import { patchBetween, planDigest, storePlan } from "@/lib/core/plan/store";
import type { StoredPlan } from "@/lib/core/plan/stored";
import type { ToolFacts } from "@/lib/core/ports";
import type { OfferedPlan } from "@/lib/core/run/commands";
import type { LeftOutFacts } from "@/lib/core/run/events/mission";
import type { IssueFacts } from "@/lib/core/run/events/reason";
import { type PolicyUse, toolMarksOf } from "@/lib/core/run/tool-policies";
import { type ModelSetup, modelMarksOf } from "../../model/model-marks";
import type { PayloadRows } from "../../types";
import type { EffectContext } from "../effect";
import { loadBodies } from "../work";

const MAX_WARNINGS = 20;

/** What holds of the tools of a plan where it is offered. */
type OfferFacts = {
  warnings: IssueFacts[];
  /** What of its text a person left out. */
  leftOut?: LeftOutFacts[] | undefined;
  tools: readonly ToolFacts[];
  policies: Pick<PolicyUse, "state" | "workspace">;
  models: ModelSetup;
};

/** The same for a plan that a worker offers. */
export const offerFacts = (
  context: Pick<EffectContext, "tools" | "state" | "policies"> & ModelSetup,
  warnings: IssueFacts[],
): OfferFacts => ({
  warnings,
  tools: context.tools.list(),
  policies: { state: context.state(), workspace: context.policies() },
  models: context,
});

/** A plan as a command offers it, and the rows that go with it. `parent` is absent for the first version. */
export function offerPlan(
  plan: Plan,
  { warnings, leftOut, tools, policies, models }: OfferFacts,
  parent?: StoredPlan,
  lineages?: Lineages,
): { offered: OfferedPlan; rows: PayloadRows } {
  const { plan: stored, blobs } = storePlan(plan, lineages);
  const digest = planDigest(plan);
  const patch = patchBetween(parent, stored);
  const ofTools = toolsOfPlan(plan, { tools, policies });
  return {
    offered: {
      digest,
      patch,
      warnings: issueFacts(warnings).slice(0, MAX_WARNINGS),
      ...(leftOut && { leftOut }),
      ...ofTools,
      ...(Object.keys(ofTools.reach).length > 0 && { models: modelMarksOf(models) }),
    },
    rows: { blobs, plans: [{ digest, plan }] },
  };
}

/** What a plan may change outside; the tools by which it does, and those of servers of which its agents read, as they are now. */
export function toolsOfPlan(plan: Plan, { tools, policies }: Pick<OfferFacts, "tools" | "policies">) {
  const reach = reachOf(plan, tools);
  const reached = new Set(Object.values(reach).flat());
  const names = tools.map(({ name }) => name);
  const agents = plan.tasks.filter(({ type }) => type === "task");
  const told = new Set(agents.flatMap((task) => callableTools(plan, task, names)));
  const marked = tools.filter(
    ({ name, definition }) => reached.has(name) || (definition !== undefined && told.has(name)),
  );
  return { reach, tools: toolMarksOf(policies, marked) };
}

/** The plan in force for which another one is offered, with the lineages that the run knows. */
type OfferBase = { current: Plan; version: number; lineages: Lineages };

/** The offered plan with what became of the comments that it was written for. `lineages` are those of the offered plan. */
export async function withDispositions<Offered extends OfferedPlan>(
  context: Pick<EffectContext, "state" | "reads" | "runId">,
  offered: Offered,
  round: Round | undefined,
  given: readonly GivenDisposition[] | undefined,
  base: OfferBase | undefined,
  { plan, lineages }: { plan: Plan; lineages: Lineages | undefined },
): Promise<Offered> {
  if (!round || !base) return offered;
  const next = base.version + 1;
  const inForce = { plan: base.current, version: base.version, lineages: base.lineages };
  const digests = [...new Set(round.comments.flatMap(({ proposal }) => proposal ?? []))];
  const proposals = await proposedPlaces(context, digests, { ...base, version: next });
  const after = { plan, version: next, lineages: lineages ?? base.lineages };
  return {
    ...offered,
    dispositions: checkDispositions(round.comments, given ?? [], { inForce, proposals }, after),
  };
}

/** Plans that were proposed as this version. Their new tasks have lineages that the run never learned of. */
async function proposedPlaces(
  context: Pick<EffectContext, "state" | "reads" | "runId">,
  digests: string[],
  { version, lineages }: OfferBase,
): Promise<Map<string, Place>> {
  if (digests.length === 0) return new Map();
  const [bodies, patches] = await Promise.all([
    loadBodies(context, context.state().workspaceId, digests),
    context.reads.offeredPatches(context.runId, digests),
  ]);
  return new Map(
    digests.map((digest) => {
      const own = patches.get(digest)?.tasks.map(({ id, lineage }) => [id, lineage] as const) ?? [];
      const plan = planSchema.parse(bodies(digest));
      return [digest, { plan, version, lineages: new Map([...lineages, ...own]) }];
    }),
  );
}

/** Issues as events keep them: what a plan text is corrected by, not where in it. */
export function issueFacts(issues: readonly IssueFacts[]): IssueFacts[] {
  return issues.map(({ code, message, taskId }) => ({
    code,
    message: message.slice(0, 300),
    ...(taskId !== undefined && { taskId }),
  }));
}

export const errorsIn = (issues: Issue[]): Issue[] => issues.filter((issue) => issue.severity === "error");

/** What is wrong with an answer that holds no plan at all. */
export function unreadableIssues(answer: { problem: string; issues: Issue[] }) {
  if (answer.issues.length > 0) return issueFacts(answer.issues);
  return [{ code: "invalid_plan_format", message: answer.problem.slice(0, 300) }];
}
