import { chatCompletions } from "./wire/chat-completions";
import { responses } from "./wire/responses";
import { createWireServer, type WireServer, type WireServerOptions } from "./wire/server";

export type {
  AnswerReply,
  ErrorReply,
  Reply,
  WireEnding,
  WireError,
  WireRequest,
  WireToolCall,
  WireUsage,
} from "./wire/reply";
export type { WireServer } from "./wire/server";

/**
 * A server that speaks OpenAI's streaming protocols (chat completions and Responses) and answers each request
 * by script. Give its `baseUrl` to a provider; `requests` tells what was sent.
 */
export function createOpenAiWireServer(options: WireServerOptions): Promise<WireServer> {
  return createWireServer(options, [chatCompletions, responses]);
}
