import { estimatedInputTokens } from "@/lib/core/cost";
import { getOwn } from "@/lib/core/own";
import type { Clock, Model, ModelFailure, ModelRequest, Usage } from "@/lib/core/ports";
import { createRateLimiter, type ModelLimits, type RateLimiter } from "./rate-limiter";

/** What an answer is taken for before it is there. */
const ANSWER_TOKENS = 1_000;

export type { ModelLimits } from "./rate-limiter";

/** By model id, or by provider for each of its models that is not named itself. A model's own limits win. */
export type LimitsByModel = Readonly<Record<string, ModelLimits>>;

type RateLimitedModelOptions = {
  model: Model;
  limits: LimitsByModel;
  clock: Clock;
  /** How many workers share the limits, this one included. */
  workerCount: () => number;
};

/**
 * The model with a rate limiter before each of its models: never more calls at a time and never more tokens in any minute than
 * its limits allow, runs taking turns, and a pause for everyone when the provider asks for one (docs/models.md,
 * "Limits"). Fails like the model itself.
 */
export function createRateLimitedModel({
  model,
  limits,
  clock,
  workerCount,
}: RateLimitedModelOptions): Model {
  const limiters = new Map<string, RateLimiter>();

  function limiterOf(modelId: string): RateLimiter {
    const known = limiters.get(modelId);
    if (known) return known;
    const limiter = createRateLimiter(clock, () => {
      const own = model.list().find(({ id }) => id === modelId)?.limits;
      return shareOf({ ...limitsOf(limits, modelId), ...own }, workerCount());
    });
    limiters.set(modelId, limiter);
    return limiter;
  }

  return {
    list: () => model.list(),
    async call(request, context) {
      const { signal, fairKey = "", onQueued, onAdmitted } = context;
      const limiter = limiterOf(request.modelId);
      const release = await limiter.acquire({
        key: fairKey,
        tokens: estimateTokens(request),
        signal,
        onQueued,
      });
      let countedByProvider: number | undefined;
      try {
        onAdmitted?.();
        const response = await model.call(request, context);
        countedByProvider = countedTokens(response.usage);
        return response;
      } catch (thrown) {
        const pauseMs = requestedPauseMs(thrown);
        if (pauseMs !== undefined) limiter.pauseFor(pauseMs);
        throw thrown;
      } finally {
        release(countedByProvider);
      }
    },
  };
}

export function limitsOf(limits: LimitsByModel, modelId: string): ModelLimits {
  return getOwn(limits, modelId) ?? getOwn(limits, modelId.split(":")[0] ?? "") ?? {};
}

/** Every worker has one place at least: none of them could work otherwise. */
function shareOf({ maxConcurrent, tokensPerMinute }: ModelLimits, workerCount: number): ModelLimits {
  const share = (limit: number) => Math.max(1, Math.floor(limit / Math.max(1, workerCount)));
  return {
    ...(maxConcurrent !== undefined && { maxConcurrent: share(maxConcurrent) }),
    ...(tokensPerMinute !== undefined && { tokensPerMinute: share(tokensPerMinute) }),
  };
}

function requestedPauseMs(thrown: unknown): number | undefined {
  const { code, retryAfterMs } = (thrown ?? {}) as Partial<ModelFailure>;
  return code === "rate_limited" ? retryAfterMs : undefined;
}

/** A guess of what a request will be counted as; what the provider counted corrects it. */
export function estimateTokens(request: ModelRequest): number {
  return estimatedInputTokens(request) + Math.min(request.maxOutputTokens ?? ANSWER_TOKENS, ANSWER_TOKENS);
}

/** What the provider counted; undefined when it does not say. */
function countedTokens({ inputTokens, outputTokens }: Usage): number | undefined {
  if (inputTokens === undefined && outputTokens === undefined) return;
  return (inputTokens ?? 0) + (outputTokens ?? 0);
}
