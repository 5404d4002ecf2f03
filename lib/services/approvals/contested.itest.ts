import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storePlan } from "@/lib/core/plan/store";
import type { RunState } from "@/lib/core/run";
import { wakeDueRuns } from "@/lib/engine/timers";
import { routeMaker } from "@/lib/http/with-route";
import { createQuietJobs } from "@/lib/testing/door-world";
import { offer, planOf, type TaskDraft } from "@/lib/testing/run-world";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { verbs } from "../registry";

/** People who answer one gate at once, and what else may happen to it at that moment; each in many rounds. */

const ROUNDS = 20;

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const G: TaskDraft = { id: "g", type: "human_review", input: "May it?", onFailure: "skip" };

async function openGate(gate: object = {}, more: object[] = []) {
  const actor = world.person({ name: "Mia" });
  const tasks = [{ ...G, gate }, ...more];
  const input = { plan: { title: "Gate", tasks }, settings: { summarizer: "off" as const } };
  const { runId } = await world.services.runs.create({ actor, input: input as never });
  await world.work(runId, { g: "v2" });
  const { items } = await world.services.approvals.list({ actor, input: { runId } });
  const [asked] = items;
  if (!asked) throw new Error("no gate opened");
  return asked;
}

const withRoute = routeMaker(async () => ({ services: world.services, log: world.deps.log }));
const { approvalId } = verbs.approvals.decide.schema.shape;
const route = withRoute(
  verbs.approvals.decide.schema.omit({ approvalId: true, provenance: true }).extend({ id: approvalId }),
  ({ services, request: _request, input: { id, ...answer }, ...call }) =>
    services.approvals.decide({ ...call, input: { approvalId: id, ...answer } }),
);

/** Over HTTP, as the local person. */
async function post(id: string, body: object, key?: string) {
  const headers = {
    host: "localhost",
    "content-type": "application/json",
    ...(key && { "idempotency-key": key }),
  };
  const url = `http://localhost/api/v1/approvals/${id}/decision`;
  const request = new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
  const response = await route(request, { params: Promise.resolve({ id }) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const decide = (name: string, id: string, verb: string, digest?: string) =>
  world.services.approvals.decide({
    actor: world.person({ name }),
    input: { approvalId: id, verb, comment: `by ${name}`, ...(digest !== undefined && { digest }) },
  });

/** Waits on the database's clock for a gate's deadline, or until so many seconds before it. */
const deadlineOf = (id: string, early = 0) =>
  world.database.sql`select pg_sleep(greatest(0, extract(epoch from deadline_at - clock_timestamp())
    - ${early}::float8)) from approvals where id = ${id}`;

async function eventsOf(runId: string) {
  const page = await world.services.runs.events({ actor: world.person(), input: { runId, limit: 500 } });
  return page.items;
}

/** However it went: the gate closed once, its task ended once, and nothing broke. */
async function expectOneEffect(runId: string) {
  const types = (await eventsOf(runId)).map(({ type }) => type as string);
  const count = (...names: string[]) => types.filter((type) => names.includes(type)).length;
  expect(count("approval_decided", "approval_expired", "approval_cancelled", "approval_cleared")).toBe(1);
  expect(count("task_succeeded", "task_skipped")).toBeLessThanOrEqual(1);
  expect(count("engine_fault")).toBe(0);
  const run = await world.services.runs.get({ actor: world.person(), input: { runId } });
  expect(run.status).not.toBe("failed");
  return types;
}

describe("twenty requests over HTTP at once", () => {
  it("have one effect; each other one is told 409 with who decided what and when", async () => {
    const { id, runId } = await openGate();
    const verbsSent = Array.from({ length: 20 }, (_, n) => (n % 2 ? "approve" : "reject"));
    const replies = await Promise.all(verbsSent.map((verb) => post(id, { verb })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect(status).toBe(409);
      expect(body).toMatchObject({
        code: "already_decided",
        details: {
          by: "Local operator",
          verb: expect.stringMatching(/approve|reject/),
          at: expect.any(Number),
        },
      });
    }
    await expectOneEffect(runId);
  });

  it("that are one request sent again get one reply", async () => {
    const { id, runId } = await openGate();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => post(id, { verb: "approve" }, "one_key")),
    );
    expect(new Set(replies.map(({ body }) => body.seq)).size).toBe(1);
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    await expectOneEffect(runId);
  });
});

describe("an approval that meets", () => {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  /** Both at once, in either order of sending. */
  async function atOnce(round: number, one: () => Promise<unknown>, other: () => Promise<unknown>) {
    const calls = round % 2 ? [one, other] : [other, one];
    const settled = await Promise.allSettled(calls.map((call) => call()));
    const [first, second] = round % 2 ? settled : settled.toReversed();
    return [first, second] as [PromiseSettledResult<unknown>, PromiseSettledResult<unknown>];
  }
  const codeOf = (result: PromiseSettledResult<unknown>) =>
    result.status === "rejected" ? (result.reason as { code: string }).code : "taken";

  it("a rejection: one of the two is taken, and the other is told", async () => {
    const seen = new Set<string>();
    for (const round of rounds) {
      const { id, runId } = await openGate();
      const [a, b] = await atOnce(
        round,
        () => decide("Ada", id, "approve"),
        () => decide("Bob", id, "reject"),
      );
      expect([codeOf(a), codeOf(b)].sort()).toEqual(["already_decided", "taken"]);
      seen.add(codeOf(a));
      await expectOneEffect(runId);
    }
    expect([...seen].sort()).toEqual(["already_decided", "taken"]);
  });

  it("its deadline: it is taken before, or expired; silence never approves", async () => {
    const gates = [];
    // A third is answered at the deadline, a third about then, and a third long before.
    for (const round of rounds) gates.push(await openGate({ timeoutSeconds: round % 3 === 2 ? 100 : 1 }));
    const seen = new Set<boolean>();
    for (const [round, { id, runId }] of gates.entries()) {
      const early = round % 3 === 1 ? 0.02 : 0;
      if (round % 3 < 2) await deadlineOf(id, early);
      const [answer] = await atOnce(
        round,
        () => decide("Ada", id, "approve"),
        () => wakeDueRuns({ ...world.deps, sql: world.database.sql, jobs: createQuietJobs() }),
      );
      if (codeOf(answer) !== "taken") await deadlineOf(id);
      await world.deps.door.transition(runId, []);
      seen.add(codeOf(answer) === "taken");
      const types = await expectOneEffect(runId);
      if (codeOf(answer) === "taken") expect(types).toContain("approval_decided");
      else {
        expect(["expired", "superseded"]).toContain(codeOf(answer));
        expect(types).toContain("approval_expired");
        expect(types).not.toContain("task_succeeded");
      }
    }
    expect(seen.size).toBe(2);
  });

  it("a cancel: the run is cancelled, and the answer is taken before it or refused", async () => {
    for (const round of rounds) {
      const { id, runId } = await openGate({}, [{ id: "b", dependsOn: ["g"] }]);
      const [answer, cancel] = await atOnce(
        round,
        () => decide("Ada", id, "approve"),
        () => world.services.runs.command({ actor: world.person(), input: { runId, type: "cancel" } }),
      );
      expect(codeOf(cancel)).toBe("taken");
      expect(["taken", "superseded"]).toContain(codeOf(answer));
      await expectOneEffect(runId);
      const run = await world.services.runs.get({ actor: world.person(), input: { runId } });
      expect(run.status).toBe("cancelled");
    }
  });

  it("a new plan version: it is taken before, or refused with what has changed", async () => {
    const seen = new Set<string>();
    for (const round of rounds) {
      const follow = { id: "b", input: "to Europe", dependsOn: ["g"] };
      const gate = await openGate({}, [follow, { id: "side", type: "human_review", input: "Also?" }]);
      const state = (await world.deps.door.peek(gate.runId)) as RunState;
      const specs = state.order.flatMap((id) => state.tasks[id]?.spec ?? []);
      const parent = { title: state.planTitle, agents: state.agents, tasks: specs };
      const next = planOf(
        { ...G, gate: specs[0]?.gate as never },
        { id: "b2", input: "to all", dependsOn: ["g"] },
      );
      const edited = { ...next, tasks: keepSpecs(next, parent) };
      const plan = offer(edited as never, parent);
      const rows = { plans: [{ digest: plan.digest, plan: next }] };
      const edit = { type: "edit_plan", plan, expectedPlanVersion: 1, reason: "wider" } as const;
      const envelope = {
        id: `edit-${gate.id}`,
        actor: { kind: "person", id: "cid", name: "Cid" } as const,
        command: edit,
      };
      const [answer, adopted] = await atOnce(
        round,
        () => decide("Ada", gate.id, "approve", gate.digest),
        async () => {
          // Else the door would always have the new version first: the answer looks at the run before it asks.
          if (round % 2) await world.database.sql`select 1`;
          const { replies } = await world.deps.door.transition(gate.runId, [{ envelope, rows }]);
          const [reply] = replies;
          if (!reply?.ok) throw Object.assign(new Error(reply?.error.message), { code: reply?.error.code });
        },
      );
      seen.add(codeOf(answer));
      expect(codeOf(adopted)).toBe("taken");
      const types = (await eventsOf(gate.runId)).map(({ type }) => type as string);
      expect(types.filter((type) => type === "approval_decided").length).toBe(
        codeOf(answer) === "taken" ? 1 : 0,
      );
      if (codeOf(answer) === "taken") continue;
      expect(codeOf(answer)).toBe("superseded");
      expect(types).toContain("approval_superseded");
      const { details } = (answer as PromiseRejectedResult).reason as { details: unknown };
      expect(details).toMatchObject({
        before: { approvalId: gate.id, planVersion: 1, preview: expect.stringContaining("v2") },
        now: null,
        changes: expect.stringContaining("b2"),
      });
    }
    expect([...seen].sort()).toEqual(["superseded", "taken"]);
  });
});

/** The tasks of a plan as they were stored, where the run has them. */
function keepSpecs(next: ReturnType<typeof planOf>, parent: { tasks: { id: string }[] }) {
  const stored = new Map(storePlan(next).plan.tasks.map((task) => [task.id, task]));
  return next.tasks.map((task) => parent.tasks.find(({ id }) => id === task.id) ?? stored.get(task.id));
}

describe("gates in parallel branches", () => {
  it("are answered in every order; one rejection keeps no other from its effect", async () => {
    const orders = [
      ["g", "h", "i"],
      ["g", "i", "h"],
      ["h", "g", "i"],
      ["h", "i", "g"],
      ["i", "g", "h"],
      ["i", "h", "g"],
    ];
    for (const order of orders) {
      const more = ["h", "i"].map((id) => ({ ...G, id }));
      const { runId } = await openGate({}, more);
      const { items } = await world.services.approvals.list({ actor: world.person(), input: { runId } });
      for (const [place, taskId] of order.entries()) {
        const id = items.find((one) => one.taskId === taskId)?.id ?? "none";
        await decide("Ada", id, place === 0 ? "reject" : "approve");
      }
      const run = await world.services.runs.get({ actor: world.person(), input: { runId } });
      const statuses = Object.fromEntries(run.tasks.map(({ id, status }) => [id, status]));
      expect(order.map((id) => statuses[id])).toEqual(["skipped", "succeeded", "succeeded"]);
    }
  });
});
