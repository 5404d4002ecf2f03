import type { z } from "zod";
import { DomainFailure } from "@/lib/core/errors";
import type { LeaveOut, PlanSource } from "@/lib/core/inputs/plans";
import type { editDraftInput } from "@/lib/core/inputs/run-command";
import { quoted } from "@/lib/core/legible/marked";
import { getOwn } from "@/lib/core/own";
import { describeViolation, doneViolations } from "@/lib/core/plan";
import { critiquePlan, withoutEnded } from "@/lib/core/plan/critic";
import type { Lineages } from "@/lib/core/plan/lineage";
import { isNamedOnly, isSaidInFull } from "@/lib/core/plan/said-again";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import type { Tools } from "@/lib/core/ports";
import type { OfferedPlan, PersonCommand } from "@/lib/core/run/commands";
import { staleVersionRefusal } from "@/lib/core/run/decide/operator";
import { hasBegun } from "@/lib/core/run/plan-edits";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { truncateCritique } from "@/lib/core/run/truncate/critique";
import { offerPlan } from "@/lib/engine/effects/plan/offer-plan";
import { fitTail, type TailBase, tailBase } from "@/lib/engine/effects/plan/tail";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import { toolsOfRun } from "@/lib/engine/simulated-tools";
import type { PayloadRows } from "@/lib/engine/types";
import { type ServiceContext, voterOf } from "../context";
import { invalidPlan, readPlanInput } from "./plan-input";

type EditOrder = Pick<
  z.output<typeof editDraftInput>,
  "plan" | "leaveOut" | "expectedPlanVersion" | "reason"
>;

/** A person's version of the plan as the run takes it. Throws `invalid_plan`, and `conflict` for another version in force. */
export async function editCommand(
  ctx: ServiceContext,
  live: Readonly<RunState>,
  { plan, leaveOut, expectedPlanVersion, reason }: EditOrder,
): Promise<{ command: Extract<PersonCommand, { type: "edit_plan" }>; rows: PayloadRows }> {
  const state = structuredClone(live);
  const stale = staleVersionRefusal(state, expectedPlanVersion);
  if (stale) throw new DomainFailure(stale);
  const { offered, rows } = await offerEdit(ctx, state, { source: plan, leaveOut });
  const by = voterOf(ctx.actor);
  return { command: { type: "edit_plan", plan: offered, expectedPlanVersion, reason, by }, rows };
}

type EditIssue = { code: string; message: string; taskId?: string; choices?: string[] };

/**
 * A person's version of the plan as a command offers it: merged with what has ended, validated, judged by the critic's
 * rules. The state is the caller's own. Throws `invalid_plan` with every issue.
 */
export async function offerEdit(
  ctx: ServiceContext,
  state: RunState,
  { source, leaveOut }: { source: PlanSource; leaveOut: LeaveOut },
): Promise<{ offered: OfferedPlan; rows: PayloadRows }> {
  const reads = createStoredReads(ctx.db);
  const base = await tailBase({ ...ctx.setup, state: () => state, reads }, { writer: ctx.actor.id });
  const options = { leaveOut, inForce: base.current };
  const { plan: edit, leftOut } = await readPlanInput(ctx, source, options);
  const tools = toolsOfRun(ctx.setup, state);
  const { plan, lineages, errors, warnings } = mergeEdit(tools, base, state, edit);
  if (errors.length > 0) throw invalidPlan(errors);
  const policies = { state, workspace: ctx.setup.policies() };
  const facts = { warnings, leftOut, tools: tools.list(), policies, models: ctx.setup };
  const { offered, rows } = offerPlan(plan, facts, base.parent, lineages);
  const judged = critiqueEdit(ctx, state, plan, base.ended);
  return {
    offered: { ...offered, ...(judged && { critique: judged.kept }) },
    rows: { ...rows, blobs: [...(rows.blobs ?? []), ...(judged?.blobs ?? [])] },
  };
}

/** A person does not wait for a model: its word is left out, and that is said. */
function critiqueEdit(ctx: ServiceContext, state: RunState, plan: Plan, ended: ReadonlySet<string>) {
  const { mode } = state.settings.critic;
  if (mode === "off") return;
  const note = "A person's version is judged by the rules alone.";
  const critique = withoutEnded(critiquePlan(plan, { tools: toolsOfRun(ctx.setup, state).list() }), ended);
  return truncateCritique(critique, { by: "static", ...(mode === "model" && { note }) });
}

/**
 * The plan in force with a person's in place of what has not ended (docs/engine.md, "Commands"). What they say of
 * ended tasks has to be what these are; tasks that never started keep their ids whatever becomes of them.
 */
function mergeEdit(
  tools: Tools,
  base: TailBase,
  state: Readonly<RunState>,
  edit: Plan,
): { plan: Plan; lineages: Lineages; errors: EditIssue[]; warnings: Issue[] } {
  const unstarted = new Set(state.order.filter((id) => !hasBegun(getOwn(state.tasks, id) as TaskState)));
  const open = state.order.filter((id) => !unstarted.has(id) && !base.ended.has(id));
  const without = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => !unstarted.has(id)));
  const tolerated = state.order.filter((id) => getOwn(state.tasks, id)?.tolerated === true);
  const editBase: TailBase = {
    ...base,
    open: new Set(open),
    current: { ...base.current, tasks: base.current.tasks.filter(({ id }) => !unstarted.has(id)) },
    usedIds: without(base.usedIds),
    withResult: new Set([...base.withResult, ...tolerated]),
  };
  const { merged, errors, warnings } = fitTail({ tools }, editBase, edit, { writtenBy: "person" });
  const { plan, lineages } = merged;
  const unclear = [...changesToSucceeded(base, state, edit), ...onlyNamed(base, edit, editBase.open)];
  return { plan, lineages, errors: [...unclear, ...errors], warnings };
}

/** Changes to tasks that have succeeded. Naming one by its title alone is no change. */
function changesToSucceeded(base: TailBase, state: Readonly<RunState>, edit: Plan): EditIssue[] {
  const before = new Map(base.current.tasks.map((task) => [task.id, task]));
  const redefined = edit.tasks.filter((task) => {
    const done = before.get(task.id);
    return getOwn(state.tasks, task.id)?.status === "succeeded" && !(done && isNamedOnly(task, done));
  });
  return doneViolations(
    {
      ...base.current,
      tasks: base.current.tasks.filter(({ id }) => redefined.some((task) => task.id === id)),
    },
    { ...edit, agents: { ...base.current.agents, ...edit.agents } },
    redefined.map(({ id }) => id),
  ).map((violation) => ({
    code: "done_prefix",
    message: describeViolation(violation),
    taskId: violation.taskId,
  }));
}

/**
 * Tasks at work that stand in an edit by their titles alone. Nobody can know from it whether they stay as they are, or
 * whether nothing that is said of them in the plan in force holds any more.
 */
function onlyNamed(base: TailBase, edit: Plan, atWork: ReadonlySet<string>): EditIssue[] {
  const before = new Map(base.current.tasks.map((task) => [task.id, task]));
  return edit.tasks.flatMap((task) => {
    const kept = atWork.has(task.id) ? before.get(task.id) : undefined;
    if (!kept || !isNamedOnly(task, kept) || isSaidInFull(task, kept)) return [];
    const message = `${quoted(task.title)} is at work, and stands here by its title alone: write all of it to keep or change it, or leave it out to end it.`;
    return { code: "only_named", message, taskId: task.id };
  });
}
