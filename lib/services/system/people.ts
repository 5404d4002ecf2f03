import { z } from "zod";
import { readKeys } from "@/db/queries/settings/api-keys";
import type { Answerer, Departed } from "@/lib/core/people";
import { KEY_PREFIX } from "@/lib/core/run/gates/rules";
import { keyView } from "../keys/views";
import { defineVerb } from "../verb";

/**
 * Who could answer gates of the workspace at this moment, and under which names and roles gates can ask them; `gone` are
 * those who could once and whose key has ended, the newest keys first.
 */
export const listPeople = defineVerb({
  name: "system/people",
  capability: "view",
  routes: [{ at: "GET /api/v1/people" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<{ items: Answerer[]; gone: Departed[] }> {
    const nowMs = ctx.clock.nowMs();
    const { workspaceId } = ctx.actor;
    const { past } = await readKeys(ctx.db, { workspaceId, now: new Date(nowMs) });
    const gone = past.flatMap((row): Departed[] => {
      const { keyId, name, roles, capabilities, revokedAt, endsAt } = keyView(row, nowMs);
      const at = revokedAt ?? endsAt;
      if (at === null || !capabilities.includes("review")) return [];
      return [
        { id: `${KEY_PREFIX}${keyId}`, name, roles, at, how: revokedAt === null ? "ended" : "revoked" },
      ];
    });
    return { items: ctx.setup.people().filter(({ capabilities }) => capabilities.includes("review")), gone };
  },
});
