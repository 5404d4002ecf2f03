import type { Json } from "@/lib/core/json";
import type { CancelSignal, Model, ModelInfo, ModelRequest, ModelResponse } from "@/lib/core/ports";
import { type RoleName, readRole } from "@/lib/core/prompt-blocks";

/** What the script makes of a request: a text, tool calls, or a failure to throw. */
export type ScriptedAnswer =
  | string
  | {
      text?: string;
      reasoning?: string;
      /** `rawArgs`: how the arguments were written, where that says more. */
      calls?: { tool: string; args: Json; callId?: string; rawArgs?: string }[];
      /** By default that of its calls. */
      finishReason?: ModelResponse["finishReason"];
    }
  | { fail: { code: string; message?: string; retryAfterMs?: number } };

export type Script = (
  request: ModelRequest & { role: RoleName | undefined; prompt: string },
  context: { signal: CancelSignal; nth: number },
) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** What the model is beside its usual self; undefined takes something from it. */
export type ModelOverrides = { [name in keyof ModelInfo]?: ModelInfo[name] | undefined };

const INFO: ModelInfo = {
  id: "scripted:model",
  provider: "scripted",
  simulated: true,
  price: { inputMicroUsd: 1_000_000, outputMicroUsd: 2_000_000 },
};

/** A Model that answers at once, by a function; `requests` keeps what it was asked. `about` says what it is. */
export function createScriptedModel(
  script: Script,
  overrides: ModelOverrides = {},
): Model & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    list: () => [{ ...INFO, ...overrides } as ModelInfo],
    async call(request, { signal }) {
      requests.push(request);
      const nth = requests.length;
      const [first] = request.messages;
      const prompt = first?.role === "user" ? first.text : "";
      const asked = { ...request, role: readRole(request.system), prompt };
      const answer = await script(asked, { signal, nth });
      if (signal.aborted) throw Object.assign(new Error("aborted"), { code: "aborted" });
      return toResponse(answer, nth);
    },
  };
}

function toResponse(answer: ScriptedAnswer, nth: number): ModelResponse {
  if (typeof answer === "string") return toResponse({ text: answer }, nth);
  if ("fail" in answer) {
    const { code, message = `scripted ${code}`, retryAfterMs } = answer.fail;
    throw Object.assign(new Error(message), { code, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  }
  const { text = "", reasoning, calls = [], finishReason } = answer;
  const toolCalls = calls.map(({ tool, args, callId, rawArgs }, index) => ({
    callId: callId ?? `call_${nth}_${index}`,
    tool,
    args,
    rawArgs: rawArgs ?? JSON.stringify(args),
  }));
  return {
    text,
    ...(reasoning !== undefined && { reasoning }),
    toolCalls,
    verbatim: [{ role: "assistant", text, toolCalls: toolCalls as Json }],
    finishReason: finishReason ?? (toolCalls.length > 0 ? "tool_calls" : "stop"),
    usage: { inputTokens: 100, outputTokens: 10 },
    latencyMs: 0,
  };
}
