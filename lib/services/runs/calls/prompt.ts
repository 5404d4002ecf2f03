import { z } from "zod";
import { readBlobs } from "@/db/queries/read-blobs";
import { readModelCall, readRunUsage } from "@/db/queries/read-calls";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { ModelMessage } from "@/lib/core/ports";
import type { CallPrompt } from "@/lib/core/views";
import { drillCalls } from "../../drills/shown";
import { readRun } from "../../submit";
import { defineVerb } from "../../verb";
import { runPurgesOf } from "./list";
import { turnPrompt } from "./turn-prompt";

/** The roles whose prompts are put together from the steps of their attempt, where they have one. */
const TURN_ROLES = new Set(["agent", "revision"]);

/** What a model was sent in one call, or why that cannot be shown. Throws `not_found`. */
export const readPrompt = defineVerb({
  name: "runs/prompt",
  capability: "view",
  description:
    "What the model was sent: `{kept: true, system, messages}`; of an agent's turn put together from its steps (`fromSteps`), with the `tools` that it was offered and without files. Or `{kept: false, why}`: `too_long` (more than 256 KB), `removed` under retention, `not_kept` (before prompts were)",
  routes: [{ at: "GET /api/v1/runs/{id}/calls/{callId}/prompt", id: "runId" }],
  input: z.strictObject({ runId: z.string().max(200), callId: z.string().min(1).max(200) }),
  async run({ ctx, input: { runId, callId } }): Promise<CallPrompt> {
    const { drill } = await readRun(ctx, runId);
    if (drill && drillCalls(drill).some(({ payload }) => payload.callId === callId))
      return { kept: false, why: "not_kept" };
    const { workspaceId } = ctx.actor;
    const call = await readModelCall(ctx.db, { workspaceId, runId, callId });
    if (!call) throw new DomainFailure(domainError("not_found", "There is no such model call."));
    const { role, promptHash, taskId, attempt, step } = call;
    if (TURN_ROLES.has(role) && taskId !== null && attempt !== null && step !== null)
      return turnPrompt(ctx, { runId, taskId, attempt }, step);
    const body = (await readBlobs(ctx.db, { workspaceId, digests: [promptHash] })).get(promptHash);
    if (Array.isArray(body))
      return { kept: true, system: String(body[0]), messages: (body[1] ?? []) as unknown as ModelMessage[] };
    if (body === null) return { kept: false, why: "too_long" };
    const { payloadsAt } = runPurgesOf(await readRunUsage(ctx.db, { workspaceId, runId }));
    return { kept: false, why: payloadsAt === null ? "not_kept" : "removed" };
  },
});
