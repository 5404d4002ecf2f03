import { z } from "zod";
import { readBlobs } from "@/db/queries/read-blobs";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Json } from "@/lib/core/json";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";

/** A large value in full, by the digest that events and plans hold in its place. Throws `not_found`. */
export const readValue = defineVerb({
  name: "runs/value",
  capability: "view",
  input: z.strictObject({ runId: z.string().max(200), digest: z.string().min(1).max(200) }),
  async run({ ctx, input: { runId, digest } }): Promise<{ value: Json }> {
    await requireRun(ctx, runId);
    const bodies = await readBlobs(ctx.db, { workspaceId: ctx.actor.workspaceId, digests: [digest] });
    const value = bodies.get(digest);
    if (value === undefined) throw new DomainFailure(domainError("not_found", "This value is not stored."));
    return { value };
  },
});
