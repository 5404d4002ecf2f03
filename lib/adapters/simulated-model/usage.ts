import type { LanguageModelV4CallOptions, LanguageModelV4Usage } from "@ai-sdk/provider";

/** A rough but repeatable count: four characters are a token. */
export function tokensIn(text: string): number {
  return Math.ceil(text.length / 4);
}

/** What the request weighs: its messages and the tools that it offers. */
export function inputTokens({ prompt, tools }: Pick<LanguageModelV4CallOptions, "prompt" | "tools">): number {
  return tokensIn(JSON.stringify(prompt)) + (tools?.length ? tokensIn(JSON.stringify(tools)) : 0);
}

export function usageOf(input: number, output: number): LanguageModelV4Usage {
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}
