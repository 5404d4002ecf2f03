import type { Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { simulatedTool, text, version } from "./shared";

/** Articles of the supplier. Two are sold on request: the list has no price for them, the order system does. */
const LISTED = [
  { sku: "K-101", usd: 12.5 },
  { sku: "K-102", usd: 8 },
  { sku: "K-103", usd: 31 },
  { sku: "K-104", usd: 0 },
  { sku: "K-105", usd: 19.9 },
  { sku: "K-106", usd: 0 },
];
const ON_REQUEST: Record<string, number> = { "K-104": 44.5, "K-106": 27 };

const sku = { type: "string", pattern: "^K-[0-9]+$" };
const prices = {
  type: "array",
  items: {
    type: "object",
    properties: { sku, eur: { type: "number" } },
    required: ["sku", "eur"],
    additionalProperties: false,
  },
  minItems: 1,
  maxItems: 1_000,
};
const shop = { ...text, description: "The shop to act on, such as webshop." };

const count = (list: Json | undefined): number => (Array.isArray(list) ? list.length : 0);

export const readPriceList = simulatedTool({
  name: "read_price_list",
  description: "Reads one version of a supplier's price list: each article with its price in US dollars.",
  tags: ["prices"],
  sideEffects: "read",
  idempotent: true,
  input: { supplier: text, version },
  output: { version: { type: "string" }, rows: { type: "array" } },
  examples: [{ supplier: "northwind", version: "v7" }],
  summarize: ({ supplier, version }) => `Read the price list ${version} of ${supplier}`,
  run: ({ version }) => ({ version: String(version), rows: LISTED }),
});

export const readExchangeRate = simulatedTool({
  name: "read_exchange_rate",
  description: "Tells the central bank's rate between two currencies.",
  tags: ["prices"],
  sideEffects: "read",
  idempotent: true,
  input: { from: { type: "string", enum: ["USD"] }, to: { type: "string", enum: ["EUR"] } },
  output: { rate: { type: "number" } },
  examples: [{ from: "USD", to: "EUR" }],
  summarize: ({ from, to }) => `Read the exchange rate from ${from} to ${to}`,
  run: () => ({ rate: 0.92 }),
});

export const quotePrices = simulatedTool({
  name: "quote_prices",
  description: "Looks up what articles cost in a supplier's order system, those sold on request too.",
  tags: ["prices"],
  sideEffects: "read",
  idempotent: true,
  input: { supplier: text, version, skus: { type: "array", items: sku, minItems: 1, maxItems: 100 } },
  output: { rows: { type: "array" } },
  examples: [{ supplier: "northwind", version: "v7", skus: ["K-104"] }],
  summarize: ({ supplier, skus }) => `Look up ${String(skus).replaceAll(",", ", ")} at ${supplier}`,
  run: ({ skus }) => ({
    rows: (Array.isArray(skus) ? skus : []).map((one) => ({
      sku: String(one),
      usd: getOwn(ON_REQUEST, String(one)) ?? LISTED.find((row) => row.sku === one)?.usd ?? 0,
    })),
  }),
});

export const updatePrices = simulatedTool({
  name: "update_prices",
  description: "Sets prices of articles in a shop, named after the version of the list that they come from.",
  tags: ["prices"],
  sideEffects: "write",
  idempotent: true,
  input: { shop, version, prices },
  output: { updated: { type: "integer" }, version: { type: "string" } },
  examples: [{ shop: "webshop", version: "v7", prices: [{ sku: "K-101", eur: 11.5 }] }],
  summarize: ({ shop, version, prices }) => `Set ${count(prices)} prices of ${version} in ${shop}`,
  run: ({ version, prices }) => ({ updated: count(prices), version: String(version) }),
});

export const comparePrices = simulatedTool({
  name: "compare_prices",
  description: "Compares what a shop shows with the prices that it should show.",
  tags: ["prices"],
  sideEffects: "read",
  idempotent: true,
  input: { shop, version, prices },
  output: { compared: { type: "integer" }, differing: { type: "integer" } },
  examples: [{ shop: "webshop", version: "v7", prices: [{ sku: "K-101", eur: 11.5 }] }],
  summarize: ({ shop, version }) => `Compare the prices that ${shop} shows with ${version}`,
  run: ({ prices }) => ({ compared: count(prices), differing: 0 }),
});
