import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/core/json";
import { createRoutes } from "@/lib/testing/api-routes";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import type { RoutePath } from "./route-types";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const { routes } = createRoutes(async () => ({
  services: world.services,
  keys: world.keys,
  quotas: world.deps.quotas,
  log: world.deps.log,
}));

type Reply = { status: number; body: JsonObject };

/** Sends a POST under a key. */
async function post(path: RoutePath, id: string | undefined, body: object, key: string): Promise<Reply> {
  const { POST } = routes(path) as {
    POST: (request: Request, context: { params: Promise<{ id?: string }> }) => Promise<Response>;
  };
  const request = new Request(`http://localhost:3000${path.replace("{id}", id ?? "")}`, {
    method: "POST",
    headers: { host: "localhost:3000", "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  });
  const response = await POST(request, { params: Promise.resolve(id === undefined ? {} : { id }) });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-${keys}`;
};
const isReused = {
  status: 409,
  body: { code: "conflict", title: expect.stringContaining("idempotency key") },
};

const gate = (id: string) => ({ id, type: "human_review", input: `May ${id} pass?`, onFailure: "skip" });
const PLAN = {
  title: "Two gates",
  tasks: [gate("a"), gate("b"), { id: "c", title: "Ship", input: "Ship it.", dependsOn: ["a", "b"] }],
};

async function startRun(): Promise<{ runId: string; gates: { id: string; digest: string }[] }> {
  const actor = world.person({ name: "Mia" });
  const input = { plan: PLAN, settings: { summarizer: "off" as const } };
  const { runId } = await world.services.runs.create({ actor, input });
  await world.work(runId, { a: "v1", b: "v2" });
  const { items } = await world.services.approvals.list({ actor, input: { runId } });
  const gates = items.toSorted((x, y) => (x.taskId ?? "").localeCompare(y.taskId ?? ""));
  return { runId, gates: gates.map(({ id, digest }) => ({ id, digest: digest ?? "" })) };
}

const statusOf = async (approvalId: string) =>
  (await world.services.approvals.get({ actor: world.person(), input: { approvalId } })).status;

const COMMANDS = "/api/v1/runs/{id}/commands";
const DECISION = "/api/v1/approvals/{id}/decision";
const DECISIONS = "/api/v1/approvals/decisions";

const other = { title: "Another", tasks: [...PLAN.tasks, { id: "d", title: "Tell", input: "Tell them." }] };

describe("an idempotency key", () => {
  it("that answered one gate answers no other, whose answer is not lost in silence", async () => {
    const { gates } = await startRun();
    const [a, b] = gates;
    if (!a || !b) throw new Error("no gates");
    const key = newKey();
    expect(await post(DECISION, a.id, { verb: "approve", digest: a.digest }, key)).toMatchObject({
      status: 200,
    });
    expect(await post(DECISION, b.id, { verb: "reject", digest: b.digest }, key)).toMatchObject(isReused);
    expect(await statusOf(b.id)).toBe("open");
    expect(await post(DECISION, b.id, { verb: "reject", digest: b.digest }, newKey())).toMatchObject({
      status: 200,
      body: { verb: "reject" },
    });
  });

  it("of an approval is no rejection of the same gate, nor one with another comment", async () => {
    const { gates } = await startRun();
    const [{ id, digest } = { id: "", digest: "" }] = gates;
    const key = newKey();
    const first = await post(DECISION, id, { verb: "approve", digest }, key);
    for (const body of [{ verb: "reject" }, { verb: "approve", comment: "but not today" }])
      expect(await post(DECISION, id, { ...body, digest }, key)).toMatchObject(isReused);
    expect(await post(DECISION, id, { verb: "approve", digest }, key)).toEqual(first);
  });

  it("of a pause cancels nothing, by whichever route", async () => {
    const { runId, gates } = await startRun();
    const key = newKey();
    const first = await post(COMMANDS, runId, { type: "pause" }, key);
    expect(first).toMatchObject({ status: 200, body: { status: "paused" } });
    const others: [RoutePath, string, object][] = [
      [COMMANDS, runId, { type: "cancel" }],
      [COMMANDS, runId, { type: "pause", reason: "lunch" }],
      [DECISION, gates[0]?.id ?? "", { verb: "approve", digest: gates[0]?.digest }],
      ["/api/v1/runs/{id}/plan", runId, { plan: other, expectedPlanVersion: 1, reason: "more" }],
      [
        "/api/v1/runs/{id}/comments",
        runId,
        { target: { kind: "task", taskId: "c" }, version: 1, text: "Why?" },
      ],
      ["/api/v1/runs/{id}/comments/round", runId, {}],
    ];
    for (const [path, id, body] of others) expect(await post(path, id, body, key)).toMatchObject(isReused);
    expect(await post(COMMANDS, runId, { type: "pause" }, key)).toEqual(first);
  });

  it("of several answers holds for each of them", async () => {
    const { gates } = await startRun();
    const key = newKey();
    const first = await post(DECISIONS, undefined, { items: [asked(gates[0])], verb: "approve" }, key);
    expect(first).toMatchObject({ status: 200, body: { items: [{ ok: true }] } });
    const turned = await post(DECISIONS, undefined, { items: gates.map(asked), verb: "reject" }, key);
    const reused = { ok: false, problem: { code: "conflict" } };
    expect(turned.body.items).toMatchObject([reused, reused]);
    expect(await post(DECISIONS, undefined, { items: [asked(gates[0])], verb: "approve" }, key)).toEqual(
      first,
    );
    const more = await post(DECISIONS, undefined, { items: gates.map(asked), verb: "approve" }, key);
    expect(more.body.items).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it("of one answer or command is none of a bulk answer or cancellation in its run, nor the other way round", async () => {
    const reused = { status: 200, body: { items: [{ ok: false, problem: { code: "conflict" } }] } };
    const { runId, gates } = await startRun();
    const [a, b] = gates.map(asked);
    const [asks, pauses, bulk] = [newKey(), newKey(), newKey()];
    await post(DECISION, gates[0]?.id, { verb: "ask", comment: "Why?" }, asks);
    expect(await post(DECISIONS, undefined, { items: [a], verb: "reject" }, asks)).toMatchObject(reused);
    expect(await statusOf(a?.approvalId ?? "")).toBe("open");
    await post(COMMANDS, runId, { type: "pause" }, pauses);
    expect(await post("/api/v1/runs/cancel", undefined, { runIds: [runId] }, pauses)).toMatchObject(reused);
    await post(DECISIONS, undefined, { items: [b], verb: "reject" }, bulk);
    expect(await post(DECISION, gates[0]?.id, { verb: "approve", digest: a?.digest }, bulk)).toMatchObject(
      isReused,
    );
    expect(await post("/api/v1/runs/cancel", undefined, { runIds: [runId] }, bulk)).toMatchObject(reused);
    expect((await world.services.runs.get({ actor: world.person(), input: { runId } })).status).toBe(
      "paused",
    );
    const [cancels, body] = [newKey(), { runIds: [runId] }];
    const first = await post("/api/v1/runs/cancel", undefined, body, cancels);
    expect(first).toMatchObject({ body: { items: [{ ok: true }] } });
    expect(await post("/api/v1/runs/cancel", undefined, body, cancels)).toEqual(first);
  });

  it("under which two contents race takes one of them", async () => {
    const { gates } = await startRun();
    const [{ id, digest } = { id: "", digest: "" }] = gates;
    const key = newKey();
    const verbs = ["approve", "reject", "approve", "reject", "approve", "reject"];
    const replies = await Promise.all(verbs.map((verb) => post(DECISION, id, { verb, digest }, key)));
    const taken = new Set(replies.flatMap(({ status, body }) => (status === 200 ? [body.verb] : [])));
    expect(taken.size).toBe(1);
    for (const [n, reply] of replies.entries())
      expect(reply).toMatchObject(taken.has(verbs[n] ?? "") ? { status: 200 } : isReused);
  });
});

const asked = (one: { id: string; digest: string } | undefined) => ({
  approvalId: one?.id ?? "",
  digest: one?.digest ?? "",
});

describe("the same request again under its key", () => {
  const reason = "because";
  it.each<[string, object, object]>([
    ["pause", { type: "pause", reason }, { type: "pause" }],
    ["resume", { type: "resume" }, { type: "pause" }],
    ["cancel", { type: "cancel", reason }, { type: "cancel" }],
    ["abort", { type: "abort", reason }, { type: "abort", reason: "else" }],
    [
      "raise_budget",
      { type: "raise_budget", counter: "maxTotalReplans", limit: 90 },
      { type: "raise_budget", counter: "maxTotalReplans", limit: 91 },
    ],
    [
      "edit_plan",
      { type: "edit_plan", plan: other, expectedPlanVersion: 1, reason },
      { type: "edit_plan", plan: PLAN, expectedPlanVersion: 1, reason },
    ],
    [
      "request_replan",
      { type: "request_replan", instruction: "Do less." },
      { type: "request_replan", instruction: "Do more." },
    ],
    ["retry_task", { type: "retry_task", taskId: "c" }, { type: "retry_task", taskId: "a" }],
    ["skip_task", { type: "skip_task", taskId: "c", reason }, { type: "skip_task", taskId: "a", reason }],
    [
      "accept_result",
      { type: "accept_result", taskId: "c", reason },
      { type: "skip_task", taskId: "c", reason },
    ],
    [
      "supply_result",
      { type: "supply_result", taskId: "c", value: { ok: 1 }, reason },
      { type: "supply_result", taskId: "c", value: { ok: 2 }, reason },
    ],
    [
      "a large supply_result",
      { type: "supply_result", taskId: "c", value: "x".repeat(50_000), reason },
      { type: "supply_result", taskId: "c", value: "y".repeat(50_000), reason },
    ],
    [
      "steer",
      { type: "steer", taskId: "c", message: "Left." },
      { type: "steer", taskId: "c", message: "Right." },
    ],
    [
      "override_review",
      { type: "override_review", taskId: "a", decision: "REPLAN", digest: "d" },
      { type: "override_review", taskId: "a", decision: "ABORT" },
    ],
    ["claim_review", { type: "claim_review", taskId: "a" }, { type: "release_review", taskId: "a" }],
    ["release_review", { type: "release_review", taskId: "a" }, { type: "claim_review", taskId: "a" }],
    ["decide_by_hand", { type: "decide_by_hand", taskId: "a" }, { type: "decide_by_hand", taskId: "b" }],
  ])("has the reply of the first: %s", async (_, body, another) => {
    const { runId } = await startRun();
    const key = newKey();
    const first = await post(COMMANDS, runId, body, key);
    const seq = world.deps.runStore.known(runId)?.seq;
    const again = await post(COMMANDS, runId, body, key);
    expect(again.body).not.toMatchObject({ title: expect.stringContaining("idempotency key") });
    expect(again).toEqual(first);
    expect(world.deps.runStore.known(runId)?.seq).toBe(seq);
    expect(await post(COMMANDS, runId, another, key)).toMatchObject(isReused);
  });

  it("has the reply of the first where an answer brings its own value and its author another channel", async () => {
    const { runId, gates } = await startRun();
    const [{ id, digest } = { id: "", digest: "" }] = gates;
    const input = { approvalId: id, verb: "edit" as const, value: "z".repeat(50_000), digest };
    const call = { actor: { ...world.person(), channel: "api" as const }, input, commandId: "key_same" };
    const first = await world.services.approvals.decide(call);
    const { channel: _, ...actor } = call.actor;
    expect(await world.services.approvals.decide({ ...call, actor })).toEqual(first);
    expect(first.runId).toBe(runId);
  });

  it("changes comments once", async () => {
    const { runId } = await startRun();
    const key = newKey();
    const add = (text: string) =>
      post(
        "/api/v1/runs/{id}/comments",
        runId,
        { target: { kind: "task", taskId: "c" }, version: 1, text },
        key,
      );
    const first = await add("Why?");
    expect(first.status).toBe(201);
    expect(await add("Why?")).toEqual(first);
    expect(await add("Why not?")).toMatchObject(isReused);
    const commentId = String(first.body.commentId);
    const each: [RoutePath, object, object][] = [
      ["/api/v1/comments/{id}/replies", { text: "So." }, { text: "Not so." }],
      ["/api/v1/comments/{id}", { text: "Why now?" }, { text: "Why then?" }],
      ["/api/v1/comments/{id}/resolve", {}, { text: "Why?" }],
      ["/api/v1/comments/{id}/reopen", {}, { text: "Why?" }],
    ];
    for (const [path, body, another] of each) {
      const own = newKey();
      const done = await post(path, commentId, body, own);
      expect(done.status).toBeLessThan(300);
      expect(await post(path, commentId, body, own)).toEqual(done);
      expect(
        await post("/api/v1/comments/{id}/replies", commentId, { text: "else", ...another }, own),
      ).toMatchObject(isReused);
    }
    const { items } = await world.services.comments.list({ actor: world.person(), input: { runId } });
    expect(items).toMatchObject([{ text: "Why now?", status: "open", replies: [{ text: "So." }] }]);
  });

  it("sends a round of comments once, also where it names none", async () => {
    const { runId } = await startRun();
    const add = { target: { kind: "task", taskId: "c" }, version: 1, text: "Do less." };
    await post("/api/v1/runs/{id}/comments", runId, add, newKey());
    const key = newKey();
    const first = await post("/api/v1/runs/{id}/comments/round", runId, {}, key);
    expect(first).toMatchObject({ status: 200, body: { round: 1, comments: 1 } });
    expect(await post("/api/v1/runs/{id}/comments/round", runId, {}, key)).toEqual(first);
    expect(await post("/api/v1/runs/{id}/comments/round", runId, { words: "More." }, key)).toMatchObject(
      isReused,
    );
  });
});
