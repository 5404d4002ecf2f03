import type { RunEvent } from "@/lib/core/run/events";

/** What a run has used. `knownUsd` leaves out the `unknownCalls`, whose price nobody knows. */
type Usage = { inputTokens: number; outputTokens: number; knownUsd: number; unknownCalls: number };

/** What the server had counted up to event `seq`. */
export type CountedUsage = Usage & { seq: number };

/** The use after these events, which may repeat some that are counted already. */
export function addUsage(counted: CountedUsage, events: readonly RunEvent[]): CountedUsage {
  const sum = { ...counted };
  for (const event of events) {
    if (event.seq <= counted.seq) continue;
    sum.seq = event.seq;
    if (event.type !== "llm_called") continue;
    const { inputTokens = 0, outputTokens = 0, costMicroUsd } = event.payload;
    sum.inputTokens += inputTokens;
    sum.outputTokens += outputTokens;
    if (costMicroUsd === undefined) sum.unknownCalls += 1;
    else sum.knownUsd += costMicroUsd / 1_000_000;
  }
  return sum;
}

/** `61.2 k`, `940`: a count of tokens to three digits. */
export function tokensText(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  if (tokens < 1_000_000) return `${trim(tokens / 1_000)} k`;
  return `${trim(tokens / 1_000_000)} M`;
}

const trim = (n: number): string => (n < 100 ? n.toFixed(1) : String(Math.round(n)));
