import { readOpenReplays } from "@/db/queries/replays/replay-work";
import { type ReplayDeps, runClaimedReplay } from "../replay/run-replay";
import { repeatEvery } from "./repeat-every";

const POLL_MS = 1_000;
const LOOK_MS = 30_000;
const REPLAYS_PER_LOOK = 200;
/** Replays of one worker at the same time. */
const MAX_AT_ONCE = 2;

/** Performs replays until the signal fires, a few side by side (docs/replay.md, "Workers"). */
export async function replayUntil(signal: AbortSignal, deps: ReplayDeps): Promise<void> {
  const { clock, log } = deps.services;
  const atWork = new Set<Promise<void>>();

  async function claimReplays(): Promise<void> {
    while (!signal.aborted && atWork.size < MAX_AT_ONCE) {
      const claim = await deps.replays.claim();
      if (!claim) return;
      const work: Promise<void> = runClaimedReplay(deps, claim, signal)
        .catch((error: unknown) => {
          log.warn({ err: error, replayId: claim.key }, "A replay was given back");
          return deps.replays.release(claim);
        })
        .catch((error: unknown) => log.warn({ err: error }, "A replay's job could not be given back"))
        .finally(() => atWork.delete(work));
      atWork.add(work);
    }
  }

  const host = { clock, log, signal };
  await Promise.all([
    repeatEvery(LOOK_MS, () => queueOpenReplays(deps), { ...host, name: "The look for replays" }),
    repeatEvery(POLL_MS, claimReplays, { ...host, name: "The poll for replays" }),
  ]);
  await Promise.all(atWork);
}

/** A process that was lost between the row and its job has left a replay that nobody would take. */
export async function queueOpenReplays({ sql, replays }: Pick<ReplayDeps, "sql" | "replays">): Promise<void> {
  for (const id of await readOpenReplays(sql, REPLAYS_PER_LOOK)) await replays.enqueue(id);
}
