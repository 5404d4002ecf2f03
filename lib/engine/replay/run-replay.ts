import type { Sql } from "postgres";
import {
  beginReplay,
  endReplay,
  keepReplayStep,
  type ReplayAtWork,
  readKeptSteps,
  readReplayHold,
} from "@/db/queries/replays/replay-work";
import { asDomainError } from "@/lib/core/errors";
import type { KeyedClaim, KeyedJobs } from "@/lib/core/job-ports";
import { REPLAY_LIMIT_MS } from "@/lib/core/replay/settings";
import type { EffectServices } from "../effects/effect";
import type { RunStore } from "../types";
import type { ReplayPerformer, ReplayResult } from "./performer";
import { PERFORMERS } from "./performers";

export type ReplayDeps = {
  sql: Sql;
  replays: KeyedJobs;
  runStore: Pick<RunStore, "peek">;
  services: Pick<EffectServices, "workspaces" | "schemas" | "reads" | "clock" | "ids" | "log">;
  performers?: typeof PERFORMERS;
};

/** Why a replay is ended from outside: by a person, by its time, by another worker, or with this one. */
type StopReason = "cancelled" | "time_limit" | "lost" | "stopping";

const HEARTBEAT_MS = 1_000;
/** Well below what a claim without a heartbeat is left. */
const HELD_MS = 8_000;

/**
 * Performs a claimed replay from the last step that was kept (docs/replay.md, "Workers"). No run is touched: the claim is
 * the replay's own, and its epoch keeps a worker that lost it from writing.
 */
export async function runClaimedReplay(
  deps: ReplayDeps,
  claim: KeyedClaim,
  stop: AbortSignal,
): Promise<void> {
  const { sql, replays } = deps;
  const replay = await beginReplay(sql, claim.key);
  // It has ended: only its job is left.
  if (!replay) return replays.complete(claim);
  const stopping = new AbortController();
  const end = (reason: StopReason) => stopping.abort(reason);
  if (replay.cancelled) end("cancelled");
  else if (replay.elapsedMs >= REPLAY_LIMIT_MS) end("time_limit");
  const hold = watchHold(deps, claim, replay, end);
  const stopped = () => end("stopping");
  if (stop.aborted) stopped();
  stop.addEventListener("abort", stopped, { once: true });
  try {
    const result = await perform(deps, replay, { signal: stopping.signal, mayAct: hold.mayAct, end });
    const last = resultAfter(stopping.signal.reason as StopReason | undefined, result);
    if (last) await endReplay(sql, replay, last);
    hold.end();
    await (last ? replays.complete(claim) : replays.release(claim));
  } finally {
    hold.end();
    stop.removeEventListener("abort", stopped);
  }
}

/** Renews the claim and looks whether a person has ended the replay, or its time is over. */
function watchHold(
  { sql, replays, services: { clock, log, workspaces } }: ReplayDeps,
  claim: KeyedClaim,
  replay: ReplayAtWork,
  end: (reason: StopReason) => void,
) {
  const over = new AbortController();
  let heldAtMs = clock.monotonicMs();
  const beginMs = heldAtMs - replay.elapsedMs;

  async function beat(): Promise<void> {
    const askedMs = clock.monotonicMs();
    const [isClaimed, row] = await Promise.all([
      replays.touch(claim),
      readReplayHold(sql, replay),
      // The performer reads through what is looked up here.
      workspaces.open(replay.workspaceId),
    ]);
    if (!isClaimed || !row) return end("lost");
    heldAtMs = askedMs;
    if (row.cancelled) end("cancelled");
    else if (clock.monotonicMs() - beginMs >= REPLAY_LIMIT_MS) end("time_limit");
  }

  void (async () => {
    while (!over.signal.aborted) {
      await clock.sleep(HEARTBEAT_MS, over.signal);
      if (over.signal.aborted) return;
      await beat().catch((error: unknown) => log.warn({ err: error }, "A replay's heartbeat failed"));
    }
  })();
  return {
    async mayAct() {
      try {
        const [row] = await Promise.all([readReplayHold(sql, replay), workspaces.newest(replay.workspaceId)]);
        if (!row) end("lost");
        else if (row.cancelled) end("cancelled");
        return row?.cancelled === false && clock.monotonicMs() - heldAtMs < HELD_MS;
      } catch (error) {
        log.warn({ err: error }, "How a replay stands could not be asked before an act");
        return false;
      }
    },
    end: () => over.abort(),
  };
}

type Hold = { signal: AbortSignal; mayAct(): Promise<boolean>; end(reason: StopReason): void };

async function perform(
  deps: ReplayDeps,
  replay: ReplayAtWork,
  hold: Hold,
): Promise<ReplayResult | undefined> {
  const { sql, runStore, services, performers = PERFORMERS } = deps;
  const { workspaces, log, ...shared } = services;
  const performer: ReplayPerformer | undefined = performers[replay.kind];
  if (!performer) return { status: "failed", failure: { code: "unsupported", kind: replay.kind } };
  try {
    const [setup, kept] = await Promise.all([
      workspaces.open(replay.workspaceId),
      readKeptSteps(sql, replay.id),
    ]);
    let seq = kept.at(-1)?.seq ?? 0;
    return await performer({
      ...shared,
      log,
      runStore,
      setup,
      replay,
      kept,
      signal: hold.signal,
      mayAct: hold.mayAct,
      async keep(step, body, doneSteps, calls = []) {
        seq += 1;
        const row = await keepReplayStep(sql, replay, { seq, step, body, doneSteps, calls });
        if (!row) hold.end("lost");
        else if (row.cancelled) hold.end("cancelled");
        if (!row) throw new Error("Another worker has this replay");
      },
    });
  } catch (thrown) {
    if (hold.signal.aborted) return undefined;
    // A store that does not answer is nobody's failed replay: the job is given back.
    if (asDomainError(thrown)?.code === "unavailable") throw thrown;
    log.error({ err: thrown, replayId: replay.id }, "A replay ended in a fault");
    return { status: "failed", failure: { code: "fault" } };
  }
}

/** How the replay ends with what its performer gave; undefined where another worker is to continue it. */
function resultAfter(
  reason: StopReason | undefined,
  result: ReplayResult | undefined,
): ReplayResult | undefined {
  if (reason === "lost" || reason === "stopping") return undefined;
  if (reason === undefined) return result;
  const kept = result?.report && { report: result.report };
  if (reason === "cancelled") return { status: "cancelled", ...kept };
  return { status: "failed", ...kept, failure: { code: "time_limit", limitMs: REPLAY_LIMIT_MS } };
}
