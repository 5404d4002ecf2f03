import { byteLength } from "../bytes";
import type { Json } from "../json";
import type { ModelFile, ModelRequest } from "../ports";
import { costMicroUsd, type Price } from "./price";

/** Most providers make a token of about four bytes of English; fewer is the careful side. */
const BYTES_PER_TOKEN = 3;

const IMAGE_TOKENS = 1_600;
const PAGE_TOKENS = 3_000;
/** How much of a PDF is taken for a page, and how many pages at most: only its provider counts them. */
const PAGE_CHARS = 100_000;
const MAX_PAGES = 40;

function fileTokens({ mediaType, base64 }: ModelFile): number {
  if (mediaType !== "application/pdf") return IMAGE_TOKENS;
  return PAGE_TOKENS * Math.min(MAX_PAGES, Math.ceil(base64.length / PAGE_CHARS));
}

/** How many tokens a request may have, by its length: an estimate on the careful side, since only its model knows. */
export function estimatedInputTokens({ system, messages, tools, output }: ModelRequest): number {
  const files = messages.flatMap((message) => (message.role === "user" ? (message.files ?? []) : []));
  const words = messages.map((message) => ({ ...message, files: [] }));
  const rest = [files.length > 0 ? words : messages, tools ?? null, output ?? null] as unknown as Json;
  const tokens = tokensOfBytes(byteLength(system) + byteLength(JSON.stringify(rest)));
  return files.reduce((sum, file) => sum + fileTokens(file), tokens);
}

/** How many tokens a text of this length may have, on the careful side. */
export const tokensOfBytes = (bytes: number): number => Math.ceil(bytes / BYTES_PER_TOKEN);

/**
 * What one request may take at most: its input, by estimate, and all the output that it may have, at the model's price;
 * without a price the cost is unknown (docs/engine.md, "Budgets").
 */
export function worstCase(
  inputTokens: number,
  outputTokens: number,
  price: Price | undefined,
): { tokens: number; costMicroUsd?: number } {
  const cost = costMicroUsd({ inputTokens, outputTokens }, price);
  const written = costMicroUsd({ inputTokens, outputTokens, cacheWriteTokens: inputTokens }, price);
  return {
    tokens: inputTokens + outputTokens,
    ...(cost !== undefined && { costMicroUsd: Math.max(cost, written ?? 0) }),
  };
}
