import { afterEach, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@/lib/core/json";
import type { ToolSpec } from "@/lib/core/ports";
import { createOpenAiWireServer, type WireServer } from "@/lib/testing/wire/openai-server";
import { createAiSdkModel } from "..";

let server: WireServer;
afterEach(() => server.close());

const spec = (name: string, field: JsonObject): ToolSpec => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: "object", properties: { email: field }, required: ["email"] },
});
const TOOLS = [
  spec("lookup", { type: "string", maxLength: 9 }),
  spec("pay", { type: "string", format: "email" }),
];

/** An endpoint that refuses requests with these words while a condition holds for what was sent. */
async function open(status: number, said: Json, when: (body: string) => boolean) {
  server = await createOpenAiWireServer({
    respond({ body }) {
      if (!when(JSON.stringify(body))) return { kind: "answer", text: "ok" };
      return { kind: "error", status, error: JSON.stringify(said) };
    },
  });
  const model = createAiSdkModel({
    providers: { wire: { kind: "openai-compatible", baseUrl: server.baseUrl } },
    models: [{ id: "wire:one" }],
  });
  const request = {
    modelId: "wire:one",
    system: "Be brief.",
    messages: [{ role: "user" as const, text: "Hello?" }],
  };
  return () => model.call({ ...request, tools: TOOLS }, { signal: new AbortController().signal });
}
const openAi = (message: string): Json => ({ error: { message, type: "invalid_request_error", code: null } });

describe("a refusal that nothing explains", () => {
  it.each<[string, number, Json]>([
    ["a fault of a field", 400, openAi("'email' is not a valid format.")],
    ["a keyword", 422, openAi("Lookaround is not supported in regular expressions")],
    ["another language", 400, openAi("Paramètres de l'outil « pay » invalides")],
    ["no words", 400, { error: "Bad Request" }],
  ])("is tried once with simple schemas, and that is kept where it helped: %s", async (_, status, said) => {
    const ask = await open(status, said, (body) => body.includes('"format":"email"'));
    const sent = TOOLS.map(({ name }) => ({ tool: name, sent: "simplified" }));
    expect((await ask()).refusedTools).toEqual(sent);
    expect((await ask()).refusedTools).toEqual(sent);
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ["a tool that is only named", openAi("messages.3: no result for function 'pay'")],
    ["a tool that is named like a schema", openAi("Unknown function 'check_schema' in messages")],
    ["a setting of the whole", openAi("messages: at least one message is required")],
  ])("stands where it is said again, and nothing is kept in mind: %s", async (_, said) => {
    const ask = await open(400, said, () => server.requests.length <= 2);
    await expect(ask()).rejects.toHaveProperty("code", "bad_request");
    expect(server.requests).toHaveLength(2);
    expect((await ask()).refusedTools).toBeUndefined();
  });
});
