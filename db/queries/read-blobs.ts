import { and, eq, inArray } from "drizzle-orm";
import type { Json } from "@/lib/core/json";
import type { OrmOrTx } from "../client";
import { blobs } from "../schema";

/** Bodies of blobs by digest; digests that are unknown in the workspace are left out. */
export async function readBlobs(
  db: OrmOrTx,
  params: { workspaceId: string; digests: string[] },
): Promise<Map<string, Json>> {
  if (params.digests.length === 0) return new Map();
  const rows = await db
    .select({ digest: blobs.digest, body: blobs.body })
    .from(blobs)
    .where(and(eq(blobs.workspaceId, params.workspaceId), inArray(blobs.digest, params.digests)));
  return new Map(rows.map((row) => [row.digest, row.body]));
}
