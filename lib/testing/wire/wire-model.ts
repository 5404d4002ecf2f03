import { createAiSdkModel, type ProviderSettings } from "@/lib/adapters/ai-sdk-model";
import { modelFetchFor } from "@/lib/adapters/safe-http";
import type { Model, ModelRequest } from "@/lib/core/ports";
import { chatCompletions } from "./chat-completions";
import { gateway } from "./gateway";
import { google } from "./google";
import { messages } from "./messages";
import type { Reply } from "./reply";
import { responses } from "./responses";
import { createWireServer, type WireServer } from "./server";

const PROTOCOLS = {
  "openai-compatible": chatCompletions,
  "openai chat": chatCompletions,
  "openai responses": responses,
  anthropic: messages,
  google,
  gateway,
};

export type WireKind = keyof typeof PROTOCOLS;
export const WIRE_KINDS = Object.keys(PROTOCOLS) as WireKind[];

/** The key that wire models send: tests look for it where it must not be. */
export const WIRE_KEY = "sk-wire-0123456789abcdef";

export type WireModel = {
  model: Model;
  modelId: string;
  server: WireServer;
  /** Lines up the next answers; a request without one is an error 500. */
  reply(...replies: Reply[]): void;
  /** One call with a user's text and no tools, unless the request says otherwise. */
  ask(request?: Partial<ModelRequest>, onText?: (delta: string) => void): ReturnType<Model["call"]>;
};

/** A real adapter in front of a local server that speaks the provider's protocol. */
export async function openWireModel(
  kind: WireKind,
  options: { timeoutMs?: number } = {},
): Promise<WireModel> {
  const script: Reply[] = [];
  const respond = () => script.shift() ?? { kind: "error" as const, status: 500, error: "nothing scripted" };
  const server = await createWireServer({ respond }, [PROTOCOLS[kind]]);
  const modelId = "wire:some-model";
  const model = createAiSdkModel({
    providers: { wire: settingsOf(kind, server.baseUrl) },
    models: [{ id: modelId }],
    fetchFor: modelFetchFor,
    ...options,
  });
  return {
    model,
    modelId,
    server,
    reply: (...replies) => script.push(...replies),
    ask: (request, onText) =>
      model.call(
        { modelId, system: "Be brief.", messages: [{ role: "user", text: "Hello?" }], ...request },
        { signal: new AbortController().signal, onText },
      ),
  };
}

function settingsOf(kind: WireKind, baseUrl: string): ProviderSettings {
  const common = { apiKey: WIRE_KEY, baseUrl };
  if (kind === "openai chat") return { ...common, kind: "openai", api: "chat" };
  if (kind === "openai responses") return { ...common, kind: "openai", api: "responses" };
  return { ...common, kind };
}
