import type { Capability } from "@/lib/auth/actor";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { type RunCommandInput, runCommand } from "@/lib/core/inputs/run-command";
import { describeViolation, doneViolations } from "@/lib/core/plan";
import { critiquePlan, withoutEnded } from "@/lib/core/plan/critic";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import type { Tools } from "@/lib/core/ports";
import { type PersonCommand, personCommandRow } from "@/lib/core/run/commands";
import { staleVersionRefusal } from "@/lib/core/run/decide/operator";
import type { RunState, TaskState } from "@/lib/core/run/state";
import type { RunStatus } from "@/lib/core/run/status";
import { truncateCritique } from "@/lib/core/run/truncate/critique";
import { storeValue } from "@/lib/core/stored-value";
import { offerPlan } from "@/lib/engine/effects/plan/offer-plan";
import { fitTail, type TailBase, tailBase } from "@/lib/engine/effects/plan/tail";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import { toolsOfRun } from "@/lib/engine/simulated-tools";
import type { PayloadRows } from "@/lib/engine/types";
import { type ServiceContext, voterOf } from "../context";
import { requireFinding } from "../plans/critique-view";
import { invalidPlan, readPlanInput } from "../plans/plan-input";
import { readTail } from "../plans/read-tail";
import { rethrowWithVersionChanges } from "../plans/version-conflict";
import { requireRun, submitToRun } from "../submit";
import { defineVerb, requireCapability } from "../verb";

type Override = Extract<RunCommandInput, { type: "override_review" }>;

export const tailWithoutReplan = () =>
  new DomainFailure(domainError("invalid_input", "A new tail only goes with the decision REPLAN."));

type EditIssue = { code: string; message: string; taskId?: string };

const neverStarted = (task: TaskState | undefined): boolean =>
  task?.status === "pending" && task.attempts.length === 0;

/**
 * What people do to a run (docs/engine.md, "Commands"): stop it, change its plan, take a task in hand, steer its
 * agent. Deciding what a review, a gate or a check was to decide takes the right to review.
 * Throws `not_found`, `not_allowed_now`, `invalid_input`, `invalid_plan` (a tail or an edited plan), and `conflict` when another plan
 * version is in force than the person saw: details `{expected, current, changes?}`.
 */
export const commandRun = defineVerb({
  name: "runs/command",
  capability: "operate",
  input: runCommand,
  async run({ ctx, input }): Promise<{ runId: string; seq: number; status: RunStatus }> {
    const { runId, ...asked } = input;
    requireCapability(ctx.actor, personCommandRow(input.type).right);
    const state = await requireRun(ctx, runId);
    requireCapability(ctx.actor, capabilityOn(state, asked));
    const { status, seq } = await toCommand(ctx, state, asked)
      .then(({ command, rows }) => submitToRun(ctx, runId, command, rows))
      .catch(rethrowWithVersionChanges(ctx, runId));
    return { runId, seq, status };
  },
});

/** Doing without a review or a gate decides what it was to decide. */
function capabilityOn(state: Readonly<RunState>, input: RunCommandInput): Capability {
  const { right, onQuestion } = personCommandRow(input.type);
  const type = "taskId" in input ? state.tasks[input.taskId]?.spec.type : undefined;
  const decides = type === "planning_review" || type === "human_review";
  return (decides ? onQuestion : undefined) ?? right;
}

async function toCommand(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  input: RunCommandInput,
): Promise<{ command: PersonCommand; rows?: PayloadRows }> {
  switch (input.type) {
    case "override_review":
      return overrideCommand(ctx, state, input);
    case "review_finding":
      await requireFinding(ctx, state, input);
      return { command: input };
    case "request_replan": {
      const { type, instruction, expectedPlanVersion } = input;
      const seen = expectedPlanVersion === undefined ? {} : { expectedPlanVersion };
      return { command: { type, instruction, ...seen } };
    }
    case "edit_plan":
      return editCommand(ctx, state, input);
    case "supply_result": {
      const { stored: value, blob } = storeValue(input.value);
      return { command: { ...input, value, by: voterOf(ctx.actor) }, rows: { blobs: blob ? [blob] : [] } };
    }
    case "skip_task":
    case "accept_result":
      return { command: { ...input, by: voterOf(ctx.actor) } };
    case "claim_review":
    case "release_review":
      return { command: { ...input, by: voterOf(ctx.actor) } };
    case "resume":
      return { command: { type: "resume" } };
    case "pause":
    case "cancel": {
      const { type, reason } = input;
      return { command: { type, ...(reason ? { reason } : {}) } };
    }
    case "raise_budget": {
      const { type, counter, limit, lineage } = input;
      return { command: { type, counter, limit, ...(lineage !== undefined && { lineage }) } };
    }
    case "retry_task": {
      const { type, taskId, reason } = input;
      return { command: { type, taskId, ...(reason ? { reason } : {}) } };
    }
    default:
      return { command: input };
  }
}

/**
 * A person's version of the plan as the run takes it: merged with what has ended, validated, judged by the critic's
 * rules. Throws `invalid_plan` with every issue, and `conflict` for another version in force.
 */
async function editCommand(
  ctx: ServiceContext,
  live: Readonly<RunState>,
  input: Extract<RunCommandInput, { type: "edit_plan" }>,
): Promise<{ command: PersonCommand; rows: PayloadRows }> {
  const { type, expectedPlanVersion, reason } = input;
  const state = structuredClone(live);
  const stale = staleVersionRefusal(state, expectedPlanVersion);
  if (stale) throw new DomainFailure(stale);
  const edit = (await readPlanInput(ctx, input.plan)).plan;
  const reads = createStoredReads(ctx.db);
  const base = await tailBase({ state: () => state, reads, policies: ctx.setup.policies });
  const tools = toolsOfRun(ctx.setup, state);
  const { plan, errors, warnings } = mergeEdit(tools, base, state, edit);
  if (errors.length > 0) throw invalidPlan(errors);
  const { offered, rows } = offerPlan(plan, { warnings, tools: tools.list() }, base.parent, base.lineages);
  const judged = critiqueEdit(ctx, state, plan, base.ended);
  return {
    command: {
      type,
      plan: { ...offered, ...(judged && { critique: judged.kept }) },
      expectedPlanVersion,
      reason,
      by: voterOf(ctx.actor),
    },
    rows: { ...rows, blobs: [...(rows.blobs ?? []), ...(judged?.blob ? [judged.blob] : [])] },
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
): { plan: Plan; errors: EditIssue[]; warnings: Issue[] } {
  const unstarted = new Set(state.order.filter((id) => neverStarted(state.tasks[id])));
  const without = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => !unstarted.has(id)));
  const tolerated = state.order.filter((id) => state.tasks[id]?.tolerated === true);
  const editBase: TailBase = {
    ...base,
    current: { ...base.current, tasks: base.current.tasks.filter(({ id }) => !unstarted.has(id)) },
    usedIds: without(base.usedIds),
    withResult: new Set([...base.withResult, ...tolerated]),
  };
  const { merged, errors, warnings } = fitTail({ tools }, editBase, edit, { writtenBy: "person" });
  return { plan: merged.plan, errors: [...changesToSucceeded(base, state, edit), ...errors], warnings };
}

/** Changes to tasks that have succeeded. Naming one by its title alone is no change. */
function changesToSucceeded(base: TailBase, state: Readonly<RunState>, edit: Plan): EditIssue[] {
  const before = new Map(base.current.tasks.map((task) => [task.id, task]));
  const redefined = edit.tasks.filter(({ id, title, input, details }) => {
    const isMention = title === before.get(id)?.title && input === "" && details.length === 0;
    return state.tasks[id]?.status === "succeeded" && !isMention;
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

/** A person's decision on a held review as the run takes it, with the values that go to blobs. */
async function overrideCommand(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  input: Override,
): Promise<{ command: PersonCommand; rows: PayloadRows }> {
  const { tail: source, finalResult, expectedPlanVersion, ...verdict } = input;
  if (source !== undefined && input.decision !== "REPLAN") throw tailWithoutReplan();
  const tail = source === undefined ? undefined : await readTail(ctx, state, input.taskId, source);
  const value = finalResult === undefined ? undefined : storeValue(finalResult);
  const blobs = [tail?.blob, value?.blob].filter((blob) => blob !== undefined);
  return {
    command: {
      ...verdict,
      ...(tail && { tail: tail.tail }),
      ...(value && { finalResult: value.stored }),
      ...(expectedPlanVersion !== undefined && { expectedPlanVersion }),
    },
    rows: { blobs },
  };
}
