import type { ApiKeyRow } from "@/db/queries/settings/api-keys";
import type { ApiKeyView } from "@/lib/core/key-views";

/** A key as people and clients see it: neither its secret, which nobody has, nor the digest of it. */
export function keyView(row: ApiKeyRow, nowMs: number): ApiKeyView {
  const { id, name, prefix, capabilities, roles, createdBy, madeByKey, revokedBy } = row;
  const endsAt = row.endsAt?.getTime() ?? null;
  const revokedAt = row.revokedAt?.getTime() ?? null;
  const ended = endsAt !== null && endsAt <= nowMs;
  return {
    keyId: id,
    name,
    prefix,
    capabilities,
    roles,
    createdBy,
    madeByKey,
    endsAt,
    revokedAt,
    revokedBy,
    createdAt: row.createdAt.getTime(),
    lastUsedAt: row.lastUsedAt?.getTime() ?? null,
    status: revokedAt !== null ? "revoked" : ended ? "ended" : "working",
  };
}
