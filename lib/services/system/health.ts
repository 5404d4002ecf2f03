import { z } from "zod";
import type { Orm } from "@/db/client";
import { writeReadinessProbe } from "@/db/queries/readiness";
import { defineVerb } from "../verb";

/** Probes that are under way, by the store they write to: who asks in the meantime gets the same answer. */
const probes = new WeakMap<object, Promise<unknown>>();

/** Throws what keeps the store from taking a write. */
export async function probeStore(db: Orm): Promise<void> {
  const probe = probes.get(db) ?? writeReadinessProbe(db).finally(() => probes.delete(db));
  probes.set(db, probe);
  await probe;
}

/**
 * Readiness: whether the store takes writes; strangers may ask, so it says nothing else. A store fault is thrown as it
 * is; transports answer 503, and give it a second. Liveness is the transport's own.
 */
export const checkHealth = defineVerb({
  name: "system/health",
  capability: "view",
  description:
    "Readiness: 200 `{status}` when the store takes a write within a second and has room on its disk, else 503 with the reason as `title`; needs no token",
  routes: [{ at: "GET /api/v1/health", limit: "short" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<{ status: "ok" }> {
    await probeStore(ctx.db);
    return { status: "ok" };
  },
});
