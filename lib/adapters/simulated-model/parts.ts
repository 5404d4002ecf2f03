import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { digestOfText } from "@/lib/core/bytes";
import { type Pace, pause, piecesOf } from "./pace";
import { play } from "./play";
import { readTurn } from "./read-turn";
import { asJsonAction, type Call } from "./turn";

type Part = LanguageModelV4StreamPart;

/** One answer as the stream of parts that the AI SDK expects; stops with the signal's reason when it fires. */
export async function* partsOf(
  options: LanguageModelV4CallOptions,
  modelId: string,
  { delayMs = 0, tokensPerSecond }: Pace,
): AsyncGenerator<Part> {
  const { abortSignal: signal, maxOutputTokens = Number.POSITIVE_INFINITY } = options;
  const digest = digestOfText(JSON.stringify(options.prompt)).slice(0, 16);
  const turn = readTurn(options);
  const reply = turn.actsInJson ? asJsonAction(play(turn)) : play(turn);
  const tokenMs = tokensPerSecond === undefined ? 0 : 1_000 / tokensPerSecond;
  let spent = 0;

  async function* paced(parts: Iterable<Part>): AsyncGenerator<Part> {
    for (const part of parts) {
      if (tokenMs > 0) await pause(tokenMs, signal);
      signal?.throwIfAborted();
      yield part;
    }
  }

  yield { type: "stream-start", warnings: [] };
  yield { type: "response-metadata", id: `sim_${digest}`, modelId };
  if (delayMs > 0) await pause(delayMs, signal);

  const text = reply.text.slice(0, Math.min(reply.text.length, maxOutputTokens * 4));
  if (text !== "") yield* paced(textParts(text));
  spent += tokensIn(text);
  let cut = text.length < reply.text.length;
  for (const [n, call] of (reply.calls ?? []).entries()) {
    const input = JSON.stringify(call.args);
    cut ||= spent + tokensIn(input) > maxOutputTokens;
    if (cut) break;
    spent += tokensIn(input);
    yield* paced(callParts(`call_${digest}_${n}`, call, input));
  }
  const finishReason = reasonOf(cut, reply.calls);
  yield { type: "finish", usage: usageOf(inputTokens(options), spent), finishReason };
}

function* textParts(text: string): Generator<Part> {
  yield { type: "text-start", id: "text" };
  for (const delta of piecesOf(text)) yield { type: "text-delta", id: "text", delta };
  yield { type: "text-end", id: "text" };
}

function* callParts(id: string, { tool }: Call, input: string): Generator<Part> {
  yield { type: "tool-input-start", id, toolName: tool };
  for (const delta of piecesOf(input)) yield { type: "tool-input-delta", id, delta };
  yield { type: "tool-input-end", id };
  yield { type: "tool-call", toolCallId: id, toolName: tool, input };
}

function reasonOf(cut: boolean, calls: Call[] = []): LanguageModelV4FinishReason {
  if (cut) return { unified: "length", raw: "length" };
  const raw = calls.length > 0 ? "tool-calls" : "stop";
  return { unified: raw, raw };
}

/** A rough but repeatable count: four characters are a token. */
function tokensIn(text: string): number {
  return Math.ceil(text.length / 4);
}

/** What the request weighs: its messages and the tools that it offers. */
function inputTokens({ prompt, tools }: Pick<LanguageModelV4CallOptions, "prompt" | "tools">): number {
  return tokensIn(JSON.stringify(prompt)) + (tools?.length ? tokensIn(JSON.stringify(tools)) : 0);
}

function usageOf(input: number, output: number): LanguageModelV4Usage {
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}
