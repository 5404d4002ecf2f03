import { z } from "zod";
import type { PersonCommand } from "@/lib/core/run/commands";
import type { RunState } from "@/lib/core/run/state";
import type { RunStatus } from "@/lib/core/run/status";
import type { PayloadRows } from "@/lib/engine/types";
import type { ServiceContext } from "../context";
import { requireFinding } from "../plans/critique-view";
import { withVersionChanges } from "../plans/version-conflict";
import { requireRun, submitToRun } from "../submit";
import { defineVerb, requireCapability } from "../verb";
import { type RunCommandInput, runCommand } from "./command-input";
import { overrideCommand } from "./override-command";

/**
 * Pauses, resumes or cancels a run, asks for a replan, or, with the right to review, overrides a held review or
 * accepts or waives a finding of the critic.
 * Throws `not_found`, `not_allowed_now`, `invalid_input`, `invalid_plan` (the tail), and `conflict` when another plan
 * version is in force than the person saw: details `{expected, current, changes?}`.
 */
export const commandRun = defineVerb({
  name: "runs/command",
  capability: "operate",
  input: z.object({ runId: z.string().max(200) }).and(runCommand),
  async run({ ctx, input }): Promise<{ runId: string; seq: number; status: RunStatus }> {
    if (REVIEWERS_ALONE.has(input.type)) requireCapability(ctx.actor, "review");
    const { runId, ...asked } = input;
    const state = await requireRun(ctx, runId);
    const { command, rows } = await toCommand(ctx, state, asked);
    const { status, seq } = await submitToRun(ctx, runId, command, rows).catch(
      withVersionChanges(ctx, runId),
    );
    return { runId, seq, status };
  },
});

const REVIEWERS_ALONE: ReadonlySet<RunCommandInput["type"]> = new Set(["override_review", "review_finding"]);

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
    case "resume":
      return { command: { type: "resume" } };
    default: {
      const { type, reason } = input;
      return { command: { type, ...(reason ? { reason } : {}) } };
    }
  }
}
