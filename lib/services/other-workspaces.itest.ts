import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { asDomainError } from "@/lib/core/errors";
import { runIdOfApproval } from "@/lib/core/ids";
import type { ChannelChange } from "@/lib/core/inputs/notifications";
import { storedModels } from "@/lib/testing/engine/stored-workspaces";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { createServices, type Services, verbs } from "./registry";

/** All that our workspace has says this somewhere. */
const MARK = "zOURSz";
const long = `${MARK} ${"x".repeat(20_000)}`;
const plan = {
  title: MARK,
  tasks: [
    { id: "a", title: `${MARK} a`, input: "go" },
    { id: "ok", type: "human_review", title: `${MARK} ok`, dependsOn: ["a"] },
  ],
};
const EXAMPLE = { query: "Mine", steps: [{ next_node: null, args: {} }], outcome: "no_path" };
const signal = AbortSignal.abort();

let world: ServiceWorld;
let services: Services;
let ours: Actor;
let theirs: Actor;
/** Names of what is ours. */
const id = {
  run: "",
  approval: "",
  file: "",
  policy: "",
  lesson: "",
  example: "",
  digest: "",
  replay: "",
  view: "",
  comment: "",
  question: "",
  template: "",
  drill: "",
  key: "",
  channel: "",
  delivery: "",
};
/** A run of theirs, by which they may ask for more. */
let theirRun = "";

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
    ...{ kind: "webhook", name: MARK, url: `https://${MARK}.example/`, events: ["gate.opened"] },
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
  theirRun = (await services.runs.create({ actor: theirs, input: { mission: "Mine" } })).runId;
});
afterAll(() => world.close());

/** `absent`: it says that there is no such thing; `nothing`: it answers, without a word of ours. */
type Expected = "absent" | "nothing" | "their own";
const CALLS: Record<string, [Expected, (() => object)?, ...(() => object)[]]> = {
  "runs/create": [
    "absent",
    () => ({ mission: "Read it", attachments: [id.file] }),
    () => ({ template: { templateId: id.template } }),
  ],
  "templates/list": ["nothing", () => ({})],
  "templates/get": ["absent", () => ({ templateId: id.template })],
  "templates/fill": ["absent", () => ({ templateId: id.template })],
  "templates/save": [
    "absent",
    () => ({ name: "Mine", from: { runId: id.run } }),
    () => ({ templateId: id.template, expectedVersion: 1, body: { tasks: [{ id: "a", title: "A" }] } }),
  ],
  "templates/archive": ["absent", () => ({ templateId: id.template })],
  "agents/list": ["nothing", () => ({})],
  "runs/get": ["absent", () => ({ runId: id.run })],
  "runs/again": ["absent", () => ({ runId: id.run })],
  "runs/view": ["absent", () => ({ runId: id.run }), () => ({ runId: runIdOfApproval(id.drill) })],
  "runs/list": ["nothing", () => ({})],
  "runs/events": ["absent", () => ({ runId: id.run })],
  "runs/layout": ["absent", () => ({ runId: id.run })],
  "runs/snapshot": ["absent", () => ({ runId: id.run })],
  "runs/timeMarks": ["absent", () => ({ runId: id.run })],
  "runs/report": ["absent", () => ({ runId: id.run })],
  "runs/exportReport": ["absent", () => ({ runId: id.run, format: "html" })],
  "runs/watch": ["absent", () => ({ runId: id.run, signal })],
  "runs/follow": ["absent", () => ({ runId: id.run, signal })],
  "runs/command": [
    "absent",
    () => ({ runId: id.run, type: "cancel" }),
    () => ({ runId: id.run, type: "pause" }),
    () => ({ runId: id.run, type: "request_replan", instruction: "mine now" }),
  ],
  "runs/cancelMany": ["nothing", () => ({ runIds: [id.run] })],
  "runs/fork": ["absent", () => ({ runId: id.run, fromSeq: 1 })],
  "runs/forkPreview": ["absent", () => ({ runId: id.run, fromSeq: 1 })],
  "runs/compare": ["absent", () => ({ a: id.run, b: "run_none" })],
  "runs/family": ["absent", () => ({ runId: id.run })],
  "runs/trajectory": ["absent", () => ({ runId: id.run, taskId: "a", attempt: 1 })],
  "runs/exportTrajectory": ["absent", () => ({ runId: id.run, taskId: "a", attempt: 1 })],
  "runs/calls": ["absent", () => ({ runId: id.run })],
  "runs/prompt": ["absent", () => ({ runId: id.run, callId: "call_1" })],
  "runs/costs": ["absent", () => ({ runId: id.run })],
  "runs/value": [
    "absent",
    () => ({ runId: id.run, digest: id.digest }),
    () => ({ runId: theirRun, digest: id.digest }),
  ],
  "approvals/list": ["nothing", () => ({ status: "all" }), () => ({ status: "all", runId: id.run })],
  "approvals/held": ["nothing", () => ({})],
  "approvals/get": ["absent", () => ({ approvalId: id.approval }), () => ({ approvalId: id.drill })],
  "approvals/context": [
    "absent",
    () => ({ runId: id.run }),
    () => ({ runId: runIdOfApproval(id.drill), approvalId: id.drill }),
  ],
  "approvals/decide": [
    "absent",
    () => ({ approvalId: id.approval, verb: "approve" }),
    () => ({ approvalId: id.drill, verb: "approve" }),
  ],
  "approvals/handOn": ["absent", () => ({ approvalId: id.approval, to: ["Ann"], reason: "gone" })],
  "approvals/decideMany": ["nothing", () => ({ items: [{ approvalId: id.approval }], verb: "approve" })],
  "attachments/add": ["their own", () => ({ name: "a.csv", content: new Uint8Array([49]) })],
  "attachments/get": ["absent", () => ({ id: id.file })],
  "attachments/content": ["absent", () => ({ id: id.file })],
  "attachments/list": ["absent", () => ({ runId: id.run })],
  "plans/get": ["absent", () => ({ runId: id.run }), () => ({ runId: runIdOfApproval(id.drill) })],
  "plans/export": ["absent", () => ({ runId: id.run, format: "json" })],
  "plans/parse": ["nothing", () => ({ plan: "Step 1: A" })],
  "plans/validate": ["nothing", () => ({ plan: "Step 1: A" })],
  "plans/critique": ["nothing", () => ({ plan: "Step 1: A" })],
  "plans/diff": ["nothing", () => ({ a: "Step 1: A", b: "Step 1: B" })],
  "plans/editDraft": [
    "absent",
    () => ({ runId: id.run, plan: "Step 1: A", expectedPlanVersion: 1, reason: "mine now" }),
  ],
  "models/list": ["nothing", () => ({})],
  "models/saveProvider": [
    "their own",
    () => ({ name: "local", kind: "openai-compatible", baseUrl: "http://127.0.0.1:9/v1" }),
  ],
  "models/saveModel": ["their own", () => ({ id: "local:m" })],
  "models/setRoleDefaults": ["their own", () => ({ defaults: {} })],
  "models/saveRole": ["their own", () => ({ role: "agent" })],
  "models/setSimulatedTools": ["their own", () => ({ enabled: true })],
  "models/test": ["absent", () => ({ id: "local:other" })],
  "models/removeModel": ["their own", () => ({ id: "local:m" })],
  "models/removeProvider": ["their own", () => ({ name: "local" })],
  "policies/list": ["nothing", () => ({})],
  "policies/get": ["absent", () => ({ policyId: id.policy }), () => ({ policyId: id.policy, version: 1 })],
  "marks/list": ["absent", () => ({ runId: id.run })],
  "marks/save": ["absent", () => ({ runId: id.run, kind: "answer", verdict: "wrong" })],
  "comments/list": ["absent", () => ({ runId: id.run })],
  "comments/add": ["absent", () => ({ runId: id.run, target: { kind: "plan" }, version: 1, text: "mine" })],
  "comments/ask": [
    "absent",
    () => ({ runId: id.run, target: { kind: "plan" }, version: 1, text: "mine" }),
    () => ({ runId: theirRun, commentId: id.comment, text: "mine" }),
  ],
  "comments/askAgain": ["absent", () => ({ questionId: id.question })],
  "comments/reply": ["absent", () => ({ commentId: id.comment, text: "mine" })],
  "comments/edit": ["absent", () => ({ commentId: id.comment, text: "mine" })],
  "comments/remove": ["absent", () => ({ commentId: id.comment })],
  "comments/resolve": ["absent", () => ({ commentId: id.comment })],
  "comments/reopen": ["absent", () => ({ commentId: id.comment })],
  "comments/send": [
    "absent",
    () => ({ runId: id.run }),
    () => ({ runId: id.run, commentIds: [id.comment] }),
    () => ({ runId: theirRun, commentIds: [id.comment] }),
  ],
  "drills/list": ["nothing", () => ({})],
  "drills/settings": ["nothing", () => ({})],
  "drills/change": ["nothing", () => ({ enabled: true, perWeek: 1 })],
  "drills/join": ["their own", () => ({ joined: true })],
  "drills/send": ["absent", () => ({ personId: MARK.toLowerCase() })],
  "keys/list": ["nothing", () => ({})],
  "keys/create": ["their own", () => ({ name: "Mine" })],
  "keys/revoke": ["absent", () => ({ keyId: id.key })],
  "spending/get": ["nothing", () => ({})],
  "spending/change": ["nothing", () => ({ capMicroUsd: 1_000_000 })],
  "spending/runBudgets": ["nothing", () => ({})],
  "spending/setRunBudgets": ["nothing", () => ({ maxTokens: 1_000_000 })],
  "overview/figures": ["nothing", () => ({})],
  "retention/get": ["nothing", () => ({})],
  "retention/change": ["nothing", () => ({ runs: 30 })],
  "retention/purgeAudit": ["nothing", () => ({ olderThanDays: 30, confirm: "remove audit lines" })],
  "retention/deleteRuns": ["nothing", () => ({ endedBefore: "2999-01-01", confirm: "delete runs" })],
  "runs/deleteMany": ["nothing", () => ({ runIds: [id.run] })],
  "runs/deletion": ["nothing", () => ({ runIds: [id.run] }), () => ({ endedBefore: "2999-01-01" })],
  "data/export": ["nothing", () => ({})],
  "data/exports": ["nothing", () => ({})],
  "data/exportAudit": ["nothing", () => ({})],
  "policies/save": [
    "absent",
    () => ({ policyId: id.policy, version: 1, name: "N", scope: { kind: "workspace" }, policy: {} }),
    () => ({ policyId: id.policy, version: 0, name: "N", scope: { kind: "workspace" }, policy: {} }),
  ],
  "policies/remove": ["absent", () => ({ policyId: id.policy, version: 1 })],
  "policies/history": ["absent", () => ({ policyId: id.policy })],
  "policies/explain": ["absent", () => ({ tool: "calculator", runId: id.run })],
  "notifications/list": ["nothing", () => ({})],
  "notifications/deliveries": ["nothing", () => ({}), () => ({ channelId: id.channel })],
  "notifications/save": [
    "absent",
    () => ({
      ...{ channelId: id.channel, kind: "webhook", name: "Mine", events: ["gate.opened"] },
      url: "https://example.com/",
    }),
  ],
  "notifications/test": ["absent", () => ({ channelId: id.channel })],
  "notifications/remove": ["absent", () => ({ channelId: id.channel })],
  "notifications/choices": ["nothing", () => ({})],
  "notifications/choose": ["nothing", () => ({ events: ["run.failed"] })],
  "notifications/sendAgain": ["absent", () => ({ deliveryId: id.delivery })],
  "mcp/list": ["nothing", () => ({})],
  "mcp/change": ["absent", () => ({ name: "files", transport: "stdio", command: "x" })],
  "mcp/remove": ["absent", () => ({ name: "files" })],
  "mcp/acceptTool": ["absent", () => ({ name: "files", tool: "x", digest: "d" })],
  "mcp/setTool": ["absent", () => ({ name: "files", tool: "x" })],
  "mcp/test": ["absent", () => ({ name: "files" })],
  "mcp/add": [
    "their own",
    () => ({ name: "files", transport: "stdio", command: "x", confirmedCommand: ["x"] }),
  ],
  "lessons/list": ["nothing", () => ({})],
  "lessons/get": ["absent", () => ({ lessonId: id.lesson })],
  "lessons/propose": ["their own", () => ({ text: "Ask first" })],
  "lessons/accept": ["absent", () => ({ lessonId: id.lesson, expectedVersion: 1 })],
  "lessons/edit": ["absent", () => ({ lessonId: id.lesson, expectedVersion: 1, text: "Mine now" })],
  "lessons/revoke": ["absent", () => ({ lessonId: id.lesson, expectedVersion: 1 })],
  "examples/list": ["nothing", () => ({})],
  "examples/get": ["absent", () => ({ exampleId: id.example })],
  "examples/draft": ["absent", () => ({ runId: id.run }), () => ({ runId: id.run, taskId: "a", attempt: 1 })],
  "examples/create": ["their own", () => ({ example: EXAMPLE })],
  "examples/edit": ["absent", () => ({ exampleId: id.example, expectedVersion: 1, example: EXAMPLE })],
  "examples/switch": ["absent", () => ({ exampleId: id.example, expectedVersion: 1, enabled: false })],
  "examples/import": ["their own", () => ({ content: JSON.stringify([EXAMPLE]) })],
  "examples/export": ["nothing", () => ({})],
  "replans/list": ["nothing", () => ({})],
  "runs/export": ["nothing", () => ({})],
  "insights/report": ["nothing", () => ({})],
  "insights/csv": ["nothing", () => ({})],
  "costs/report": ["nothing", () => ({}), () => ({ runId: id.run })],
  "forecasts/get": ["absent", () => ({ runId: id.run })],
  "forecasts/plan": ["nothing", () => ({ plan: { title: "Mine", tasks: [{ id: "a", input: "go" }] } })],
  "forecasts/errors": ["nothing", () => ({}), () => ({ tag: MARK })],
  "costs/csv": ["nothing", () => ({}), () => ({ runId: id.run })],
  "replays/list": ["nothing", () => ({}), () => ({ runId: id.run })],
  "replays/get": ["absent", () => ({ replayId: id.replay })],
  "replays/export": ["absent", () => ({ replayId: id.replay })],
  "replays/cancel": ["absent", () => ({ replayId: id.replay })],
  "replays/create": ["absent", () => ({ from: { runId: id.run, taskId: "a", attempt: 1 } })],
  "replays/import": ["their own", () => ({ content: '[{"action":{"next_node":null},"observation":null}]' })],
  "tools/list": ["nothing", () => ({})],
  "stream/open": ["nothing", () => ({ topics: `run:${id.run}@0`, signal })],
  "stream/authorize": ["absent", () => ({ topics: `run:${id.run}@0` })],
  "views/list": ["nothing", () => ({})],
  "views/save": ["their own", () => ({ name: "Mine", query: "show=live" })],
  "views/rename": ["absent", () => ({ viewId: id.view, name: "Mine now" })],
  "views/remove": ["absent", () => ({ viewId: id.view })],
  "scenarios/list": ["nothing", () => ({})],
  "system/about": ["nothing", () => ({})],
  "runs/stalled": ["nothing", () => ({})],
  "runs/owners": ["nothing", () => ({})],
  "system/me": ["nothing", () => ({})],
  "system/people": ["nothing", () => ({})],
  "system/health": ["nothing", () => ({})],
  "system/status": ["nothing", () => ({})],
};

const all = Object.entries(verbs).flatMap(([entity, group]) =>
  Object.entries(group).map(([name, verb]) => ({ entity, name, verbName: verb.verbName })),
);

type AnyService = (call: { actor: Actor; input: object }) => Promise<unknown>;
const serviceOf = (name: string): AnyService => {
  const { entity, name: verb } = all.find(({ verbName }) => verbName === name) ?? { entity: "", name: "" };
  return (services as unknown as Record<string, Record<string, AnyService>>)[entity]?.[verb] as AnyService;
};

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
    expect(Object.keys(CALLS).toSorted()).toEqual(all.map(({ verbName }) => verbName).toSorted());
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
    const topics = `run:${id.run}@0,run:${theirRun}@0`;
    const { frames } = await services.stream.open({ actor: theirs, input: { topics, signal: stop.signal } });
    const seen: string[] = [];
    for await (const frame of frames) {
      seen.push(JSON.stringify(frame));
      if (seen.some((one) => one.includes("not_found")) && seen.some((one) => one.includes(theirRun))) break;
    }
    stop.abort();
    expect(seen.join()).not.toContain(MARK);
  });

  it("learns nothing of a gate of ours by a run of their own", async () => {
    const input = { runId: theirRun, approvalId: id.approval };
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
