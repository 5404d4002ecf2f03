import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { CancelSignal, Log, Model, ModelFailure, ModelInfo, ModelRequest } from "@/lib/core/ports";
import { callOnce } from "./call-once";
import { errorFacts } from "./error-facts";
import { modelFailure, providerFailure, toModelFailure } from "./failure";
import { type FetchFor, languageModelsOf } from "./language-models";
import { listedModel } from "./list-prices";
import { type ProviderSettings, secretsOf } from "./provider-settings";
import { deniesTools, ModelLimits, refusedFeature, without } from "./refusals/refused-features";
import type { RefusedFeatures } from "./refusals/refused-tools";

type Deadline = {
  /** Fires on the caller's signal, on the time limit, or on `stop`. */
  signal: AbortSignal;
  timedOut(): boolean;
  /** Ends the request, if it still runs, and lets go of the caller's signal. */
  stop(): void;
};

/** Where a call does not say: long reasoning fits, a connection that died does not block forever. */
const TIMEOUT_MS = 600_000;

/** What the simulated model would cost, so that costs and their limits show figures: nobody is billed for it. */
const SIMULATED_PRICE = {
  inputMicroUsd: 1_000_000,
  cachedInputMicroUsd: 100_000,
  outputMicroUsd: 4_000_000,
} as const;

/** A model to offer. Its id is `provider:model`; what is said here wins over the lists. */
export type ModelSettings = Omit<ModelInfo, "provider" | "priceAsOf" | "simulated">;

export type AiSdkModelOptions = {
  providers: Record<string, ProviderSettings>;
  /** What `list` shows. Other models of a known provider can be called all the same. */
  models: ModelSettings[];
  /** What models have refused of requests, kept for all who call them; of this one's calls alone unless given. */
  refused?: RefusedFeatures;
  /** Why a model is not to be called; without it, every model of a known provider can be. */
  refuse?(modelId: string): ModelFailure | undefined;
  log?: Log;
  /** How requests to a provider are sent; by the runtime's own `fetch` unless given. */
  fetchFor?: FetchFor;
  /** The longest that any call may take, in milliseconds, whatever it asks for. */
  timeoutMs?: number;
};

/**
 * The Model port over the AI SDK: one call is one streamed request, without retries (docs/models.md).
 * Throws at creation when a listed model names no known provider.
 */
export function createAiSdkModel({
  providers,
  models,
  refuse,
  refused = new Map(),
  log,
  fetchFor = () => fetch,
  timeoutMs = Number.POSITIVE_INFINITY,
}: AiSdkModelOptions): Model {
  // The SDK prints provider warnings to stderr; here they go to the log (call-once.ts).
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const known = new Map(
    Object.entries(providers).map(([name, settings]) => [
      name,
      {
        name,
        settings,
        secrets: secretsOf(settings),
        languageModel: languageModelsOf(name, settings, fetchFor),
      },
    ]),
  );
  const infos = new Map(models.map((model) => [model.id, infoOf(model, locate(model.id).settings)]));

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
    const modelName = modelId.slice(at + 1);
    const { settings } = provider;
    const address =
      "baseUrl" in settings && settings.baseUrl !== undefined ? settings.baseUrl : settings.kind;
    return { ...provider, modelName, limits: new ModelLimits(refused, `${address} ${modelName}`, log) };
  }

  return {
    list: () =>
      [...infos.values()].map((info) => locate(info.id).limits.withoutRefused(structuredClone(info))),

    async call(asked, { signal, onText, onReasoning, onPart, timeoutMs: askedMs = TIMEOUT_MS }) {
      const refusal = refuse?.(asked.modelId);
      if (refusal) throw refusal;
      const { name, modelName, secrets, languageModel, limits } = locate(asked.modelId);
      const tools = limits.sentTools(asked.tools);
      let rest = limits.fitting(asTheModelTakes(asked, infos.get(asked.modelId)));
      if (signal.aborted) throw providerFailure("aborted", name);
      const limitMs = Math.min(askedMs, timeoutMs);
      const deadline = startDeadline(signal, limitMs);
      try {
        const model: LanguageModelV4 = languageModel(modelName);
        for (;;) {
          const request = { ...rest, tools: tools.specs };
          try {
            const response = await callOnce(model, request, {
              signal: deadline.signal,
              onText,
              onReasoning,
              onPart,
              log,
            });
            tools.taken();
            return { ...response, refusedTools: tools.changed };
          } catch (thrown) {
            if (deadline.signal.aborted) throw thrown;
            const facts = errorFacts(thrown);
            if (tools.changeNamed(facts)) continue;
            const feature = refusedFeature(facts, rest);
            const isOfTools = feature === undefined || (feature === "tools" && !deniesTools(facts));
            if ((isOfTools || feature === "tools") && tools.changeAll(facts)) continue;
            // Words about tools may mean a type or a keyword in one of them: they count once simple ones are refused, too.
            if (isOfTools && tools.changeOnTrial(facts)) continue;
            if (feature === undefined) throw thrown;
            limits.note(feature, facts, rest);
            // Without them the request would say something else: its actions are written otherwise by the one who calls.
            if (feature === "tools") throw thrown;
            rest = without(rest, feature);
          }
        }
      } catch (thrown) {
        if (signal.aborted) throw providerFailure("aborted", name);
        if (deadline.timedOut()) throw providerFailure("timeout", name, `no answer within ${limitMs} ms`);
        throw toModelFailure(thrown, { provider: name, secrets, nowMs: Date.now() });
      } finally {
        deadline.stop();
      }
    },
  };
}

/**
 * A model that takes no schema is asked in words alone, as its role's prompt does anyway; what is said of the model holds
 * where the request says nothing else.
 */
function asTheModelTakes(
  { output, json, ...asked }: ModelRequest,
  info: ModelInfo | undefined,
): ModelRequest {
  const { reasoningEffort, temperature } = info ?? {};
  const request = {
    ...(reasoningEffort !== undefined && { reasoningEffort }),
    ...(temperature !== undefined && { temperature }),
    ...asked,
  };
  if (info?.jsonSchema === false) return request;
  return { ...request, ...(output && { output }), ...(json && { json }) };
}

function infoOf(model: ModelSettings, settings: ProviderSettings): ModelInfo {
  const at = model.id.indexOf(":");
  const listed = listedModel(settings, model.id.slice(at + 1));
  if (model.price) delete listed.priceAsOf;
  const simulated = settings.kind === "ready" && settings.simulated === true;
  return {
    ...listed,
    ...knownFiles(settings, model.id.slice(at + 1)),
    ...(simulated && { price: SIMULATED_PRICE }),
    ...model,
    provider: model.id.slice(0, at),
    simulated,
  };
}

/** Providers whose models take images and PDF files, but for those of their older ones that take text alone. */
const SEEING: ReadonlySet<string> = new Set(["openai", "anthropic", "google"]);
const TEXT_ALONE =
  /^(?:gpt-3\.5|gpt-4(?:$|-\d|-32k)|o1-(?:mini|preview)|o3-mini|claude-(?:2|instant)|gemini-1\.0|gemma)/;

/** What files a model takes, as far as its provider says it; behind an address of somebody's own nothing is known. */
function knownFiles(settings: ProviderSettings, name: string): Pick<ModelInfo, "images" | "pdf"> {
  if (settings.kind === "ready" || settings.baseUrl !== undefined) return {};
  const [vendor = "", own = name] = settings.kind === "gateway" ? name.split("/", 2) : [settings.kind];
  return SEEING.has(vendor) && !TEXT_ALONE.test(own) ? { images: true, pdf: true } : {};
}

/** The longest that a timer holds; of a longer time it fires at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** One AbortSignal for a request, from the caller's signal and a time limit in milliseconds. */
function startDeadline(caller: CancelSignal, timeoutMs: number): Deadline {
  const controller = new AbortController();
  let isTimedOut = false;
  const cancel = () => controller.abort();
  const timer = setTimeout(
    () => {
      isTimedOut = true;
      cancel();
    },
    Math.min(timeoutMs, MAX_TIMER_MS),
  );
  if (caller.aborted) cancel();
  caller.addEventListener("abort", cancel, { once: true });
  return {
    signal: controller.signal,
    timedOut: () => isTimedOut,
    stop() {
      clearTimeout(timer);
      caller.removeEventListener("abort", cancel);
      cancel();
    },
  };
}
