import { createAiSdkModel } from "@/lib/adapters/ai-sdk-model";
import { isJsonObject } from "@/lib/core/json";
import type { Model } from "@/lib/core/ports";
import { readBlock, readJsonBlock, readRole } from "@/lib/core/prompt-blocks";
import type { ChatMessage } from "../recordings";
import { createOpenAiWireServer, type WireRequest, type WireServer } from "../wire/openai-server";
import { KINDS, type Kind, type Said, STYLES } from "./styles";

/** What the one who is asked knows. */
type Asked = {
  role: string;
  /** The task that the request is about; empty for none. */
  task: string;
  /** The first message of the user. */
  prompt: string;
  /** How many of its turns have been answered with what tools gave. */
  rounds: number;
};

/** What every kind of model wants to say in a mission; only the manner differs. */
export type Script = (asked: Asked) => Said;

export type KindsEndpoint = {
  model: Model;
  server: WireServer;
  idOf(kind: Kind): string;
  close(): Promise<void>;
};

/**
 * A local OpenAI-compatible endpoint with one model for each kind: frontier, mid-size and weak. All of them say what the
 * script of the mission says, each in its manner.
 */
export async function openKindsEndpoint(scripts: Record<string, Script>): Promise<KindsEndpoint> {
  const server = await createOpenAiWireServer({ respond: (request) => answer(request, scripts) });
  const idOf = (kind: Kind) => `kinds:${kind}`;
  const model = createAiSdkModel({
    providers: { kinds: { kind: "openai-compatible", baseUrl: server.baseUrl } },
    models: KINDS.map((kind) => ({ id: idOf(kind), contextTokens: 64_000 })),
  });
  return { model, server, idOf, close: server.close };
}

function answer({ body }: WireRequest, scripts: Record<string, Script>) {
  const messages = (body.messages ?? []) as ChatMessage[];
  const textOf = (role: ChatMessage["role"]) => messages.find((one) => one.role === role)?.content ?? "";
  const prompt = textOf("user");
  const role = readRole(textOf("system")) ?? "";
  const task = readJsonBlock(prompt, "task");
  const mission = readBlock(prompt, "mission") ?? "";
  const script = scripts[mission];
  const style = STYLES[String(body.model) as Kind];
  if (!script || !style) throw new Error(`Nothing is scripted for ${String(body.model)} in “${mission}”`);
  const asked = { role, task: isJsonObject(task) ? String(task.id) : "", prompt, rounds: roundsOf(messages) };
  return style(script(asked), {
    role,
    turns: messages.filter((one) => one.role === "assistant").length,
    hasTools: body.tools !== undefined,
    hasForm: body.response_format !== undefined,
  });
}

/** Turns whose calls were made: what follows them is a result, or an observation that is no complaint. */
function roundsOf(messages: readonly ChatMessage[]): number {
  return messages.filter((message, index) => {
    const { role, content } = messages[index + 1] ?? {};
    if (message.role !== "assistant") return false;
    return (
      role === "tool" || (role === "user" && /<data name="observation">\n(?!\{"error")/.test(content ?? ""))
    );
  }).length;
}
