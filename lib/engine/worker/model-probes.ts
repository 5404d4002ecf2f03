import type { Sql } from "postgres";
import { type ModelGate, readModelGates } from "@/db/queries/read-approvals";
import { createLeaderLock, LEADER_LOCKS } from "@/db/queries/worker-locks";
import type { OtherCalls } from "@/db/queries/write-calls";
import { newCommandId } from "@/lib/core/ids";
import type {
  Clock,
  Ids,
  Log,
  Model,
  ModelFailure,
  ModelRequest,
  ModelResponse,
  Workspaces,
} from "@/lib/core/ports";
import { metricsOf, promptOf } from "../model/call-model";
import type { RunStore } from "../types";
import { repeatEvery } from "./repeat-every";

type ModelProbeDeps = {
  sql: Sql;
  runStore: RunStore;
  workspaces: Workspaces;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Keeps a call that served no run. */
  keepCalls(of: OtherCalls): Promise<void>;
  /** How long a gate is open before its model is asked for the first time, in milliseconds. */
  firstProbeMs: number;
};

const SWEEP_MS = 1_000;
const MAX_PAUSE_MS = 300_000;
const PROBE_TIMEOUT_MS = 30_000;
/** How long a worker leaves the duty to another before it tries to take it again. */
const LEADER_RETRY_MS = 10_000;
const GATES_PER_SWEEP = 500;
const FAIR_KEY = "probe";

/** As little as a model can be asked. */
const QUESTION = { system: "", text: "Answer with the one word: ready", maxOutputTokens: 16 };

type ProbePause = { failures: number; untilMs: number };

/**
 * Asks each model that runs wait for whether it answers again, ever less often, and closes the gates of one that does.
 * One worker does it for all (docs/engine.md, "When a model cannot be reached").
 */
export async function probeModelsUntil(signal: AbortSignal, deps: ModelProbeDeps): Promise<void> {
  const { sql, clock, log } = deps;
  const leaderLock = createLeaderLock(sql, LEADER_LOCKS.probeModels);
  const pauses = new Map<string, ProbePause>();
  const inFlight = new Map<string, Promise<void>>();
  let notLeaderUntilMs = 0;

  async function probeDueModels(): Promise<void> {
    const gates = await readModelGates(sql, GATES_PER_SWEEP);
    const byModel = Map.groupBy(gates.filter(isDue), modelKey);
    for (const key of pauses.keys()) {
      if (!gates.some((gate) => modelKey(gate) === key)) pauses.delete(key);
    }
    if (gates.length === 0) return leaderLock.release();
    if (byModel.size === 0 || notLeaderUntilMs > clock.nowMs()) return;
    if (!(await leaderLock.acquire())) {
      notLeaderUntilMs = clock.nowMs() + LEADER_RETRY_MS;
      return;
    }
    for (const [key, [first, ...others]] of byModel) {
      if (!first || inFlight.has(key) || (pauses.get(key)?.untilMs ?? 0) > clock.nowMs()) continue;
      const probe = probeAndClose(key, [first, ...others]).finally(() => inFlight.delete(key));
      inFlight.set(key, probe);
    }
  }

  const isDue = ({ openMs, revived }: ModelGate): boolean => openMs >= pauseMs(deps.firstProbeMs, revived);

  async function probeAndClose(key: string, gates: [ModelGate, ...ModelGate[]]): Promise<void> {
    const [{ workspaceId, modelId }] = gates;
    const { failures = 0 } = pauses.get(key) ?? {};
    const pause = { failures: failures + 1, untilMs: clock.nowMs() + pauseMs(deps.firstProbeMs, failures) };
    pauses.set(key, pause);
    try {
      const { model } = await deps.workspaces.open(workspaceId);
      const response = await probe(model, modelId, signal);
      log.info({ modelId, runs: gates.length }, "A model answers again");
      await closeGates(deps, gates);
      await deps.keepCalls(callOf(deps, gates[0], { model, response }));
    } catch (thrown) {
      if (signal.aborted) return;
      const { code, message, retryAfterMs = 0 } = thrown as Partial<ModelFailure>;
      pause.untilMs = Math.max(pause.untilMs, clock.nowMs() + retryAfterMs);
      log.info({ modelId, code, reason: message, failures }, "A model still does not answer");
    }
  }

  await repeatEvery(SWEEP_MS, probeDueModels, {
    clock,
    log,
    signal,
    name: "The look for models that answer again",
  });
  await Promise.all(inFlight.values());
  await leaderLock.release();
}

/** Doubles with every failure. */
const pauseMs = (firstMs: number, failures: number): number =>
  Math.min(firstMs * 2 ** failures, MAX_PAUSE_MS);

/** The same name may be another model in another workspace. */
const modelKey = ({ workspaceId, modelId }: ModelGate): string => `${workspaceId} ${modelId}`;

function requestTo(modelId: string): ModelRequest {
  const { system, text, maxOutputTokens } = QUESTION;
  return { modelId, system, messages: [{ role: "user", text }], maxOutputTokens };
}

function probe(model: Model, modelId: string, stop: AbortSignal): Promise<ModelResponse> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(PROBE_TIMEOUT_MS)]);
  return model.call(requestTo(modelId), { signal, fairKey: FAIR_KEY });
}

/** Somebody may have answered in the meantime: then the gate's refusal is all that happens. */
async function closeGates({ runStore, ids, log }: ModelProbeDeps, gates: ModelGate[]): Promise<void> {
  for (const { runId, approvalId, digest, modelId } of gates) {
    const comment = `${modelId} answers again`;
    const close = { type: "decide_approval", approvalId, digest, verb: "retry", comment } as const;
    const command = { ...close, provenance: "auto" as const };
    await runStore
      .transition(runId, [{ envelope: { id: newCommandId(ids), actor: { kind: "system" }, command } }])
      .catch((error: unknown) => log.warn({ runId, err: error }, "A gate of a model could not be closed"));
  }
}

/** The record of a question: it was asked for all runs that wait, and is on the bill of none. */
function callOf(
  { ids }: ModelProbeDeps,
  { workspaceId, modelId }: ModelGate,
  { model, response }: { model: Model; response: ModelResponse },
): OtherCalls {
  const promptHash = promptOf(requestTo(modelId)).digest;
  const facts = { callId: ids.next(), role: "probe", model: modelId, promptHash, promptVersion: "1" };
  const call = { ...facts, ...metricsOf(model, modelId, response) };
  return { workspaceId, purpose: "probe", id: ids.next(), calls: [call] };
}
