import type { Clock, Model, ModelFailure } from "@/lib/core/ports";
import { countedTokens, estimateTokens } from "./estimate-tokens";
import { createLane, type Lane, type ModelLimits } from "./lane";

export type { ModelLimits } from "./lane";

/** By model id, or by provider for each of its models that is not named itself. A model's own limits win. */
export type LimitsByModel = Readonly<Record<string, ModelLimits>>;

export type ModelLanesOptions = {
  model: Model;
  limits: LimitsByModel;
  clock: Clock;
  /** How many workers share the limits, this one included. */
  processes: () => number;
};

/**
 * The model with a lane before each of its models: never more calls at a time and never more tokens in any minute than
 * its limits allow, runs taking turns, and a pause for everybody when the provider asks for one (docs/models.md,
 * "Limits"). Fails like the model itself.
 */
export function createModelLanes({ model, limits, clock, processes }: ModelLanesOptions): Model {
  const lanes = new Map<string, Lane>();

  function laneOf(modelId: string): Lane {
    const known = lanes.get(modelId);
    if (known) return known;
    const lane = createLane(clock, () => {
      const own = model.list().find(({ id }) => id === modelId)?.limits;
      return shareOf({ ...limitsOf(limits, modelId), ...own }, processes());
    });
    lanes.set(modelId, lane);
    return lane;
  }

  return {
    list: () => model.list(),
    async call(request, context) {
      const { signal, fairKey = "", onQueued, onAdmitted } = context;
      const lane = laneOf(request.modelId);
      const leave = await lane.enter({ key: fairKey, tokens: estimateTokens(request), signal, onQueued });
      let counted: number | undefined;
      try {
        onAdmitted?.();
        const response = await model.call(request, context);
        counted = countedTokens(response.usage);
        return response;
      } catch (thrown) {
        const pauseMs = askedPauseMs(thrown);
        if (pauseMs !== undefined) lane.closeFor(pauseMs);
        throw thrown;
      } finally {
        leave(counted);
      }
    },
  };
}

export function limitsOf(limits: LimitsByModel, modelId: string): ModelLimits {
  return limits[modelId] ?? limits[modelId.split(":")[0] ?? ""] ?? {};
}

/** Every worker has one place at least: none of them could work otherwise. */
function shareOf({ maxConcurrent, tokensPerMinute }: ModelLimits, processes: number): ModelLimits {
  const share = (limit: number) => Math.max(1, Math.floor(limit / Math.max(1, processes)));
  return {
    ...(maxConcurrent !== undefined && { maxConcurrent: share(maxConcurrent) }),
    ...(tokensPerMinute !== undefined && { tokensPerMinute: share(tokensPerMinute) }),
  };
}

function askedPauseMs(thrown: unknown): number | undefined {
  const { code, retryAfterMs } = (thrown ?? {}) as Partial<ModelFailure>;
  return code === "rate_limited" ? retryAfterMs : undefined;
}
