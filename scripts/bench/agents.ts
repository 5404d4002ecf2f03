import { setTimeout as delay } from "node:timers/promises";
import { evaluatePolicies, type ToolPolicy, toolPolicy } from "@/lib/core/policy";
import { addCall, zeroSpend } from "@/lib/core/run/ledger/spend";
import { metricsOf } from "@/lib/engine/model/call-model";
import { createChunkBuffer } from "@/lib/engine/streams/chunk-buffer";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";
import { chain, withEngine } from "./engine";
import { median, rounded, writeRows } from "./results";

const ROUNDS = 9;
const RUNS = 5;
const TASKS = 20;
/** What one answer of the model takes, in milliseconds: fast for a model, so that what surrounds it shows. */
const ANSWER_MS = 20;

/** What policies, bills, streams and answer reflection add to the work of agents. */
export async function benchAgents(): Promise<boolean> {
  const rows = [
    ["milliseconds of a policy check", policyCheckMs(), 0.1],
    ["milliseconds of a call's record of cost", costRecordMs(), 0.1],
    ["milliseconds until a chunk is on its way", await chunkMs(), 1],
    ["a run with answer reflection takes, over one without", await reflectionRatio(), 1.1],
  ] as const;
  return writeRows(
    "agents",
    rows.map(([row, value, target]) => ({ row, value: rounded(value), target })),
  );
}

/** One call held against four policies with five argument rules each, all of which look through a list. */
function policyCheckMs(): number {
  const policy = (level: number): ToolPolicy =>
    toolPolicy.parse({
      denied: ["delete_all"],
      requiredTags: ["data"],
      rules: Array.from({ length: 5 }, (_, n) => ({
        ...{ tool: "query", path: `filter.items.*.field_${n}`, operator: "contains" },
        ...{ value: `word ${level}`, effect: "ask" },
      })),
    });
  const policies = [1, 2, 3, 4].map(policy);
  const items = Array.from({ length: 10 }, (_, n) => ({ [`field_${n}`]: `a word of ${n}` }));
  const tool = { name: "query", tags: ["data"] };
  return msPerAct(1_000, () => evaluatePolicies(policies, tool, { filter: { items } }));
}

/** What is worked out for the record of one call of a model. */
function costRecordMs(): number {
  const model = createScriptedModel(() => "");
  const usage = { inputTokens: 1_200, cachedInputTokens: 200, outputTokens: 300 };
  const response = {
    ...{ text: "", toolCalls: [], verbatim: [], finishReason: "stop" as const, usage, latencyMs: 900 },
  };
  let spent = zeroSpend();
  return msPerAct(10_000, () => {
    spent = addCall(spent, metricsOf(model, "scripted:model", response));
  });
}

/** From a model's word to the store, without the store: ten streams that write at once. */
async function chunkMs(): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const buffer = createChunkBuffer({
      store: { insert: async () => {}, lastChunks: async () => new Map() },
      onStored: () => {},
      log: silentLog,
    });
    const streams = Array.from({ length: 10 }, (_, n) =>
      buffer.open({ runId: `run_${n}`, workspaceId: "w", epoch: 1, role: "agent", streamId: `key#${n}` }),
    );
    const startedMs = performance.now();
    for (let n = 0; n < 1_000; n += 1) for (const stream of streams) stream.add("a few words ");
    await Promise.all(streams.map((stream) => stream.end()));
    samples.push((performance.now() - startedMs) / 10_000);
  }
  return median(samples);
}

/** A run of twenty tasks whose final answer is critiqued, over the same run without. Taken in turns. */
async function reflectionRatio(): Promise<number> {
  const passed = JSON.stringify({
    score: 0.9,
    feedback: "Complete.",
    issues: [],
    suggestions: [],
    questions: [],
  });
  const model = createScriptedModel(async ({ role }) => {
    await delay(ANSWER_MS);
    return role === "critique" ? passed : "done";
  });
  return withEngine(model, async (engine) => {
    const runMs = async (enabled: boolean): Promise<number> => {
      const settings = { reflection: { enabled } };
      const runId = await engine.createRun({ mission: "Measure", plan: chain(TASKS), settings });
      const state = await engine.waitFor(runId, (now) => now.finished !== undefined);
      const asked = model.requests.some(({ system }) => system.startsWith("Role: critique"));
      if (asked !== enabled) throw new Error("The run was not the one that is to be measured");
      model.requests.length = 0;
      return (state.finished?.at ?? 0) - state.createdAt;
    };
    await runMs(false);
    const ratios: number[] = [];
    for (let round = 0; round < RUNS; round += 1) {
      const off = await runMs(false);
      ratios.push((await runMs(true)) / off);
    }
    return median(ratios);
  });
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
