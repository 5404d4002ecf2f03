import { redactSecrets, secretForms } from "@/lib/core/hide-secrets";
import { isJsonObject, type Json } from "@/lib/core/json";
import type {
  Model,
  ModelFailure,
  ModelMessage,
  ModelRequest,
  ModelResponse,
  NeutralTurn,
} from "@/lib/core/ports";
import { readRole } from "@/lib/core/prompt-blocks";
import type { ChatMessage, RecordedAnswer, RecordedCall } from ".";

const MIN_SECRET_CHARS = 8;
/** The status of a failure that had none on the wire. */
const UNAVAILABLE = 503;

/**
 * Wraps models so that what is asked of them and what they answer is recorded, in the order of the requests, in the form
 * of chat completions whatever their providers speak. `onCall` gets all calls so far after each one. Secrets are
 * replaced, and probes left out.
 */
export function createRecorder({
  onCall,
  secrets = [],
}: {
  onCall(calls: readonly RecordedCall[]): void;
  secrets?: readonly string[];
}): (model: Model) => Model {
  const forms = secretForms(secrets, MIN_SECRET_CHARS);
  const calls: RecordedCall[] = [];
  let count = 0;
  const record = (number: string, request: ModelRequest, answer: RecordedAnswer) => {
    const role = readRole(request.system);
    if (role === undefined) return;
    const line = JSON.stringify({ number, role, request: chatRequestOf(request), answer });
    calls.push(JSON.parse(redactSecrets(line, forms, "[hidden]")) as RecordedCall);
    calls.sort((a, b) => a.number.localeCompare(b.number));
    onCall(calls);
  };
  return (model) => ({
    list: () => model.list(),
    async call(request, context) {
      count += 1;
      const number = String(count).padStart(3, "0");
      try {
        const response = await model.call(request, context);
        record(number, request, answerOf(response));
        return response;
      } catch (thrown) {
        const { code, message, status = UNAVAILABLE } = thrown as ModelFailure;
        if (code !== "aborted") record(number, request, { status, body: { error: { message, type: code } } });
        throw thrown;
      }
    },
  });
}

function answerOf({ text, toolCalls, finishReason }: ModelResponse): RecordedAnswer {
  const called = toolCalls.map(({ tool, args, rawArgs }) => ({ name: tool, args: args ?? rawArgs }));
  const ended = finishReason === "length" || finishReason === "content_filter";
  return {
    content: text,
    ...(called.length > 0 && { tool_calls: called }),
    ...(ended && { finish_reason: finishReason }),
  };
}

function chatRequestOf({ system, messages, tools = [], output }: ModelRequest): RecordedCall["request"] {
  const specs = tools.map(({ name, description, inputSchema: parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
  return {
    messages: [{ role: "system", content: system }, ...messages.flatMap(chatMessagesOf)],
    ...(specs.length > 0 && { tools: specs }),
    ...(output && { response_format: { type: "json_schema", json_schema: output } }),
  };
}

function chatMessagesOf(message: ModelMessage): ChatMessage[] {
  if (message.role === "user") return [{ role: "user", content: message.text }];
  if ("verbatim" in message) return message.verbatim.flatMap(assistantMessageOf);
  if (message.role === "assistant") return [assistantTurn(message.turn.text, message.turn.toolCalls)];
  return message.results.map(({ callId, output }) => ({
    role: "tool",
    tool_call_id: callId,
    content: typeof output === "string" ? output : JSON.stringify(output),
  }));
}

/** A turn as the SDK keeps it: a text, or parts of which some are texts and some calls. */
function assistantMessageOf(message: Json): ChatMessage[] {
  if (!isJsonObject(message)) return [];
  const { content } = message;
  if (typeof content === "string") return [{ role: "assistant", content }];
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
  const text = parts.flatMap((part) => (part.type === "text" ? String(part.text) : [])).join("");
  const called = parts.flatMap(({ type, toolCallId, toolName, input = {} }) =>
    type === "tool-call" ? [{ callId: String(toolCallId), tool: String(toolName), args: input }] : [],
  );
  return [assistantTurn(text, called)];
}

function assistantTurn(text: string, calls: NeutralTurn["toolCalls"]): ChatMessage {
  const called = calls.map(({ callId: id, tool: name, args }) => ({
    id,
    function: { name, arguments: JSON.stringify(args) },
  }));
  return {
    role: "assistant",
    content: text === "" ? null : text,
    ...(called.length > 0 && { tool_calls: called }),
  };
}
