import { z } from "zod";
import { readPlanVersion } from "@/db/queries/runs/read-plan-version";
import type { AttachmentFacts } from "@/lib/core/attachments";
import { serializePlan } from "@/lib/core/plan";
import type { RunSettings } from "@/lib/core/run/settings";
import { DEMO_TAG } from "@/lib/core/scenarios";
import { readRun } from "../submit";
import { defineVerb } from "../verb";

type RunAgain = {
  mission: string;
  /** Its newest plan version as JSON text; null where it has none. */
  plan: string | null;
  tags: string[];
  settings: RunSettings;
  attachments: AttachmentFacts[];
};

/** What a run was asked to do, to be changed and started as another one. Throws `not_found`. */
export const runAgain = defineVerb({
  name: "runs/again",
  capability: "view",
  description:
    "What it was asked to do, to start it again with changes: `{mission, plan, tags, settings, attachments}`, `plan` as JSON text of its newest version",
  routes: [{ at: "GET /api/v1/runs/{id}/again", id: "runId" }],
  input: z.strictObject({ runId: z.string().max(200) }),
  async run({ ctx, input: { runId } }): Promise<RunAgain> {
    const { state, drill } = await readRun(ctx, runId);
    const { mission, tags, settings, attachments = [], workspaceId } = state;
    const plan = drill ? drill.plans[0] : (await readPlanVersion(ctx.db, { workspaceId, runId }))?.plan;
    return {
      mission,
      settings,
      attachments,
      plan: plan ? serializePlan(plan) : null,
      // Said of every run by the models that it has.
      tags: tags.filter((tag) => tag !== DEMO_TAG),
    };
  },
});
