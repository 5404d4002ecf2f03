import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@/lib/core/json";
import type { HttpReply, HttpRequest, SafeHttp } from "@/lib/core/ports";
import { toolContext } from "@/lib/testing/tools/tool-context";
import { createToolbox } from "../toolbox";
import { webTools } from ".";
import { httpGet } from "./http-get";

/** The web, of which only the given answer is known; `sent` has what was asked. */
function web(reply: Partial<HttpReply> | Error = {}) {
  const sent: HttpRequest[] = [];
  const http: SafeHttp = {
    async send(request) {
      await request.beforeSent?.();
      sent.push(request);
      if (reply instanceof Error) throw reply;
      const plain = { url: request.url, status: 200, headers: {}, bytes: 2, truncated: false };
      return { ...plain, contentType: "text/plain", text: "hi", ...reply };
    },
  };
  const box = createToolbox(webTools(http));
  return { sent, box, call: (name: string, args: Json) => box.run(name, args, toolContext()) };
}

const url = "https://shop.example/orders";
const KEY: unknown = expect.stringMatching(/^[\da-f]{64}$/);
const output = async (pending: ReturnType<ReturnType<typeof web>["call"]>): Promise<JsonObject> => {
  const result = await pending;
  return result.ok ? (result.output as JsonObject) : { failed: result as unknown as Json };
};

describe("http_get", () => {
  it("reads an address and tells what came, without cookies and the like", async () => {
    const { call, sent } = web({ headers: { etag: "1", "set-cookie": "key=1", server: "x" } });
    expect(await output(call("http_get", { url, headers: { Accept: "text/plain" } }))).toEqual({
      status: 200,
      url,
      headers: { etag: "1" },
      contentType: "text/plain",
      body: "hi",
      truncated: false,
    });
    const mayFollow: unknown = expect.any(Function);
    expect(sent).toEqual([{ method: "GET", url, headers: { Accept: "text/plain" }, mayFollow }]);
  });

  it.each([
    [503, { "retry-after": "2" }, { why: "It answered 503.", retryAfterMs: 2_000 }],
    [429, { "retry-after": "Mon, 30 Nov 2026 07:00:00 GMT" }, { why: "It answered 429." }],
    [404, { "retry-after": "2" }, undefined],
  ])("says of the status %i whether it may pass", async (status, headers, passing) => {
    const { call } = web({ status, headers });
    const result = await call("http_get", { url });
    expect(result).toMatchObject({ ok: true, output: { status } });
    expect(result.ok && result.passing).toEqual(passing);
  });

  it("tells as much of a header as anybody reads", async () => {
    const { call } = web({ headers: { link: "x".repeat(5_000) } });
    expect((await output(call("http_get", { url }))).headers).toEqual({ link: "x".repeat(1_000) });
  });

  it.each<[string, Partial<HttpReply>, Json]>([
    ["JSON as data", { contentType: "application/json; charset=utf-8", text: '{"a": 1}' }, { a: 1 }],
    ["problem documents too", { contentType: "application/problem+json", text: "[1]" }, [1]],
    [
      "numbers as their digits where a double would change them",
      { contentType: "application/json", text: '{"id":9007199254740993}' },
      { id: "9007199254740993" },
    ],
    ["what only says that it is JSON as text", { contentType: "application/json", text: "{" }, "{"],
    ["JSON that was cut as text", { contentType: "application/json", text: "[1]", truncated: true }, "[1]"],
    ["text as text", { contentType: "text/html", text: "<p>" }, "<p>"],
  ])("gives %s", async (_, reply, body) => {
    expect((await output(web(reply).call("http_get", { url }))).body).toEqual(body);
  });

  it("says of a body that is no text only how long it is", async () => {
    const picture = { contentType: "image/png", bytes: 4_711 };
    const { box } = web();
    const http: SafeHttp = {
      send: async () => ({ url, status: 200, headers: {}, truncated: false, ...picture }),
    };
    const got = await output(createToolbox([httpGet(http)]).run("http_get", { url }, toolContext()));
    expect(got).toMatchObject({ body: null, note: "The body is not text: 4711 bytes." });
    const cut: SafeHttp = {
      send: async () => ({ url, status: 200, headers: {}, truncated: true, bytes: 10 }),
    };
    const more = await output(createToolbox([httpGet(cut)]).run("http_get", { url }, toolContext()));
    expect(more).toMatchObject({ contentType: null, note: "The body is not text: more than 10 bytes." });
    expect(box.find("http_get")).toMatchObject({ sideEffects: "read", tags: ["network", "web"] });
  });

  it.each([
    "ftp://a.example/",
    "https://",
    "https://a.example/ b",
    "https://a.example\\@b.example/",
    "javascript:x",
  ])("does not take %s", async (bad) => {
    const { call, sent } = web();
    expect(await call("http_get", { url: bad })).toMatchObject({ ok: false, code: "invalid_arguments" });
    expect(sent).toEqual([]);
  });

  it.each([
    [{ Host: "inner" }, "the header Host cannot be set"],
    [{ "content-length": "0" }, "cannot be set"],
    [{ "Transfer-Encoding": "chunked" }, "cannot be set"],
    [{ "Proxy-Authorization": "x" }, "cannot be set"],
    [{ "X-Forwarded-For": "127.0.0.1" }, "cannot be set"],
    [{ "Metadata-Flavor": "Google" }, "cannot be set"],
    [{ "Idempotency-Key": "mine" }, "cannot be set"],
    [{ "X-One": "a\r\nX-Two: b" }, "holds a line break"],
    [{ "X-One": "a\nb" }, "holds a line break"],
    [{ "X One": "a" }, "is not a header name"],
    [{ "X\r\nY": "a" }, "is not a header name"],
    [{ "": "a" }, "is not a header name"],
  ])("does not send the headers %j", async (headers, why) => {
    for (const [name, args] of [
      ["http_get", { url, headers }],
      ["http_request", { method: "PUT", url, headers }],
    ] as const) {
      const { call, sent } = web();
      expect(await call(name, args)).toMatchObject({ code: "failed", message: expect.stringContaining(why) });
      expect(sent).toEqual([]);
    }
  });

  it.each([
    "X-HTTP-Method-Override",
    "x-http-method",
    "X-METHOD-OVERRIDE",
    "X_HTTP_Method_Override",
    "x-method_override",
    "Method-Override",
    "X-Original-Method",
  ])("does not let %s make another method of what only reads", async (name) => {
    const headers = { [name]: "DELETE" };
    const read = web();
    expect(await read.call("http_get", { url, headers })).toMatchObject({
      code: "failed",
      message: expect.stringContaining(`the header ${name} cannot be set`),
    });
    expect(read.sent).toEqual([]);
    const acting = web();
    await acting.call("http_request", { method: "POST", url, headers });
    expect(acting.sent).toHaveLength(1);
  });

  it("fails with the reason when an address must not be reached", async () => {
    const refused = Object.assign(new Error("inner is within a network."), {
      code: "forbidden_address",
      sent: false,
    });
    expect(await web(refused).call("http_get", { url })).toEqual({
      ok: false,
      code: "failed",
      message: "http_get failed: inner is within a network.",
    });
  });
});

describe("http_request", () => {
  it("is external and never twice the same, and sends its key along", async () => {
    const { box, call, sent } = web();
    expect(box.find("http_request")).toMatchObject({ sideEffects: "external", idempotent: false });
    await call("http_request", { method: "DELETE", url });
    expect(sent).toMatchObject([{ method: "DELETE", url, headers: { "idempotency-key": KEY } }]);
  });

  it("sends nothing where it may no longer begin once the connection is there", async () => {
    const { box, sent } = web();
    const context = toolContext({ mayBegin: async () => false });
    expect(await box.run("http_request", { method: "DELETE", url }, context)).toMatchObject({
      code: "not_begun",
    });
    expect(sent).toEqual([]);
  });

  it("sends a key that any header takes, the same for the same call and another for that of another run", async () => {
    const { box, sent } = web();
    const idempotencyKey = "Überweisung\n東京/http_request/1";
    for (const runId of ["run_1", "run_1", "run_2"])
      await box.run("http_request", { method: "DELETE", url }, toolContext({ idempotencyKey, runId }));
    const [first, again, other] = sent.map(({ headers }) => headers?.["idempotency-key"]);
    expect(first).toMatch(/^[\da-f]{64}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it.each<[Json, JsonObject | undefined, string, string]>([
    [{ a: [1] }, undefined, '{"a":[1]}', "application/json"],
    ["plain", undefined, "plain", "text/plain; charset=utf-8"],
    [
      "a=1",
      { "Content-Type": "application/x-www-form-urlencoded" },
      "a=1",
      "application/x-www-form-urlencoded",
    ],
    [null, undefined, "null", "application/json"],
  ])("sends the body %j", async (body, headers, text, type) => {
    const { call, sent } = web();
    await call("http_request", { method: "POST", url, body, ...(headers && { headers }) });
    expect(sent[0]?.body).toBe(text);
    expect(Object.entries(sent[0]?.headers ?? {}).filter(([name]) => /content-type/i.test(name))).toEqual([
      [expect.any(String), type],
    ]);
  });

  it("sends long numbers of data as its caller wants them, and summarizes what is sent", async () => {
    const body = { id: "9007199254740993", name: "12", 9007199254740993: 'a "9007199254740993":' };
    const bodies = async (longNumbers?: string) => {
      const { call, sent } = web();
      await call("http_request", { method: "POST", url, body, ...(longNumbers && { longNumbers }) });
      return sent[0]?.body;
    };
    expect(await bodies()).toBe(JSON.stringify(body));
    expect(await bodies("text")).toBe(JSON.stringify(body));
    expect(await bodies("number")).toBe(
      JSON.stringify(body).replace('"id":"9007199254740993"', '"id":9007199254740993'),
    );
  });

  it.each(["GET", "HEAD"])("gives a %s no body", async (method) => {
    const { call, sent } = web();
    expect(await call("http_request", { method, url, body: "x" })).toMatchObject({ code: "failed" });
    expect(sent).toEqual([]);
  });

  it("does not know what became of a request that was sent and not answered", async () => {
    const broke = Object.assign(new Error("The connection broke."), { code: "broken", sent: true });
    expect(await web(broke).call("http_request", { method: "POST", url })).toEqual({
      ok: false,
      code: "timeout",
      message: "http_request failed: The connection broke. It may have been carried out.",
    });
    expect(await web(broke).call("http_request", { method: "HEAD", url })).toMatchObject({ code: "failed" });
    const never = Object.assign(new Error("No such host."), { code: "unreachable", sent: false });
    expect(await web(never).call("http_request", { method: "POST", url })).toMatchObject({ code: "failed" });
  });

  it.each<[string, JsonObject, string]>([
    ["http_get", { url }, "Read https://shop.example/orders"],
    ["http_request", { method: "DELETE", url }, "Send DELETE to https://shop.example/orders"],
    [
      "http_request",
      { method: "POST", url, body: { a: 1 }, headers: { Authorization: "secret" } },
      "Send POST to https://shop.example/orders with a: 1, headers Authorization",
    ],
    [
      "http_request",
      { method: "POST", url, body: { id: "9007199254740993" }, longNumbers: "number" },
      "Send POST to https://shop.example/orders with id: 9007199254740993",
    ],
    ["http_request", { method: "PUT", url, body: "x".repeat(200) }, `Send PUT to ${url} with 200 characters`],
    [
      "http_get",
      { url: `https://a.example/${"y".repeat(200)}` },
      `Read https://a.example/${"y".repeat(102)}…`,
    ],
    ["http_get", { url: `https://${"a".repeat(130)}.example/x` }, `Read https://${"a".repeat(130)}.example…`],
  ])("tells a reviewer what %s does with %j", (name, args, line) => {
    expect(web().box.summarize(name, args)).toBe(line);
  });
});
