import { extendAttachments } from "@/db/queries/attachments";
import { type AttachmentFacts, formatBytes, MAX_RUN_BYTES, uniqueNames } from "@/lib/core/attachments";
import { byteLength } from "@/lib/core/bytes";
import { DomainFailure, domainError, invalidInput } from "@/lib/core/errors";
import { createRunInput } from "@/lib/core/inputs/create-run";
import { withRunBudgets } from "@/lib/core/inputs/run-budgets";
import { serializePlan, validatePlan } from "@/lib/core/plan";
import { critiquePlan } from "@/lib/core/plan/critic";
import type { CreateCommand } from "@/lib/core/run/commands";
import type { RunSettings } from "@/lib/core/run/settings";
import { planPolicies } from "@/lib/core/run/tool-policies";
import { truncateCritique } from "@/lib/core/run/truncate/critique";
import { DEMO_TAG } from "@/lib/core/scenarios";
import type { Blob } from "@/lib/core/stored-value";
import { offerPlan } from "@/lib/engine/effects/plan/offer-plan";
import { toolsOfSettings } from "@/lib/engine/simulated-tools";
import type { PayloadRows } from "@/lib/engine/types";
import { noAttachment } from "../attachments/view";
import type { ServiceContext } from "../context";
import { gateFactsOf, invalidPlan, type PlanInput, readPlanInput } from "../plans/plan-input";
import { type PolicyWarnings, runPolicyWarnings } from "../policies/require-valid-policy";
import { requireRoomUnderCap } from "../spending/require-room-under-cap";
import { acceptedSeq, idForKey, requireRoomForRun, submissionOf } from "../submit";
import { filledPlan } from "../templates/fill";
import { defineVerb } from "../verb";
import { checkedReviews } from "./given-reviews";
import { checkedResults } from "./initial-results";
import { requireKnownModels, usedModels } from "./used-models";

const overTotalSize = (bytes: number) =>
  new DomainFailure(
    domainError(
      "limit_exceeded",
      `The files have ${formatBytes(bytes)} together; a run may have ${formatBytes(MAX_RUN_BYTES)}.`,
      { limitBytes: MAX_RUN_BYTES },
    ),
  );

const MAX_MISSION_BYTES = 64 * 1024;

/**
 * Starts a run of a mission, of a plan or a template, or of both. Everything is checked first: on any error nothing has
 * started. Throws `invalid_input` (no mission, too long, unknown model, review, task or parameter), `invalid_plan`,
 * `not_found` (attachments, template), `not_allowed_now` (archived template), `limit_exceeded` (attachments),
 * `too_many_requests`, `conflict` (the same idempotency key with other content).
 */
export const createRun = defineVerb({
  name: "runs/create",
  capability: "operate",
  description:
    "Starts a run of `mission`, of `plan` (text or JSON), or of both; `template: {templateId, version?, values}` in place of the plan for one that a template makes, of its newest version unless one is named; `leaveOut: [path]` for parts of the plan that are not read that the run does without; `settings` and `tags` if wanted; `planOrigin: import` for a plan that was brought from elsewhere; `reviews: {taskId: decision}`, `{taskId: {decision, reason?}}` or `{taskId: {approved, reason?}}` for answers given in advance, which takes the right to review; `initialResults: {taskId: value}` for results that are there already, which takes it too; `attachments: [id]` for files that were uploaded before",
  see: [
    "#settings-of-a-run",
    "templates.md",
    "plans.md#what-is-not-read",
    "engine.md#answers-given-in-advance",
    "engine.md#results-given-in-advance",
  ],
  routes: [{ at: "POST /api/v1/runs", answer: "created", limit: "long" }],
  input: createRunInput,
  async run({ ctx, input }): Promise<{ runId: string; seq: number } & PolicyWarnings> {
    await requireRoomForRun(ctx);
    const filled = input.template && (await filledPlan(ctx, input.template));
    const settings = withRunBudgets(input.settings, ctx.setup.runBudgets());
    const source = filled ? serializePlan(filled.plan) : input.plan;
    const read =
      source === undefined
        ? undefined
        : validatedPlan(
            ctx,
            await readPlanInput(ctx, source, {
              leaveOut: input.leaveOut,
              ...(filled && { inForce: filled.plan }),
            }),
            settings,
          );
    const mission = checkedMission(input.mission, read);
    requireKnownModels(ctx, settings);
    const odd = runPolicyWarnings(ctx, settings, "settings");
    const reviews = checkedReviews(ctx.actor, input.reviews, read?.plan);
    const initial = checkedResults(ctx.actor, input.initialResults, read?.plan);
    const offered = read && offeredPlan(ctx, read, { settings, planOrigin: input.planOrigin });
    const attachments = await attachmentFacts(ctx, input.attachments);
    const models = usedModels(ctx, settings, read?.plan);
    await requireRoomUnderCap(ctx, models);
    const isDemo = models.length > 0 && models.every(({ simulated }) => simulated);
    const command: CreateCommand = {
      type: "create",
      workspaceId: ctx.actor.workspaceId,
      mission,
      settings,
      // Nobody knows what their calls cost.
      unpriced: models.filter(({ price }) => !price).map(({ id }) => id),
      // Runs of the simulated model alone are marked, so that totals can leave them out.
      tags: isDemo ? [...new Set([...input.tags, DEMO_TAG])] : input.tags,
      ...(offered ? { plan: offered.plan } : {}),
      ...(reviews && { reviews }),
      ...(attachments && { attachments }),
      ...(initial && { initialResults: initial.results }),
      ...(filled && { template: filled.template }),
    };
    const rows = offered && withBlobs(offered.rows, initial?.blobs);
    const result = await ctx.runStore.createRun(idForKey(ctx, "run"), submissionOf(ctx, command, rows));
    const seq = acceptedSeq(result.replies[0]);
    // Runs of older versions kept no digest of what was asked.
    if (result.state.mission !== mission) throw reusedKey();
    // Who gave it on a page is likely to look at it next; what a program gave may never be looked at.
    if (ctx.actor.channel === "console") ctx.layouts.prepare(result.state);
    return { runId: result.state.runId, seq, ...odd };
  },
});

const withBlobs = (rows: PayloadRows, blobs: Blob[] = []): PayloadRows => ({
  ...rows,
  blobs: [...(rows.blobs ?? []), ...blobs],
});

function checkedMission(text: string, read: PlanInput | undefined): string {
  const mission = text.trim() || read?.plan.objective?.trim() || read?.plan.title.trim() || "";
  if (mission === "") throw invalidInput("The mission is empty: describe the result you want.");
  const bytes = byteLength(mission);
  if (bytes > MAX_MISSION_BYTES) {
    throw invalidInput(
      `The mission has ${bytes} bytes; the limit is ${MAX_MISSION_BYTES}. Put long material in a plan.`,
    );
  }
  return mission;
}

function validatedPlan(ctx: ServiceContext, read: PlanInput, settings: RunSettings): PlanInput {
  const policies = planPolicies({ state: { settings }, workspace: ctx.setup.policies() }, "person");
  const tools = toolsOfSettings(ctx.setup, settings).list();
  const gates = { ...gateFactsOf(ctx), fourEyes: settings.fourEyes };
  const issues = validatePlan(read.plan, { tools, ...policies, gates });
  const errors = issues.filter((issue) => issue.severity === "error");
  if (errors.length > 0) throw invalidPlan(errors);
  const warnings = issues.map(({ code, message, taskId }) => ({
    code,
    message,
    ...(taskId ? { taskId } : {}),
  }));
  return { ...read, warnings: [...read.warnings, ...warnings] };
}

/** The plan with the critic's word on it. A model critic is asked by the worker, before the run starts. */
function offeredPlan(
  ctx: ServiceContext,
  { plan, warnings, leftOut }: PlanInput,
  { settings, planOrigin: origin }: { settings: RunSettings; planOrigin: "person" | "import" },
): { plan: NonNullable<CreateCommand["plan"]>; rows: PayloadRows } {
  const tools = toolsOfSettings(ctx.setup, settings).list();
  const critiqued =
    settings.critic.mode === "static"
      ? truncateCritique(critiquePlan(plan, { tools }), { by: "static" })
      : undefined;
  const policies = { state: { settings }, workspace: ctx.setup.policies() };
  const { offered, rows } = offerPlan(plan, { warnings, leftOut, tools, policies, models: ctx.setup });
  return {
    plan: { ...offered, origin, ...(critiqued && { critique: critiqued.kept }) },
    rows: { ...rows, blobs: [...(rows.blobs ?? []), ...(critiqued?.blobs ?? [])] },
  };
}

const reusedKey = () =>
  new DomainFailure(
    domainError("conflict", "This idempotency key already started a run with another mission."),
  );

/**
 * The files of a new run, as its first event tells them. Throws `not_found` (none of this id in the workspace) and
 * `limit_exceeded` (all together).
 */
async function attachmentFacts(
  ctx: ServiceContext,
  given: string[] | undefined,
): Promise<AttachmentFacts[] | undefined> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return;
  const rows = await extendAttachments(ctx.db, { workspaceId: ctx.actor.workspaceId, ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const files = ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw noAttachment(id);
    return row;
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > MAX_RUN_BYTES) throw overTotalSize(bytes);
  const names = uniqueNames(files.map(({ name }) => name));
  return files.map(({ id, name, mediaType, bytes: size, digest }, index) => ({
    id,
    name: names[index] ?? name,
    mediaType,
    bytes: size,
    digest,
  }));
}
