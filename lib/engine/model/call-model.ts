import { callCostMicroUsd, knownUsage } from "@/lib/core/cost";
import type { Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import {
  MODEL_FAILURE_CODES,
  type Model,
  type ModelFailure,
  type ModelFailureCode,
  type ModelMessage,
  type ModelRequest,
  type ModelResponse,
} from "@/lib/core/ports";
import type { RoleName } from "@/lib/core/prompt-blocks";
import { DEFAULT_MODEL_TIMEOUT_MS } from "@/lib/core/run/settings";
import { type Blob, blobOf } from "@/lib/core/stored-value";
import type { EffectContext } from "../effects/effect";
import type { TextStream } from "../streams/text-streams";
import { STOPPED } from "../timer";
import type { ModelCallRow } from "../types";
import { insteadOf, isFollowed, type Serving } from "./fallbacks";
import { isPutOff, wholeTurn, withParts } from "./put-off";
import { cancelReservation, reserveModelCall } from "./reservations";
import { retryWaitMs } from "./retries";

/** Which call this is, for its record. */
export type CallFacts = {
  role: RoleName;
  promptVersion: string;
  step?: number;
  /** What it says only advises: it is left out where a budget has no room for it. */
  advisory?: boolean;
  /** Who makes it, where other models may. */
  serving?: Serving;
};

/** `no_budget`: no room is left for a call that only advises, or that a closing run can do without. */
export type CallFailure = {
  ok: false;
  code: ModelFailureCode | "no_budget";
  message: string;
  retryAfterMs?: number;
  /** The model that could not be reached. */
  modelId?: string;
};
export type CallOutcome = { ok: true; response: ModelResponse } | CallFailure;

/**
 * One turn of a model, with the transport's failures retried, every request reserved before and recorded after, and what the
 * provider puts off continued (docs/engine.md, "Model calls"). Throws when the effect is no longer wanted or a budget has no room for it, or for a
 * fault that is not the model's.
 */
export async function callModel(
  context: EffectContext,
  request: ModelRequest,
  facts: CallFacts,
): Promise<CallOutcome> {
  const first = await callUntilAnswered(context, request, facts);
  if (!first.ok) return first;
  const parts = [first.response];
  while (isPutOff(parts)) {
    const messages = withParts(request.messages, parts);
    const next = await callUntilAnswered(context, { ...request, messages }, facts);
    if (!next.ok) return next;
    parts.push(next.response);
  }
  return { ok: true, response: wholeTurn(first.response, parts.slice(1)) };
}

async function callUntilAnswered(
  context: EffectContext,
  request: ModelRequest,
  facts: CallFacts,
): Promise<CallOutcome> {
  for (let failures = 0; ; ) {
    const outcome = await callOnce(context, request, facts);
    if (outcome.ok) return outcome;
    failures += 1;
    if (outcome.code === "aborted") throw Object.assign(new Error(outcome.message), { code: "aborted" });
    const delayMs = retryWaitMs(outcome, failures, [context.runId, context.key, facts.step ?? 0, failures]);
    if (delayMs === undefined) return outcome;
    // A model that says nothing has taken its time: who follows is asked at once.
    if (outcome.code === "timeout" && facts.serving && isFollowed(facts.serving)) return outcome;
    context.time?.pause();
    await context.clock.sleep(delayMs, context.signal);
    context.time?.resume();
    context.signal.throwIfAborted();
  }
}

async function callOnce(context: EffectContext, asked: ModelRequest, facts: CallFacts): Promise<CallOutcome> {
  const reserved = await reserveModelCall(context, asked, facts);
  if (!reserved)
    return { ok: false, code: "no_budget", message: "The budgets of the run leave no room for the call" };
  const { reservationId, atMost } = reserved;
  const request = { ...reserved.request, cacheKey: cacheKeyOf(context, facts) };
  const record = (metrics: CallMetrics) => {
    const prompt = promptOf(request);
    const row = {
      ...rowOf(context, request, facts, metrics),
      promptHash: prompt.digest,
      reservationId,
      ...(atMost && !isUsageKnown(metrics) && { atMost }),
    };
    const isInSteps = context.taskId !== "" && TURN_ROLES.has(facts.role);
    context.record(row, isInSteps ? undefined : prompt);
  };
  let sentAtMs = context.clock.monotonicMs();
  let sent = true;
  let began = false;
  const patience = startPatience(context);
  context.time?.modelBegins();
  const stream = openStream(context, facts);
  const reasoning = openStream(context, facts, "reasoning");
  const queueing = {
    fairKey: context.runId,
    onQueued() {
      sent = false;
      patience.stop();
      context.time?.pause();
    },
    onAdmitted() {
      sent = true;
      sentAtMs = context.clock.monotonicMs();
      patience.begin();
      context.time?.resume();
    },
  };
  // A turn's text stands in its step, which is committed with the record of this call.
  const endStreams = (kept: boolean) => Promise.all([reasoning.end({ kept }), stream.end({ kept })]);
  try {
    const response = await context.model.call(request, {
      signal: patience.signal,
      onText(delta) {
        began = true;
        patience.arrived();
        stream.add(delta);
      },
      onReasoning: reasoning.add,
      onPart() {
        began = true;
        patience.arrived();
      },
      timeoutMs: patience.limitMs,
      ...queueing,
    });
    await endStreams(facts.role === "agent");
    record(metricsOf(context.model, request.modelId, response));
    return { ok: true, response };
  } catch (caught) {
    const { thrown } = patience.fault() ?? { thrown: caught };
    const latencyMs = Math.round(context.clock.monotonicMs() - sentAtMs);
    await endStreams(false);
    const failure = patience.timedOut() ?? asModelFailure(thrown);
    const used = isRefused(failure) && !began ? USED_NOTHING : {};
    if (sent) record({ ...used, latencyMs, failure: failure?.code ?? "fault" });
    else cancelReservation(context, reservationId);
    if (!failure) throw thrown;
    const { code, message, retryAfterMs } = failure;
    if (sent) context.time?.exclude(latencyMs);
    const { modelId } = request;
    return { ok: false, code, message, modelId, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  } finally {
    patience.stop();
    context.time?.modelEnds();
  }
}

/** How long a model may say nothing at first, and then between two parts of its answer. */
const FIRST_PART_MS = 300_000;
const NEXT_PART_MS = 90_000;

/** Ends a call that says nothing for too long, or takes longer in all than the run allows (docs/engine.md, "Model calls"). */
function startPatience({ clock, signal, state }: EffectContext) {
  const limitMs = state().settings.modelTimeoutMs ?? DEFAULT_MODEL_TIMEOUT_MS;
  const ended = new AbortController();
  let stopped = new AbortController();
  let problem: string | undefined;
  let heardAtMs: number | undefined;
  let fault: { thrown: unknown } | undefined;
  const end = (words: string) => {
    problem ??= words;
    ended.abort();
  };
  const watch = async (beganAtMs: number, since: AbortSignal) => {
    for (;;) {
      const silentAtMs = heardAtMs === undefined ? beganAtMs + FIRST_PART_MS : heardAtMs + NEXT_PART_MS;
      const nowMs = clock.monotonicMs();
      if (nowMs >= beganAtMs + limitMs) return end(`no whole answer within ${limitMs} ms`);
      if (nowMs >= silentAtMs)
        return end(heardAtMs === undefined ? "the model said nothing" : "the answer stopped halfway");
      await clock.sleep(Math.min(silentAtMs, beganAtMs + limitMs) - nowMs, since);
      if (since.aborted) return;
    }
  };
  const begin = () => {
    stopped.abort(STOPPED);
    stopped = new AbortController();
    heardAtMs = undefined;
    watch(clock.monotonicMs(), stopped.signal).catch((thrown: unknown) => {
      fault ??= { thrown };
      ended.abort(thrown);
    });
  };
  begin();
  return {
    limitMs,
    signal: AbortSignal.any([signal, ended.signal]),
    begin,
    stop: () => stopped.abort(STOPPED),
    arrived() {
      heardAtMs = clock.monotonicMs();
    },
    /** Error that the clock threw, where it did. */
    fault: () => fault,
    /** The failure that a call ended with because of it. */
    timedOut: (): ModelFailure | undefined =>
      problem === undefined || signal.aborted
        ? undefined
        : Object.assign(new Error(problem), { code: "timeout" as const }),
  };
}

/**
 * The text of every request is kept, also when it breaks off: it is stored before anything else is recorded of it. What the
 * model thinks aloud is a stream of its own.
 */
function openStream(context: EffectContext, { role, step }: CallFacts, stream?: "reasoning"): TextStream {
  const { runId, key, taskId, attempt, epoch } = context;
  return context.streams.open({
    runId,
    workspaceId: context.state().workspaceId,
    epoch,
    ...(taskId !== "" && { taskId, attempt }),
    ...(step !== undefined && { step }),
    role,
    ...(stream && { stream }),
    streamId: `${key}#${context.ids.next()}`,
  });
}

type CallMetrics = Partial<ModelCallRow> & { latencyMs: number };

const isUsageKnown = ({ inputTokens, outputTokens, costMicroUsd }: CallMetrics): boolean =>
  inputTokens !== undefined && outputTokens !== undefined && costMicroUsd !== undefined;

const USED_NOTHING = { inputTokens: 0, outputTokens: 0, costMicroUsd: 0 };

/** Tells a request that the provider refused by its status (docs/costs.md, "What counts"). */
const isRefused = (failure: ModelFailure | undefined): boolean =>
  failure?.status !== undefined && failure.status >= 400 && failure.status < 500 && failure.status !== 408;

/** What a call has used, cost and taken; what is unknown is absent. */
export function metricsOf(model: Model, modelId: string, response: ModelResponse): CallMetrics {
  const { usage, latencyMs, timeToFirstTokenMs } = response;
  const price = model.list().find(({ id }) => id === modelId)?.price;
  const known = knownUsage(usage);
  const costMicroUsd = callCostMicroUsd({ ...response, usage: known }, price);
  return {
    ...known,
    latencyMs,
    ...(timeToFirstTokenMs !== undefined && { timeToFirstTokenMs }),
    ...(costMicroUsd !== undefined && { costMicroUsd }),
  };
}

function rowOf(
  context: EffectContext,
  request: ModelRequest,
  facts: CallFacts,
  metrics: CallMetrics,
): Omit<ModelCallRow, "promptHash"> {
  return {
    callId: context.ids.next(),
    ...(context.taskId !== "" && { taskId: context.taskId, attempt: context.attempt }),
    ...(facts.step !== undefined && { step: facts.step }),
    role: facts.role,
    model: request.modelId,
    promptVersion: facts.promptVersion,
    ...(facts.serving && insteadOf(facts.serving)),
    ...planColumns(context),
    epoch: context.epoch,
    ...metrics,
  };
}

/** Under which plan the call is made, and for which of its agents: what is spent is counted by both. */
function planColumns({ state, taskId }: EffectContext): Pick<ModelCallRow, "planVersion" | "agent"> {
  const { planVersion, tasks } = state();
  const agent = getOwn(tasks, taskId)?.spec.agent;
  return { planVersion, ...(agent !== undefined && { agent }) };
}

/** Steps of attempts tell the prompts of their turns; the final answer of a run is revised without any. */
const TURN_ROLES: ReadonlySet<RoleName> = new Set(["agent", "revision"]);

/** A longer prompt is not kept: its blob says how long it was, and holds nothing. */
const MAX_PROMPT_BYTES = 262_144;

/**
 * System text and messages as they are kept, by a digest that is the same for the same prompts, so that they can be
 * compared: `[system, messages]`, without the contents of files.
 */
export function promptOf({ system, messages }: ModelRequest): Blob {
  const blob = blobOf([system, messages.map(withoutContents) as Json]);
  return blob.bytes > MAX_PROMPT_BYTES ? { ...blob, body: null } : blob;
}

/** The digest of a file says what is in it. */
function withoutContents(message: ModelMessage): ModelMessage {
  if (message.role !== "user" || !message.files) return message;
  return { ...message, files: message.files.map((file) => ({ ...file, base64: "" })) };
}

/** The turns of a task's attempts begin alike, and so do the calls of a role; it is the same after a restart. */
function cacheKeyOf({ runId, taskId }: EffectContext, { role }: CallFacts): string {
  return [runId, taskId, role === "revision" ? "agent" : role].join("/");
}

function asModelFailure(thrown: unknown): ModelFailure | undefined {
  if (!(thrown instanceof Object) || !("code" in thrown)) return;
  return MODEL_FAILURE_CODES.some((code) => code === thrown.code) ? (thrown as ModelFailure) : undefined;
}
