import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPipeline } from "@/db/pipeline";
import { lockRun } from "@/db/queries/run-store/read-run";
import { createRoutes } from "@/lib/testing/api-routes";
import {
  answerGate,
  GATE,
  gateProblems,
  openGate,
  playRaces,
  RIVALS,
  type Rival,
} from "@/lib/testing/faults/approval-races";

import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

/** People who answer one gate at once, and what else may happen to it at that moment; each in many rounds. */

const ROUNDS = 20;

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
const { POST: route } = routes("/api/v1/approvals/{id}/decision");

/** Over HTTP, as the local person who saw what the gate shows. */
async function post(id: string, answer: { verb: string }, key?: string) {
  const { digest } = await world.services.approvals.get({ actor: world.person(), input: { approvalId: id } });
  const body = { ...answer, digest };
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

async function auditOf(runId: string): Promise<number> {
  const [row] = await world.database.sql<{ count: number }[]>`
    select count(*)::int from audit_log where run_id = ${runId} and action = 'decide_approval'`;
  return row?.count ?? 0;
}

/** Holds the lock of a run's row, as a commit of another process does. */
async function holdLock(runId: string) {
  const pipeline = await openPipeline(world.database.sql);
  await pipeline.send([pipeline.sql.unsafe("begin"), lockRun(pipeline.sql, runId)]);
  return {
    async release() {
      await pipeline.rollback();
      pipeline.release();
    },
  };
}

describe("twenty requests over HTTP at once", () => {
  it("have one effect; each other one gets 409 with who decided what and when", async () => {
    const { id, runId } = await openGate(world);
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
    expect(await gateProblems(world, runId)).toEqual([]);
  });

  it("that are one request sent again get one reply", async () => {
    const { id, runId } = await openGate(world);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => post(id, { verb: "approve" }, "one_key")),
    );
    expect(new Set(replies.map(({ body }) => body.seq)).size).toBe(1);
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(await gateProblems(world, runId)).toEqual([]);
  });
});

describe("a gate that is decided", () => {
  it("answers everyone from what is known, without the run's lock, and each is in the audit log", async () => {
    const { id, runId } = await openGate(world);
    const winner = await post(id, { verb: "approve" }, "winner");
    const before = await auditOf(runId);
    const lock = await holdLock(runId);
    const before100 = process.threadCpuUsage();
    for (let n = 0; n < 100; n += 1) {
      const { status, body } = await post(id, { verb: "reject" }, `late_${n}`);
      expect([status, body.code]).toEqual([409, "already_decided"]);
    }
    const { user, system } = process.threadCpuUsage(before100);
    // Of the processor, however busy the machine is: a wait for the lock would not end at all.
    expect((user + system) / 1_000 / 100).toBeLessThan(10);
    const others = await Promise.all(
      Array.from({ length: 99 }, (_, n) => post(id, { verb: "reject" }, `later_${n}`)),
    );
    expect(others.every(({ status }) => status === 409)).toBe(true);
    expect(await post(id, { verb: "approve" }, "winner")).toEqual(winner);
    await lock.release();
    expect((await auditOf(runId)) - before).toBe(199);
    expect(await gateProblems(world, runId)).toEqual([]);
  });
});

describe("an approval that meets", () => {
  const named: Record<Rival, string> = {
    reject: "a rejection: one of the two is taken, and the other is told",
    timeout: "its deadline: it is taken before, or expired; silence never approves",
    cancel: "a cancel: the run is cancelled, and the answer is taken before it or refused",
    replan: "a new plan version: it is taken before, or refused with what has changed",
  };

  it.each(RIVALS.map((rival) => [named[rival], rival] as const))("%s", async (_name, rival) => {
    const meetings = await playRaces(world, rival, ROUNDS);
    expect(meetings.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(meetings).toHaveLength(ROUNDS);
    if (rival !== "cancel") expect(new Set(meetings.map(({ taken }) => taken)).size).toBe(2);
  });
});

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
      const more = ["h", "i"].map((id) => ({ ...GATE, id }));
      const { runId } = await openGate(world, {}, more);
      const { items } = await world.services.approvals.list({ actor: world.person(), input: { runId } });
      for (const [place, taskId] of order.entries()) {
        const id = items.find((one) => one.taskId === taskId)?.id ?? "none";
        await answerGate(world, "Ada", id, place === 0 ? "reject" : "approve");
      }
      const run = await world.services.runs.get({ actor: world.person(), input: { runId } });
      const statuses = Object.fromEntries(run.tasks.map(({ id, status }) => [id, status]));
      expect(order.map((id) => statuses[id])).toEqual(["skipped", "succeeded", "succeeded"]);
    }
  });
});
