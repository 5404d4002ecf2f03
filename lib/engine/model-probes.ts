import type { Sql } from "postgres";
import { type ModelGate, readModelGates } from "@/db/queries/read-model-gates";
import { createDuty, DUTIES } from "@/db/queries/worker-duty";
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
import type { Command } from "@/lib/core/run/commands";
import { figuresOf, promptHashOf } from "./call-model";
import { every } from "./every";
import type { Door, Submission } from "./types";

export type ModelProbeDeps = {
  sql: Sql;
  door: Door;
  workspaces: Workspaces;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** How long a gate is open before its model is asked for the first time, in milliseconds. */
  firstProbeMs: number;
};

const LOOK_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;
const PROBE_TIMEOUT_MS = 30_000;
/** How long a worker leaves the duty to another before it tries to take it again. */
const DUTY_PAUSE_MS = 10_000;
const GATES_PER_LOOK = 500;
const FAIR_KEY = "probe";

/** As little as a model can be asked. */
const QUESTION = { system: "", text: "Answer with the one word: ready", maxOutputTokens: 16 };

type ProbeAnswer = { model: Model; modelId: string; response: ModelResponse };

type Pause = { failures: number; untilMs: number };

/**
 * Asks each model that runs wait for whether it answers again, ever less often, and closes the gates of one that does.
 * One worker does it for all (docs/engine.md, "When a model cannot be reached").
 */
export async function probeModelsUntil(signal: AbortSignal, deps: ModelProbeDeps): Promise<void> {
  const { sql, clock, log } = deps;
  const duty = createDuty(sql, DUTIES.probeModels);
  const pauses = new Map<string, Pause>();
  const underWay = new Map<string, Promise<void>>();
  let notMineUntilMs = 0;

  async function look(): Promise<void> {
    const gates = await readModelGates(sql, GATES_PER_LOOK);
    const byModel = Map.groupBy(gates.filter(isDue), modelKey);
    for (const key of pauses.keys()) {
      if (!gates.some((gate) => modelKey(gate) === key)) pauses.delete(key);
    }
    if (gates.length === 0) return duty.leave();
    if (byModel.size === 0 || notMineUntilMs > clock.nowMs()) return;
    if (!(await duty.take())) {
      notMineUntilMs = clock.nowMs() + DUTY_PAUSE_MS;
      return;
    }
    for (const [key, [first, ...others]] of byModel) {
      if (!first || underWay.has(key) || (pauses.get(key)?.untilMs ?? 0) > clock.nowMs()) continue;
      const probe = askAndClose(key, [first, ...others]).finally(() => underWay.delete(key));
      underWay.set(key, probe);
    }
  }

  const isDue = ({ openMs, revived }: ModelGate): boolean => openMs >= pauseMs(deps.firstProbeMs, revived);

  async function askAndClose(key: string, gates: [ModelGate, ...ModelGate[]]): Promise<void> {
    const [{ workspaceId, modelId }] = gates;
    const { failures = 0 } = pauses.get(key) ?? {};
    const pause = { failures: failures + 1, untilMs: clock.nowMs() + pauseMs(deps.firstProbeMs, failures) };
    pauses.set(key, pause);
    try {
      const { model } = await deps.workspaces.open(workspaceId);
      const response = await probe(model, modelId, signal);
      log.info({ modelId, runs: gates.length }, "A model answers again");
      await closeGates(deps, gates, { model, modelId, response });
    } catch (thrown) {
      if (signal.aborted) return;
      const { code, message, retryAfterMs = 0 } = thrown as Partial<ModelFailure>;
      pause.untilMs = Math.max(pause.untilMs, clock.nowMs() + retryAfterMs);
      log.info({ modelId, code, reason: message, failures }, "A model still does not answer");
    }
  }

  await every(LOOK_MS, look, { clock, log, signal, name: "The look for models that answer again" });
  await Promise.all(underWay.values());
  await duty.leave();
}

/** Doubles with every failure. */
const pauseMs = (firstMs: number, failures: number): number =>
  Math.min(firstMs * 2 ** failures, LONGEST_PAUSE_MS);

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

/** Somebody may have answered meanwhile: then the gate's refusal is all that happens. */
async function closeGates(deps: ModelProbeDeps, gates: ModelGate[], answer: ProbeAnswer): Promise<void> {
  const { door, ids, log } = deps;
  const by = (command: Command): Submission => ({
    envelope: { id: newCommandId(ids), actor: { kind: "system" }, command },
  });
  for (const [place, { runId, approvalId, digest }] of gates.entries()) {
    const comment = `${answer.modelId} answers again`;
    const close = { type: "decide_approval", approvalId, digest, verb: "retry", comment } as const;
    // The call was made once: it is on the bill of the run that has waited longest.
    const paid = place === 0 ? [paidCall(deps, answer, by)] : [];
    await door
      .transition(runId, [...paid, by({ ...close, provenance: "auto" })])
      .catch((error: unknown) => log.warn({ runId, err: error }, "A gate of a model could not be closed"));
  }
}

function paidCall(
  { ids }: ModelProbeDeps,
  { model, modelId, response }: ProbeAnswer,
  by: (command: Command) => Submission,
): Submission {
  const facts = { callId: ids.next(), role: "probe", model: modelId, ...figuresOf(model, modelId, response) };
  const row = { ...facts, promptHash: promptHashOf(requestTo(modelId)), promptVersion: "1", epoch: 0 };
  return { ...by({ type: "record_calls", calls: [facts] }), rows: { modelCalls: [row] } };
}
