import { estimatedInputTokens, worstCase } from "@/lib/core/cost";
import {
  MODEL_FAILURE_CODES,
  type ModelFailure,
  type ModelFailureCode,
  type ModelInfo,
  type ModelRequest,
  type ModelResponse,
  type WorkspaceSetup,
} from "@/lib/core/ports";
import type { RoleName } from "@/lib/core/prompt-blocks";
import type { EffectServices } from "../effects/effect";
import type { ModelCallRow } from "../types";
import { metricsOf, promptOf } from "./call-model";
import { retryWaitMs } from "./retries";

/** A request to a model that served no run. */
type OtherCallRow = Omit<ModelCallRow, "epoch">;

/** What calls of models are held to that no run's budgets hold. */
type CallLimits = {
  /** Sets aside what a call may cost at worst; false where there is no room for it. */
  reserve(microUsd: number): boolean;
  settle(reserved: number, microUsd: number): void;
  /** Whether one more call than planned may be made. */
  takeSpare(): boolean;
};

/** The one who asks; `servedId` is that of what is served, such as a replay. */
type AskContext = Pick<EffectServices, "clock" | "ids"> & {
  setup: Pick<WorkspaceSetup, "model">;
  servedId: string;
  signal: AbortSignal;
};

const CALL_TIMEOUT_MS = 180_000;

type Asking = {
  request: ModelRequest;
  info: ModelInfo;
  role: { name: RoleName; version: string };
  /** The turn that is asked, or whose answer is judged. */
  step: number;
  limits: CallLimits;
  /** How long one call may take. */
  timeoutMs?: number;
};

/** A call as it came out; the record of each time it was made, and what they count against the limit. */
export type AskedModel = {
  calls: OtherCallRow[];
  countedMicroUsd: number;
  latencyMs: number;
  costMicroUsd?: number | undefined;
} & ({ response: ModelResponse } | { failure: ModelFailureCode });

/**
 * One turn of a model beside runs, made again as a run's calls are while it fails for a moment and the limits have room.
 * `no_room`: it was not asked at all; undefined where what it serves was ended before an answer.
 */
export async function askModel(
  context: AskContext,
  asking: Asking,
): Promise<AskedModel | "no_room" | undefined> {
  const { servedId, clock, signal } = context;
  const { request, info, role, step, limits } = asking;
  const atWorst = reservedFor(request, info);
  let made: AskedModel | undefined;
  for (;;) {
    if (!limits.reserve(atWorst)) return made ?? "no_room";
    const once = await askOnce(context, asking);
    const counted = once ? (once.call.costMicroUsd ?? atWorst) : 0;
    limits.settle(atWorst, counted);
    if (!once) return undefined;
    const { call, failed, ...outcome } = once;
    made = {
      ...outcome,
      latencyMs: call.latencyMs,
      costMicroUsd: call.costMicroUsd,
      calls: [...(made?.calls ?? []), call],
      countedMicroUsd: (made?.countedMicroUsd ?? 0) + counted,
    } as AskedModel;
    if (!failed) return made;
    const seed = [servedId, role.name, step, request.modelId, made.calls.length];
    const waitMs = retryWaitMs(failed, made.calls.length, seed);
    if (waitMs === undefined || !limits.takeSpare()) return made;
    await clock.sleep(waitMs, signal);
    if (signal.aborted) return undefined;
  }
}

/** What a call may cost at worst, as far as its model has a price. */
function reservedFor(request: ModelRequest, { price }: ModelInfo): number {
  const { maxOutputTokens = 0 } = request;
  return worstCase(estimatedInputTokens(request), maxOutputTokens, price).costMicroUsd ?? 0;
}

type AskedOnce = { call: OtherCallRow } & (
  | { response: ModelResponse; failed?: never }
  | { failure: ModelFailureCode; failed: ModelFailure }
);

async function askOnce(
  { setup, ids, clock, signal, servedId }: AskContext,
  { request, info, role, step, timeoutMs = CALL_TIMEOUT_MS }: Asking,
): Promise<AskedOnce | undefined> {
  const row = {
    callId: ids.next(),
    step,
    role: role.name,
    model: info.id,
    promptHash: promptOf(request).digest,
    promptVersion: role.version,
  };
  const startedMs = clock.monotonicMs();
  try {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const response = await setup.model.call(request, { signal: timeout, fairKey: servedId });
    return { call: { ...row, ...metricsOf(setup.model, info.id, response) }, response };
  } catch (thrown) {
    if (signal.aborted) return undefined;
    const failed = failureOf(thrown);
    const latencyMs = Math.round(clock.monotonicMs() - startedMs);
    return { call: { ...row, latencyMs, failure: failed.code }, failure: failed.code, failed };
  }
}

/** What is no failure of the model's is a fault. A call that nobody ended has taken its time. */
function failureOf(thrown: unknown): ModelFailure {
  const known = thrown as ModelFailure;
  if (!MODEL_FAILURE_CODES.some((code) => code === known.code)) throw thrown;
  return known.code === "aborted"
    ? Object.assign(new Error(known.message), { code: "timeout" as const })
    : known;
}
