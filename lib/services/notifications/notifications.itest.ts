import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditLog, notificationChannels, notificationDeliveries } from "@/db/schema";
import type { ChannelChange } from "@/lib/core/inputs/notifications";
import type { OutgoingMessage, SendOutcome } from "@/lib/core/message-ports";
import type { ChannelSecrets, ConsoleEvent } from "@/lib/core/notifications";
import { createServices, type Services } from "@/lib/services/registry";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
let services: Services;
let workspaceId = "";
let nth = 0;
let sent: OutgoingMessage[] = [];
let outcome: SendOutcome = { ok: true };
let queued: string[] = [];

beforeAll(async () => {
  world = await openServiceWorld();
  const { messages } = world.deps;
  services = createServices({
    ...world.deps,
    messages: {
      ...messages,
      sender: {
        async send(message) {
          sent.push(message);
          return outcome;
        },
      },
    },
    deliveries: { enqueue: async (_tx, added) => void queued.push(...added.map(({ id }) => id)) },
  });
});
afterAll(() => world?.close());
beforeEach(async () => {
  nth += 1;
  workspaceId = `w${nth}`;
  await world.addWorkspaces(workspaceId);
  [sent, queued, outcome] = [[], [], { ok: true }];
});

const actor = () => world.person({ workspaceId });

const WEBHOOK = {
  kind: "webhook",
  name: "Ops",
  url: "https://ops.example/hooks/1",
  events: ["gate.opened"],
} satisfies ChannelChange;
const MAIL = {
  kind: "email",
  name: "Mail",
  host: "smtp.example",
  port: 587,
  user: "waymark",
  password: "hunter2",
  from: "waymark@example.com",
  to: ["ada@example.com"],
  events: ["gate.opened", "run.failed"],
} satisfies ChannelChange;

const save = (input: ChannelChange) => services.notifications.save({ actor: actor(), input });
const list = async () => (await services.notifications.list({ actor: actor(), input: {} })).items;
const test = (channelId: string) => services.notifications.test({ actor: actor(), input: { channelId } });
const deliveries = async () => (await services.notifications.deliveries({ actor: actor(), input: {} })).items;

async function secretsOf(id: string): Promise<ChannelSecrets | undefined> {
  const [row] = await world.database.orm
    .select()
    .from(notificationChannels)
    .where(eq(notificationChannels.id, id));
  const opened = row?.secrets ? world.deps.secrets.open(row.secrets) : undefined;
  return opened === undefined ? undefined : JSON.parse(opened);
}

describe("a channel", () => {
  it("of a webhook gives its key once; from then on nothing shows it", async () => {
    const { id, secret } = await save(WEBHOOK);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await secretsOf(id)).toEqual({ kind: "webhook", secret });
    const items = await list();
    expect(items).toMatchObject([
      {
        id,
        name: "Ops",
        address: { kind: "webhook", url: WEBHOOK.url },
        digest: "off",
        enabled: true,
        last: null,
      },
    ]);
    const audit = await world.database.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.workspaceId, workspaceId));
    expect(audit.map(({ action, subject }) => [action, subject])).toEqual([
      ["notification_channel_added", id],
    ]);
    expect(JSON.stringify([items, audit])).not.toContain(secret?.slice(6, 30));
    expect(JSON.stringify(audit)).not.toContain("hooks/1");

    expect(await save({ ...WEBHOOK, channelId: id, name: "Operations", enabled: false })).toEqual({ id });
    expect(await secretsOf(id)).toEqual({ kind: "webhook", secret });
    const another = await save({ ...WEBHOOK, channelId: id, newSecret: true });
    expect(another.secret).not.toBe(secret);
    expect(await list()).toMatchObject([{ name: "Ops", enabled: true }]);
  });

  it("is added once however often its request comes, with the same answer", async () => {
    const add = (commandId: string, input: ChannelChange) =>
      services.notifications.save({ actor: actor(), input, commandId });
    const first = await add("key_1", WEBHOOK);
    expect(await add("key_1", WEBHOOK)).toEqual(first);
    expect(first.secret).toMatch(/^whsec_/);
    const mail = await add("key_2", MAIL);
    expect(await add("key_2", MAIL)).toEqual({ id: mail.id });
    expect((await list()).map(({ id }) => id)).toEqual([first.id, mail.id]);
  });

  it("of Slack keeps its address to itself, since anyone who has it may write there", async () => {
    const url = "https://hooks.slack.example/services/T0/B0/xyz";
    const { id } = await save({ kind: "slack", name: "Slack", url, events: ["gate.opened"] });
    const items = await list();
    expect(items[0]?.address).toEqual({ kind: "slack", host: "hooks.slack.example" });
    expect(JSON.stringify(items)).not.toContain("xyz");
    await save({ kind: "slack", channelId: id, name: "Team", events: ["run.failed"] });
    expect(await secretsOf(id)).toEqual({ kind: "slack", url });
    expect(await list()).toMatchObject([{ name: "Team", events: ["run.failed"] }]);
    const missing = save({ kind: "slack", name: "Slack", events: ["gate.opened"] });
    await expect(missing).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("of e-mail keeps its password, unless its server or user changes", async () => {
    const { id } = await save(MAIL);
    expect(await secretsOf(id)).toEqual({ kind: "email", password: "hunter2" });
    const [shown] = await list();
    expect(shown).toMatchObject({ hasPassword: true, address: { security: "starttls", user: "waymark" } });
    expect(JSON.stringify(shown)).not.toContain("hunter2");
    const { password: _, ...rest } = MAIL;
    await save({ ...rest, channelId: id, to: ["bob@example.com"] });
    expect(await secretsOf(id)).toEqual({ kind: "email", password: "hunter2" });
    for (const elsewhere of [
      { host: "evil.example" },
      { port: 25 },
      { user: "eve" },
      { security: "none" },
    ] as const)
      await expect(save({ ...rest, channelId: id, ...elsewhere })).rejects.toMatchObject({
        code: "invalid_input",
        details: { issues: [{ path: "password" }] },
      });
    await save({ ...rest, channelId: id, host: "other.example", password: "" });
    expect(await secretsOf(id)).toBeUndefined();
    expect(await list()).toMatchObject([{ hasPassword: false }]);
  });

  it("leads to no address that nobody may go to, keeps its kind, and there are not too many", async () => {
    const metadata = save({ ...WEBHOOK, url: "http://169.254.169.254/latest" });
    await expect(metadata).rejects.toMatchObject({
      code: "invalid_input",
      details: { issues: [{ path: "url" }] },
    });
    const { id } = await save(WEBHOOK);
    await expect(save({ ...MAIL, channelId: id })).rejects.toMatchObject({ code: "invalid_input" });
    for (let n = 1; n < 20; n += 1) await save(WEBHOOK);
    await expect(save(WEBHOOK)).rejects.toMatchObject({ code: "conflict" });
    await expect(save({ ...WEBHOOK, channelId: id })).resolves.toEqual({ id });
  });

  it("is known to commits of this process at once", async () => {
    const channels = async () => (await world.deps.workspaces.open(workspaceId)).channels();
    const { id } = await save(WEBHOOK);
    expect(await channels()).toEqual([{ id, events: ["gate.opened"], digest: "off" }]);
    await save({ ...WEBHOOK, channelId: id, enabled: false });
    expect(await channels()).toEqual([]);
  });

  it("belongs to its workspace", async () => {
    const { id } = await save(WEBHOOK);
    const eve = world.person({ name: "Eve", workspaceId: "local" });
    const input = { channelId: id };
    for (const call of [
      () => services.notifications.test({ actor: eve, input }),
      () => services.notifications.remove({ actor: eve, input }),
      () => services.notifications.save({ actor: eve, input: { ...WEBHOOK, channelId: id } }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "not_found" });
    expect(sent).toEqual([]);
  });
});

describe("a test message", () => {
  it("says at once what came of it, and stands among the messages", async () => {
    const { id, secret } = await save(WEBHOOK);
    expect(await test(id)).toEqual({ ok: true });
    expect(sent).toMatchObject([{ kind: "webhook", url: WEBHOOK.url, secret }]);
    outcome = { ok: false, problem: "ops.example answered with status 500." };
    expect(await test(id)).toEqual(outcome);
    expect(await deliveries()).toMatchObject([
      { type: "test", status: "failed", attempts: 1, problem: "ops.example answered with status 500." },
      { type: "test", status: "delivered", problem: null, text: "Test message from Waymark" },
    ]);
    expect((await list())[0]?.last).toMatchObject({ status: "failed" });
    expect(queued).toEqual([]);
  });
});

describe("a message that failed", () => {
  it("is queued again under its id, and no other is", async () => {
    const { id: channelId } = await save(WEBHOOK);
    outcome = { ok: false, problem: "No." };
    await test(channelId);
    const [failed] = await deliveries();
    const again = () =>
      services.notifications.sendAgain({ actor: actor(), input: { deliveryId: failed?.id ?? "" } });
    await again();
    expect(queued).toEqual([failed?.id]);
    expect(await deliveries()).toMatchObject([
      { id: failed?.id, status: "pending", attempts: 0, problem: null },
    ]);
    await expect(again()).rejects.toMatchObject({ code: "not_allowed_now" });
  });
});

it("removing a channel takes its messages along", async () => {
  const { id: channelId } = await save(WEBHOOK);
  await test(channelId);
  await services.notifications.remove({ actor: actor(), input: { channelId } });
  expect([await list(), await deliveries()]).toEqual([[], []]);
  const left = await world.database.orm
    .select()
    .from(notificationDeliveries)
    .where(eq(notificationDeliveries.channelId, channelId));
  expect(left).toEqual([]);
});

it("a drill makes the message of the gate that it looks like, in the transaction that opens it", async () => {
  const { id: channelId } = await save(WEBHOOK);
  await save({ ...WEBHOOK, events: ["run.failed"] });
  await services.drills.change({ actor: actor(), input: { enabled: true, perWeek: 0 } });
  await services.drills.join({ actor: actor(), input: { joined: true } });
  await services.drills.send({ actor: actor(), input: { personId: "ada" } });
  const [drill] = (await services.approvals.list({ actor: actor(), input: {} })).items;
  expect(await deliveries()).toMatchObject([
    { channelId, type: "gate.opened", runId: drill?.runId, approvalId: drill?.id, status: "pending" },
  ]);
  expect(queued).toHaveLength(1);
});

describe("whose a channel is", () => {
  const wishes = async () => (await world.deps.workspaces.open(workspaceId)).channels();
  const makeKey = async (roles: string[]) => {
    const input = { name: "Legal bot", capabilities: ["review" as const], roles };
    return (await services.keys.create({ actor: actor(), input })).key.keyId;
  };

  it("is a key with its roles, until it is revoked: then nothing is sent to it any more", async () => {
    const keyId = await makeKey(["legal"]);
    const { id } = await save({ ...WEBHOOK, owner: `key:${keyId}` });
    expect((await list())[0]).toMatchObject({ id, owner: `key:${keyId}` });
    expect(await wishes()).toMatchObject([{ id, owner: { id: `key:${keyId}`, roles: ["legal"] } }]);
    await services.keys.revoke({ actor: actor(), input: { keyId } });
    expect(await wishes()).toEqual([]);
    await expect(save({ ...WEBHOOK, owner: `key:${keyId}` })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  it("is a role or the local person, and becomes everyone's when nobody is named", async () => {
    const { id } = await save({ ...WEBHOOK, owner: "role:legal" });
    expect(await wishes()).toMatchObject([{ owner: { roles: ["legal"] } }]);
    await save({ ...WEBHOOK, channelId: id, owner: "local" });
    expect(await wishes()).toMatchObject([{ owner: { id: "local", everyone: true } }]);
    await save({ ...WEBHOOK, channelId: id });
    expect((await wishes())[0]).not.toHaveProperty("owner");
    for (const owner of ["role:", "Ada", "key:none"])
      await expect(save({ ...WEBHOOK, owner })).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("what the console tells", () => {
  it("is each person's own choice, and gates where nothing is chosen", async () => {
    const choicesOf = (name: string) =>
      services.notifications.choices({ actor: world.person({ name, workspaceId }), input: {} });
    expect(await choicesOf("Ada")).toEqual({ events: ["gate.opened"] });
    const viewer = world.person({ name: "Bob", workspaceId, capabilities: ["view"] });
    const choose = (events: ConsoleEvent[]) =>
      services.notifications.choose({ actor: viewer, input: { events } });
    await choose(["run.completed", "gate.opened", "gate.opened"]);
    expect(await choicesOf("Bob")).toEqual({ events: ["gate.opened", "run.completed"] });
    await choose([]);
    expect(await choicesOf("Bob")).toEqual({ events: [] });
    expect(await choicesOf("Ada")).toEqual({ events: ["gate.opened"] });
    await expect(choose(["gate.escalated" as ConsoleEvent])).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});
