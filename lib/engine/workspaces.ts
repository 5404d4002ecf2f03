import { DomainFailure, domainError } from "@/lib/core/errors";
import type { ModelProviderInfo, RoleSettings } from "@/lib/core/models/providers";
import type { ChannelWishes } from "@/lib/core/notifications";
import { type Answerer, localOperator } from "@/lib/core/people";
import { NO_POLICIES, type WorkspacePolicies } from "@/lib/core/policy";
import type { Clock, Log, Model, Tools, WorkspaceSetup, Workspaces } from "@/lib/core/ports";
import type { RunBudgets } from "@/lib/core/run/state/ledger";

/** A workspace's setup as it was at one version. */
type LoadedSetup = {
  model: Model;
  tools: Tools;
  defaultModelOf(role: string): string;
  settingsOfRole(role: string): RoleSettings;
  modelProviders: ModelProviderInfo[];
  policies: WorkspacePolicies;
  simulatedTools: boolean;
  /** Absent: new runs have the limits that they bring, and no others. */
  runBudgets?: RunBudgets;
  /** Who could answer its gates at this moment. */
  peopleAt(nowMs: number): readonly Answerer[];
  channels: readonly ChannelWishes[];
};

type WorkspacesDeps = {
  /** Rises with every change of what the workspace has set up; 0 before the first. */
  readVersion(workspaceId: string): Promise<number>;
  load(workspaceId: string): Promise<LoadedSetup>;
  clock: Pick<Clock, "nowMs">;
  log: Log;
};

/** For how long a setup is taken for the newest without looking, in milliseconds. */
export const SETUP_FRESH_MS = 2_000;

type CachedSetup = {
  setup: WorkspaceSetup;
  loaded: LoadedSetup;
  version: number;
  /** Which look found it: one that began before changes nothing. */
  look: number;
  /** When it was last found to be the newest; undefined makes the next `open` look. */
  checkedAtMs: number | undefined;
};

/**
 * What workspaces have set up, kept in memory and looked up again at most every two seconds. While the store is away the
 * last that was known serves; before there is any, `open` throws `unavailable` (docs/engine.md, "Workspaces").
 */
export function createWorkspaces({ readVersion, load, clock, log }: WorkspacesDeps): Workspaces {
  const cached = new Map<string, CachedSetup>();
  const loading = new Map<string, Promise<WorkspaceSetup>>();
  /** How often each was forgotten: a look that began before does not make it fresh. */
  const invalidations = new Map<string, number>();
  let looks = 0;

  async function read(workspaceId: string): Promise<WorkspaceSetup> {
    const began = invalidations.get(workspaceId);
    looks += 1;
    const look = looks;
    const version = await readVersion(workspaceId);
    const before = cached.get(workspaceId);
    const loaded = before?.version === version ? before.loaded : await load(workspaceId);
    const entry = cached.get(workspaceId) ?? newCachedSetup(loaded, clock);
    const isStale = invalidations.get(workspaceId) !== began;
    cached.set(workspaceId, entry);
    // Two may look at once: what began first may arrive last.
    if (look < entry.look) return entry.setup;
    Object.assign(entry, { loaded, version, look, checkedAtMs: isStale ? undefined : clock.nowMs() });
    return entry.setup;
  }

  async function refresh(workspaceId: string): Promise<WorkspaceSetup> {
    try {
      return await read(workspaceId);
    } catch (error) {
      const before = cached.get(workspaceId);
      if (!before) throw unreadable();
      log.warn({ workspaceId, err: error }, "The settings could not be read again; the last ones serve");
      before.checkedAtMs = clock.nowMs();
      return before.setup;
    }
  }

  return {
    async open(workspaceId) {
      const entry = cached.get(workspaceId);
      if (entry?.checkedAtMs !== undefined && clock.nowMs() - entry.checkedAtMs < SETUP_FRESH_MS)
        return entry.setup;
      const pending = loading.get(workspaceId);
      if (pending) return pending;
      const begun = refresh(workspaceId).finally(() => {
        if (loading.get(workspaceId) === begun) loading.delete(workspaceId);
      });
      loading.set(workspaceId, begun);
      return begun;
    },
    newest: (workspaceId) =>
      read(workspaceId).catch(() => {
        throw unreadable();
      }),
    known: (workspaceId) => cached.get(workspaceId)?.setup,
    invalidate(workspaceId) {
      invalidations.set(workspaceId, (invalidations.get(workspaceId) ?? 0) + 1);
      loading.delete(workspaceId);
      const entry = cached.get(workspaceId);
      if (entry) entry.checkedAtMs = undefined;
    },
  };
}

const unreadable = () => new DomainFailure(domainError("unavailable", "The settings cannot be read now."));

/** The setup reads through its entry, so that the one who keeps it sees what is loaded later. */
function newCachedSetup(loaded: LoadedSetup, clock: Pick<Clock, "nowMs">): CachedSetup {
  const entry: CachedSetup = {
    loaded,
    version: -1,
    look: 0,
    checkedAtMs: undefined,
    setup: undefined as never,
  };
  entry.setup = {
    model: {
      list: () => entry.loaded.model.list(),
      call: (request, context) => entry.loaded.model.call(request, context),
    },
    tools: {
      list: () => entry.loaded.tools.list(),
      find: (name) => entry.loaded.tools.find(name),
      checkArguments: (name, args) => entry.loaded.tools.checkArguments(name, args),
      summarize: (name, args) => entry.loaded.tools.summarize(name, args),
      run: (name, args, context) => entry.loaded.tools.run(name, args, context),
    },
    defaultModelOf: (role) => entry.loaded.defaultModelOf(role),
    settingsOfRole: (role) => entry.loaded.settingsOfRole(role),
    modelProviders: () => entry.loaded.modelProviders,
    policies: () => entry.loaded.policies,
    simulatedTools: () => entry.loaded.simulatedTools,
    runBudgets: () => entry.loaded.runBudgets ?? {},
    people: () => entry.loaded.peopleAt(clock.nowMs()),
    channels: () => entry.loaded.channels,
  };
  return entry;
}

/** What holds where nothing is said of a role. */
export const NO_ROLE_SETTINGS: RoleSettings = { fallbacks: [] };

/** Workspaces that all have the same setup. Only its policies may change, where they are given as a function. */
export function sameSetup(parts: {
  model: Model;
  tools: Tools;
  /** The first model of the list unless given. */
  defaultModelId?: string;
  policies?: WorkspacePolicies | (() => WorkspacePolicies);
  simulatedTools?: boolean;
  /** The local person alone unless given. */
  people?: readonly Answerer[];
  channels?: readonly ChannelWishes[];
  settingsOfRole?: (role: string) => RoleSettings;
}): Workspaces {
  const { model, tools, policies = NO_POLICIES, simulatedTools = false, channels = [] } = parts;
  const { settingsOfRole = () => NO_ROLE_SETTINGS, people = [localOperator] } = parts;
  const defaultModelId = parts.defaultModelId ?? model.list()[0]?.id ?? "";
  const setup: WorkspaceSetup = {
    model,
    tools,
    defaultModelOf: () => defaultModelId,
    settingsOfRole,
    modelProviders: () => [],
    policies: typeof policies === "function" ? policies : () => policies,
    simulatedTools: () => simulatedTools,
    runBudgets: () => ({}),
    people: () => people,
    channels: () => channels,
  };
  return { open: async () => setup, newest: async () => setup, known: () => setup, invalidate() {} };
}

/** The workspaces with a rate limiter before their models: each workspace has its own, as it has its own keys. */
export function withRateLimits(workspaces: Workspaces, limited: (model: Model) => Model): Workspaces {
  const setups = new WeakMap<WorkspaceSetup, WorkspaceSetup>();
  const withLimit = (setup: WorkspaceSetup): WorkspaceSetup => {
    const known = setups.get(setup) ?? { ...setup, model: limited(setup.model) };
    setups.set(setup, known);
    return known;
  };
  return {
    open: async (workspaceId) => withLimit(await workspaces.open(workspaceId)),
    newest: async (workspaceId) => withLimit(await workspaces.newest(workspaceId)),
    known(workspaceId) {
      const setup = workspaces.known(workspaceId);
      return setup && withLimit(setup);
    },
    invalidate: workspaces.invalidate,
  };
}
