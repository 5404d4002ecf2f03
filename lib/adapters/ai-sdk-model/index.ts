import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Log, Model, ModelInfo } from "@/lib/core/ports";
import { callOnce } from "./call-once";
import { startDeadline } from "./deadline";
import { modelFailure, providerFailure, toModelFailure } from "./failure";
import { languageModelsOf } from "./language-models";
import { listPrice } from "./prices";
import { type ProviderSettings, secretsOf } from "./provider-settings";

export { listPrice, PRICES_AS_OF } from "./prices";
export type { ProviderSettings } from "./provider-settings";

/** Ten minutes: long reasoning fits, a connection that died without a word does not block an attempt for ever. */
const TIMEOUT_MS = 600_000;

/** A model to offer. Its id is `provider:model`; a price here wins over the list. */
export type ModelSettings = { id: string; price?: ModelInfo["price"]; contextTokens?: number };

export type AiSdkModelOptions = {
  providers: Record<string, ProviderSettings>;
  /** What `list` shows. Other models of a known provider can be called all the same. */
  models: ModelSettings[];
  log?: Log;
  /** How long one call may take, in milliseconds. */
  timeoutMs?: number;
};

/**
 * The Model port over the AI SDK: one call is one streamed request, without retries (docs/models.md).
 * Throws at creation when a listed model names no known provider.
 */
export function createAiSdkModel({
  providers,
  models,
  log,
  timeoutMs = TIMEOUT_MS,
}: AiSdkModelOptions): Model {
  // The SDK prints provider warnings to stderr; here they go to the log (call-once.ts).
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const known = new Map(
    Object.entries(providers).map(([name, settings]) => [
      name,
      { name, settings, secrets: secretsOf(settings), languageModel: languageModelsOf(name, settings) },
    ]),
  );
  const infos = models.map((model) => infoOf(model, locate(model.id).settings));

  function locate(modelId: string) {
    const at = modelId.indexOf(":");
    const provider = known.get(modelId.slice(0, Math.max(at, 0)));
    if (!provider) {
      const names = [...known.keys()].join(", ");
      throw modelFailure(
        "unknown_model",
        `"${modelId}" is not provider:model of a known provider (${names})`,
      );
    }
    return { ...provider, modelName: modelId.slice(at + 1) };
  }

  return {
    list: () => structuredClone(infos),

    async call(request, { signal, onText }) {
      const { name, modelName, secrets, languageModel } = locate(request.modelId);
      if (signal.aborted) throw providerFailure("aborted", name);
      const deadline = startDeadline(signal, timeoutMs);
      try {
        const model: LanguageModelV4 = languageModel(modelName);
        return await callOnce(model, request, { signal: deadline.signal, onText, log });
      } catch (thrown) {
        if (signal.aborted) throw providerFailure("aborted", name);
        if (deadline.timedOut()) throw providerFailure("timeout", name, `no answer within ${timeoutMs} ms`);
        throw toModelFailure(thrown, { provider: name, secrets, nowMs: Date.now() });
      } finally {
        deadline.stop();
      }
    },
  };
}

function infoOf({ id, price, contextTokens }: ModelSettings, settings: ProviderSettings): ModelInfo {
  const known = price ?? listPrice(settings.kind, id.slice(id.indexOf(":") + 1));
  return {
    id,
    provider: id.slice(0, id.indexOf(":")),
    ...(known ? { price: known } : {}),
    ...(contextTokens === undefined ? {} : { contextTokens }),
    simulated: settings.kind === "ready" && settings.simulated === true,
  };
}
