import type { Json, JsonObject } from "@/lib/core/json";

/** One request as the server received it. `number` counts from 1. */
export type WireRequest = {
  number: number;
  path: string;
  headers: Record<string, string>;
  body: JsonObject;
  /** Resolves when the connection closes before the answer is complete. */
  disconnected: Promise<void>;
};

/** Arguments are sent as JSON; `rawArgs` is sent as it is, so it may be malformed. */
export type WireToolCall = { id?: string; tool: string } & ({ args: Json } | { rawArgs: string });

/** An absent count is not sent. */
type WireUsage = {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens?: number;
  /** Anthropic alone. */
  cacheWriteTokens?: number;
  reasoningTokens?: number;
  /** US dollars, as OpenRouter reports it. */
  cost?: number;
};

/**
 * How a streamed answer ends: `complete`; `unfinished` (the stream closes cleanly without its last words);
 * `cut` (the socket is destroyed); `open` (nothing more comes until the client leaves);
 * `error` (an error frame inside the stream).
 */
type WireEnding = "complete" | "unfinished" | "cut" | "open" | "error";

export type AnswerReply = {
  kind: "answer";
  /** Text deltas, in order. */
  text?: string | string[];
  /** Reasoning deltas, sent before the text. */
  reasoning?: string[];
  toolCalls?: WireToolCall[];
  usage?: WireUsage;
  /** The provider's own word; by default `stop`, or the one for tool calls. */
  finishReason?: string;
  /** Chat completions only: deltas of a refusal, which stand in a field beside the content. */
  refused?: string[];
  ending?: WireEnding;
  /** Awaited before each frame of the content, by its place: a test lets the answer come piece by piece. */
  beforeFrame?(index: number): Promise<void>;
  /** The error frame of ending `error`. */
  error?: WireError;
};

export type WireError = { message: string; type?: string; code?: string | number };

export type ErrorReply = {
  kind: "error";
  status: number;
  /** A text is sent as it is; by default an error object of the provider's form. */
  error?: WireError | string;
  headers?: Record<string, string>;
};

/** A body that is sent as it is, with status 200 and whatever it claims to be. */
type RawReply = { kind: "raw"; body: string; contentType?: string };

/** What the server does with a request. `silence` never answers; `reset` destroys the socket at once. */
export type Reply = AnswerReply | ErrorReply | RawReply | { kind: "silence" } | { kind: "reset" };

/** The bytes of one provider's streaming protocol. */
export type WireProtocol = {
  path: string;
  /** The frames of the content, each written as one chunk. */
  content(reply: AnswerReply): string[];
  /** The frames that say the answer is complete. */
  completion(reply: AnswerReply): string[];
  /** The frame of an error inside the stream. */
  failure(error: WireError): string;
  /** The body of a refused request. */
  refusal(error: WireError): JsonObject;
};

/** The deltas of the reply's text. */
export function textDeltas(reply: AnswerReply): string[] {
  return typeof reply.text === "string" ? [reply.text] : (reply.text ?? []);
}

/** The argument text of a call, whole. */
export function argumentText(call: WireToolCall): string {
  return "rawArgs" in call ? call.rawArgs : JSON.stringify(call.args);
}

/** The argument text of a call, cut into fragments as a provider would stream it. */
export function argumentFragments(call: WireToolCall, size = 7): string[] {
  const text = argumentText(call);
  const fragments: string[] = [];
  for (let start = 0; start < text.length; start += size) fragments.push(text.slice(start, start + size));
  return fragments;
}
