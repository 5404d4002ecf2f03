import {
  calcPrice,
  findProvider,
  type ModelInfo as Listed,
  type MatchLogic,
  type ModelPrice,
  type Provider,
} from "@pydantic/genai-prices";
import { getOwn } from "@/lib/core/own";
import type { ModelInfo, Rates } from "@/lib/core/ports";
import type { ProviderSettings } from "./provider-settings";

/** The day of the prices that come with the package, whose version a test compares. */
export const PRICES_AS_OF = "2026-09-23";
export const PRICES_VERSION = "0.1.8";

type Price = NonNullable<ModelInfo["price"]>;

/** What a list knows of a model. */
type ListedModel = Pick<ModelInfo, "price" | "priceAsOf" | "contextTokens">;

// What the package does not know yet, from the providers' own pages: US dollars per million tokens of input, cached
// input, output and input that is written to a cache, for prompts of normal length.
const ADDED_AS_OF = "2026-10-27";
const ADDED_PRICES: Record<string, [input: number, cached: number, output: number, cacheWrite?: number]> = {
  "openai/gpt-6.1-sol": [2, 0.1, 10],
  "openai/gpt-6.1-terra": [1, 0.05, 5],
  "anthropic/claude-sonnet-5-5": [2, 0.1, 10, 2.5],
  "anthropic/claude-haiku-5-5": [0.1, 0.01, 0.5, 0.125],
};

const DATED = /[-@](\d{8}|\d{4}-\d{2}-\d{2})$/;

/**
 * What is known of a model by its provider and its own name; a dated name has its family's price. Nothing is guessed
 * from a similar name (docs/models.md, "Prices").
 */
export function listedModel(settings: ProviderSettings, modelName: string, now = new Date()): ListedModel {
  const { list, name } = listOf(settings, modelName);
  const family = name.replace(DATED, "");
  const added = getOwn(ADDED_PRICES, `${list?.id}/${family}`);
  if (added) return { price: ratesOf(...added), priceAsOf: ADDED_AS_OF };
  const found = list && (find(list, name, now) ?? find(list, family, now));
  if (!found) return {};
  const { price, contextTokens } = found;
  return {
    ...(price && { price, priceAsOf: PRICES_AS_OF }),
    ...(contextTokens !== undefined && { contextTokens }),
  };
}

/** The list to look in, and the name of the model in it. The gateway passes its creators' prices on. */
function listOf(settings: ProviderSettings, name: string): { list?: Provider | undefined; name: string } {
  switch (settings.kind) {
    case "ready":
      return { name };
    case "openai-compatible":
      return { list: findProvider({ providerApiUrl: settings.baseUrl }), name };
    case "gateway": {
      const [vendor = "", ...rest] = name.split("/");
      const own = rest.join("/");
      // The gateway writes versions with a dot, Anthropic with a dash.
      const inList = vendor === "anthropic" ? own.replaceAll(".", "-") : own;
      return { list: findProvider({ providerId: vendor === "xai" ? "x-ai" : vendor }), name: inList };
    }
    default:
      return { list: findProvider({ providerId: settings.kind }), name };
  }
}

function find(provider: Provider, name: string, now: Date) {
  const found = calcPrice({ input_tokens: 0 }, name, { provider, timestamp: now });
  if (!found || !matchesName(found.model, name)) return;
  const { model, model_price: listed } = found;
  if (variesByHour(model)) return { contextTokens: model.context_window };
  return { price: priceIn(listed), contextTokens: model.context_window };
}

function priceIn(listed: ModelPrice): Price | undefined {
  const rates = ratesAt(listed, 0);
  const { input_mtok: input } = listed;
  const longer = (typeof input === "object" ? input.tiers : []).flatMap(({ start }) => {
    const at = ratesAt(listed, start);
    return at ? [{ aboveTokens: start, ...at }] : [];
  });
  return rates && { ...rates, ...(longer.length > 0 && { longer }) };
}

function ratesAt(listed: ModelPrice, inputTokens: number): Rates | undefined {
  const { input_mtok, cache_read_mtok, output_mtok, cache_write_mtok } = listed;
  const [input, cached, output, cacheWrite] = [
    input_mtok,
    cache_read_mtok,
    output_mtok,
    cache_write_mtok,
  ].map((rate) => rateAt(rate, inputTokens));
  return input === undefined || output === undefined ? undefined : ratesOf(input, cached, output, cacheWrite);
}

/** What a token costs in a request whose input is longer than that; tiers hold for all tokens of a request. */
function rateAt(rate: ModelPrice[string], inputTokens: number): number | undefined {
  if (typeof rate !== "object") return rate;
  return rate.tiers.findLast(({ start }) => start <= inputTokens)?.price ?? rate.base;
}

/** The package also matches by beginnings: it would take a new model for the old one whose name it continues. */
function matchesName({ id, match }: Listed, name: string): boolean {
  return id === name || matchesExactly(match, name);
}

function matchesExactly(match: MatchLogic, name: string): boolean {
  if ("equals" in match) return match.equals === name;
  return "or" in match && match.or.some((one) => matchesExactly(one, name));
}

/** Its price is another in some hours of the day: none of them may be told as that of a call. */
function variesByHour({ prices }: Listed): boolean {
  return Array.isArray(prices) && prices.some(({ constraint }) => constraint?.type === "time_of_date");
}

function ratesOf(input: number, cached: number | undefined, output: number, cacheWrite?: number): Rates {
  return {
    inputMicroUsd: toMicro(input),
    ...(cached !== undefined && { cachedInputMicroUsd: toMicro(cached) }),
    ...(cacheWrite !== undefined && { cacheWriteMicroUsd: toMicro(cacheWrite) }),
    outputMicroUsd: toMicro(output),
  };
}

function toMicro(usd: number): number {
  return Math.round(usd * 1_000_000);
}
