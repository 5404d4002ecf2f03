import { randomBytes } from "node:crypto";
import type { Orm } from "@/db/client";
import { readWorkingKeys } from "@/db/queries/settings/api-keys";
import {
  type ChannelRow,
  readChannel,
  readChannels,
  writeChannel,
} from "@/db/queries/settings/notifications";
import { localPerson } from "@/lib/auth/actor";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { MAX_CHANNELS } from "@/lib/core/inputs/limits";
import { type SaveChannelInput, saveChannelInput } from "@/lib/core/inputs/notifications";
import { canonicalJson } from "@/lib/core/json";
import type { ChannelAddress, ChannelSecrets } from "@/lib/core/notifications";
import { KEY_PREFIX, ROLE_PREFIX } from "@/lib/core/run/gates/rules";
import type { ServiceContext } from "../context";
import { changeSetup } from "../settings/change-setup";
import { idForKey, requireSameContent } from "../submit";
import { defineVerb } from "../verb";
import { requireChannel } from "./view";

const SECRET_BYTES = 32;

/**
 * Adds a notification channel, or changes the one of `channelId`. The key of a webhook is in the answer when it was just
 * made, and can never be read again. A password stays where none is given, unless the server changes: it goes nowhere that
 * it was not given for. A repeat of the request that added one gets the same answer. Throws `not_found`, `conflict` and `invalid_input`.
 */
export const saveChannel = defineVerb({
  name: "notifications/save",
  capability: "admin",
  description:
    "Adds a channel: `{kind: webhook, url}`, `{kind: slack, url}` or `{kind: email, host, port, security?, user?, password?, from, to}`, with `name`, `events`, `digest?` (`off`, `hourly`, `daily`), `enabled?` and `owner?` (for whom; everyone where it is left out); with `channelId` it changes that one. The answer has the `secret` of a new webhook, and of one that is sent `newSecret: true`, this once; the address of Slack and a password that are left out stay as they are",
  see: ["notifications.md#for-whom"],
  routes: [{ at: "POST /api/v1/notifications", limit: "long" }],
  input: saveChannelInput,
  async run({ ctx, input }): Promise<{ id: string; secret?: string }> {
    await requireReachableAddress(ctx, input);
    await requireOwner(ctx, input.owner);
    const { workspaceId } = ctx.actor;
    const id = input.channelId ?? idForKey(ctx, "chn");
    const repeated = input.channelId ? undefined : await readChannel(ctx.db, { workspaceId, id });
    const { name, events, digest, enabled, kind, owner = null } = input;
    const address = addressOf(input);
    if (repeated) {
      const kept = keptSecrets(ctx, repeated);
      const isWebhook = kept?.kind === "webhook";
      const secrets = isWebhook ? kept : secretsOf(input, undefined);
      const asked = { name, kind, events, digest, enabled, owner, address, secrets: orNone(secrets) };
      requireSameContent(contentOf(repeated, kept), asked);
      return { id, ...(isWebhook && { secret: kept.secret }) };
    }
    const action = input.channelId ? "notification_channel_changed" : "notification_channel_added";
    const details = { name, kind, events, digest, enabled, owner, address: auditAddress(address) };
    let secret: string | undefined;
    await changeSetup(ctx, { action, subject: id, details }, async (tx) => {
      const before = input.channelId ? await requireChannel(ctx, input.channelId, tx) : undefined;
      if (!before) await requireRoom(tx, workspaceId);
      if (before && before.kind !== kind) throw invalid("kind", "A channel keeps its kind. Add another one.");
      const made = secretsOf(input, before);
      secret = made?.kind === "webhook" ? made.secret : undefined;
      const secrets = made === undefined ? (before?.secrets ?? null) : sealed(ctx, made);
      const shown = address ?? before?.address;
      if (!shown) throw invalid("url", "Enter the address of the incoming webhook.");
      await writeChannel(tx, {
        id,
        workspaceId,
        name,
        kind,
        address: shown,
        secrets,
        events,
        digest,
        enabled,
        owner,
      });
    });
    return { id, ...(secret !== undefined && { secret }) };
  },
});

/** Where messages go, as it is shown; undefined where the secret address that is kept stays. */
function addressOf(input: SaveChannelInput): ChannelAddress | undefined {
  switch (input.kind) {
    case "webhook":
      return { kind: "webhook", url: input.url };
    case "slack":
      return input.url === undefined ? undefined : { kind: "slack", host: new URL(input.url).host };
    case "email": {
      const { host, port, security, user, from, to } = input;
      return { kind: "email", host, port, security, ...(user && { user }), from, to };
    }
  }
}

/** What is to be sealed now; undefined where what is kept stays. Throws `invalid_input`. */
function secretsOf(input: SaveChannelInput, before: ChannelRow | undefined): ChannelSecrets | undefined {
  switch (input.kind) {
    case "webhook":
      return before && !input.newSecret ? undefined : { kind: "webhook", secret: newSecret() };
    case "slack":
      return input.url === undefined ? undefined : { kind: "slack", url: input.url };
    case "email": {
      if (input.password !== undefined) return { kind: "email", password: input.password };
      if (before?.secrets && hasOtherServer(input, before.address))
        throw invalid("password", "The password was given for another server or user: enter it again.");
      return;
    }
  }
}

/** Where a password goes, and as whose. */
function hasOtherServer(
  input: Extract<SaveChannelInput, { kind: "email" }>,
  before: ChannelAddress,
): boolean {
  if (before.kind !== "email") return true;
  const { host, port, user = "", security } = input;
  // Less encryption would send it in the clear.
  const isWeaker = security === "none" && before.security !== "none";
  return before.host !== host || before.port !== port || (before.user ?? "") !== user || isWeaker;
}

const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

function keptSecrets(ctx: ServiceContext, { secrets }: ChannelRow): ChannelSecrets | undefined {
  const opened = secrets === null ? undefined : ctx.secrets.open(secrets);
  return opened === undefined ? undefined : (JSON.parse(opened) as ChannelSecrets);
}

const contentOf = (
  { name, kind, events, digest, enabled, owner, address }: ChannelRow,
  secrets: ChannelSecrets | undefined,
) => ({ name, kind, events, digest, enabled, owner, address, secrets });

/** An empty password is none. */
const orNone = (secrets: ChannelSecrets | undefined): ChannelSecrets | undefined =>
  secrets?.kind === "email" && secrets.password === "" ? undefined : secrets;

const sealed = (ctx: ServiceContext, secrets: ChannelSecrets): string | null =>
  orNone(secrets) ? ctx.secrets.seal(canonicalJson(secrets)) : null;

/** No part of an address that could be a key. */
function auditAddress(address: ChannelAddress | undefined): string {
  if (!address) return "kept";
  return address.kind === "webhook" ? new URL(address.url).host : address.host;
}

async function requireReachableAddress(ctx: ServiceContext, input: SaveChannelInput): Promise<void> {
  if (input.kind === "email" || input.url === undefined) return;
  const problem = await ctx.addressProblem(input.url);
  if (problem !== undefined) throw invalid("url", problem);
}

/** A channel is the local person's, that of a key that works, or a role's. */
async function requireOwner({ db, actor, clock }: ServiceContext, owner: string | undefined): Promise<void> {
  if (owner === undefined || owner === localPerson.id) return;
  if (owner.startsWith(ROLE_PREFIX) && owner.length > ROLE_PREFIX.length) return;
  const keys = await readWorkingKeys(db, {
    workspaceId: actor.workspaceId,
    now: new Date(clock.nowMs()),
  });
  if (!keys.some(({ id }) => `${KEY_PREFIX}${id}` === owner))
    throw invalid("owner", "Name the local person, a key that works (key:<id>), or a role (role:<name>).");
}

async function requireRoom(tx: Orm, workspaceId: string): Promise<void> {
  if ((await readChannels(tx, workspaceId)).length < MAX_CHANNELS) return;
  const message = `A workspace has at most ${MAX_CHANNELS} notification channels. Remove one first.`;
  throw new DomainFailure(domainError("conflict", message));
}

const invalid = (path: string, message: string): DomainFailure =>
  new DomainFailure(domainError("invalid_input", message, { issues: [{ path, message }] }));
