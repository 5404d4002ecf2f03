import { DomainFailure, domainError } from "@/lib/core/errors";
import type { ModelProviderInfo } from "@/lib/core/model-providers";
import type { WorkspacePolicies } from "@/lib/core/policy";
import type { Clock, Log, Model, Tools, WorkspaceSetup, Workspaces } from "@/lib/core/ports";

/** A workspace's setup as it was at one version. */
export type LoadedSetup = {
  model: Model;
  tools: Tools;
  defaultModelOf(role: string): string;
  modelProviders: ModelProviderInfo[];
  policies: WorkspacePolicies;
};

export type WorkspacesDeps = {
  /** Rises with every change of what the workspace has set up; 0 before the first. */
  readVersion(workspaceId: string): Promise<number>;
  load(workspaceId: string): Promise<LoadedSetup>;
  clock: Pick<Clock, "nowMs">;
  log: Log;
};

/** For how long a setup is taken for the newest without looking, in milliseconds. */
export const SETUP_FRESH_MS = 2_000;

type Known = {
  setup: WorkspaceSetup;
  loaded: LoadedSetup;
  version: number;
  /** When it was last found to be the newest; undefined makes the next `open` look. */
  seenAtMs: number | undefined;
};

/**
 * What workspaces have set up, kept in memory and looked up anew at most every two seconds. While the store is away the
 * last that was known serves; before there is any, `open` throws `unavailable` (docs/engine.md, "Workspaces").
 */
export function createWorkspaces({ readVersion, load, clock, log }: WorkspacesDeps): Workspaces {
  const known = new Map<string, Known>();
  const looking = new Map<string, Promise<WorkspaceSetup>>();
  /** How often each was forgotten: a look that began before does not make it fresh. */
  const forgotten = new Map<string, number>();

  async function look(workspaceId: string): Promise<WorkspaceSetup> {
    const before = known.get(workspaceId);
    const began = forgotten.get(workspaceId);
    try {
      const version = await readVersion(workspaceId);
      const loaded = before?.version === version ? before.loaded : await load(workspaceId);
      const entry = before ?? firstEntry(loaded);
      const isStale = forgotten.get(workspaceId) !== began;
      Object.assign(entry, { loaded, version, seenAtMs: isStale ? undefined : clock.nowMs() });
      known.set(workspaceId, entry);
      return entry.setup;
    } catch (error) {
      if (!before) throw new DomainFailure(domainError("unavailable", "The settings cannot be read now."));
      log.warn({ workspaceId, err: error }, "The settings could not be read anew; the last ones serve");
      before.seenAtMs = clock.nowMs();
      return before.setup;
    }
  }

  return {
    async open(workspaceId) {
      const entry = known.get(workspaceId);
      if (entry?.seenAtMs !== undefined && clock.nowMs() - entry.seenAtMs < SETUP_FRESH_MS)
        return entry.setup;
      const underWay = looking.get(workspaceId);
      if (underWay) return underWay;
      const begun = look(workspaceId).finally(() => {
        if (looking.get(workspaceId) === begun) looking.delete(workspaceId);
      });
      looking.set(workspaceId, begun);
      return begun;
    },
    forget(workspaceId) {
      forgotten.set(workspaceId, (forgotten.get(workspaceId) ?? 0) + 1);
      looking.delete(workspaceId);
      const entry = known.get(workspaceId);
      if (entry) entry.seenAtMs = undefined;
    },
  };
}

/** The setup reads through its entry, so that whoever keeps it sees what is loaded later. */
function firstEntry(loaded: LoadedSetup): Known {
  const entry: Known = { loaded, version: -1, seenAtMs: undefined, setup: undefined as never };
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
    modelProviders: () => entry.loaded.modelProviders,
    policies: () => entry.loaded.policies,
  };
  return entry;
}
