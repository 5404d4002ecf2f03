import {
  type ApiKeyRow,
  insertKey,
  lockKeys,
  readKey,
  readWorkingKeys,
} from "@/db/queries/settings/api-keys";
import { raiseSetupVersion } from "@/db/queries/settings/workspace-setup";
import { writeAudit } from "@/db/queries/write-audit";
import { localPerson } from "@/lib/auth/actor";
import { newKeySecret } from "@/lib/auth/key-secret";
import { CAPABILITIES, type Capability } from "@/lib/core/capabilities";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { createKeyInput } from "@/lib/core/inputs/keys";
import { MAX_KEYS } from "@/lib/core/inputs/limits";
import { readsLike } from "@/lib/core/key-names";
import type { ApiKeyView } from "@/lib/core/key-views";
import { KEY_PREFIX } from "@/lib/core/run/gates/rules";
import { actorRefOf, type ServiceContext } from "../context";
import { defineVerb } from "../verb";
import { keyView } from "./views";

const DAY_MS = 24 * 60 * 60_000;

type Wanted = { capabilities: Capability[]; roles: string[]; endsAt: Date | null };

/**
 * Makes a key of the API (docs/api.md, "Keys"). `secret` is given here and never again: the store keeps its digest. A key
 * makes none that may more or lasts longer than itself. Throws `forbidden` for that, `conflict` for a name that is taken,
 * `not_allowed_now` for more keys than a workspace may have. A repeat makes no second one: its name is taken.
 */
export const createKey = defineVerb({
  name: "keys/create",
  capability: "admin",
  description:
    "`{name, capabilities?, roles?, days?}`: makes a key; the reply's `secret` is shown this once. `forbidden` for a key that would give more than it has, `conflict` for a name that another working key has",
  routes: [{ at: "POST /api/v1/keys", answer: "created" }],
  input: createKeyInput,
  async run({ ctx, input }): Promise<{ secret: string; key: ApiKeyView }> {
    const { workspaceId } = ctx.actor;
    const nowMs = ctx.clock.nowMs();
    const now = new Date(nowMs);
    const { secret, digest, prefix } = newKeySecret();
    const wanted: Wanted = {
      capabilities: CAPABILITIES.filter((one) => one === "view" || input.capabilities.includes(one)),
      roles: [...new Set(input.roles)],
      endsAt: input.days === null ? null : new Date(nowMs + input.days * DAY_MS),
    };
    const row = await ctx.transact(
      async (tx): Promise<ApiKeyRow> => {
        const maker = await makerOf(tx, ctx);
        if (maker) requireWithin(wanted, maker);
        const working = await readWorkingKeys(tx, { workspaceId, now });
        if (working.length >= MAX_KEYS) throw tooMany();
        const taken = readsLike(input.name, [localPerson, ...working]);
        if (taken !== undefined) throw nameTaken(input.name, taken);
        const key = {
          id: ctx.ids.next(),
          workspaceId,
          name: input.name,
          digest,
          prefix,
          ...wanted,
          createdAt: now,
          createdBy: actorRefOf(ctx.actor),
          madeByKey: maker?.id ?? null,
          lastUsedAt: null,
          revokedAt: null,
          revokedBy: null,
        };
        await insertKey(tx, key);
        const details = { name: key.name, prefix, ...wanted, endsAt: wanted.endsAt?.toISOString() ?? null };
        const line = { action: "api_key_created", subject: key.id, details };
        await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...line });
        // There is one more who can answer gates.
        await raiseSetupVersion(tx, workspaceId);
        return key;
      },
      (tx) => lockKeys(tx, { workspaceId }),
    );
    ctx.workspaces.invalidate(workspaceId);
    return { secret, key: keyView(row, nowMs) };
  },
});

/** The key that asks; undefined for a person. */
async function makerOf(tx: ServiceContext["db"], { actor }: ServiceContext): Promise<ApiKeyRow | undefined> {
  if (!actor.id.startsWith(KEY_PREFIX)) return;
  const { workspaceId } = actor;
  return readKey(tx, { workspaceId, id: actor.id.slice(KEY_PREFIX.length) });
}

function requireWithin({ capabilities, roles, endsAt }: Wanted, maker: ApiKeyRow): void {
  const more = capabilities.filter((one) => !maker.capabilities.includes(one));
  if (more.length > 0) throw beyond(`This key has no right to ${more.join(", ")}, so it can give none.`);
  const others = roles.filter((role) => !maker.roles.includes(role));
  if (others.length > 0)
    throw beyond(`This key has not the role ${others.join(", ")}, so it cannot give it.`);
  if (maker.endsAt !== null && (endsAt === null || endsAt > maker.endsAt))
    throw beyond("A key that a key makes cannot last longer than it.");
}

const beyond = (message: string) => new DomainFailure(domainError("forbidden", message));
const nameTaken = (name: string, by: string) => {
  const why = name === by ? "is taken" : `reads like ${by}, which is taken`;
  return new DomainFailure(domainError("conflict", `The name ${name} ${why}. Choose another.`));
};
const tooMany = () =>
  new DomainFailure(domainError("not_allowed_now", `There are ${MAX_KEYS} keys. Revoke one first.`));
