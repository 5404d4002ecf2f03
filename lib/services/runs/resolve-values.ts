import { readBlobs } from "@/db/queries/read-blobs";
import type { Json } from "@/lib/core/json";
import { inWrittenOrder, type StoredValue } from "@/lib/core/stored-value";
import type { ServiceContext } from "../context";

/** The full values behind stored ones, by digest; a blob that is gone leaves its preview. */
export async function resolveValues(
  ctx: ServiceContext,
  values: (StoredValue | undefined)[],
): Promise<(value: StoredValue) => Json> {
  const digests = [...new Set(values.flatMap((value) => (value && "ref" in value ? [value.ref] : [])))];
  const bodies = await readBlobs(ctx.db, { workspaceId: ctx.actor.workspaceId, digests });
  return (value) => {
    if ("inline" in value) return value.inline;
    const body = bodies.get(value.ref);
    // A store sorts the keys of what it keeps, and people read a value as it was written.
    return body === undefined ? value.preview : inWrittenOrder(body, value.order);
  };
}
