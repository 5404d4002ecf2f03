import { and, eq, inArray } from "drizzle-orm";
import type { Json } from "@/lib/core/json";
import type { OrmOrTx } from "../client";
import { blobs, toolCalls } from "../schema";

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

/** The whole output of a tool call of this run, by its digest; undefined for anything that no call of it gave. */
export async function readArtifact(
  db: OrmOrTx,
  { runId, digest }: { runId: string; digest: string },
): Promise<Json | undefined> {
  const [row] = await db
    .select({ body: blobs.body })
    .from(toolCalls)
    .innerJoin(blobs, and(eq(blobs.workspaceId, toolCalls.workspaceId), eq(blobs.digest, toolCalls.artifact)))
    .where(and(eq(toolCalls.runId, runId), eq(toolCalls.artifact, digest)))
    .limit(1);
  return row?.body;
}
