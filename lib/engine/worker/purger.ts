import type { Sql } from "postgres";
import { readUncheckedWorkspaces } from "@/db/queries/retention/schedule";
import type { KeyedClaim, KeyedJobs } from "@/lib/core/job-ports";
import type { Clock, Log } from "@/lib/core/ports";
import { keepCostDays } from "../retention/keep-cost-days";
import { purgeWorkspace } from "../retention/purge-workspace";
import { repeatEvery } from "./repeat-every";

type PurgerDeps = {
  sql: Sql;
  purges: KeyedJobs;
  clock: Clock;
  log: Log;
  /** What else is due in a workspace once an hour: drills of its reviewers. */
  openDrills?: ((workspaceId: string) => Promise<void>) | undefined;
};

const LOOK_MS = 10_000;
const CHECK_EVERY_MS = 3_600_000;
const WORKSPACES_PER_LOOK = 100;
const TOUCH_MS = 3_000;
/** Between two batches, so that runs at work never wait long behind what is removed. */
const PAUSE_MS = 10;

/**
 * Removes what workspaces keep no longer, each once an hour, by one worker at a time (docs/operations.md, "Retention").
 * The job of a worker that is lost in the middle goes to another, which continues.
 */
export async function purgeUntil(signal: AbortSignal, deps: PurgerDeps): Promise<void> {
  const { clock, log } = deps;
  const name = "The removal of old data";
  await repeatEvery(LOOK_MS, () => purgeDueWorkspaces(deps, signal), { clock, log, signal, name });
}

/** One look: asks for what is due, then works through the queue until it is empty or the signal fires. */
export async function purgeDueWorkspaces(deps: PurgerDeps, signal: AbortSignal): Promise<void> {
  const { sql, purges } = deps;
  for (const id of await readUncheckedWorkspaces(sql, CHECK_EVERY_MS, WORKSPACES_PER_LOOK)) {
    await purges.enqueue(id);
  }
  while (!signal.aborted) {
    const claim = await purges.claim();
    if (!claim) return;
    await purgeClaimed(deps, claim, signal);
  }
}

async function purgeClaimed(deps: PurgerDeps, claim: KeyedClaim, signal: AbortSignal): Promise<void> {
  const { sql, purges, clock, log } = deps;
  const { key: workspaceId } = claim;
  let touchedAtMs = clock.monotonicMs();
  let held = true;
  const mayContinue = async () => {
    if (clock.monotonicMs() - touchedAtMs >= TOUCH_MS) {
      held = await purges.touch(claim);
      touchedAtMs = clock.monotonicMs();
    }
    if (held) await clock.sleep(PAUSE_MS, signal);
    return held && !signal.aborted;
  };
  let ended = false;
  try {
    ended =
      (await purgeWorkspace({ sql, mayContinue }, workspaceId)) &&
      (await keepCostDays({ sql, mayContinue }, workspaceId));
    if (ended) await deps.openDrills?.(workspaceId);
  } finally {
    if (ended) await purges.complete(claim);
    else if (held) await purges.release(claim);
  }
  log.debug({ workspaceId, ended }, "Looked through a workspace for old data");
}
