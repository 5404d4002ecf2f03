import type { Capability } from "@/lib/auth/actor";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { type RunCommandInput, runCommand } from "@/lib/core/inputs/run-command";
import { personCommandRow } from "@/lib/core/run/command-table";
import type { PersonCommand } from "@/lib/core/run/commands";
import type { RunState } from "@/lib/core/run/state";
import { namedTask } from "@/lib/core/run/state/ready";
import type { RunStatus } from "@/lib/core/run/status";
import { storeValue } from "@/lib/core/stored-value";
import type { PayloadRows } from "@/lib/engine/types";
import { requireSeen } from "../approvals/check-answer";
import { type ServiceContext, voterOf } from "../context";
import { requireFinding } from "../plans/critique-view";
import { editCommand } from "../plans/offer-edit";
import { readTail } from "../plans/read-tail";
import { rethrowWithVersionChanges } from "../plans/version-conflict";
import { requireRun, submitToRun } from "../submit";
import { defineVerb, requireCapability } from "../verb";
import { rethrowWithReleaseChanges } from "./release-changes";

type Override = Extract<RunCommandInput, { type: "override_review" }>;

export const tailWithoutReplan = () =>
  new DomainFailure(domainError("invalid_input", "A new tail only goes with the decision REPLAN."));

/**
 * What people do to a run (docs/engine.md, "Commands"): stop it, change its plan, take a task in hand, steer its
 * agent. Deciding what a review, a gate or a check was to decide takes the right to review.
 * Throws `not_found`, `not_allowed_now`, `invalid_input`, `invalid_plan` (a tail or an edited plan), and `conflict` when another plan
 * version is in force than the person saw: details `{expected, current, changes?}`. Of a task on which an act rests that people let
 * pass, `invalid_input` without the digest of that, and `superseded` with `{digest, released}` where it is another one now.
 */
export const commandRun = defineVerb({
  name: "runs/command",
  capability: "operate",
  description: "One of the commands",
  see: ["#commands"],
  routes: [{ at: "POST /api/v1/runs/{id}/commands", id: "runId", limit: "long" }],
  input: runCommand,
  async run({ ctx, input }): Promise<{ runId: string; seq: number; status: RunStatus }> {
    const { runId, ...asked } = input;
    requireCapability(ctx.actor, personCommandRow(input.type).right);
    const state = await requireRun(ctx, runId);
    requireCapability(ctx.actor, capabilityOn(state, asked));
    const { status, seq } = await submitToRun(ctx, runId, () => toCommand(ctx, state, asked))
      .catch(rethrowWithVersionChanges(ctx, runId))
      .catch(rethrowWithReleaseChanges(ctx, runId, asked));
    return { runId, seq, status };
  },
});

/** Doing without a review or a gate decides what it was to decide. */
function capabilityOn(state: Readonly<RunState>, input: RunCommandInput): Capability {
  const { right, onQuestion } = personCommandRow(input.type);
  const type = "taskId" in input ? namedTask(state, input.taskId)?.spec.type : undefined;
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
      return { command: { type, instruction, by: voterOf(ctx.actor), ...seen } };
    }
    case "edit_plan":
      return editCommand(ctx, state, input);
    case "supply_result": {
      const { stored: value, blob } = storeValue(input.value);
      const by = voterOf(ctx.actor);
      const command = { ...input, value, by, digest: input.digest ?? null };
      return { command, rows: { blobs: blob ? [blob] : [] } };
    }
    case "skip_task":
    case "accept_result":
    case "steer":
      return { command: { ...input, by: voterOf(ctx.actor), digest: input.digest ?? null } };
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
      const by = voterOf(ctx.actor);
      return { command: { type, counter, limit, by, ...(lineage !== undefined && { lineage }) } };
    }
    case "retry_task": {
      const { type, taskId, digest = null, reason } = input;
      return { command: { type, taskId, digest, by: voterOf(ctx.actor), ...(reason ? { reason } : {}) } };
    }
    default:
      return { command: input };
  }
}

/** A person's decision on a held review as the run takes it, with the values that go to blobs. */
async function overrideCommand(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  input: Override,
): Promise<{ command: PersonCommand; rows: PayloadRows }> {
  const { tail: source, finalResult, expectedPlanVersion, digest, ...verdict } = input;
  requireSeen(input.decision, digest, "the context of the decision has it as `heldDigest`");
  if (source !== undefined && input.decision !== "REPLAN") throw tailWithoutReplan();
  const tail =
    source === undefined
      ? undefined
      : await readTail(ctx, state, input.taskId, { source, expectedPlanVersion });
  const value = finalResult === undefined ? undefined : storeValue(finalResult);
  const blobs = [tail?.blob, value?.blob].filter((blob) => blob !== undefined);
  return {
    command: {
      ...verdict,
      by: voterOf(ctx.actor),
      ...tail?.named,
      ...(value && { finalResult: value.stored }),
      ...(digest !== undefined && { digest }),
      ...(expectedPlanVersion !== undefined && { expectedPlanVersion }),
    },
    rows: { blobs },
  };
}
