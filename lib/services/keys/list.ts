import { readAskedRoles, readKeys } from "@/db/queries/settings/api-keys";
import { listKeysInput } from "@/lib/core/inputs/keys";
import type { ApiKeyView, RoleView } from "@/lib/core/key-views";
import { defineVerb } from "../verb";
import { keyView } from "./views";

export const listKeys = defineVerb({
  name: "keys/list",
  capability: "admin",
  description:
    "The keys of the API, those that work first, and the `roles` that they answer for or that open gates ask: `{items, roles}`",
  see: ["#keys"],
  routes: [{ at: "GET /api/v1/keys" }],
  input: listKeysInput,
  async run({ ctx }): Promise<{ items: ApiKeyView[]; roles: RoleView[] }> {
    const { workspaceId } = ctx.actor;
    const nowMs = ctx.clock.nowMs();
    const { working, past } = await readKeys(ctx.db, { workspaceId, now: new Date(nowMs) });
    const asked = new Map(
      (await readAskedRoles(ctx.db, { workspaceId })).map((role) => [role.name, role.openGates]),
    );
    const names = new Set([...working.flatMap(({ roles }) => roles), ...asked.keys()]);
    const roles = [...names].sort().map((name) => ({
      name,
      keys: working.filter((key) => key.roles.includes(name)).map((key) => key.name),
      openGates: asked.get(name) ?? 0,
    }));
    return { items: [...working, ...past].map((row) => keyView(row, nowMs)), roles };
  },
});
