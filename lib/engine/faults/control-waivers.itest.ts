import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { localPerson as actor } from "@/lib/auth/actor";
import type { RunState } from "@/lib/core/run";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { type Deferred, deferred } from "@/lib/testing/deferred";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { expireLeases } from "@/lib/testing/faults/expire-leases";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";
import { httpRequest } from "@/lib/tools/http/http-request";
import { isRunning, scriptPreloads, signalGroup, spawnNode } from "@/scripts/lib/child";

let testDatabase: TestDatabase;
let desk: TestEngine;
let modelUrl: string;
let workers: ChildProcess[] = [];
/** How often the replanner was asked, and what it waits for in its second answer. */
let tails = 0;
let askedAgain: Deferred<void> = deferred();
let go: Deferred<void> = deferred();

const SEND = '(tool/http_request {:url "https://mail.invalid/send" :method "POST"})';
const plan = {
  title: "Send",
  tasks: [
    { id: "ask", title: "Ask", type: "human_review", gate: { prompt: "Send it?" } },
    {
      id: "send",
      title: "Send",
      type: "direct",
      input: SEND,
      dependsOn: ["ask"],
      verification: "(some? data/result)",
    },
  ],
};
const TAIL = {
  title: "Send now",
  tasks: [{ id: "send_now", title: "Send now", type: "direct", input: SEND }],
};
const settings = {
  models: {},
  replanOnFailure: false,
  replanCooldownMs: 0,
  replanGraceMs: 0,
  critic: { mode: "off", minScore: 0 },
} as const;

/** It insists on doing without the gate and the check. */
const provider = createServer(async (incoming, outgoing) => {
  for await (const _ of incoming);
  tails += 1;
  outgoing.writeHead(200, { "content-type": "text/event-stream" });
  if (tails === 2) {
    askedAgain.resolve();
    await go.promise;
  }
  say(outgoing, JSON.stringify(TAIL));
  say(outgoing, "", "stop");
  outgoing.end("data: [DONE]\n\n");
});

function say(outgoing: ServerResponse, content: string, finish?: string): void {
  const choice = { index: 0, delta: { role: "assistant", content }, finish_reason: finish ?? null };
  const frame = { id: "x", object: "chat.completion.chunk", created: 1, model: "m", choices: [choice] };
  outgoing.write(`data: ${JSON.stringify(frame)}\n\n`);
}

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const model = createScriptedModel(() => "");
  // The workers have the tool itself; the desk only reads plans that name it.
  const tools = createToolbox([httpRequest({ send: () => Promise.reject(new Error("no worker")) })]);
  desk = await startEngine({ databaseUrl: testDatabase.url, model, tools, worker: false });
  provider.listen(0, "127.0.0.1");
  await once(provider, "listening");
  modelUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
});

afterEach(async () => {
  for (const worker of workers) if (isRunning(worker)) await kill(worker);
  workers = [];
  tails = 0;
  go.resolve();
  askedAgain = deferred();
  go = deferred();
});

afterAll(async () => {
  provider.closeAllConnections();
  provider.close();
  await desk?.stop();
  await testDatabase?.drop();
});

function startWorker(): ChildProcess {
  const worker = spawnNode([...scriptPreloads, "scripts/worker.ts"], {
    DATABASE_URL: testDatabase.url,
    OPENAI_COMPATIBLE_BASE_URL: modelUrl,
    WAYMARK_MODEL: "openai-compatible:m",
    WAYMARK_LOG_LEVEL: "warn",
  });
  worker.stderr?.pipe(process.stderr);
  workers.push(worker);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  signalGroup(worker, "SIGKILL");
  const [, signal] = await once(worker, "exit");
  expect(signal).toBe("SIGKILL");
}

const waiversIn = ({ openApprovals, approvals }: Readonly<RunState>) =>
  Object.keys(openApprovals).filter((id) => approvals[id]?.kind === "control_waiver");

async function replanWanted(): Promise<string> {
  const runId = await desk.createRun({ mission: "Send", plan, settings });
  await desk.waitFor(runId, (now) => Object.keys(now.openApprovals).length > 0);
  const input = { runId, type: "request_replan", instruction: "faster" } as const;
  await desk.services.runs.command({ actor, input });
  return runId;
}

async function answer(runId: string, verb: "approve" | "reject"): Promise<void> {
  const [approvalId = ""] = waiversIn(await desk.waitFor(runId, (now) => waiversIn(now).length > 0));
  await decideAsShown(desk.services, { actor, input: { approvalId, verb, comment: "because" } });
}

/** Each brings the run to a point between the finding and the adoption, at which its worker is killed. */
const POINTS = {
  "while the plan is with its writer again": async (runId: string) => {
    await askedAgain.promise;
    const state = await desk.waitFor(runId, () => true);
    expect(state.replan?.refused).toMatchObject({ code: "control_weakened" });
    expect(waiversIn(state)).toEqual([]);
    return 0;
  },
  "when everyone has been asked": async (runId: string) => {
    go.resolve();
    const state = await desk.waitFor(runId, (now) => waiversIn(now).length > 0);
    expect(state.offered).toMatchObject({ version: 2 });
    return 0;
  },
  "when one of two has answered": async (runId: string) => {
    go.resolve();
    await answer(runId, "approve");
    const state = await desk.waitFor(runId, (now) => waiversIn(now).length === 1);
    expect(state.offered).toMatchObject({ version: 2 });
    return 1;
  },
} as const;

/** Of the first point one answer is enough: each case starts two workers. */
const cases = Object.entries(POINTS).flatMap(([when, reach], index) =>
  (["approve", "reject"] as const).slice(index === 0 ? 1 : 0).map((verb) => ({ when, reach, verb })),
);

test.each(cases)(
  "a worker killed $when: each control is asked about once, and $verb counts",
  async ({ reach, verb }) => {
    const worker = startWorker();
    const runId = await replanWanted();
    const answered = await reach(runId);
    await kill(worker);
    const killed = await desk.waitFor(runId, () => true);
    expect(killed.planVersion).toBe(1);
    await expireLeases(testDatabase.url);
    startWorker();
    go.resolve();
    await desk.waitFor(runId, (now) => waiversIn(now).length === 2 - answered);
    if (verb === "reject") await answer(runId, "reject");
    else for (let n = answered; n < 2; n += 1) await answer(runId, "approve");

    const isSettled = ({ offered, tasks }: Readonly<RunState>) =>
      verb === "reject" ? !offered : tasks.send_now?.endedAt !== undefined;
    const state = await desk.waitFor(runId, isSettled);
    const events = await desk.events(runId);
    const asked = events.flatMap((event) =>
      event.type === "approval_opened" && event.payload.kind === "control_waiver"
        ? [event.payload.subject?.control]
        : [],
    );
    expect(asked.sort()).toEqual(["(checks)", "ask"]);
    const writes = events.filter(({ type }) => type === "tool_started");
    const adopted = events.findLast(({ type }) => type === "plan_version_adopted");
    if (verb === "reject") {
      expect(state).toMatchObject({ planVersion: 1, order: ["ask", "send"] });
      expect(state.tasks.ask?.status).toBe("waiting");
      expect(writes).toEqual([]);
    } else {
      expect(adopted?.payload).toMatchObject({ version: 2, waives: ["ask", "(checks)"] });
      expect(writes).toHaveLength(1);
      expect(writes[0]?.seq).toBeGreaterThan(adopted?.seq ?? Number.POSITIVE_INFINITY);
    }
  },
  90_000,
);
