import { chatCompletions } from "./chat-completions";
import { responses } from "./responses";
import { createWireServer, type WireServer, type WireServerOptions } from "./server";

export type {
  AnswerReply,
  ErrorReply,
  Reply,
  WireRequest,
  WireToolCall,
} from "./reply";
export type { WireServer } from "./server";

/**
 * A server that speaks OpenAI's streaming protocols (chat completions and Responses) and answers each request
 * by script. Give its `baseUrl` to a provider; `requests` tells what was sent.
 */
export function createOpenAiWireServer(options: WireServerOptions): Promise<WireServer> {
  return createWireServer(options, [chatCompletions, responses]);
}
