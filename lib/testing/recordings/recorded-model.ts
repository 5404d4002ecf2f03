import { createAiSdkModel, type ModelSettings } from "@/lib/adapters/ai-sdk-model";
import { isJsonObject } from "@/lib/core/json";
import type { Model } from "@/lib/core/ports";
import { readJsonBlock, readRole } from "@/lib/core/prompt-blocks";
import { createOpenAiWireServer, type Reply, type WireServer } from "../wire/openai-server";
import type { ChatMessage, RecordedAnswer, RecordedCall } from ".";

export const RECORDED_MODEL_ID = "recorded:model";

export type RecordedModel = {
  model: Model;
  server: WireServer;
  /** Requests for which no answer was left, as lines for people. */
  unanswered: string[];
  /** Numbers of the calls that nobody asked for. */
  left(): string[];
  close(): Promise<void>;
};

/** Recorded answers, as one request after the other takes them. */
export type AnswerBook = {
  /** The answer that a request gets; else what no answer is left for. */
  take(messages: readonly ChatMessage[]): NumberedAnswer | { lacks: string };
  /** Numbers of the answers that nobody asked for. */
  left(): string[];
};

type NumberedAnswer = Pick<RecordedCall, "number" | "answer">;

/**
 * A model that answers with recorded calls, over the provider's protocol and the real adapter. A request gets the next
 * answer that its role gave about its task; one without an answer is refused, and stands in `unanswered`.
 */
export const openRecordedModel = (
  calls: readonly RecordedCall[],
  settings: Partial<ModelSettings> = {},
): Promise<RecordedModel> => openBookModel(bookOfCalls(calls), { id: RECORDED_MODEL_ID, ...settings });

/** The same with answers as the book gives them. */
export async function openBookModel(book: AnswerBook, settings: ModelSettings): Promise<RecordedModel> {
  const unanswered: string[] = [];
  const server = await createOpenAiWireServer({
    respond({ body }) {
      const taken = book.take((body.messages ?? []) as ChatMessage[]);
      if (!("lacks" in taken)) return replyOf(taken);
      const message = `No recorded answer is left for ${taken.lacks}`;
      unanswered.push(message);
      return { kind: "error", status: 400, error: { message } };
    },
  });
  const model = createAiSdkModel({
    providers: { recorded: { kind: "openai-compatible", baseUrl: server.baseUrl } },
    models: [settings],
  });
  return { model, server, unanswered, left: book.left, close: server.close };
}

function bookOfCalls(calls: readonly RecordedCall[]): AnswerBook {
  const queues = new Map<string, RecordedCall[]>();
  for (const call of calls) {
    const subject = subjectOf(call.request.messages);
    queues.set(subject, [...(queues.get(subject) ?? []), call]);
  }
  return {
    take(messages) {
      const subject = subjectOf(messages);
      return queues.get(subject)?.shift() ?? { lacks: subject };
    },
    left: () => [...queues.values()].flat().map(({ number }) => number),
  };
}

/** Who is asked about what: "agent of task deploy". */
function subjectOf(messages: readonly ChatMessage[]): string {
  const textOf = (role: ChatMessage["role"]) => messages.find((one) => one.role === role)?.content ?? "";
  const task = readJsonBlock(textOf("user"), "task");
  const about = isJsonObject(task) ? ` of task ${String(task.id)}` : "";
  return `${readRole(textOf("system")) ?? "nobody"}${about}`;
}

/** A recorded answer as the wire server plays it. */
function replyOf({ number, answer }: { number: string; answer: RecordedAnswer }): Reply {
  if ("status" in answer) return { kind: "error", status: answer.status, error: answer.body.error };
  const { content, tool_calls: called = [], finish_reason: finishReason } = answer;
  return {
    kind: "answer",
    text: content,
    toolCalls: called.map(({ name, args }, index) => ({ id: `call_${number}_${index}`, tool: name, args })),
    usage: { inputTokens: 100, outputTokens: 10 },
    ...(finishReason !== undefined && { finishReason }),
  };
}
