import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { asDomainError } from "@/lib/core/errors";
import type { ChannelChange } from "@/lib/core/inputs/notifications";
import { storedModels } from "@/lib/testing/engine/stored-workspaces";
import { CALLS, id, MARK } from "@/lib/testing/other-workspaces";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { createServices, type Services, type VerbName, verbs } from "./registry";
import { serviceNamed } from "./verb-by-name";

const long = `${MARK} ${"x".repeat(20_000)}`;
const plan = {
  title: MARK,
  tasks: [
    { id: "a", title: `${MARK} a`, input: "go" },
    { id: "ok", type: "human_review", title: `${MARK} ok`, dependsOn: ["a"] },
  ],
};

let world: ServiceWorld;
let services: Services;
let ours: Actor;
let theirs: Actor;
beforeAll(async () => {
  world = await openServiceWorld();
  const { secrets } = world.deps;
  await world.addWorkspaces("ours", "theirs");
  services = createServices({ ...world.deps, workspaces: storedModels(world.database, { secrets }) });
  ours = world.person({ name: MARK, workspaceId: "ours" });
  theirs = world.person({ name: "Eve", workspaceId: "theirs" });
  const content = new TextEncoder().encode(`${MARK},1\n`);
  id.file = (await services.attachments.add({ actor: ours, input: { name: `${MARK}.csv`, content } })).id;
  const input = { mission: MARK, plan, attachments: [id.file], tags: [MARK] };
  id.run = (await services.runs.create({ actor: ours, input })).runId;
  await world.work(id.run, { a: long });
  const { openApprovals, approvals, tasks } = await world.work(id.run);
  id.approval = Object.keys(openApprovals)[0] ?? Object.keys(approvals)[0] ?? "";
  id.digest = tasks.a?.result?.digest ?? "";
  const policy = { denied: [MARK] };
  const saved = { name: MARK, scope: { kind: "workspace" as const }, policy };
  id.policy = (await services.policies.save({ actor: ours, input: saved })).policyId;
  id.lesson = (await services.lessons.propose({ actor: ours, input: { text: `${MARK} lesson` } })).lessonId;
  const example = {
    query: `${MARK} example`,
    steps: [{ next_node: null, args: { answer: MARK } }],
    outcome: "no_path",
  };
  id.example = (await services.examples.create({ actor: ours, input: { example } })).exampleId;
  const local = {
    name: "local",
    kind: "openai-compatible" as const,
    baseUrl: `http://127.0.0.1:9/${MARK}`,
    key: MARK,
  };
  await services.models.saveProvider({ actor: ours, input: local });
  await services.models.saveModel({ actor: ours, input: { id: "local:m", label: MARK } });
  await services.mcp.add({
    actor: ours,
    input: { name: "files", transport: "stdio", command: MARK, confirmedCommand: [MARK] },
  });
  const hook: ChannelChange = {
    kind: "webhook",
    name: MARK,
    url: `https://${MARK}.example/`,
    events: ["gate.opened"],
  };
  id.channel = (await services.notifications.save({ actor: ours, input: hook })).id;
  await services.notifications.test({ actor: ours, input: { channelId: id.channel } });
  const messages = await services.notifications.deliveries({ actor: ours, input: {} });
  id.delivery = messages.items[0]?.id ?? "";
  const remark = { runId: id.run, target: { kind: "plan" as const }, version: 1, text: MARK };
  id.comment = (await services.comments.add({ actor: ours, input: remark })).commentId;
  id.question = (await services.comments.ask({ actor: ours, input: remark })).questionId;
  const trajectory = [{ action: { next_node: null, args: { answer: MARK } }, observation: null }];
  id.replay = (await services.replays.create({ actor: ours, input: { trajectory, title: MARK } })).replayId;
  id.view = (await services.views.save({ actor: ours, input: { name: MARK, query: `tag=${MARK}` } })).viewId;
  const template = { name: MARK, body: { title: MARK, tasks: [{ id: "a", title: MARK, input: "go" }] } };
  id.template = (await services.templates.save({ actor: ours, input: template })).templateId;
  await services.drills.change({ actor: ours, input: { enabled: true, perWeek: 0 } });
  await services.drills.join({ actor: ours, input: { joined: true } });
  await services.drills.send({ actor: ours, input: { personId: ours.id } });
  const { items } = await services.approvals.list({ actor: ours, input: { status: "open" } });
  id.drill = items.find(({ mission }) => mission !== MARK)?.id ?? "";
  id.key = (await services.keys.create({ actor: ours, input: { name: MARK, roles: [MARK] } })).key.keyId;
  id.theirRun = (await services.runs.create({ actor: theirs, input: { mission: "Mine" } })).runId;
});
afterAll(() => world.close());

type AnyService = (call: { actor: Actor; input: object }) => Promise<unknown>;
const serviceOf = (name: string) => serviceNamed(services, name as VerbName) as AnyService;

/** Every row of our workspace, whatever its table. */
async function ourRows(): Promise<string[]> {
  const { sql } = world.database;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' order by 1`;
  const rows = await Promise.all(
    tables.map(
      ({ name }) => sql<{ text: string }[]>`
        select ${name} || ' ' || t::text as text from ${sql(name)} t where workspace_id = 'ours' order by 1`,
    ),
  );
  return rows.flat().map(({ text }) => text);
}

describe("a person of another workspace", () => {
  it("is tried with every verb", () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(verbs.map(({ verbName }) => verbName).toSorted());
    for (const [name, value] of Object.entries(id)) expect(value, name).not.toBe("");
  });

  it("finds nothing of ours by any verb, and changes nothing of it", async () => {
    const before = await ourRows();
    expect(before.length).toBeGreaterThan(15);
    for (const [name, [expected, ...inputs]] of Object.entries(CALLS)) {
      for (const input of inputs) {
        const answer = await serviceOf(name)({ actor: theirs, input: input?.() ?? {} }).then(
          (value) => ({ value, code: undefined }),
          (thrown: unknown) => ({ value: asDomainError(thrown), code: asDomainError(thrown)?.code }),
        );
        expect(JSON.stringify(answer) ?? "", name).not.toContain(MARK);
        expect(answer.code, `${name} ${JSON.stringify(answer.value)}`).toBe(
          expected === "absent" ? "not_found" : undefined,
        );
      }
    }
    expect(await ourRows()).toEqual(before);
  });

  it("is told of a stream of ours that there is none", async () => {
    const stop = new AbortController();
    const topics = `run:${id.run}@0,run:${id.theirRun}@0`;
    const { frames } = await services.stream.open({ actor: theirs, input: { topics, signal: stop.signal } });
    const seen: string[] = [];
    for await (const frame of frames) {
      seen.push(JSON.stringify(frame));
      if (seen.some((one) => one.includes("not_found")) && seen.some((one) => one.includes(id.theirRun)))
        break;
    }
    stop.abort();
    expect(seen.join()).not.toContain(MARK);
  });

  it("learns nothing of a gate of ours by a run of their own", async () => {
    const input = { runId: id.theirRun, approvalId: id.approval };
    const context = await services.approvals.context({ actor: theirs, input });
    expect(context).toMatchObject({ shown: null, tail: null });
    expect(JSON.stringify(context)).not.toContain(MARK);
  });

  it("may use the same idempotency key, and gets an answer of their own", async () => {
    const call = (actor: Actor, mission: string) =>
      services.runs.create({ actor, input: { mission }, commandId: "key_same" });
    const first = await call(ours, MARK);
    const second = await call(theirs, "Mine too");
    expect(second.runId).not.toBe(first.runId);
  });
});
