import { z } from "zod";
import type { PersonCommand } from "@/lib/core/run/commands";
import type { RunState } from "@/lib/core/run/state";
import type { RunStatus } from "@/lib/core/run/status";
import { storeValue } from "@/lib/core/stored-value";
import type { PayloadRows } from "@/lib/engine/types";
import { type ServiceContext, voterOf } from "../context";
import { requireFinding } from "../plans/critique-view";
import { rethrowWithVersionChanges } from "../plans/version-conflict";
import { requireRun, submitToRun } from "../submit";
import { defineVerb, requireCapability } from "../verb";
import { type RunCommandInput, runCommand } from "./command-input";
import { editCommand } from "./edit-command";
import { overrideCommand } from "./override-command";

/**
 * What people do to a run (docs/engine.md, "Commands"): stop it, change its plan, take a task in hand, steer its
 * agent. Deciding what a review, a gate or a check was to decide takes the right to review.
 * Throws `not_found`, `not_allowed_now`, `invalid_input`, `invalid_plan` (a tail or an edited plan), and `conflict` when another plan
 * version is in force than the person saw: details `{expected, current, changes?}`.
 */
export const commandRun = defineVerb({
  name: "runs/command",
  capability: "operate",
  input: z.object({ runId: z.string().max(200) }).and(runCommand),
  async run({ ctx, input }): Promise<{ runId: string; seq: number; status: RunStatus }> {
    const { runId, ...asked } = input;
    if (REVIEW_COMMANDS.has(input.type)) requireCapability(ctx.actor, "review");
    const state = await requireRun(ctx, runId);
    if (skipsReviewOrGate(state, asked)) requireCapability(ctx.actor, "review");
    const submit = async () => {
      const { command, rows } = await toCommand(ctx, state, asked);
      return submitToRun(ctx, runId, command, rows);
    };
    const { status, seq } = await submit().catch(rethrowWithVersionChanges(ctx, runId));
    return { runId, seq, status };
  },
});

const REVIEW_COMMANDS: ReadonlySet<RunCommandInput["type"]> = new Set([
  "override_review",
  "review_finding",
  "accept_result",
  "supply_result",
]);

/** Doing without a review or a gate decides what it was to decide. */
function skipsReviewOrGate(state: Readonly<RunState>, input: RunCommandInput): boolean {
  if (input.type !== "skip_task") return false;
  const type = state.tasks[input.taskId]?.spec.type;
  return type === "planning_review" || type === "human_review";
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
