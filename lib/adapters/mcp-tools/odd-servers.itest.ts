import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@/lib/core/json";
import { mcpToolName, uncheckedParts } from "@/lib/core/mcp";
import { isPassingFault } from "@/lib/core/tool-faults";
import { fickleServer } from "@/lib/testing/mcp/servers";
import { type McpWorld, openMcpWorld } from "@/lib/testing/mcp/world";
import { toolContext } from "@/lib/testing/tools/tool-context";
import { openWebServer } from "@/lib/testing/web-server";
import { exactFetch } from "./exact-wire";

const folder = mkdtempSync(join(tmpdir(), "odd-"));
let worlds: McpWorld[] = [];
let files = 0;

/** A server with these tools beside its own, each answered by the message of its name, or by what a text writes of it. */
async function openOdd(tools: Json[], answers: Record<string, JsonObject | string> = {}) {
  files += 1;
  const path = join(folder, `others-${files}.json`);
  writeFileSync(path, JSON.stringify({ tools, answers }));
  const config = fickleServer({ FICKLE_OTHERS: path });
  const world = await openMcpWorld([config]);
  worlds.push(world);
  const run = (name: string, args: JsonObject = {}) =>
    world.tools.run(`fickle__${name}`, args, toolContext());
  return { ...world, run, probe: () => world.mcp.probe(config) };
}

const tool = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  description: name,
  inputSchema: { type: "object", properties: {} },
  ...more,
});
const text = (words: string) => ({ type: "text", text: words });

afterEach(async () => {
  await Promise.all(worlds.map((world) => world.close()));
  worlds = [];
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a server with definitions that are none", () => {
  it("loses these alone, each with its reason", async () => {
    const { probe } = await openOdd([
      tool("healthy"),
      tool("lookup", { inputSchema: { type: "string" } }),
      tool("find", { inputSchema: { anyOf: [{ type: "object" }] } }),
      tool("merge", { inputSchema: {} }),
      tool("listing", { outputSchema: { type: "array" } }),
      tool("told_badly", { outputSchema: "text" }),
      { description: "nameless", inputSchema: { type: "object" } },
      tool("told", { annotations: { readOnlyHint: "yes" } }),
      "no tool",
      tool("nulls", { description: null, title: null, annotations: { readOnlyHint: null } }),
      tool("asks_nothing", { inputSchema: { type: "object", properties: null, required: null } }),
    ]);
    const seen = await probe();
    if (!seen.ok) throw new Error(seen.problem);
    const names = seen.tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["echo", "healthy", "listing", "nulls", "asks_nothing"]));
    for (const name of ["lookup", "find", "merge", "told_badly", "told"]) expect(names).not.toContain(name);
    expect(seen.leftOut).toEqual(
      expect.arrayContaining([
        { name: "lookup", reason: 'its input schema does not say that it is of the type "object"' },
        { name: "find", reason: 'its input schema does not say that it is of the type "object"' },
        { name: "merge", reason: 'its input schema does not say that it is of the type "object"' },
        { name: "told_badly", reason: "its output schema is no JSON object" },
        { name: "(no name)", reason: "it has no name" },
        {
          name: "told",
          reason: expect.stringMatching(/^its definition breaks the protocol at annotations\./),
        },
        { name: "(no name)", reason: "it is no object" },
      ]),
    );
  });
});

describe("a server with tools that would have one name with us", () => {
  it("loses both, in whatever order it lists them", async () => {
    const twins = [tool("send x"), tool(mcpToolName("", "send x").slice("__".length))];
    for (const listed of [twins, twins.toReversed()]) {
      const { probe } = await openOdd([tool("healthy"), ...listed]);
      const seen = await probe();
      const names = seen.ok ? seen.tools.map(({ name }) => name) : [];
      expect(names).toContain("healthy");
      for (const { name } of twins) expect(names).not.toContain(name);
      expect(seen).toMatchObject({
        leftOut: expect.arrayContaining(
          twins.map(({ name }) => ({ name, reason: "with us it has the same name as another tool" })),
        ),
      });
    }
  });
});

describe("a server with schemas that cannot be checked whole", () => {
  it("is called, and what is not checked is named", async () => {
    const pattern =
      "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";
    const properties = { to: { type: "string", format: "email", pattern } };
    const answered = { result: { content: [text("sent")] } };
    const { run, probe } = await openOdd(
      [tool("send", { inputSchema: { type: "object", properties, required: ["to"] } })],
      { send: answered },
    );
    expect(await run("send", { to: "ana@example.org" })).toEqual({ ok: true, output: "sent" });
    expect(await run("send", {})).toMatchObject({ code: "invalid_arguments" });
    const seen = await probe();
    const send = seen.ok && seen.tools.find(({ name }) => name === "send");
    expect(send && uncheckedParts(send)).toEqual(["properties.to.pattern (the pattern cannot be run)"]);
  });
});

describe("a server with odd words in a schema that is one", () => {
  it("keeps the tool: no fields as a list, a number among the names that are required", async () => {
    const answered = { result: { content: [text("fine")] } };
    const named = { type: "object", properties: { s: { type: "string" } }, required: [1, "s"] };
    const { run, probe } = await openOdd(
      [
        tool("php", { inputSchema: { type: "object", properties: [], required: {} } }),
        tool("named", { inputSchema: named }),
        tool("typed", { inputSchema: { type: "object", properties: "none" } }),
      ],
      { php: answered, named: answered, typed: answered },
    );
    for (const [name, args] of [["php"], ["named", { s: "x" }], ["typed"]] as const)
      expect(await run(name, args), name).toEqual({ ok: true, output: "fine" });
    expect(await run("named", {})).toMatchObject({ code: "invalid_arguments" });
    const seen = await probe();
    const unchecked = (name: string) => {
      const found = seen.ok && seen.tools.find((one) => one.name === name);
      return found ? uncheckedParts(found) : undefined;
    };
    expect(["php", "named", "typed"].map(unchecked)).toEqual([
      [expect.stringContaining("required")],
      [expect.stringContaining("required")],
      [expect.stringContaining("properties")],
    ]);
  });
});

describe("numbers that a double would change", () => {
  const items =
    '{"items":[{"id":9007199254740993,"title":"draft"},{"id":9007199254740992,"title":"contract"}]}';
  const exact = {
    items: [
      { id: "9007199254740993", title: "draft" },
      { id: 9_007_199_254_740_992, title: "contract" },
    ],
  };

  it("arrive with their digits from a program, in texts, in data and in details of errors", async () => {
    const { run } = await openOdd([tool("list"), tool("data"), tool("fail"), tool("say")], {
      list: { result: { content: [text(items)] } },
      data: `"result":{"content":[],"structuredContent":${items}}`,
      fail: '"error":{"code":-32000,"message":"No","data":{"id":9007199254740993}}',
      say: '"result":"plain string"',
    });
    expect(await run("list")).toEqual({ ok: true, output: exact });
    expect(await run("data")).toEqual({ ok: true, output: exact });
    expect(await run("say")).toEqual({ ok: true, output: "plain string" });
    expect(await run("fail")).toMatchObject({
      message: expect.stringContaining('{"id":"9007199254740993"}'),
    });
  });

  it("arrive with their digits over HTTP, as JSON and as events, and so does an odd result", async () => {
    const plain = (type: string, body: string) => async () =>
      new Response(body, { headers: { "content-type": type } });
    const read = async (type: string, body: string) =>
      (await exactFetch(plain(type, body))("http://x")).text();
    expect(await read("application/json", `{"n":\n[9007199254740993]}`)).toBe(`{"n":\n["9007199254740993"]}`);
    expect(await read("text/event-stream", 'id: 9007199254740993\ndata:{"n":9007199254740993}\n\n')).toBe(
      'id: 9007199254740993\ndata: {"n":"9007199254740993"}\n\n',
    );
    expect(await read("text/plain", "9007199254740993")).toBe("9007199254740993");
    expect(await read("application/json", '{"id":1,"result":"done"}')).toBe(
      '{"id":1,"result":{"content":"done"}}',
    );
    expect(await read("application/json", '{"result":{"a":1}, "result": x')).toBe(
      '{"result":{"a":1}, "result": x',
    );
  });
});

describe("numbers that a double would change, on their way to a server", () => {
  const inputSchema = {
    type: "object",
    properties: {
      id: { type: "integer" },
      ids: { type: "array", items: { type: "integer" } },
      name: { type: "string" },
    },
  };
  const args = {
    id: "9007199254740993",
    ids: ["-9007199254740995", 1, "18446744073709551615"],
    name: "9007199254740993",
  };
  const sent =
    '"arguments":{"id":9007199254740993,"ids":[-9007199254740995,1,18446744073709551615],"name":"9007199254740993"}';

  it("leave for a program as numbers where its schema wants them, and as texts elsewhere", async () => {
    const { run } = await openOdd([tool("heard", { inputSchema })]);
    expect(await run("heard", args)).toEqual({ ok: true, output: expect.stringContaining(sent) });
  });

  it("leave over HTTP just so", async () => {
    const server = await openWebServer(({ body }, response) => {
      const { id, method, params } = JSON.parse(body || "{}");
      const results: Record<string, JsonObject> = {
        initialize: {
          protocolVersion: params?.protocolVersion ?? "",
          capabilities: { tools: {} },
          serverInfo: { name: "http", version: "1" },
        },
        "tools/list": { tools: [tool("delete", { inputSchema })] },
        "tools/call": { content: [text("done")] },
      };
      const result = results[method];
      if (id === undefined) return void response.writeHead(202).end();
      const error = { code: -32601, message: "Unknown method" };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
    });
    const transport = {
      kind: "http" as const,
      url: `http://127.0.0.1:${server.port}/mcp`,
      headers: {},
      allowPrivate: true,
    };
    const world = await openMcpWorld([
      { workspaceId: "w1", name: "web", transport, timeoutMs: 20_000, revision: 1 },
    ]);
    worlds.push(world);
    expect(await world.tools.run("web__delete", args, toolContext())).toEqual({ ok: true, output: "done" });
    expect(server.requests.find(({ body }) => body.includes('"tools/call"'))?.body).toContain(sent);
    await server.close();
  });
});

describe("what a server said of a call", () => {
  const ticket = {
    outputSchema: { type: "object", properties: { id: { type: "string" } }, additionalProperties: false },
  };
  const answers: Record<string, JsonObject> = {
    create_ticket: { result: { content: [text("created T-1")], structuredContent: { id: "T-1", url: "u" } } },
    create_plainly: { result: { content: [text("created T-2")] } },
    compile: { result: { isError: true, content: [text("failed")], structuredContent: { line: 121 } } },
    post: { result: { content: [{ type: "receipt", number: 7 }, text("posted")] } },
    say: { result: { content: "plain string" } },
    limited: { error: { code: -32000, message: "Request failed", data: { status: 429, retryAfter: 20 } } },
  };
  const open = () =>
    openOdd(
      Object.keys(answers).map((name) => tool(name, name.startsWith("create") ? ticket : {})),
      answers,
    );

  it("reaches the agent: what was done although it breaks its schema", async () => {
    const { run } = await open();
    expect(await run("create_ticket")).toEqual({
      ok: true,
      output: {
        result: { structuredContent: { id: "T-1", url: "u" }, content: [text("created T-1")] },
        mismatch:
          'fickle__create_ticket was carried out, and answered otherwise than its output schema says: (root): unknown key "url".',
      },
    });
    expect(await run("create_plainly")).toMatchObject({ ok: true, output: { result: "created T-2" } });
  });

  it("reaches the agent: details of a failure, blocks of other kinds, and what is no block", async () => {
    const { run } = await open();
    expect(await run("compile")).toMatchObject({
      code: "failed",
      message: 'fickle__compile failed: failed\n{"line":121}',
    });
    expect(await run("post")).toMatchObject({ ok: true, output: [{ type: "receipt" }, text("posted")] });
    expect(await run("say")).toEqual({ ok: true, output: "plain string" });
    expect(await run("limited")).toMatchObject({
      code: "failed",
      message: 'fickle__limited failed: Request failed {"status":429,"retryAfter":20}',
    });
  });

  const failed = (name: string, said: string) => ({
    code: "failed",
    message: `fickle__${name} failed: ${said}`,
  });
  it.each<[string, JsonObject, object]>([
    ["an error that is a text", { error: "boom" }, failed("odd", "boom")],
    ["an error without a code", { error: { message: "boom", data: "x" } }, failed("odd", 'boom "x"')],
    ["a code in words", { error: { code: "E42", message: "boom" } }, failed("odd", 'boom {"code":"E42"}')],
    [
      "an error beside a result",
      { error: { code: 1, message: "boom" }, result: { content: [text("made")] } },
      failed("odd", 'boom {"result":{"content":[{"type":"text","text":"made"}]}}'),
    ],
    ["no error beside a result", { error: null, result: { content: [text("made")] } }, { output: "made" }],
    ["false as no error", { error: false, result: { content: [text("made")] } }, { output: "made" }],
    // Nobody knows whether it was done.
    [
      "neither",
      {},
      { code: "timeout", message: expect.stringMatching(/neither a result.*carried the call out/) },
    ],
    ["data about it that are none", { result: { content: [text("made")], _meta: "x" } }, { output: "made" }],
    ["a failure as a word", { result: { content: [text("bad")], isError: "true" } }, failed("odd", "bad")],
    ["no failure as a word", { result: { content: [text("made")], isError: "false" } }, { output: "made" }],
    [
      "a result under another name",
      { result: { toolResult: { id: 5 } } },
      { output: { toolResult: { id: 5 } } },
    ],
    ["a number as its text", { result: { content: [{ type: "text", text: 5 }] } }, { output: "5" }],
    ["a text without its type", { result: { content: [{ text: "made" }] } }, { output: "made" }],
  ])("reaches the agent in other forms: %s", async (_, answer, heard) => {
    const { run } = await openOdd([tool("odd")], { odd: answer });
    expect(await run("odd")).toMatchObject(heard);
  });

  it("reaches the agent although the number of the request is written as a text", async () => {
    const { run } = await openOdd([tool("odd")], {
      odd: { textId: true, result: { content: [text("made")] } },
    });
    expect(await run("odd")).toEqual({ ok: true, output: "made" });
  });
});

describe("a failure of a server", () => {
  it("passes or lasts as its fields say, whatever its words and their language", async () => {
    const failed = (content: Json[], more: JsonObject = {}) => ({
      result: { content, isError: true, ...more },
    });
    const { run } = await openOdd(
      ["coded", "flagged", "structured", "told", "silent"].map((name) => tool(name)),
      {
        coded: {
          error: { code: -32000, message: "Geen verbinding", data: { retryable: true, retryAfter: 2 } },
        },
        flagged: { error: { code: 503, message: "service unavailable", data: { retryable: false } } },
        structured: failed([text("Plus tard")], { structuredContent: { error: { status: 429 } } }),
        told: failed([text('{"error": {"code": "RESOURCE_EXHAUSTED", "message": "kein Platz"}}')]),
        silent: failed([text("Plus tard")]),
      },
    );
    const passes = async (name: string) => {
      const failure = await run(name);
      return isPassingFault("message" in failure ? failure.message : "");
    };
    expect(await run("coded")).toMatchObject({ ok: false, retryAfterMs: 2_000 });
    for (const name of ["coded", "structured", "told"])
      expect([name, await passes(name)]).toEqual([name, true]);
    for (const name of ["flagged", "silent"]) expect([name, await passes(name)]).toEqual([name, false]);
  });
});
