import { type Database, openDatabase } from "@/db/client";
import { workspaces } from "@/db/schema";
import { systemClock } from "@/lib/adapters/clock";
import { addressProblem } from "@/lib/adapters/safe-http";
import { createSecretBox } from "@/lib/adapters/secret-box";
import { type Actor, CAPABILITIES, type Capability } from "@/lib/auth/actor";
import { createKeyCallers, type KeyCallers } from "@/lib/auth/key-callers";
import type { Jobs } from "@/lib/core/job-ports";
import type { Json } from "@/lib/core/json";
import type { LayOut } from "@/lib/core/layout/plan-layout";
import type { Answerer } from "@/lib/core/people";
import { readPlan } from "@/lib/core/plan";
import type { Model, ModelInfo, ToolFacts, Tools } from "@/lib/core/ports";
import { type Effect, nextEffects, type RunState } from "@/lib/core/run";
import type { WorkerCommand } from "@/lib/core/run/commands";
import { truncateSummary } from "@/lib/core/run/truncate/summary";
import { type Blob, storeValue } from "@/lib/core/stored-value";
import { createPlanForecasts } from "@/lib/engine/forecasts/plan-forecasts";
import { createPlanLayouts } from "@/lib/engine/layouts/plan-layouts";
import { createNotifier } from "@/lib/engine/notify";
import { createRunStore } from "@/lib/engine/run-store";
import type { RunStore } from "@/lib/engine/types";
import type { ServiceDeps } from "@/lib/services/context";
import { createRunHub } from "@/lib/services/hub";
import { storeSources } from "@/lib/services/hub/sources";
import { createQuotas } from "@/lib/services/quotas";
import { createServices, type Services } from "@/lib/services/registry";
import { createSchemas } from "@/lib/tools";
import { createTestDatabase } from "./database/postgres";
import { storedPolicies } from "./engine/stored-workspaces";
import { silentLog } from "./silent-log";

type Work = Exclude<Effect, { kind: "wake" }>;

export type ServiceWorld = {
  services: Services;
  /** Callers of the API by their keys. */
  keys: KeyCallers;
  deps: ServiceDeps;
  database: Database;
  /** Where its PostgreSQL is, for other processes. */
  url: string;
  /** A person of the workspace `local`, or of another, with these capabilities (all unless given). */
  person(options?: {
    name?: string;
    workspaceId?: string;
    capabilities?: Capability[];
    roles?: string[];
  }): Actor;
  /** Workspaces beside `local`, by their ids. */
  addWorkspaces(...ids: string[]): Promise<void>;
  /** Plays the worker: carries out what is wanted, once. Gates are shown; tasks succeed with the given results. */
  work(runId: string, results?: Record<string, Json>): Promise<RunState>;
  close(): Promise<void>;
};

/** People of the world who may answer gates beside the local one, so that none lacks somebody. */
const OTHERS: Answerer[] = ["Ada", "Bob", "Cid"].map((name) => ({
  id: name.toLowerCase(),
  name,
  roles: [],
  everyone: true,
  capabilities: CAPABILITIES,
}));

/** The model of the world, which never answers. */
export const MODEL: ModelInfo = { id: "scripted:model", provider: "scripted", simulated: true };

/**
 * The services on a PostgreSQL of their own, with the worker's part played by hand. `via` gives the address by which
 * they reach it, such as that of a proxy.
 */
export async function openServiceWorld({
  via = async (url) => url,
}: {
  via?: (url: string) => Promise<string>;
} = {}): Promise<ServiceWorld> {
  const test = await createTestDatabase();
  const database = openDatabase(await via(test.url), { max: 6 });
  const notifier = createNotifier(database.sql, silentLog);
  const runStore = createRunStore({
    sql: database.sql,
    jobs: noJobs,
    log: silentLog,
    notify: notifier.notify,
  });
  const hub = createRunHub(storeSources(database), { log: silentLog });
  let ids = 0;
  const next = () => {
    ids += 1;
    return `t${String(ids).padStart(6, "0")}`;
  };
  const secrets = createSecretBox(() => "a secret of tests");
  const setup = { model: modelOf([MODEL]), tools: toolsOf("calculator", "deploy") };
  const stored = storedPolicies(database, { ...setup, people: OTHERS });
  const deps: ServiceDeps = {
    runStore,
    db: database.orm,
    hub,
    layouts: createPlanLayouts({ db: database.orm, layOut: layOutInColumns, log: silentLog }),
    transact: database.transact,
    workspaces: stored,
    forecasts: createPlanForecasts({ db: database.orm, workspaces: stored, log: silentLog }),
    secrets,
    mcp: noMcp,
    schemas: createSchemas(),
    quotas: createQuotas("off", systemClock),
    replays: { enqueue: async () => {} },
    deliveries: { enqueue: async () => {} },
    messages: { sender: { send: async () => ({ ok: true }) }, secrets, publicUrl: "http://127.0.0.1:3000" },
    notifyComments: notifier.notifyComments,
    notifyRun: (runId, seq) => notifier.notify(runId, seq, { people: true, enqueued: false }),
    readPlan: async (text, options) => readPlan(text, options),
    // Names are looked up nowhere.
    addressProblem: (address) => addressProblem(address, async () => []),
    clock: { ...systemClock, sleep: () => Promise.resolve() },
    ids: { next },
    log: silentLog,
  };
  return {
    services: createServices(deps),
    keys: createKeyCallers({ db: database.orm, clock: systemClock }),
    deps,
    database,
    url: test.url,
    person: ({ name = "Ada", workspaceId = "local", capabilities = [...CAPABILITIES], roles = [] } = {}) => ({
      kind: "person",
      id: name.toLowerCase(),
      name,
      workspaceId,
      capabilities,
      roles,
    }),
    async addWorkspaces(...ids) {
      await database.orm.insert(workspaces).values(ids.map((id) => ({ workspaceId: id, name: id })));
    },
    work: (runId, results = {}) => playWorker(runStore, runId, results),
    async close() {
      await hub.close();
      await notifier.close();
      await database.close();
      await test.drop();
    },
  };
}

async function playWorker(
  runStore: RunStore,
  runId: string,
  results: Record<string, Json>,
): Promise<RunState> {
  let n = 0;
  const send = async (command: WorkerCommand, blobs: Blob[] = []) => {
    n += 1;
    const id = `w-${runId}-${command.type}-${Date.now()}-${n}`;
    const actor = { kind: "worker" as const, id: "w1" };
    return (await runStore.transition(runId, [{ envelope: { id, actor, command }, rows: { blobs } }])).state;
  };
  let state = await send({ type: "take_lease", workerId: "w1" });
  const wanted = nextEffects(state as RunState).filter((effect): effect is Work => effect.kind !== "wake");
  const keys = wanted.map((effect) => effect.key);
  state = await send({ type: "start", keys, epoch: state.epoch });
  for (const { kind, key, taskId = "" } of wanted) {
    const attempt = state.tasks[taskId]?.attempt ?? 1;
    const { stored, blob } = storeValue(results[taskId] ?? `${taskId || kind} done`);
    const blobs = blob ? [blob] : [];
    if (kind === "show_gate") {
      const shown = { shown: stored, digest: stored.digest, prompt: `May ${taskId} pass?` };
      state = await send({ type: "gate_shown", key, taskId, attempt, ...shown }, blobs);
    } else if (kind === "summarize") {
      state = await send({
        type: "summary_written",
        key,
        summary: summaryOf(String(results[""] ?? "all done")),
      });
    } else if (kind === "answer") state = await send({ type: "answer_ready", key, value: stored }, blobs);
    else {
      const done = { key, taskId, attempt, value: stored, checks: [] };
      state = await send({ type: "attempt_succeeded", ...done }, blobs);
    }
  }
  return structuredClone(state) as RunState;
}

const summaryOf = (finalAnswer: string) =>
  truncateSummary({
    finalAnswer,
    qualityScore: 1,
    qualityReasoning: "All is there.",
    needReplan: false,
    replanReason: "",
    usedEvidence: [],
  }).kept;

const noMcp = {
  allowsPrograms: true,
  probe: async () => ({ ok: false as const, problem: "There is no server here" }),
};

const noJobs: Jobs = {
  leaseMs: 10_000,
  start: async () => {},
  stop: async () => {},
  enqueue: async () => {},
  claim: async () => [],
  touch: async (claims) => claims,
  complete: async () => true,
  end: async () => {},
  release: async () => {},
};

function toolsOf(...names: string[]): Tools {
  const facts = names.map(
    (name): ToolFacts => ({
      name,
      description: name,
      inputSchema: {},
      tags: [],
      sideEffects: "none",
      idempotent: true,
      repeatable: false,
      timeoutMs: 1_000,
    }),
  );
  return {
    list: () => facts,
    find: (name) => facts.find((tool) => tool.name === name),
    checkArguments: () => undefined,
    summarize: (name) => name,
    run: async () => ({ ok: true, output: null }),
  };
}

/** Models that can be chosen and never answer. */
export const modelOf = (models: ModelInfo[]): Model => ({
  list: () => models,
  call: () => Promise.reject(new Error("No model is called here")),
});

/** Places without a layout engine: one column a plan version, and no ways. */
const layOutInColumns: LayOut = async ({ links }, onNodes) => {
  onNodes(links.map(({ id, version }, row) => [id, version * 300, row * 100]));
  return [];
};
