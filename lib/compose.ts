import { type Database, openDatabase } from "@/db/client";
import { toJsonText } from "@/db/json-text";
import { insertChunks, readLastChunks } from "@/db/queries/chunks";
import { readPolicies } from "@/db/queries/policies";
import { workerIsAlive } from "@/db/queries/worker-presence";
import { readSetupVersion } from "@/db/queries/workspace-setup";
import { createAiSdkModel, type ProviderSettings } from "@/lib/adapters/ai-sdk-model";
import { systemClock } from "@/lib/adapters/clock";
import { createIds } from "@/lib/adapters/ids";
import { installationSecret } from "@/lib/adapters/installation-secret";
import { createLog } from "@/lib/adapters/log";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import { createSafeHttp } from "@/lib/adapters/safe-http";
import { createSecretBox } from "@/lib/adapters/secret-box";
import {
  createSimulatedProvider,
  NATURAL_PACE,
  SIMULATED_MODEL,
  SIMULATED_PROVIDER,
} from "@/lib/adapters/simulated-model";
import { workspacePolicies } from "@/lib/core/policy";
import type { Clock, Log, Model, SecretBox, Workspaces } from "@/lib/core/ports";
import { createChunkBuffer } from "@/lib/engine/chunk-buffer";
import { createDoor } from "@/lib/engine/door";
import { createEffectReads } from "@/lib/engine/effect-reads";
import { createNotifier } from "@/lib/engine/notify";
import { createWorker, type Worker, type WorkerOptions } from "@/lib/engine/worker";
import { createWorkspaces } from "@/lib/engine/workspaces";
import { type Env, EnvFailure, readEnv } from "@/lib/env";
import { createRunHub } from "@/lib/services/hub";
import { storeSources } from "@/lib/services/hub/sources";
import { createServices, type Services } from "@/lib/services/registry";
import { builtInTools, createSchemas, createToolbox, webTools } from "@/lib/tools";

/** What a process is for: web answers requests, worker performs effects, cli asks and looks. */
export type AppKind = { web: true } | { worker: true } | { cli: true };

export type App = {
  services: Services;
  log: Log;
  /** Only in a worker process, and not yet started. */
  worker?: Worker;
  workerIsAlive(): Promise<boolean>;
  /** Stops the worker if there is one, and lets go of the database. */
  close(): Promise<void>;
};

/** Everything a process is made of that tests replace. */
export type Parts = {
  databaseUrl: string;
  workspaces(database: Database): Workspaces;
  secrets: SecretBox;
  log: Log;
  workerOptions?: Partial<WorkerOptions>;
  clock?: Clock;
};

const REPAIR_ATTEMPTS = 3;
const MAX_CONNECTIONS = 12;

/** Models that are offered for a provider's key; any other of its models can be the default. The first is it. */
const OFFERED = {
  openai: ["gpt-6.1-sol", "gpt-6.1-terra", "gpt-6-luna"],
  anthropic: ["claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-5-5"],
} as const;

/** Puts a process together. Throws EnvFailure for an environment that cannot work. */
export async function createApp(env: Env, kind: AppKind): Promise<App> {
  const name = "web" in kind ? "web" : "worker" in kind ? "worker" : "cli";
  const log = createLog({ level: levelOf(env), process: name });
  const parts = {
    databaseUrl: env.DATABASE_URL ?? missing("DATABASE_URL: must be set; npm start and npm test set it"),
    workspaces: workspacesOf(env, log),
    secrets: createSecretBox(
      () => env.WAYMARK_SECRET ?? installationSecret(env.WAYMARK_DATA_DIR ?? ".waymark"),
    ),
    log,
    workerOptions: {
      effectSlots: env.WAYMARK_WORKER_SLOTS,
      ...(env.WAYMARK_MODEL_LIMITS && { modelLimits: env.WAYMARK_MODEL_LIMITS }),
    },
  };
  return assembleApp(parts, kind);
}

/** A process of the given parts: one pool, one door, the services, and the worker if it is one. */
export async function assembleApp(parts: Parts, kind: AppKind): Promise<App> {
  const { databaseUrl, secrets, log } = parts;
  const database: Database = openDatabase(databaseUrl, { max: MAX_CONNECTIONS });
  const { sql, orm, transact } = database;
  const workspaces = parts.workspaces(database);
  const [clock, ids] = [parts.clock ?? systemClock, createIds()];
  const jobs = createPgBossJobs({ url: databaseUrl, log });
  const notifier = createNotifier(sql, log);
  const door = createDoor({ sql, jobs, log, notify: notifier.notify });
  const hub = createRunHub(storeSources(database), { log });
  const schemas = createSchemas();
  const services = createServices({
    ...{ door, db: orm, transact, hub, workspaces, secrets, schemas, clock, ids, log },
  });
  const streams = createChunkBuffer({
    store: {
      insert: async (rows) => void (await insertChunks(sql, toJsonText(rows))),
      lastChunks: (runIds) => readLastChunks(sql, runIds),
    },
    stored: notifier.notifyChunks,
    log,
  });
  const effects = {
    ...{ workspaces, schemas, reads: createEffectReads(orm), clock, ids, log, streams },
    repairAttempts: REPAIR_ATTEMPTS,
  };
  const isWorker = "worker" in kind;
  const worker = isWorker
    ? createWorker({ door, jobs, sql, services: effects, options: parts.workerOptions ?? {} })
    : undefined;
  await jobs.start({ supervise: isWorker });
  return {
    services,
    log,
    ...(worker && { worker }),
    workerIsAlive: () => workerIsAlive(sql),
    async close() {
      await worker?.stop();
      await streams.flush();
      await hub.close();
      await notifier.close();
      await jobs.stop();
      await database.close();
    },
  };
}

const shared = globalThis as { waymarkApp?: Promise<App> | undefined };

/** The web process's app, made at the first call; a failed start is tried again by the next. */
export function getApp(): Promise<App> {
  shared.waymarkApp ??= createApp(readEnv(), { web: true }).catch((error: unknown) => {
    shared.waymarkApp = undefined;
    throw error;
  });
  return shared.waymarkApp;
}

/** What a workspace has set up: for all the same models and tools, those of the environment and the built-in ones. */
function workspacesOf(env: Env, log: Log): Parts["workspaces"] {
  const { model, defaultModelId } = modelsOf(env, log);
  const http = createSafeHttp({ privateHosts: env.WAYMARK_ALLOWED_PRIVATE_HOSTS ?? [] });
  const tools = createToolbox([...builtInTools(systemClock), ...webTools(http)]);
  return ({ orm }) =>
    createWorkspaces({
      readVersion: (workspaceId) => readSetupVersion(orm, workspaceId),
      load: async (workspaceId) => ({
        model,
        tools,
        defaultModelOf: () => defaultModelId,
        policies: workspacePolicies(await readPolicies(orm, workspaceId)),
      }),
      ...{ clock: systemClock, log },
    });
}

function modelsOf(env: Env, log: Log): { model: Model; defaultModelId: string } {
  const providers = providersOf(env);
  const ids = Object.entries(OFFERED).flatMap(([provider, names]) =>
    provider in providers ? names.map((name) => `${provider}:${name}`) : [],
  );
  const simulated = `${SIMULATED_PROVIDER}:${SIMULATED_MODEL}`;
  const defaultModelId = env.WAYMARK_MODEL ?? ids[0] ?? simulated;
  const [provider = ""] = defaultModelId.split(":");
  if (!(provider in providers)) missing(`WAYMARK_MODEL: the provider ${provider} has no key or address`);
  const offered = [...new Set([defaultModelId, ...ids, simulated])];
  const model = createAiSdkModel({ providers, models: offered.map((id) => ({ id })), log });
  return { model, defaultModelId };
}

function providersOf(env: Env): Record<string, ProviderSettings> {
  const { OPENAI_API_KEY, ANTHROPIC_API_KEY, OPENAI_COMPATIBLE_BASE_URL, OPENAI_COMPATIBLE_API_KEY } = env;
  const pace = env.WAYMARK_SIMULATED_PACE === "natural" ? NATURAL_PACE : {};
  const simulated = createSimulatedProvider(pace);
  return {
    ...(OPENAI_API_KEY && { openai: { kind: "openai" as const, apiKey: OPENAI_API_KEY } }),
    ...(ANTHROPIC_API_KEY && { anthropic: { kind: "anthropic" as const, apiKey: ANTHROPIC_API_KEY } }),
    ...(OPENAI_COMPATIBLE_BASE_URL && {
      "openai-compatible": {
        kind: "openai-compatible" as const,
        baseUrl: OPENAI_COMPATIBLE_BASE_URL,
        ...(OPENAI_COMPATIBLE_API_KEY && { apiKey: OPENAI_COMPATIBLE_API_KEY }),
      },
    }),
    [SIMULATED_PROVIDER]: { kind: "ready", simulated: true, languageModel: () => simulated },
  };
}

function levelOf({ WAYMARK_LOG_LEVEL: level }: Env) {
  if (level === "trace") return "debug";
  return level === "fatal" ? "error" : level;
}

function missing(problem: string): never {
  throw new EnvFailure([problem]);
}
