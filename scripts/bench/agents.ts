import { setTimeout as delay } from "node:timers/promises";
import { openDatabase } from "@/db/client";
import { toJsonText } from "@/db/json-text";
import { insertChunks, readLastChunks } from "@/db/queries/chunks";
import { evaluatePolicies, type ToolPolicy, toolPolicy } from "@/lib/core/policy";
import { createChunkBuffer } from "@/lib/engine/streams/chunk-buffer";
import type { TestEngine } from "@/lib/testing/engine/run-harness";
import { createRun, openRunStore, submit, takeLease } from "@/lib/testing/engine/run-store-world";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";
import { chain, withEngine } from "./engine";
import { type Measured, median, rounded, writeRows } from "./results";

const ROUNDS = 9;
const COMMITS = 60;
/** More records of one commit than of the other: enough that their difference is more than noise. */
const MORE_RECORDS = 50;
const RUNS = 5;
const TASKS = 20;
/** What one answer of the model takes, in milliseconds: fast for a model, so that what surrounds it shows. */
const ANSWER_MS = 20;

/** What policies, bills, streams and answer reflection add to the work of agents. */
export async function benchAgents(): Promise<boolean> {
  const model = reflectedModel();
  const rows = await withEngine(model, async (engine, { url }): Promise<Measured[]> => {
    // First, as the engine would take over the runs that the others leave behind.
    const ofRun = await reflectionRatio(engine, model, "run");
    const ofAgents = await reflectionRatio(engine, model, "agents");
    return [
      { row: "milliseconds of a policy check", value: policyCheckMs(), target: 0.1 },
      {
        row: "milliseconds that a call's record of cost adds to a commit",
        ...(await costRecord(url)),
        target: 0.1,
      },
      {
        row: "milliseconds until a chunk is stored, of ten streams at once",
        value: await chunkMs(url),
        target: 1,
      },
      {
        row: "a run with reflection of its answer takes, over one without and the added answers",
        ...ofRun,
        target: 1.1,
      },
      {
        row: "a run with reflection of every agent takes, over one without and the added answers",
        ...ofAgents,
        target: 1.1,
      },
    ];
  });
  return writeRows(
    "agents",
    rows.map((row) => ({ ...row, value: rounded(row.value) })),
  );
}

/** One call held against four policies with five argument rules each, all of which look through a list. */
function policyCheckMs(): number {
  const policy = (level: number): ToolPolicy =>
    toolPolicy.parse({
      denied: ["delete_all"],
      requiredTags: ["data"],
      rules: Array.from({ length: 5 }, (_, n) => ({
        tool: "query",
        path: `filter.items.*.field_${n}`,
        operator: "contains",
        value: `word ${level}`,
        effect: "ask",
      })),
    });
  const policies = [1, 2, 3, 4].map(policy);
  const items = Array.from({ length: 10 }, (_, n) => ({ [`field_${n}`]: `a word of ${n}` }));
  const tool = { name: "query", tags: ["data"] };
  return msPerAct(1_000, () => evaluatePolicies(policies, tool, { filter: { items } }));
}

/**
 * A step is committed with the record of its call; the record is an event, a row and the new sums of its run. Commits with
 * one record and with fifty-one, in turns; their difference, over the fifty.
 */
async function costRecord(url: string): Promise<Pick<Measured, "value" | "figures">> {
  const { database, runStore } = openRunStore(url);
  const runId = await createRun(runStore);
  const fence = await takeLease(runStore, runId);
  let calls = 0;
  const commitMs = async (count: number): Promise<number> => {
    const made = Array.from({ length: count }, () => {
      calls += 1;
      const usage = { inputTokens: 1_200, cachedInputTokens: 200, outputTokens: 300, costMicroUsd: 1_620 };
      return { callId: `call_${calls}`, role: "agent", model: "scripted:model", latencyMs: 900, ...usage };
    });
    const kept = { promptHash: "hash", promptVersion: "1", epoch: fence.epoch };
    const rows = { modelCalls: made.map((call) => ({ ...call, ...kept })) };
    const record = submit({ type: "record_calls", calls: made }, undefined, { rows });
    const startedMs = performance.now();
    await runStore.transition(runId, [record], { fence });
    return performance.now() - startedMs;
  };
  const [few, many]: [number[], number[]] = [[], []];
  for (let round = 0; round < COMMITS; round += 1) {
    few.push(await commitMs(1));
    many.push(await commitMs(1 + MORE_RECORDS));
  }
  await database.close();
  const figures = { commitMs: rounded(median(few)) };
  return { value: (median(many) - median(few)) / MORE_RECORDS, figures };
}

/** Ten streams write a piece each, and all are stored: an insert of ten rows. The wait for more text is left out. */
async function chunkMs(url: string): Promise<number> {
  const { database, runStore } = openRunStore(url);
  const runIds = await Promise.all(Array.from({ length: 10 }, () => createRun(runStore)));
  const leases = await Promise.all(runIds.map((runId) => takeLease(runStore, runId)));
  const { sql } = openDatabase(url, { max: 1 });
  const buffer = createChunkBuffer({
    store: {
      insert: async (rows) => void (await insertChunks(sql, toJsonText(rows))),
      lastChunks: (ids) => readLastChunks(sql, ids),
    },
    onStored: () => {},
    log: silentLog,
  });
  const streams = leases.map(({ claim: { runId }, epoch }) =>
    buffer.open({ runId, workspaceId: "local", epoch, role: "agent", streamId: `${runId}#1` }),
  );
  const samples: number[] = [];
  for (let round = 0; round < COMMITS; round += 1) {
    const startedMs = performance.now();
    for (const stream of streams) stream.add("a few words of an answer ");
    await buffer.flush();
    samples.push((performance.now() - startedMs) / streams.length);
  }
  const [row] = await sql<{ stored: number }[]>`select count(*)::int as stored from stream_chunks`;
  if (row?.stored !== COMMITS * streams.length) throw new Error("Not every chunk was stored");
  await sql.end();
  await database.close();
  return median(samples);
}

const REVISED = "the answer, with what was left out";
const GAP = "It leaves something out.";

/** A model whose first answers do not pass: each is critiqued, revised once, and passes. */
function reflectedModel() {
  const critique = (score: number, feedback: string) =>
    JSON.stringify({ score, feedback, issues: [], suggestions: [], questions: [] });
  return createScriptedModel(async ({ role, messages }) => {
    await delay(ANSWER_MS);
    const said = JSON.stringify(messages);
    if (role === "critique") return said.includes(REVISED) ? critique(0.9, "Complete.") : critique(0.2, GAP);
    // Agents and the role of revisions get what the critic said.
    return said.includes(GAP) ? REVISED : "done";
  });
}

/**
 * A run of twenty tasks with reflection, over the same without it and the time that the answers of the added calls take:
 * what is left is what Waymark itself adds. `whole` is the ratio with those answers. Taken in turns.
 */
async function reflectionRatio(
  engine: TestEngine,
  model: ReturnType<typeof reflectedModel>,
  of: "run" | "agents",
): Promise<Pick<Measured, "value" | "figures">> {
  const play = async (enabled: boolean): Promise<{ ms: number; calls: number }> => {
    model.requests.length = 0;
    const reflection = { enabled, maxRevisions: 1 };
    const plain = chain(TASKS);
    const agents = { worker: { prompt: "Do it.", tools: [], reflection } };
    const tasks = plain.tasks.map((task) => ({ ...task, agent: "worker" }));
    const runId = await engine.createRun({
      mission: "Measure",
      plan: of === "agents" ? { ...plain, agents, tasks } : plain,
      settings: of === "run" ? { reflection } : {},
    });
    const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
    return { ms: (state.finished?.at ?? 0) - state.createdAt, calls: model.requests.length };
  };
  const off = await play(false);
  const added = (of === "run" ? 1 : TASKS) * 3;
  const samples: { own: number; whole: number; ownMs: number }[] = [];
  for (let round = 0; round < RUNS; round += 1) {
    const [without, reflected] = [await play(false), await play(true)];
    if (reflected.calls - off.calls !== added)
      throw new Error(`${reflected.calls - off.calls} calls were added in place of ${added}`);
    const ms = without.ms + added * ANSWER_MS;
    const ownMs = (reflected.ms - ms) / added;
    samples.push({ own: reflected.ms / ms, whole: reflected.ms / without.ms, ownMs });
  }
  const middle = (figure: keyof (typeof samples)[number]) =>
    rounded(median(samples.map((one) => one[figure])));
  const figures = { whole: middle("whole"), addedCalls: added, ownMsOfAnAddedCall: middle("ownMs") };
  return { value: median(samples.map(({ own }) => own)), figures };
}

function msPerAct(times: number, act: () => unknown): number {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedMs = performance.now();
    for (let n = 0; n < times; n += 1) act();
    samples.push((performance.now() - startedMs) / times);
  }
  return median(samples);
}
