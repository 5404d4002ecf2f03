import { z } from "zod";
import { readKeys } from "@/db/queries/settings/api-keys";
import type { Answerer, Departed } from "@/lib/core/people";
import { KEY_PREFIX } from "@/lib/core/run/gates/rules";
import { keyView } from "../keys/views";
import { defineVerb } from "../verb";

/** `gone` begins with the newest keys. */
export const listPeople = defineVerb({
  name: "system/people",
  capability: "view",
  description:
    "Who could answer gates at this moment, keys among them, and the names and roles by which gates can ask them: `{items: [{id, name, names?, roles, capabilities, everyone?}], gone: [{id, name, roles, at, how}]}`; without `names` it is the name. `gone` are keys that could answer once, and when they were `revoked` or `ended`",
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
