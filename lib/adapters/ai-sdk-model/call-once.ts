import type { LanguageModelV4 } from "@ai-sdk/provider";
import { Output, streamText } from "ai";
import type { JsonObject } from "@/lib/core/json";
import type { Log, ModelFailureCode, ModelRequest, ModelResponse } from "@/lib/core/ports";
import { StreamedAnswer } from "./answer";
import { fromSdkMessages, toSdkMessages, toSdkTools } from "./messages";
import { fitsStrictMode } from "./strict-schema";

export type CallOptions = { signal: AbortSignal; onText?: (delta: string) => void; log?: Log };

/**
 * Sends one request and reads its stream to the end. Throws whatever the SDK throws or streams as an error.
 * On a throw the request may still run: the caller stops it by the signal.
 */
export async function callOnce(
  model: LanguageModelV4,
  request: ModelRequest,
  { signal, onText, log }: CallOptions,
): Promise<ModelResponse> {
  const startedAtMs = performance.now();
  const answer = new StreamedAnswer();
  let complete = false;
  const result = streamText({
    model,
    messages: toSdkMessages(request.messages),
    maxRetries: 0,
    abortSignal: signal,
    ...(request.system === "" ? {} : { instructions: request.system }),
    ...(request.tools?.length ? { tools: toSdkTools(request.tools) } : {}),
    ...(request.output ? structuredOutput(request.output) : {}),
    ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
    // Errors are thrown below; without a handler the SDK would print them.
    onError: () => undefined,
    onLanguageModelCallEnd: () => {
      complete = true;
    },
  });
  for await (const part of result.stream) {
    if (signal.aborted || part.type === "abort") throw new DOMException("The call was stopped", "AbortError");
    if (part.type === "error") throw part.error;
    if (part.type === "start-step" && part.warnings.length > 0) {
      log?.debug(
        { model: request.modelId, warnings: part.warnings },
        "the model's provider ignores a setting",
      );
    }
    answer.add(part, performance.now());
    if (part.type === "text-delta" && part.text !== "") onText?.(part.text);
  }
  const { finish } = answer;
  if (!finish || !complete || finish.finishReason === "interrupted") {
    throw callError("cut_stream", "the stream ended without a finish");
  }
  if (finish.finishReason === "error")
    throw callError("unavailable", "the provider ended the answer with an error");
  const { response } = await result.finalStep;
  return {
    text: answer.text,
    toolCalls: answer.toolCalls,
    verbatim: fromSdkMessages(response.messages),
    ...answer.metrics(finish, startedAtMs, performance.now()),
  };
}

/**
 * Asks for JSON of the schema, but leaves the reading of the text to us: the SDK's own object output would hold
 * back deltas until they parse. Strict mode only where the provider would not refuse the schema.
 */
function structuredOutput({ name, schema }: { name: string; schema: JsonObject }) {
  const strictJsonSchema = fitsStrictMode(schema);
  return {
    output: {
      ...Output.text(),
      name: "json",
      responseFormat: Promise.resolve({ type: "json" as const, name, schema }),
    },
    providerOptions: { openai: { strictJsonSchema }, openaiCompatible: { strictJsonSchema } },
  };
}

function callError(code: ModelFailureCode, message: string): Error {
  return Object.assign(new Error(message), { code });
}
