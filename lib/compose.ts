import { type Database, openDatabase, shareConnections } from "@/db/client";
import { toJsonText } from "@/db/json-text";
import { checkStore, StoreFailure } from "@/db/preflight";
import { insertChunks, readLastChunks } from "@/db/queries/chunks";
import { readPeople } from "@/db/queries/settings/api-keys";
import { readMcpServers } from "@/db/queries/settings/mcp-servers";
import { readModelSettings } from "@/db/queries/settings/model-settings";
import { readChannelWishes } from "@/db/queries/settings/notifications";
import { readPolicies } from "@/db/queries/settings/policies";
import { readSetupChoices, readSetupVersion } from "@/db/queries/settings/workspace-setup";
import { hasLiveWorker } from "@/db/queries/worker-locks";
import { type OtherCalls, writeCalls } from "@/db/queries/write-calls";
import {
  environmentModels,
  type FixedModels,
  type RefusedFeatures,
  workspaceModels,
} from "@/lib/adapters/ai-sdk-model";
import { systemClock } from "@/lib/adapters/clock";
import { createIds } from "@/lib/adapters/ids";
import { createLog } from "@/lib/adapters/log";
import { createMcpServers, workspaceMcpTools } from "@/lib/adapters/mcp-tools";
import { createMessageSender } from "@/lib/adapters/message-sender";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import { createLayoutThread } from "@/lib/adapters/plan-layouts";
import { createPlanReader } from "@/lib/adapters/plan-reader";
import {
  addressProblem,
  createSafeFetch,
  createSafeHttp,
  hostAndPort,
  modelFetchFor,
  resolveMailHost,
} from "@/lib/adapters/safe-http";
import { createSecretBox } from "@/lib/adapters/secret-box";
import {
  createSimulatedProvider,
  NATURAL_PACE,
  SIMULATED_MODEL,
  SIMULATED_PROVIDER,
} from "@/lib/adapters/simulated-model";
import { installationFile } from "@/lib/auth/installation-file";
import { createKeyCallers, type KeyCallers } from "@/lib/auth/key-callers";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { McpServers } from "@/lib/core/mcp";
import { workspacePolicies } from "@/lib/core/policy";
import type { Clock, Log, Model, SecretBox, Workspaces } from "@/lib/core/ports";
import { openDueDrills } from "@/lib/engine/drills/open-drill";
import type { EffectServices } from "@/lib/engine/effects/effect";
import { createStoredReads } from "@/lib/engine/effects/stored-reads";
import { createPlanForecasts, prepareForecast } from "@/lib/engine/forecasts/plan-forecasts";
import { createPlanLayouts, layOutUnseen } from "@/lib/engine/layouts/plan-layouts";
import { createNotifier } from "@/lib/engine/notify";
import { createRunStore } from "@/lib/engine/run-store";
import { createChunkBuffer } from "@/lib/engine/streams/chunk-buffer";
import type { ModelCallRow } from "@/lib/engine/types";
import { createWorker, type Worker, type WorkerOptions } from "@/lib/engine/worker/worker";
import { createWorkspaces } from "@/lib/engine/workspaces";
import { DEFAULT_DB_CONNECTIONS, type Env, EnvFailure, readEnv } from "@/lib/env";
import { createRunHub } from "@/lib/services/hub";
import { storeSources } from "@/lib/services/hub/sources";
import { keepSeen, tellRuns } from "@/lib/services/mcp/keep-seen";
import { createQuotas, type QuotaLimits, type Quotas } from "@/lib/services/quotas";
import { createServices, type Services } from "@/lib/services/registry";
import { builtInTools, createSchemas, createToolbox, webTools } from "@/lib/tools";

/** What a process is for: web answers requests, worker performs effects, cli asks and looks. */
type AppKind = { web: true } | { worker: true } | { cli: true };

/** `wrapModel`: stands between the process and the models of its workspaces, such as one that records. */
export type AppOptions = { wrapModel?: (model: Model) => Model };

export type App = {
  services: Services;
  /** Callers of the API by their keys. */
  keys: KeyCallers;
  quotas: Quotas;
  /** What effects of runs share: an evaluation asks roles with it. */
  effects: EffectServices;
  /** Keeps a model call that serves no run. */
  keepCall(of: Omit<OtherCalls, "calls">, call: ModelCallRow): Promise<void>;
  log: Log;
  /** Whether the console asks for the installation's token; otherwise every account of the machine may use it. */
  tokenRequired: boolean;
  /** Only in a worker process, and not yet started. */
  worker?: Worker;
  workerIsAlive(): Promise<boolean>;
  /** Stops the worker if there is one, and lets go of the database. */
  close(): Promise<void>;
};

/** Everything a process is made of that tests replace. */
export type AppParts = {
  databaseUrl: string;
  workspaces(database: Database, mcp: McpServers): Workspaces;
  /** Hosts that MCP servers may have although their addresses are private. */
  privateHosts?: readonly string[];
  /** Where people find the console, for the links in messages. */
  publicUrl?: string;
  /** MCP servers that are programs are started, unless this is false. */
  allowsPrograms?: boolean;
  secrets: SecretBox;
  log: Log;
  tokenRequired?: boolean;
  /** Large plans are laid out before somebody looks, and small ones without a wait for the thread. */
  laysOutAhead?: boolean;
  workerOptions?: Partial<WorkerOptions>;
  clock?: Clock;
  /** Connections to the database that the process may have, all in all; ten where absent. */
  maxConnections?: number;
  /** What a person may ask of a workspace; anything where absent. */
  quotas?: QuotaLimits | "off";
};

const REPAIR_ATTEMPTS = 3;
/** Of a process' connections those that are not for its statements: one for jobs and one to listen; two locks. */
const OTHER_CONNECTIONS = { web: 2, cli: 2, worker: 4 };
/** People soon see that the store does not answer; a worker waits longer, as nobody looks on. */
const WEB_ANSWER_MS = 5_000;

/** Puts a process together. Throws EnvFailure for an environment that cannot work, StoreFailure for a database that cannot. */
export async function createApp(env: Env, kind: AppKind, { wrapModel }: AppOptions = {}): Promise<App> {
  const name = nameOf(kind);
  const log = createLog({ level: levelOf(env), process: name });
  const secrets = createSecretBox(
    () => env.WAYMARK_SECRET ?? installationFile(env.WAYMARK_DATA_DIR ?? ".waymark", "secret"),
  );
  const parts = {
    databaseUrl:
      env.DATABASE_URL ?? invalidEnvironment("DATABASE_URL: must be set; npm start and npm test set it"),
    workspaces: workspacesOf(env, secrets, log, wrapModel),
    privateHosts: env.WAYMARK_ALLOWED_PRIVATE_HOSTS ?? [],
    publicUrl: env.WAYMARK_PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`,
    allowsPrograms: env.WAYMARK_STDIO_SERVERS === "on",
    secrets,
    log,
    tokenRequired: env.AUTH_TOKEN === "on",
    laysOutAhead: true,
    maxConnections: env.WAYMARK_DB_CONNECTIONS,
    quotas: env.WAYMARK_QUOTAS,
    workerOptions: {
      effectSlots: env.WAYMARK_WORKER_SLOTS,
      ...(env.WAYMARK_MODEL_LIMITS && { modelLimits: env.WAYMARK_MODEL_LIMITS }),
    },
  };
  const problem = await checkStore(parts.databaseUrl, parts.maxConnections);
  if (problem) log.warn({}, problem);
  return assembleApp(parts, kind);
}

const nameOf = (kind: AppKind) => ("web" in kind ? "web" : "worker" in kind ? "worker" : "cli");

/** A process of the given parts: one pool, one run store, the services, and the worker if it is one. */
export async function assembleApp(parts: AppParts, kind: AppKind): Promise<App> {
  const { databaseUrl, secrets, log, maxConnections = DEFAULT_DB_CONNECTIONS } = parts;
  const database: Database = openDatabase(databaseUrl, {
    max: shareConnections(maxConnections - OTHER_CONNECTIONS[nameOf(kind)]),
    applicationName: `waymark ${nameOf(kind)}`,
    ...("web" in kind && { answerMs: WEB_ANSWER_MS }),
  });
  const { sql, orm, transact } = database;
  const [clock, ids] = [parts.clock ?? systemClock, createIds()];
  const jobs = createPgBossJobs({ url: databaseUrl, log });
  const notifier = createNotifier(sql, log);
  const notifyRun = (runId: string, seq: number) =>
    notifier.notify(runId, seq, { people: true, enqueued: false });
  const { privateHosts = [], publicUrl = "http://127.0.0.1:3000" } = parts;
  const messages = {
    sender: createMessageSender({
      http: createSafeHttp({ privateHosts }),
      resolveMailHost: (host, port) => resolveMailHost(host, port, { privateHosts }),
    }),
    secrets,
    publicUrl,
  };
  const known: Pick<Workspaces, "known" | "open" | "invalidate"> = {
    known: (id) => workspaces.known(id),
    open: (id) => workspaces.open(id),
    invalidate: (id) => workspaces.invalidate(id),
  };
  const outside = { workspaces: known, deliveries: jobs.deliveries, log };
  const runStore = createRunStore({ sql, jobs, log, notify: notifier.notify, clock, outside });
  const mcp = mcpServersOf({ db: orm, transact, runStore, workspaces: known, clock, ids, log }, parts);
  const workspaces = parts.workspaces(database, mcp);
  const hub = createRunHub(storeSources(database), { log });
  const schemas = createSchemas();
  const planReader = createPlanReader();
  const isWorker = "worker" in kind;
  const layoutThread = createLayoutThread({ inBackground: isWorker });
  if (parts.laysOutAhead && "web" in kind)
    void layoutThread
      .warmUp()
      .catch((error: unknown) => log.warn({ err: error }, "cannot lay plans out yet"));
  const layouts = createPlanLayouts({ db: orm, layOut: layoutThread.layOut, log });
  const forecasts = createPlanForecasts({ db: orm, workspaces, log });
  const stopping = new AbortController();
  const preparations = [
    layOutUnseen(layouts, { clock, log, stop: stopping.signal }),
    prepareForecast(forecasts, log),
  ];
  const quotas = createQuotas(parts.quotas ?? "off", clock);
  const services = createServices({
    runStore,
    db: orm,
    transact,
    hub,
    layouts,
    forecasts,
    workspaces,
    secrets,
    mcp,
    schemas,
    clock,
    ids,
    log,
    replays: jobs.replays,
    deliveries: jobs.deliveries,
    messages,
    notifyComments: notifier.notifyComments,
    notifyRun,
    quotas,
    readPlan: planReader.read,
    addressProblem: (address) => addressProblem(address),
  });
  const streams = createChunkBuffer({
    store: {
      insert: async (rows) => void (await insertChunks(sql, toJsonText(rows))),
      lastChunks: (runIds) => readLastChunks(sql, runIds),
    },
    onStored: notifier.notifyChunks,
    log,
  });
  const effects = {
    workspaces,
    schemas,
    reads: createStoredReads(orm),
    clock,
    ids,
    log,
    streams,
    repairAttempts: REPAIR_ATTEMPTS,
  };
  const worker = isWorker
    ? createWorker({
        runStore,
        jobs,
        purges: jobs.purges,
        replays: jobs.replays,
        messages: { ...messages, db: orm, transact, deliveries: jobs.deliveries, clock, log },
        sql,
        db: orm,
        services: effects,
        keepCalls: (of) => writeCalls(orm, of),
        notifyComments: notifier.notifyComments,
        openDrills: (workspaceId) =>
          openDueDrills(
            { db: orm, transact, ids, clock, workspaces, deliveries: jobs.deliveries, notifyRun },
            workspaceId,
          ),
        tellTools: (workspaceId) => tellRuns({ db: orm, runStore, workspaces, ids, log }, workspaceId),
        ...(parts.laysOutAhead && {
          onPlanVersion: (state) => {
            for (const prepare of preparations) prepare(state);
          },
        }),
        options: parts.workerOptions ?? {},
      })
    : undefined;
  await jobs.start({ supervise: isWorker });
  return {
    services,
    keys: createKeyCallers({ db: orm, clock }),
    quotas,
    effects,
    keepCall: (of, call) => writeCalls(orm, { ...of, calls: [call] }),
    log,
    tokenRequired: parts.tokenRequired ?? true,
    ...(worker && { worker }),
    workerIsAlive: () => hasLiveWorker(sql),
    async close() {
      stopping.abort();
      await worker?.stop();
      await mcp.close();
      await planReader.close();
      await layoutThread.close();
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
    // A page that is opened says why there is none.
    throw error instanceof StoreFailure
      ? Object.assign(new DomainFailure(domainError("unavailable", error.message)), { cause: error })
      : error;
  });
  return shared.waymarkApp;
}

/** What a workspace has set up: its own models and policies beside those of the environment, and the same tools for all. */
function workspacesOf(
  env: Env,
  secrets: SecretBox,
  log: Log,
  wrapModel = (model: Model): Model => model,
): AppParts["workspaces"] {
  const fixed = fixedModelsOf(env);
  const refused: RefusedFeatures = new Map();
  const http = createSafeHttp({ privateHosts: env.WAYMARK_ALLOWED_PRIVATE_HOSTS ?? [] });
  const sleeper = env.WAYMARK_SIMULATED_PACE === "natural" ? systemClock : undefined;
  const tools = [...builtInTools(systemClock, sleeper), ...webTools(http)];
  const schemas = createSchemas();
  return ({ orm }, mcp) =>
    createWorkspaces({
      readVersion: (workspaceId) => readSetupVersion(orm, workspaceId),
      load: async (workspaceId) => {
        const models = workspaceModels(fixed, await readModelSettings(orm, workspaceId), {
          secrets,
          log,
          refused,
          fetchFor: modelFetchFor,
        });
        return {
          ...models,
          model: wrapModel(models.model),
          tools: createToolbox(
            [
              ...tools,
              ...workspaceMcpTools(workspaceId, await readMcpServers(orm, workspaceId), { mcp, secrets }),
            ],
            schemas,
          ),
          policies: workspacePolicies(await readPolicies(orm, workspaceId)),
          ...(await readSetupChoices(orm, workspaceId)),
          peopleAt: await readPeople(orm, workspaceId),
          channels: await readChannelWishes(orm, workspaceId),
        };
      },
      clock: systemClock,
      log,
    });
}

/** The MCP servers of all workspaces. What they show is kept for every process; until then it is none's. */
function mcpServersOf(
  deps: Parameters<typeof keepSeen>[0],
  { privateHosts = [], allowsPrograms = true }: AppParts,
): McpServers {
  return createMcpServers({
    allowsPrograms,
    fetchFor: ({ url, allowPrivate }) =>
      createSafeFetch({ privateHosts: allowPrivate ? [...privateHosts, hostAndPort(url)] : privateHosts }),
    persistSeen: ({ workspaceId, name, revision }, seen) =>
      keepSeen(deps, { workspaceId, name, revision }, seen),
    clock: deps.clock,
    log: deps.log,
  });
}

/** The models that every workspace has, by the environment. */
function fixedModelsOf(env: Env): FixedModels {
  const { OPENAI_COMPATIBLE_BASE_URL: baseUrl, OPENAI_COMPATIBLE_API_KEY: apiKey, WAYMARK_MODEL } = env;
  const pace = env.WAYMARK_SIMULATED_PACE === "natural" ? NATURAL_PACE : {};
  const languageModel = createSimulatedProvider(pace);
  const fixed = environmentModels({
    keys: {
      ...(env.OPENAI_API_KEY && { openai: env.OPENAI_API_KEY }),
      ...(env.ANTHROPIC_API_KEY && { anthropic: env.ANTHROPIC_API_KEY }),
      ...(env.GOOGLE_GENERATIVE_AI_API_KEY && { google: env.GOOGLE_GENERATIVE_AI_API_KEY }),
      ...(env.AI_GATEWAY_API_KEY && { gateway: env.AI_GATEWAY_API_KEY }),
    },
    ...(baseUrl && { compatible: { baseUrl, ...(apiKey && { apiKey }) } }),
    simulated: { provider: SIMULATED_PROVIDER, model: SIMULATED_MODEL, languageModel },
    ...(WAYMARK_MODEL && { preferredId: WAYMARK_MODEL }),
  });
  const [provider = ""] = (WAYMARK_MODEL ?? fixed.simulatedId).split(":");
  if (!Object.hasOwn(fixed.providers, provider))
    invalidEnvironment(`WAYMARK_MODEL: the provider ${provider} has no key or address`);
  return fixed;
}

function levelOf({ WAYMARK_LOG_LEVEL: level }: Env) {
  if (level === "trace") return "debug";
  return level === "fatal" ? "error" : level;
}

function invalidEnvironment(problem: string): never {
  throw new EnvFailure([problem]);
}
