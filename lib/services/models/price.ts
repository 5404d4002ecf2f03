import type { PriceView } from "@/lib/core/models/views";
import type { ModelInfo } from "@/lib/core/ports";

const MICRO = 1_000_000;

export const toUsd = (microUsd: number): number => microUsd / MICRO;
export const toMicroUsd = (usd: number): number => Math.round(usd * MICRO);

/** A price for people: US dollars for a million tokens. */
export function priceView(price: NonNullable<ModelInfo["price"]>): PriceView {
  const { inputMicroUsd, cachedInputMicroUsd, outputMicroUsd } = price;
  return {
    inputUsd: toUsd(inputMicroUsd),
    cachedInputUsd: cachedInputMicroUsd === undefined ? null : toUsd(cachedInputMicroUsd),
    outputUsd: toUsd(outputMicroUsd),
  };
}
