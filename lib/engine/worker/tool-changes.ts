import type { OrmOrTx } from "@/db/client";
import { readSetupVersions } from "@/db/queries/settings/workspace-setup";
import type { Clock, Log } from "@/lib/core/ports";
import { repeatEvery } from "./repeat-every";

type ToolChangesDeps = {
  db: OrmOrTx;
  clock: Clock;
  log: Log;
  /** Holds what is asked in the runs of a workspace against its tools as they are. */
  tellTools(workspaceId: string): Promise<void>;
};

const LOOK_MS = 10_000;

/**
 * Tells the runs of each workspace what its tools are: when the worker starts, and whenever the setup has changed since. Who
 * saves changed tools tells by themselves, and may have stopped in between (docs/tools.md, "Tools that change").
 */
export async function tellToolsUntil(signal: AbortSignal, deps: ToolChangesDeps): Promise<void> {
  const { db, clock, log, tellTools } = deps;
  const told = new Map<string, number>();
  const look = async () => {
    for (const { workspaceId, version } of await readSetupVersions(db)) {
      if (signal.aborted || told.get(workspaceId) === version) continue;
      await tellTools(workspaceId);
      told.set(workspaceId, version);
    }
  };
  await repeatEvery(LOOK_MS, look, { clock, log, signal, name: "The look for changed tools" });
}
