import { afterEach, describe, expect, it } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import type { ModelRequest, ToolSpec } from "@/lib/core/ports";
import { createOpenAiWireServer, type WireServer } from "@/lib/testing/wire/openai-server";
import { openWireModel, type WireKind } from "@/lib/testing/wire/wire-model";
import { createAiSdkModel } from "..";

/** An endpoint that refuses tools for their schemas, as real ones do. */
let server: WireServer;
afterEach(() => server.close());

const spec = (name: string, field: JsonObject): ToolSpec => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: "object", properties: { email: field }, required: ["email"] },
});
const PAY = spec("pay", { type: "string", format: "email", pattern: "^(?!\\.)x" });
const LOOKUP = spec("lookup", { type: "string", maxLength: 9 });
const PLAIN = spec("plain", { type: "string" });
const MAIL = spec("send_mail", { type: "string", minLength: 3 });
const TOOLS = [LOOKUP, PAY, MAIL];

type Sent = { name: string; description: string; parameters: JsonObject };
const functionsIn = ({ tools }: JsonObject): Sent[] =>
  (Array.isArray(tools) ? tools : []).flatMap((tool) =>
    isJsonObject(tool) && isJsonObject(tool.function) ? [tool.function as Sent] : [],
  );
const namesIn = (body: JsonObject) => functionsIn(body).map(({ name }) => name);
const schemaOf = (body: JsonObject, tool: string): Json | undefined =>
  functionsIn(body).find(({ name }) => name === tool)?.parameters;
const isWhole = (body: JsonObject, { name, inputSchema }: ToolSpec) =>
  JSON.stringify(schemaOf(body, name)) === JSON.stringify(inputSchema);
const isSent = (body: JsonObject, { name }: ToolSpec) => namesIn(body).includes(name);

type Refusal = { status?: number; body: (body: JsonObject) => Json | undefined };

async function open({ status = 400, body: refuse }: Refusal) {
  server = await createOpenAiWireServer({
    respond({ body }) {
      const error = refuse(body);
      if (error === undefined) return { kind: "answer", text: "ok" };
      return { kind: "error", status, error: JSON.stringify(error) };
    },
  });
  const logged: object[] = [];
  const nothing = () => undefined;
  const model = createAiSdkModel({
    providers: { wire: { kind: "openai-compatible", baseUrl: server.baseUrl } },
    models: [{ id: "wire:one" }, { id: "wire:two" }],
    log: { debug: nothing, info: (fields) => logged.push(fields), warn: nothing, error: nothing },
  });
  const ask = (request: Partial<ModelRequest> = {}) =>
    model.call(
      {
        modelId: "wire:one",
        system: "Be brief.",
        messages: [{ role: "user", text: "Hello?" }],
        tools: TOOLS,
        ...request,
      },
      { signal: new AbortController().signal },
    );
  const info = () => model.list().find(({ id }) => id === "wire:one");
  return { ask, info, logged };
}

/** Answer of the endpoint while a condition holds for what was sent. */
const saying = (said: Json, when = (body: JsonObject) => isWhole(body, PAY), status = 400): Refusal => ({
  status,
  body: (body) => (when(body) ? said : undefined),
});
const openAi = (message: string, param?: string): Json => ({
  error: {
    message,
    type: "invalid_request_error",
    param: param ?? null,
    code: "invalid_function_parameters",
  },
});
const google = (message: string): Json => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } });

const REFUSALS: [string, Json][] = [
  [
    "a place and a name",
    openAi(
      "Invalid schema for function 'pay': regex lookaround is not supported. Found at $.properties.email.pattern.",
      "tools[1].function.parameters",
    ),
  ],
  ["a name in quotes", openAi("Invalid schema for function 'pay': 'uri' is not a valid format.")],
  [
    "a name among names of its fields",
    openAi(
      "Invalid schema for function 'pay': In context=('properties', 'lookup'), array schema missing items.",
    ),
  ],
  ["a name without quotes", openAi("invalid JSON schema for tool pay: `/properties/email`: bad pattern")],
  ["a place with brackets alone", openAi("Invalid type for 'tools[1].parameters': expected an object.")],
  [
    "a place with dots",
    {
      type: "error",
      error: {
        type: "invalid_request_error",
        message:
          "tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12",
      },
    },
  ],
  [
    "a place within a place",
    google(
      "* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[email].format: only 'enum' and 'date-time' are supported for STRING type",
    ),
  ],
  [
    "a field that is not known",
    google(
      "Invalid JSON payload received. Unknown name \"pattern\" at 'tools[0].function_declarations[1].parameters.properties[0].value': Cannot find field.",
    ),
  ],
  [
    "a declaration by name",
    google(
      "Unable to submit request because `pay` functionDeclaration `parameters.email` schema specified other fields alongside any_of.",
    ),
  ],
  [
    "a place as a list of keys",
    {
      detail: [
        { type: "value_error", loc: ["body", "tools", 1, "function", "parameters"], msg: "Invalid schema" },
      ],
    },
  ],
  [
    "the place within the words of a check",
    {
      object: "error",
      message: {
        detail: [{ loc: ["body", "tools", 1, "function", "parameters", "properties"], msg: "bad" }],
      },
      type: "invalid_request_error",
    },
  ],
  [
    "a gateway that passes it on as text",
    {
      error: {
        message: "Provider returned error",
        code: 400,
        metadata: { raw: JSON.stringify(openAi("Invalid schema for function 'pay': bad pattern")) },
      },
    },
  ],
  [
    "a proxy that puts it into a sentence",
    openAi(
      `Error from provider(x: 400): ${JSON.stringify(openAi("Invalid schema for function 'pay': bad", "tools[1].function.parameters"))}`,
    ),
  ],
  [
    "the configuration of tools",
    { message: "The value at toolConfig.tools.1.toolSpec.inputSchema.json is invalid." },
  ],
];

describe("a tool whose schema a provider does not take", () => {
  it.each(REFUSALS)("is sent with a simple schema, and the whole one in words: by %s", async (_, said) => {
    const { ask, logged } = await open(saying(said));
    const { text, refusedTools } = await ask();
    expect(text).toBe("ok");
    expect(refusedTools).toEqual([{ tool: "pay", sent: "simplified" }]);
    expect(server.requests.map(({ body }) => namesIn(body))).toEqual([
      ["lookup", "pay", "send_mail"],
      ["lookup", "pay", "send_mail"],
    ]);
    const body = server.requests[1]?.body ?? {};
    expect(schemaOf(body, "pay")).toEqual(spec("pay", { type: "string" }).inputSchema);
    expect(functionsIn(body)[1]?.description).toBe(
      `Does pay\n\nThe arguments have to fit this JSON Schema: ${JSON.stringify(PAY.inputSchema)}`,
    );
    expect([isWhole(body, LOOKUP), isWhole(body, MAIL)]).toEqual([true, true]);
    expect(logged).toMatchObject([{ tool: "pay", refused: "schema" }]);
  });

  it("is sent so from the beginning later, to this model, while it is the same", async () => {
    const { ask } = await open(saying(openAi("Invalid schema for function 'pay': bad")));
    await ask();
    expect(await ask()).toMatchObject({ refusedTools: [{ tool: "pay", sent: "simplified" }] });
    expect(server.requests).toHaveLength(3);
    const { inputSchema } = spec("pay", { type: "string" });
    const changed = await ask({ tools: [{ ...PAY, inputSchema }] });
    expect(changed.refusedTools).toBeUndefined();
    await ask({ modelId: "wire:two" });
    const whole = server.requests.flatMap(({ body }, n) => (isWhole(body, PAY) ? [n] : []));
    expect([whole, server.requests.length]).toEqual([[0, 4], 6]);
  });

  it("is left out where it is refused again, and from then on", async () => {
    const { ask, info } = await open(
      saying(openAi("Invalid schema for function 'pay': bad"), (body) => isSent(body, PAY)),
    );
    const left = { text: "ok", refusedTools: [{ tool: "pay", sent: "left_out" }] };
    expect(await ask()).toMatchObject(left);
    expect(await ask()).toMatchObject(left);
    expect(server.requests.map(({ body }) => isSent(body, PAY))).toEqual([true, true, false, false]);
    expect(info()).not.toHaveProperty("toolCalling");
  });

  it("is left out at once where its schema is as simple as can be", async () => {
    const { ask } = await open(
      saying(openAi("Invalid schema for function 'plain': bad"), (body) => isSent(body, PLAIN)),
    );
    const { refusedTools } = await ask({ tools: [LOOKUP, PLAIN] });
    expect(refusedTools).toEqual([{ tool: "plain", sent: "left_out" }]);
    expect(server.requests).toHaveLength(2);
  });

  it("may be one of several, at once or one after the other", async () => {
    const at = (index: number) =>
      `Unknown name "$schema" at 'tools[0].function_declarations[${index}].parameters': Cannot find field.`;
    const { ask } = await open({
      body(body) {
        if (isWhole(body, LOOKUP) || isWhole(body, PAY)) return google(`${at(0)}\n${at(1)}`);
        return isWhole(body, MAIL) ? openAi("Invalid schema for function 'send_mail': bad") : undefined;
      },
    });
    const { refusedTools } = await ask();
    expect(refusedTools?.map(({ sent }) => sent)).toEqual(["simplified", "simplified", "simplified"]);
    expect(server.requests).toHaveLength(3);
  });

  it("is found by its place among those that are sent", async () => {
    const { ask } = await open({
      body(body) {
        const at = namesIn(body).indexOf("pay");
        const bad = at >= 0 ? at : isWhole(body, MAIL) ? namesIn(body).indexOf("send_mail") : -1;
        return bad < 0 ? undefined : openAi("Bad schema", `tools[${bad}].function.parameters`);
      },
    });
    expect((await ask()).refusedTools).toEqual([
      { tool: "pay", sent: "left_out" },
      { tool: "send_mail", sent: "simplified" },
    ]);
  });

  it.each([
    ["fewer words, where the words are too long", "tools[1].function.description", "simplified"],
    ["no word at all, where its name is refused", "tools[1].function.name", "left_out"],
  ])("is sent with %s", async (_, param, sent) => {
    const { ask } = await open({
      body(body) {
        const pay = functionsIn(body).find(({ name }) => name === "pay");
        const isRefused = param.endsWith("name") ? pay : pay && pay.description.length > 1_024;
        return isRefused ? openAi(`Invalid '${param}': string too long`, param) : undefined;
      },
    });
    const tools = [LOOKUP, { ...PAY, description: "x".repeat(2_000) }];
    expect((await ask({ tools })).refusedTools).toEqual([{ tool: "pay", sent }]);
    expect(server.requests).toHaveLength(2);
    if (sent === "simplified") expect(isWhole(server.requests[1]?.body ?? {}, PAY)).toBe(true);
  });

  it("is sent with a simple schema alone, where the whole one is too long in words", async () => {
    const { ask } = await open({
      body(body) {
        const pay = functionsIn(body).find(({ name }) => name === "pay");
        if (isWhole(body, PAY)) return openAi("Invalid schema for function 'pay': bad");
        return pay && pay.description.length > 20
          ? openAi("Invalid 'tools[1].function.description': string too long")
          : undefined;
      },
    });
    expect((await ask()).refusedTools).toEqual([{ tool: "pay", sent: "simplified" }]);
    expect(functionsIn(server.requests[2]?.body ?? {})[1]?.description).toBe("Does pay");
  });

  it("goes with the other parts that a model does not take", async () => {
    const { ask } = await open({
      body(body) {
        if (isWhole(body, PAY)) return openAi("Invalid schema for function 'pay': bad");
        return body.temperature === undefined
          ? undefined
          : openAi("Unsupported value: 'temperature'", "temperature");
      },
    });
    expect(await ask({ temperature: 0 })).toMatchObject({ text: "ok", refusedTools: [{ tool: "pay" }] });
    expect(server.requests).toHaveLength(3);
  });
});

describe.each<[WireKind, string]>([
  ["openai responses", "Invalid schema for function 'pay': In context=('properties', 'email'), bad pattern"],
  [
    "anthropic",
    "tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12",
  ],
  ["google", "Invalid value at 'tools[0].function_declarations[1].parameters_json_schema.properties': bad"],
  ["gateway", "tools.1.custom.input_schema: bad pattern"],
])("over the protocol of %s", (kind, message) => {
  it("a tool that is refused is sent with a simple schema", async () => {
    const wire = await openWireModel(kind);
    server = wire.server;
    wire.reply({ kind: "error", status: 400, error: { message, code: 400 } }, { kind: "answer", text: "ok" });
    const { text, refusedTools } = await wire.ask({ tools: TOOLS });
    expect([text, refusedTools]).toEqual(["ok", [{ tool: "pay", sent: "simplified" }]]);
    expect(server.requests.map(({ body }) => JSON.stringify(body).includes('"format":"email"'))).toEqual([
      true,
      false,
    ]);
  });
});

describe("a refusal of schemas that names no tool", () => {
  it.each<[string, number, Json]>([
    [
      "of function parameters",
      400,
      openAi(
        "Invalid request: tools.function.parameters is not a valid flavored json schema: At path 'properties.email': not supported",
      ),
    ],
    [
      "of a grammar",
      400,
      { object: "error", message: 'Grammar error: Unimplemented keys: ["propertyNames"]', code: 400 },
    ],
    [
      "with the status of an outage",
      500,
      {
        error: {
          code: 500,
          message: "JSON schema conversion failed: unsupported pattern",
          type: "server_error",
        },
      },
    ],
  ])("has all of them simplified, and later requests too: %s", async (_, status, said) => {
    const { ask, info } = await open(saying(said, (body) => isWhole(body, PAY), status));
    const { refusedTools } = await ask();
    expect(refusedTools).toEqual(TOOLS.map(({ name }) => ({ tool: name, sent: "simplified" })));
    await ask();
    expect(server.requests).toHaveLength(3);
    expect(info()).not.toHaveProperty("toolCalling");
  });

  it.each([
    "tools: unsupported type 'null'",
    "Unsupported type in function parameters: null",
    "This model does not support the keyword 'pattern' in tools",
    "Unknown keyword format in tools",
    "Tools: union types are not supported",
  ])("is none of tools as such, which the model takes: %s", async (message) => {
    const { ask, info } = await open(saying(openAi(message)));
    expect(await ask()).toMatchObject({ text: "ok", refusedTools: { length: TOOLS.length } });
    expect(info()).not.toHaveProperty("toolCalling");
  });

  it("stands where it is said again, and nothing is kept in mind", async () => {
    const message = "Invalid schema for tools";
    const { ask } = await open(saying(openAi(message), () => server.requests.length <= 2));
    await expect(ask()).rejects.toMatchObject({
      code: "bad_request",
      message: expect.stringContaining(message),
    });
    expect(server.requests).toHaveLength(2);
    expect((await ask()).refusedTools).toBeUndefined();
    expect(isWhole(server.requests[2]?.body ?? {}, PAY)).toBe(true);
  });
});

describe("what is no refusal of a schema", () => {
  it.each<[string, number, Json]>([
    [
      "a call that does not fit",
      400,
      {
        error: {
          message:
            "tool call validation failed: parameters for tool pay did not match schema: errors: [`/email`: expected string]",
          code: "tool_use_failed",
          failed_generation: "<function=pay>{}",
        },
      },
    ],
    ["a context that is full", 400, openAi("This model's maximum context length is 8192 tokens.")],
    ["a limit", 429, openAi("Invalid schema for function 'pay': slow down")],
    ["an outage", 503, openAi("Invalid schema for function 'pay'")],
  ])("changes nothing: %s", async (_, status, said) => {
    const { ask } = await open(saying(said, () => true, status));
    await expect(ask({ tools: [...TOOLS, spec("check_schema", {})] })).rejects.toHaveProperty("code");
    expect(server.requests).toHaveLength(1);
  });
});
