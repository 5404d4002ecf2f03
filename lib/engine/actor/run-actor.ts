import { asDomainError, type DomainError } from "@/lib/core/errors";
import { newCommandId } from "@/lib/core/ids";
import type { LeaseClaim } from "@/lib/core/job-ports";
import { getOwn } from "@/lib/core/own";
import { needsWorker } from "@/lib/core/run";
import type { Command } from "@/lib/core/run/commands";
import { isBeside, type RunState } from "@/lib/core/run/state";
import type { EffectServices } from "../effects/effect";
import type { RunStore, Submission, TransitionResult } from "../types";
import type { Lease } from "../worker/leases";
import type { Slots } from "../worker/slots";
import { createInbox } from "./inbox";
import { isFinalRefusal, submitLateEvidence } from "./late-evidence";
import { logPlans } from "./log-plans";
import { createRunningEffects } from "./running-effects";
import { createSchedule, wantedEffects } from "./schedule";
import { createSignal } from "./signal";
import { createStarts } from "./starts";

type ActorDeps = {
  runStore: RunStore;
  services: EffectServices;
  slots: Slots;
  workerId: string;
  lease: Lease;
  /** Gives the lease back unfinished. */
  release(claim: LeaseClaim): Promise<void>;
  /** Parks a run that cannot be moved, and ends the lease. */
  setAside(claim: LeaseClaim, why: DomainError): Promise<void>;
  onPlanVersion?(state: Readonly<RunState>): void;
};

type ActorEnd = "parked" | "lost" | "drained" | "set_aside";

export type RunActor = {
  claim: LeaseClaim;
  /** Resolves when the actor holds nothing any more. Never rejects. */
  ended: Promise<ActorEnd>;
  /** Another process committed to the run. */
  hint(seq: number): void;
  /** The lease is gone: aborts everything and forgets the run. */
  lose(): void;
  /** Starts nothing more, lets running effects end for `graceMs`, then gives the lease back. */
  drain(graceMs: number): void;
};

const RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 5_000;
/** How long aborted effects may take to tell their end when a worker stops. */
const ABORT_GRACE_MS = 1_000;
const PARK_RECHECK_MS = 1_000;

/**
 * The actor of one leased run: the only one who starts its effects (docs/engine.md, "Actors and effects"). It takes
 * the lease; then, over and over, it commits what arrived together with what starts, brings the effects in flight in
 * line with what the run wants, and parks or waits. `slotsHeld` are slots that came with the claim.
 */
export function createRunActor(deps: ActorDeps, claim: LeaseClaim, slotsHeld = 0): RunActor {
  const { runStore, services, workerId } = deps;
  const { clock, ids, log } = services;
  const { runId } = claim;
  const signal = createSignal();
  const schedule = createSchedule({ slots: deps.slots, slotsHeld, clock, onChange: signal.notify });
  const inbox = createInbox();
  const stop = new AbortController();
  let state: Readonly<RunState> | undefined;
  let epoch = 0;
  let knownSeq = 0;
  let knownPlanVersion = 0;
  /** Others have changed the run, as far as is known here. */
  let disturbed = false;
  let draining = false;
  let drainGraceMs = Number.POSITIVE_INFINITY;
  /** The grace of draining is over: what still runs is left behind. */
  let graceIsOver = false;
  /** Nobody commits for this actor any more. */
  let gone = false;

  const current = (): Readonly<RunState> => {
    if (!state) throw new Error("The actor has no state before it took the lease");
    return state;
  };
  const submission = (command: Command, id = newCommandId(ids)): Submission => {
    return { envelope: { id, actor: { kind: "worker", id: workerId }, command } };
  };
  const running = createRunningEffects({
    services,
    runId,
    epoch: () => epoch,
    lease: deps.lease,
    state: current,
    catchUp,
    stopReason: () => (draining ? "shutdown" : current().paused ? "paused" : undefined),
    submit(submissions, settled) {
      if (gone) return void submitLateEvidence({ runStore, clock, log, runId }, submissions);
      inbox.add(submissions, settled);
      signal.notify();
    },
    submission,
    slotReleased() {
      schedule.releaseSlot();
      signal.notify();
    },
  });

  const starts = createStarts({
    schedule,
    clock,
    setupOf: services.workspaces.known,
    submission,
    isClosed: () => draining || stop.signal.aborted,
  });

  async function runUntilEnd(): Promise<ActorEnd> {
    try {
      const end = await holdLease().catch(handleFailure);
      if (end === "lost") log.info({ runId, jobId: claim.jobId, epoch }, "The lease of a run was lost");
      return end;
    } finally {
      stop.abort();
      schedule.close();
      running.abandon();
      gone = true;
      void submitLateEvidence({ runStore, clock, log, runId }, inbox.take().submissions);
    }
  }

  async function holdLease(): Promise<ActorEnd> {
    await takeLease();
    while (!stop.signal.aborted) {
      // Reset before looking: what is notified from here on is not slept through.
      signal.reset();
      const park = !draining && isIdle();
      const result = await commitWithRetry(() => commitArrived(park));
      if (!result) break;
      if (result.parked) return "parked";
      reconcile();
      if (isDrained()) return await returnLease();
      await waitForMore(park);
      if (hasEnded()) return "parked";
    }
    return "lost";
  }

  async function takeLease(): Promise<void> {
    const taken = submission({ type: "take_lease", workerId });
    const result = await commitWithRetry(() => runStore.transition(runId, [taken]));
    if (!result) return;
    const reply = result.replies[0];
    if (reply?.ok === false) throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
    epoch = result.state.epoch;
    // A run may use whatever was set up before it was started.
    services.workspaces.invalidate(result.state.workspaceId);
    observe(result);
  }

  /** Commits what arrived, what starts with it and, if there is nothing to do, the end of the lease. */
  async function commitArrived(park: boolean): Promise<TransitionResult> {
    const batch = inbox.take();
    starts.remember(batch.submissions.flatMap(({ rows }) => rows?.blobs ?? []));
    const undisturbed = !disturbed && !park && batch.submissions.length > 0;
    disturbed = false;
    try {
      const result = await runStore.transition(runId, batch.submissions, {
        fence: { epoch, claim },
        followUp: starts.followUp,
        park,
        undisturbed,
      });
      observe(result);
      batch.settle(result.replies);
      return result;
    } catch (error) {
      batch.putBack();
      disturbed = true;
      schedule.releaseReserved();
      throw error;
    }
  }

  /** Repeats a commit until its outcome is known: command ids make the repeats harmless. */
  async function commitWithRetry(
    commit: () => Promise<TransitionResult>,
  ): Promise<TransitionResult | undefined> {
    for (let failures = 0; !stop.signal.aborted; failures += 1) {
      try {
        return await commit();
      } catch (error) {
        if (isFinalRefusal(error)) throw error;
        log.warn({ runId, err: error, failures }, "A commit failed; it will be repeated");
        await clock.sleep(Math.min(RETRY_DELAY_MS * 2 ** failures, MAX_RETRY_DELAY_MS), stop.signal);
      }
    }
    return;
  }

  function observe(result: TransitionResult): void {
    state = result.state;
    knownSeq = state.seq;
    logPlans(log, runId, result.events);
    const last = result.events.at(-1);
    if (last) schedule.observe(last.at);
    if (state.planVersion === knownPlanVersion) return;
    knownPlanVersion = state.planVersion;
    deps.onPlanVersion?.(state);
  }

  /** Learns of what others have committed; the turn that acts on it follows. */
  async function catchUp(): Promise<boolean> {
    try {
      const { workspaceId } = current();
      const [newest] = await Promise.all([runStore.peek(runId), services.workspaces.newest(workspaceId)]);
      if (gone || newest?.epoch !== epoch) return false;
      if (newest.seq > knownSeq) {
        state = newest;
        disturbed = true;
        signal.notify();
      }
      return deps.lease.isHeld();
    } catch (error) {
      log.warn({ runId, err: error }, "How a run stands could not be asked before an act");
      return false;
    }
  }

  /** Brings the effects in flight in line with what the run wants, and sets the alarm to its next timer. */
  function reconcile(): void {
    const next = current();
    const wanted = new Map(wantedEffects(next).map((effect) => [effect.key, effect]));
    running.abortUnless((key) => wanted.has(key));
    for (const effect of wanted.values()) {
      if (!getOwn(next.inFlight, effect.key) || running.has(effect.key)) continue;
      if (isBeside(effect) || schedule.takeSlot(effect.key)) running.launch(effect);
    }
    schedule.releaseReserved();
    schedule.wakeForNextTimer(next);
  }

  /** True when the run needs no worker: nothing runs, nothing arrived, and only people can move it. */
  const isIdle = (): boolean => running.size() === 0 && inbox.size() === 0 && !needsWorker(current());

  const isDrained = (): boolean => draining && inbox.size() === 0 && (graceIsOver || running.size() === 0);

  /** The run's job ended with the run, by whomever, and nothing of it is left here. */
  const hasEnded = (): boolean => current().phase === "ended" && running.size() === 0 && inbox.size() === 0;

  /** Sleeps until there may be something to do. A run that has just become idle is parked instead. */
  async function waitForMore(triedToPark: boolean): Promise<void> {
    const idle = !draining && isIdle();
    if (inbox.size() > 0 || starts.hasMore() || (idle && !triedToPark)) return;
    if (idle) schedule.wakeAfter(PARK_RECHECK_MS);
    await signal.wait();
  }

  async function returnLease(): Promise<ActorEnd> {
    const keys = Object.keys(current().inFlight);
    const released = submission({ type: "release", keys, cause: "shutdown" });
    await commitWithRetry(() => runStore.transition(runId, [released], { fence: { epoch, claim } }));
    await deps.release(claim);
    return "drained";
  }

  /** Whatever it was, nobody claims the run again only to meet it again: it waits for a person, or for other code. */
  async function handleFailure(error: unknown): Promise<ActorEnd> {
    const known = asDomainError(error);
    if (known?.code === "lease_lost") return "lost";
    log.error({ runId, err: error }, "The actor of a run failed");
    try {
      if (known) await deps.setAside(claim, known);
      else await reportFault(error);
      return "set_aside";
    } catch (again) {
      log.error({ runId, err: again }, "The failure of an actor could not be told; the next one meets it");
      return "lost";
    }
  }

  /** What it had in flight is given back, so that the run parks behind the gate at once. */
  async function reportFault(error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    const report = submission({ type: "report_fault", fault: { code: "thrown", message } });
    const keys = Object.keys(state?.inFlight ?? {});
    const released = submission({ type: "release", keys, cause: "actor_failed" });
    const reports = keys.length > 0 ? [report, released] : [report];
    await runStore.transition(runId, reports, { fence: { epoch, claim }, park: true });
  }

  async function abortAfter(graceMs: number): Promise<void> {
    await clock.sleep(graceMs, stop.signal);
    running.abortUnless(() => false);
    await clock.sleep(ABORT_GRACE_MS, stop.signal);
    graceIsOver = true;
    signal.notify();
  }

  return {
    claim,
    ended: runUntilEnd(),
    hint(seq) {
      if (seq <= knownSeq) return;
      disturbed = true;
      signal.notify();
    },
    lose() {
      // A run that has ended has no lease any more; what its effects still tell is evidence, and told by this actor.
      if (state?.phase === "ended") return;
      stop.abort();
      signal.notify();
    },
    drain(graceMs) {
      if (draining && graceMs >= drainGraceMs) return;
      drainGraceMs = graceMs;
      draining = true;
      signal.notify();
      void abortAfter(graceMs);
    },
  };
}
