import { readPlanTexts } from "@/db/queries/runs/read-plan-version";
import { DomainFailure } from "@/lib/core/errors";
import { forkRunInput } from "@/lib/core/inputs/create-run";
import { fold, type RunEvent } from "@/lib/core/run";
import type { ForkCommand } from "@/lib/core/run/commands";
import { keepsSilentLeave, lostControlsRefusal } from "@/lib/core/run/decide/fork-settings";
import { statusOf } from "@/lib/core/run/effects/status-of";
import { forkedEvents } from "@/lib/core/run/events/fork";
import type { RunStatus } from "@/lib/core/run/status";
import type { PayloadRows } from "@/lib/engine/types";
import { type ServiceContext, voterOf } from "../../context";
import type { PolicyWarnings } from "../../policies/require-valid-policy";
import { requireRoomUnderCap } from "../../spending/require-room-under-cap";
import { acceptedSeq, idForKey, requireRoomForRun, requireRun, submissionOf } from "../../submit";
import { defineVerb } from "../../verb";
import { usedModels } from "../used-models";
import { readForkChanges, requireSecondPerson } from "./fork-changes";
import { isDecidedSince, readForkPoint } from "./fork-point";

/**
 * Starts a new run that shares the events of another up to `fromSeq`, and to the end of what
 * the same command came to, and then goes its own way, with all of its changes or not at all (docs/engine.md,
 * "Forks"). Throws `not_found`, `invalid_input` (no such event, settings or reviews that a fork may not have),
 * `invalid_plan`, `forbidden`, `not_allowed_now` (the run had ended there, or its steps were removed), `conflict`
 * (the same idempotency key for another request), `too_many_requests`.
 */
export const forkRun = defineVerb({
  name: "runs/fork",
  capability: "operate",
  description:
    "`{fromSeq, changes?: {plan?, leaveOut?, reason?, settings?, reviews?}}` (in `reviews` with the `digest` of a gate that is open there and is to pass): a new run that shares the events up to there and then goes its own way, with its changes or not at all: `{runId, seq, status}`",
  see: ["engine.md#changes-of-a-fork"],
  routes: [{ at: "POST /api/v1/runs/{id}/fork", id: "runId" }],
  input: forkRunInput,
  async run({ ctx, input }): Promise<{ runId: string; seq: number; status: RunStatus } & PolicyWarnings> {
    await requireRoomForRun(ctx);
    const { runId: parentRunId, fromSeq, changes: given } = input;
    const run = { state: await requireRun(ctx, parentRunId) };
    const { shared } = await readForkPoint(ctx, run, { fromSeq });
    const runId = idForKey(ctx, "run");
    const copied = forkedEvents(shared, runId);
    const parent = fold(runId, copied);
    const voter = voterOf(ctx.actor);
    const mayReview = keepsSilentLeave(parent, voter);
    if (await isDecidedSince(ctx, run, shared.length)) requireSecondPerson(ctx, run.state);
    const refusal = lostControlsRefusal(run.state, parent, voter);
    if (refusal) throw new DomainFailure(refusal);
    const plain: ForkCommand = {
      type: "fork",
      parentRunId,
      fromSeq: shared.length,
      ...(mayReview && { mayReview }),
    };
    const changed = given && (await readForkChanges(ctx, { parent, live: run.state }, plain, given));
    const settings = changed?.changes.settings ?? parent.settings;
    const agents = { ...parent.agents, ...changed?.changes.plan?.patch.agents };
    await requireRoomUnderCap(ctx, usedModels(ctx, settings, { agents }));
    const command: ForkCommand = changed ? { ...plain, changes: changed.changes } : plain;
    const rows = await rowsOf(ctx, parentRunId, shared, changed?.rows);
    const forked = await ctx.runStore.forkRun(runId, submissionOf(ctx, command, rows), copied);
    const { warnings } = changed ?? {};
    const reply = { runId, seq: acceptedSeq(forked.replies[0]), status: statusOf(forked.state) };
    return warnings ? { ...reply, warnings } : reply;
  },
});

/** The texts of the plan versions, which events only tell in part, and what a changed plan brings. */
async function rowsOf(
  ctx: ServiceContext,
  runId: string,
  events: RunEvent[],
  { plans = [], blobs = [] }: PayloadRows = {},
): Promise<PayloadRows> {
  const { workspaceId } = ctx.actor;
  const versions = events.flatMap((event) =>
    event.type === "plan_version_adopted" ? event.payload.version : [],
  );
  const texts = await readPlanTexts(ctx.db, { workspaceId, runId, versions });
  return { plans: [...texts, ...plans], blobs };
}
