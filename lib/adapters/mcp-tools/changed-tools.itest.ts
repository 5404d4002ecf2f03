import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { fickleServer } from "@/lib/testing/mcp/servers";
import { openMcpWorld } from "@/lib/testing/mcp/world";
import { toolContext } from "@/lib/testing/tools/tool-context";
import { openWebServer } from "@/lib/testing/web-server";

const folder = mkdtempSync(join(tmpdir(), "mcp-changed-"));
const others = join(folder, "others.json");
const log = join(folder, "log");
afterAll(() => rmSync(folder, { recursive: true }));

const send = (description: string, readOnlyHint: boolean) => ({
  name: "send",
  description,
  inputSchema: { type: "object" },
  annotations: { readOnlyHint },
});
const show = (...tools: object[]) =>
  writeFileSync(others, JSON.stringify({ tools, answers: { send: { result: { content: [] } } } }));

/** Calls a tool that was one when its server was looked at, and is another, or gone, on the connection of the call. */
async function callAfter(before: object, ...now: object[]) {
  show(before);
  writeFileSync(log, "");
  const world = await openMcpWorld([fickleServer({ FICKLE_LOG: log, FICKLE_OTHERS: others })]);
  show(...now);
  try {
    const came = await world.tools.run("fickle__send", {}, toolContext());
    return { ...came, isSent: readFileSync(log, "utf8").includes("called send") };
  } finally {
    await world.close();
  }
}

const acting = send("Sends to one", false);
const refused = { ok: false, code: "failed", isSent: false };
const sent = { ok: true, isSent: true };

it("a call is sent to no other tool than it was meant for", async () => {
  const other = await callAfter(acting, send("Sends to EVERYBODY", false));
  expect(other).toMatchObject({
    ...refused,
    message: expect.stringContaining("now shows another send than this call was meant for. Nothing was sent"),
  });
  expect(await callAfter(acting)).toMatchObject(refused);
  expect(await callAfter(acting, acting)).toMatchObject(sent);
});

it("a call of a tool that reads is sent for as long as it says that it reads", async () => {
  expect(await callAfter(send("Looks", true), send("Looks closer", true))).toMatchObject(sent);
  expect(await callAfter(send("Looks", true), acting)).toMatchObject(refused);
});

it("a call that waits for its connection is not sent once its server was removed", async () => {
  show(acting);
  writeFileSync(log, "");
  const world = await openMcpWorld([fickleServer({ FICKLE_LOG: log, FICKLE_OTHERS: others })]);
  const pending = world.tools.run("fickle__send", {}, toolContext());
  world.mcp.retainOnly("w1", []);
  expect(await pending).toMatchObject({ ok: false, message: expect.stringContaining("Nothing was sent") });
  expect(readFileSync(log, "utf8")).not.toContain("called send");
  await world.close();
});

it("a call is held to the tools that its server has now, on a connection that was there already", async () => {
  const words = join(folder, "words");
  writeFileSync(words, "WRITES to one");
  writeFileSync(log, "");
  const world = await openMcpWorld([fickleServer({ FICKLE_LOG: log, FICKLE_WORDS: words })]);
  const callOnce = () => world.tools.run("fickle__pid", {}, toolContext());
  expect(await callOnce()).toMatchObject({ ok: true });
  writeFileSync(words, "WRITES to EVERYBODY");
  expect(await callOnce()).toMatchObject({
    ok: false,
    message: expect.stringContaining("now shows another pid"),
  });
  expect(readFileSync(log, "utf8").match(/started|called pid/g)).toEqual([
    "started",
    "started",
    "called pid",
  ]);
  await world.close();
});

it.each([
  ["wants something", { result: { resultType: "input_required", requestState: "more" } }, "timeout"],
  ["says that its definition is another", { error: { code: -32_020, message: "other headers" } }, "failed"],
])("a call is sent once, also where its server %s", async (_, answer, code) => {
  writeFileSync(others, JSON.stringify({ tools: [acting], answers: { send: answer } }));
  writeFileSync(log, "");
  const env = { FICKLE_LOG: log, FICKLE_OTHERS: others, FICKLE_MODERN: "1" };
  const world = await openMcpWorld([fickleServer(env)]);
  expect(await world.tools.run("fickle__send", {}, toolContext())).toMatchObject({ ok: false, code });
  expect(readFileSync(log, "utf8").match(/called send/g)).toHaveLength(1);
  await world.close();
});

/** A server over HTTP at `/mcp`, to which `/old` leads; `called` may answer a call otherwise. */
async function openWeb(
  called: (response: ServerResponse) => ServerResponse | undefined = () => undefined,
  { tools = [acting], nowMs = Date.now } = {},
) {
  const methods: string[] = [];
  const answers: Record<string, object> = {
    initialize: {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "web", version: "1" },
    },
    "tools/list": { tools },
    "tools/call": { content: [{ type: "text", text: "sent" }] },
  };
  const server = await openWebServer(({ method, url, body }, response) => {
    if (url === "/old") return response.writeHead(307, { location: "/mcp" }).end();
    if (method !== "POST") return response.writeHead(405).end();
    const { id, method: asked } = JSON.parse(body) as { id?: number; method: string };
    methods.push(asked);
    if (asked === "tools/call" && called(response)) return;
    const result = answers[asked];
    const said = result ? { result } : { error: { code: -32_601, message: "Unknown method" } };
    response.writeHead(id === undefined ? 202 : 200, { "content-type": "application/json" });
    response.end(id === undefined ? undefined : JSON.stringify({ jsonrpc: "2.0", id, ...said }));
  });
  const url = `http://127.0.0.1:${server.port}/old`;
  const transport = { kind: "http", url, headers: {}, allowPrivate: true } as const;
  const world = await openMcpWorld([{ ...fickleServer(), name: "web", transport }], { nowMs });
  const call = (mayBegin = async () => true) => world.tools.run("web__send", {}, toolContext({ mayBegin }));
  const close = () => Promise.all([world.close(), server.close()]);
  return { server, call, close, calls: () => methods.filter((one) => one === "tools/call").length };
}

it("a call over HTTP asks on its own connection whether it may begin, and is not sent where it may not", async () => {
  const { server, call, calls, close } = await openWeb();
  let connections = 0;
  const refused = await call(async () => {
    connections = server.connections();
    return false;
  });
  expect(refused).toEqual({ ok: false, code: "not_begun" });
  expect([calls(), connections]).toEqual([0, server.connections()]);
  expect(await call()).toMatchObject({ ok: true, output: "sent" });
  await close();
});

it("a call over HTTP is sent once, and not where its server redirects it to", async () => {
  const { call, calls, close } = await openWeb((response) =>
    response.writeHead(307, { location: "/mcp" }).end(),
  );
  expect(await call()).toMatchObject({
    ok: false,
    code: "timeout",
    message: expect.stringContaining("redirects the call to /mcp. It may have carried the call out."),
  });
  expect(calls()).toBe(1);
  await close();
});

it("a tool over HTTP that only reads is looked at again after a minute", async () => {
  const tools = [send("Looks", true)];
  let nowMs = 0;
  const { call, calls, close } = await openWeb(undefined, { tools, nowMs: () => nowMs });
  expect(await call()).toMatchObject({ ok: true });
  tools.splice(0, 1, acting);
  nowMs = 60_000;
  expect(await call()).toMatchObject({ ok: true });
  nowMs = 60_001;
  expect(await call()).toMatchObject({ ok: false, message: expect.stringContaining("Nothing was sent") });
  expect(calls()).toBe(2);
  await close();
});
