import type { LanguageModelV4, LanguageModelV4Content, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Pace } from "./pace";
import { partsOf } from "./parts";

export { NATURAL_PACE } from "./pace";

export const SIMULATED_PROVIDER = "simulated";
export const SIMULATED_MODEL = "scenarios";

/**
 * A language-model provider of the AI SDK that needs no key and no network: it plays the scenarios and answers
 * everything else by template, from the prompt alone (docs/agents.md, "The simulated model").
 */
export function createSimulatedProvider(pace: Pace = {}): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: SIMULATED_PROVIDER,
    modelId: SIMULATED_MODEL,
    supportedUrls: {},
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      return { stream: streamOf(partsOf(options, SIMULATED_MODEL, pace)) };
    },
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const parts: LanguageModelV4StreamPart[] = [];
      for await (const part of partsOf(options, SIMULATED_MODEL, pace)) parts.push(part);
      const finish = parts.find((part) => part.type === "finish");
      if (!finish) throw new Error("An answer has no end");
      return {
        content: contentOf(parts),
        finishReason: finish.finishReason,
        usage: finish.usage,
        warnings: [],
      };
    },
  };
}

function contentOf(parts: LanguageModelV4StreamPart[]): LanguageModelV4Content[] {
  const text = parts.flatMap((part) => (part.type === "text-delta" ? part.delta : [])).join("");
  const calls = parts.filter((part) => part.type === "tool-call");
  return [...(text === "" ? [] : [{ type: "text" as const, text }]), ...calls];
}

/** Made as it is read, so that a reader who stops early stops the answer. */
function streamOf(
  parts: AsyncGenerator<LanguageModelV4StreamPart>,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
