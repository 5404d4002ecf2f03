import { z } from "zod";
import { readBlobs } from "@/db/queries/read-blobs";
import { readRunUsage } from "@/db/queries/read-calls";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Json } from "@/lib/core/json";
import { readRun, removedFailure } from "../submit";
import { defineVerb } from "../verb";
import { runPurgesOf } from "./calls/list";

/** A large value in full, by the digest that events and plans hold in its place. Throws `not_found`. */
export const readValue = defineVerb({
  name: "runs/value",
  capability: "view",
  description: "A large value in full, where events hold its digest",
  routes: [{ at: "GET /api/v1/runs/{id}/values/{digest}", id: "runId" }],
  input: z.strictObject({ runId: z.string().max(200), digest: z.string().min(1).max(200) }),
  async run({ ctx, input: { runId, digest } }): Promise<{ value: Json }> {
    await readRun(ctx, runId);
    const { workspaceId } = ctx.actor;
    const bodies = await readBlobs(ctx.db, { workspaceId, digests: [digest] });
    const value = bodies.get(digest);
    if (value !== undefined) return { value };
    const { payloadsAt } = runPurgesOf(await readRunUsage(ctx.db, { workspaceId, runId }));
    if (payloadsAt !== null) throw removedFailure("This value", new Date(payloadsAt));
    throw new DomainFailure(domainError("not_found", "This value is not stored."));
  },
});
