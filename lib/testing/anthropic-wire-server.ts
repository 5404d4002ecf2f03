import { messages } from "./wire/messages";
import { createWireServer, type WireServer, type WireServerOptions } from "./wire/server";

/** A server that speaks Anthropic's streaming Messages protocol and answers each request by script. */
export function createAnthropicWireServer(options: WireServerOptions): Promise<WireServer> {
  return createWireServer(options, [messages]);
}
