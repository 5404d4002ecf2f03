import { asDomainError, type DomainError } from "@/lib/core/errors";
import { newCommandId } from "@/lib/core/ids";
import type { LeaseClaim } from "@/lib/core/ports";
import { needsWorker, nextEffects } from "@/lib/core/run";
import type { Command } from "@/lib/core/run/commands";
import type { Effect, RunState } from "@/lib/core/run/state";
import type { EffectServices } from "../effects/effect";
import { createTimer } from "../timer";
import type { RunStore, Submission, TransitionResult } from "../types";
import type { Slots } from "../worker/slots";
import { createDatabaseTime } from "./database-time";
import { createInbox } from "./inbox";
import { isFinalRefusal, submitLateEvidence } from "./late-evidence";
import { createRunningEffects } from "./running-effects";
import { createSignal } from "./signal";

export type ActorDeps = {
  runStore: RunStore;
  services: EffectServices;
  slots: Slots;
  workerId: string;
  /** Gives the lease back unfinished. */
  release(claim: LeaseClaim): Promise<void>;
  /** Parks a run that cannot be moved, and ends the lease. */
  setAside(claim: LeaseClaim, why: DomainError): Promise<void>;
};

export type ActorEnd = "parked" | "lost" | "drained" | "set_aside";

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

type WantedEffect = Exclude<Effect, { kind: "wake" }>;

/**
 * The actor of one leased run: the only one who starts its effects (docs/engine.md, "Actors and effects"). It commits
 * what arrived, starts what is wanted in the same transaction, then brings the effects in flight in line. `slotsHeld`
 * are slots that came with the claim.
 */
export function createRunActor(deps: ActorDeps, claim: LeaseClaim, slotsHeld = 0): RunActor {
  const { runStore, services, workerId } = deps;
  const { clock, ids, log } = services;
  const { runId } = claim;
  const signal = createSignal();
  const slots = deps.slots.join(signal.notify);
  const inbox = createInbox();
  const timer = createTimer(clock, signal.notify);
  const databaseTime = createDatabaseTime(clock);
  const stop = new AbortController();
  let state: Readonly<RunState> | undefined;
  let epoch = 0;
  let knownSeq = 0;
  let draining = false;
  let drainGraceMs = Number.POSITIVE_INFINITY;
  /** The grace of draining is over: what still runs is left behind. */
  let graceIsOver = false;
  /** Keys that the commit under way is to start; each holds a slot. */
  let reserved = new Set<string>();
  /** Slots that came with the claim, until the first commit uses them or gives them back. */
  let unusedSlots = slotsHeld;
  /** Nobody commits for this actor any more. */
  let gone = false;

  const current = (): Readonly<RunState> => {
    if (!state) throw new Error("The actor has no state before it took the lease");
    return state;
  };
  const running = createRunningEffects({
    services,
    runId,
    epoch: () => epoch,
    state: current,
    stopReason: () => (draining ? "shutdown" : current().paused ? "paused" : undefined),
    submit(submissions, settled) {
      if (gone) return void submitLateEvidence({ runStore, clock, log, runId }, submissions);
      inbox.add(submissions, settled);
      signal.notify();
    },
    submission,
    slotReleased() {
      slots.release(1);
      signal.notify();
    },
  });

  function submission(command: Command, id = newCommandId(ids)): Submission {
    return { envelope: { id, actor: { kind: "worker", id: workerId }, command } };
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
    const last = result.events.at(-1);
    if (last) databaseTime.observe(last.at);
  }

  /** Decided inside the commit, on the state it led to: what starts with it. */
  function startCommands(next: Readonly<RunState>): Submission[] {
    slots.release(reserved.size);
    reserved = new Set();
    const startable = draining || stop.signal.aborted ? [] : startableEffects(next);
    const own = Math.min(unusedSlots, startable.length);
    slots.release(unusedSlots - own);
    unusedSlots = 0;
    const taken = own + slots.take(startable.length - own);
    slots.wantMore(taken < startable.length);
    if (taken === 0) return [];
    const keys = startable.slice(0, taken).map((effect) => effect.key);
    reserved = new Set(keys);
    return [submission({ type: "start", keys, epoch: next.epoch })];
  }

  const startableEffects = (next: Readonly<RunState>): WantedEffect[] =>
    wantedEffects(next).filter(
      ({ key, notBefore = 0 }) => !next.inFlight[key] && notBefore <= databaseTime.nowMs(),
    );

  async function commit(park: boolean): Promise<TransitionResult> {
    const batch = inbox.take();
    try {
      const result = await runStore.transition(runId, batch.submissions, {
        fence: { epoch, claim },
        followUp: startCommands,
        park,
      });
      observe(result);
      batch.settle(result.replies);
      return result;
    } catch (error) {
      batch.putBack();
      slots.release(reserved.size);
      reserved = new Set();
      throw error;
    }
  }

  /** Brings the effects in flight in line with what the run wants, and sets the alarm to its next timer. */
  function reconcile(): void {
    const next = current();
    const wanted = new Map(wantedEffects(next).map((effect) => [effect.key, effect]));
    running.abortUnless((key) => wanted.has(key));
    for (const effect of wanted.values()) {
      if (!next.inFlight[effect.key] || running.has(effect.key)) continue;
      if (reserved.delete(effect.key) || slots.take(1) === 1) running.launch(effect);
      else slots.wantMore(true);
    }
    slots.release(reserved.size);
    reserved = new Set();
    const nextMs = nextTimerMs(next);
    timer.set(nextMs === undefined ? undefined : nextMs - databaseTime.nowMs());
  }

  function nextTimerMs(next: Readonly<RunState>): number | undefined {
    let soonest: number | undefined;
    for (const effect of nextEffects(next)) {
      const at =
        effect.kind === "wake" ? effect.at : next.inFlight[effect.key] ? undefined : effect.notBefore;
      if (at !== undefined && (soonest === undefined || at < soonest)) soonest = at;
    }
    return soonest;
  }

  /** True when the run needs no worker: nothing runs, nothing arrived, and only people can move it. */
  const isIdle = (): boolean => running.size() === 0 && inbox.size() === 0 && !needsWorker(current());

  async function commitLoop(): Promise<ActorEnd> {
    await takeLease();
    while (!stop.signal.aborted) {
      signal.reset();
      const park = !draining && isIdle();
      const result = await commitWithRetry(() => commit(park));
      if (!result) break;
      if (result.parked) return "parked";
      reconcile();
      if (draining && inbox.size() === 0 && (graceIsOver || running.size() === 0)) return await returnLease();
      const idle = !draining && isIdle();
      if (inbox.size() > 0 || (idle && !park)) continue;
      if (idle) timer.set(PARK_RECHECK_MS);
      await signal.wait();
    }
    return "lost";
  }

  async function returnLease(): Promise<ActorEnd> {
    const keys = Object.keys(current().inFlight);
    const released = submission({ type: "release", keys, reason: "shutdown" });
    await commitWithRetry(() => runStore.transition(runId, [released], { fence: { epoch, claim } }));
    await deps.release(claim);
    return "drained";
  }

  async function runUntilEnd(): Promise<ActorEnd> {
    try {
      return await commitLoop();
    } catch (error) {
      return await handleFailure(error);
    } finally {
      stop.abort();
      timer.set(undefined);
      slots.release(reserved.size + unusedSlots);
      slots.wantMore(false);
      running.abandon();
      gone = true;
      void submitLateEvidence({ runStore, clock, log, runId }, inbox.take().submissions);
    }
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
    const report = submission({ type: "report_fault", message });
    const keys = Object.keys(state?.inFlight ?? {});
    const released = submission({ type: "release", keys, reason: "the actor failed" });
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
      if (seq > knownSeq) signal.notify();
    },
    lose() {
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

function wantedEffects(state: Readonly<RunState>): WantedEffect[] {
  return nextEffects(state).filter((effect) => effect.kind !== "wake");
}
