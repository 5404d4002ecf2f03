import type { ApiKeyView } from "@/lib/core/key-views";

/** A key that works for ever and has not been used. */
export const apiKeyView = (keyId: string, part: Partial<ApiKeyView> = {}): ApiKeyView => ({
  keyId,
  name: `Key ${keyId}`,
  prefix: "wmk_abcdef",
  capabilities: ["view"],
  roles: [],
  createdAt: 0,
  createdBy: { kind: "person", id: "local", name: "Local operator" },
  madeByKey: null,
  endsAt: null,
  lastUsedAt: null,
  revokedAt: null,
  revokedBy: null,
  status: "working",
  ...part,
});
