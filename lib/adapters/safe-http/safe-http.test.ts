import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { HttpRequest } from "@/lib/core/ports";
import { openWebServer, type ReceivedRequest, type WebServer } from "@/lib/testing/web-server";
import { addressProblem, createSafeFetch, createSafeHttp, modelFetchFor, type Resolver } from ".";

const LIMITS = { timeoutMs: 5_000, maxBytes: 1_000 };
/** What the server answers, by path. */
const PAGES: Record<string, { status?: number; headers?: Record<string, string>; body?: string | Buffer }> = {
  "/text": { headers: { "content-type": "text/plain; charset=utf-8" }, body: "grüß dich" },
  "/latin": {
    headers: { "content-type": 'text/plain; charset="iso-8859-1"' },
    body: Buffer.from("gr\xfc\xdf", "latin1"),
  },
  "/odd-charset": { headers: { "content-type": "text/plain; charset=klingon" }, body: "plain" },
  "/untyped": { body: "no type" },
  "/untyped-binary": { body: Buffer.from([0, 1, 2, 3]) },
  "/picture": { headers: { "content-type": "image/png" }, body: Buffer.from([137, 80, 78, 71]) },
  "/gzip": { headers: { "content-type": "text/plain", "content-encoding": "gzip" }, body: gzipSync("small") },
  "/deflate": {
    headers: { "content-type": "text/plain", "content-encoding": "deflate" },
    body: deflateSync("small"),
  },
  "/br": {
    headers: { "content-type": "text/plain", "content-encoding": "br" },
    body: brotliCompressSync("small"),
  },
  "/twice": {
    headers: { "content-type": "text/plain", "content-encoding": "gzip, br" },
    body: brotliCompressSync(gzipSync("small")),
  },
  "/bomb": {
    headers: { "content-type": "text/plain", "content-encoding": "gzip" },
    body: gzipSync("a".repeat(9_000_000)),
  },
  "/odd-coding": { headers: { "content-type": "text/plain", "content-encoding": "zip" }, body: "x" },
  "/many-codings": {
    headers: { "content-type": "text/plain", "content-encoding": Array(500).fill("gzip").join() },
    body: "x",
  },
  "/not-gzip": { headers: { "content-type": "text/plain", "content-encoding": "gzip" }, body: "plain" },
  "/long": { headers: { "content-type": "text/plain" }, body: "b".repeat(5_000) },
  "/exact": { headers: { "content-type": "text/plain" }, body: "c".repeat(1_000) },
  "/missing": { status: 404, headers: { "content-type": "application/json" }, body: '{"no": 1}' },
  "/loop": { status: 302, headers: { location: "/loop" } },
  "/see": { status: 303, headers: { location: "/text" } },
};

let server: WebServer;
const waiting: (() => void)[] = [];

beforeAll(async () => {
  server = await openWebServer((request, response) => {
    if (request.url === "/silent") return waiting.push(() => response.end("late"));
    if (request.url === "/cut") return response.destroy();
    if (request.url === "/half") {
      response.writeHead(200, { "content-type": "text/plain", "content-length": "10" });
      return response.write("half", () => response.destroy());
    }
    const to = request.url?.match(/^\/to\/(\d+)\/(.*)$/);
    if (to) return response.writeHead(Number(to[1]), { location: decodeURIComponent(to[2] ?? "") }).end();
    const page = PAGES[request.url ?? ""] ?? { status: 404 };
    response.writeHead(page.status ?? 200, page.headers).end(page.body);
  });
});

afterAll(async () => {
  for (const answer of waiting) answer();
  await server.close();
});

const local: Resolver = async () => [{ address: "127.0.0.1", family: 4 }];
/** The local server under a public name: the one private host that is let through. */
const open = (resolve: Resolver = local) =>
  createSafeHttp({ resolve, privateHosts: [`site.example:${server.port}`], connectMs: 2_000 });
const at = (path: string, host = "site.example") => `http://${host}:${server.port}${path}`;
const send = (request: Partial<HttpRequest> & { url: string }, limits = {}, http = open()) =>
  http.send({ method: "GET", ...request }, { signal: new AbortController().signal, ...LIMITS, ...limits });
const last = () => server.requests.at(-1) as ReceivedRequest;

describe("the web, reached safely", () => {
  it.each([
    ["/text", { status: 200, text: "grüß dich", truncated: false }],
    ["/latin", { text: "grüß" }],
    ["/odd-charset", { text: "plain" }],
    ["/untyped", { text: "no type" }],
    ["/gzip", { text: "small", bytes: 5 }],
    ["/deflate", { text: "small" }],
    ["/br", { text: "small" }],
    ["/twice", { text: "small" }],
    ["/long", { text: "b".repeat(1_000), bytes: 1_000, truncated: true }],
    ["/exact", { bytes: 1_000, truncated: false }],
    ["/bomb", { bytes: 1_000, truncated: true }],
    ["/missing", { status: 404, text: '{"no": 1}', contentType: "application/json" }],
  ])("reads %s", async (path, reply) => {
    expect(await send({ url: at(path) })).toMatchObject({ url: at(path), ...reply });
  });

  it.each(["/untyped-binary", "/picture"])("gives no text of what is none: %s", async (path) => {
    const reply = await send({ url: at(path) });
    expect(reply.text).toBeUndefined();
    expect(reply.bytes).toBe(4);
  });

  it.each(["/odd-coding", "/not-gzip", "/half"])("fails for a body that cannot be read: %s", async (path) => {
    await expect(send({ url: at(path) })).rejects.toMatchObject({ code: "broken", sent: true });
  });

  it("unpacks nothing that is packed many times over", async () => {
    const message = expect.stringContaining("encoded too many times");
    await expect(send({ url: at("/many-codings") })).rejects.toMatchObject({ code: "broken", message });
  });

  it("says of every body how long it is", async () => {
    await send({ method: "DELETE", url: at("/text"), body: "grüße" });
    expect(last()).toMatchObject({ body: "grüße", headers: { "content-length": "7" } });
  });

  it("sends method, headers and body", async () => {
    await send({ method: "POST", url: at("/text"), headers: { "X-One": "1" }, body: "grüße" });
    expect(last()).toMatchObject({
      method: "POST",
      body: "grüße",
      headers: { "x-one": "1", "content-length": "7" },
    });
    expect(last().headers.host).toBe(`site.example:${server.port}`);
  });
});

describe("what must not be reached", () => {
  const never: Resolver = () => Promise.reject(new Error("must not be looked up"));

  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://017700000001/",
    "http://127.0.0.1./",
    "http://①②⑦.0.0.1/",
    "http://0/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[fd00:ec2::254]/",
    "http://[2002:7f00:1::]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.1.2.3:8080/",
  ])("an address in any notation: %s", async (url) => {
    await expect(send({ url }, {}, open(never))).rejects.toMatchObject({
      code: "forbidden_address",
      sent: false,
    });
  });

  it.each([
    ["localhost", "127.0.0.1"],
    ["localhost.", "::1"],
    ["inner.example", "10.0.0.7"],
    ["meta.example", "169.254.169.254"],
    ["odd.example", "::ffff:192.168.0.1"],
  ])("a name of such an address: %s", async (host, address) => {
    const resolve: Resolver = async () => [
      { address: "93.184.216.34", family: 4 },
      { address, family: 4 },
    ];
    await expect(send({ url: `http://${host}/` }, {}, open(resolve))).rejects.toMatchObject({
      code: "forbidden_address",
    });
  });

  it.each([22, 25, 110, 6379, 5432, 9200, 3306])("port %i", async (port) => {
    await expect(send({ url: `http://pub.example:${port}/` }, {}, open(never))).rejects.toMatchObject({
      code: "forbidden_address",
    });
  });

  it.each([
    "ftp://site.example/",
    "file:///etc/passwd",
    "data:text/plain,x",
    "gopher://site.example/",
    "http://user@site.example/",
    "http://user:pass@site.example/",
    "//site.example/",
    "",
    `http://site.example/${"x".repeat(9_000)}`,
  ])("%s", async (url) => {
    await expect(send({ url }, {}, open(never))).rejects.toMatchObject({ code: "bad_url", sent: false });
  });

  it.each([301, 302, 303, 307, 308])("where a %i leads", async (status) => {
    for (const place of [
      "http://127.0.0.1/",
      "http://169.254.169.254/",
      "http://[::1]/",
      at("/text", "other.example"),
    ]) {
      const before = server.requests.length;
      await expect(send({ url: at(`/to/${status}/${encodeURIComponent(place)}`) })).rejects.toMatchObject({
        code: "forbidden_address",
        sent: true,
      });
      expect(server.requests.length - before).toBe(1);
    }
    await expect(send({ url: at(`/to/${status}/file%3A%2F%2F%2Fetc%2Fpasswd`) })).rejects.toMatchObject({
      code: "bad_url",
    });
  });

  it("goes to the address that was checked, whatever the name server says the second time", async () => {
    const answers = ["127.0.0.1", "127.0.0.99"];
    const rebinding: Resolver = async () => [{ address: answers.shift() ?? "", family: 4 }];
    expect(await send({ url: at("/text") }, {}, open(rebinding))).toMatchObject({ status: 200 });
    expect(answers).toEqual(["127.0.0.99"]);
  });

  it("checks the address of every redirect again, that of the same host too", async () => {
    const answers = ["127.0.0.1", "169.254.169.254"];
    const rebinding: Resolver = async () => [{ address: answers.shift() ?? "", family: 4 }];
    await expect(send({ url: at("/see") }, {}, open(rebinding))).rejects.toMatchObject({
      code: "forbidden_address",
      sent: true,
    });
  });

  it("opens private addresses for the hosts that are listed, and the metadata services for none", async () => {
    const metadata: Resolver = async () => [{ address: "169.254.169.254", family: 4 }];
    await expect(send({ url: at("/text") }, {}, open(metadata))).rejects.toMatchObject({
      code: "forbidden_address",
    });
    const http = createSafeHttp({ resolve: local, privateHosts: ["site.example"] });
    expect(await send({ url: at("/text") }, {}, http)).toMatchObject({ status: 200 });
    await expect(send({ url: at("/text", "sub.site.example") }, {}, http)).rejects.toMatchObject({
      code: "forbidden_address",
    });
  });
});

describe("what goes wrong on the way", () => {
  it("says that there is no such host", async () => {
    const empty: Resolver = async () => [];
    await expect(send({ url: "http://gone.example/" }, {}, open(empty))).rejects.toMatchObject({
      code: "unreachable",
      message: "There is no host gone.example.",
    });
    const broken: Resolver = () => Promise.reject(new Error("EAI_AGAIN"));
    await expect(send({ url: "http://gone.example/" }, {}, open(broken))).rejects.toMatchObject({
      sent: false,
    });
  });

  it("tells a connection that was refused from one that broke", async () => {
    const closed = await openWebServer(() => {});
    await closed.close();
    const http = createSafeHttp({ resolve: local, privateHosts: ["site.example"] });
    await expect(send({ url: `http://site.example:${closed.port}/` }, {}, http)).rejects.toMatchObject({
      code: "unreachable",
      sent: false,
    });
    await expect(send({ url: at("/cut") })).rejects.toMatchObject({ code: "broken", sent: true });
  });

  it("waits no longer than it may", async () => {
    await expect(send({ url: at("/silent") }, { timeoutMs: 100 })).rejects.toMatchObject({
      code: "timeout",
      sent: true,
    });
    const slow: Resolver = () => new Promise(() => {});
    await expect(send({ url: at("/text") }, { timeoutMs: 20 }, open(slow))).rejects.toMatchObject({
      code: "timeout",
      sent: false,
    });
  });

  it("stops when it is cancelled, before and after the request was sent", async () => {
    const stopped = AbortSignal.abort();
    await expect(send({ url: at("/text") }, { signal: stopped })).rejects.toMatchObject({
      code: "aborted",
      sent: false,
    });
    const stop = new AbortController();
    const before = waiting.length;
    const pending = send({ url: at("/silent") }, { signal: stop.signal });
    const came = expect(pending).rejects.toMatchObject({ code: "aborted", sent: true });
    await expect.poll(() => waiting.length).toBe(before + 1);
    stop.abort();
    await came;
  });

  it("asks on the connection whether it may send, and sends nothing where it may not", async () => {
    const before = [server.connections(), server.requests.length] as const;
    const beforeSent = vi.fn(async () => {
      expect(server.connections()).toBe(before[0] + 1);
      throw new Error("not any more");
    });
    const posted = send({ method: "POST", url: at("/text"), body: "x", beforeSent });
    await expect(posted).rejects.toThrow("not any more");
    expect([beforeSent.mock.calls.length, server.requests.length]).toEqual([1, before[1]]);
  });

  it("leaves no https request to a server that has no certificate", async () => {
    const http = createSafeHttp({ resolve: local, privateHosts: ["site.example"] });
    await expect(send({ url: `https://site.example:${server.port}/text` }, {}, http)).rejects.toMatchObject({
      code: "unreachable",
    });
  });
});

describe("the same as fetch", () => {
  const fetcher = () => createSafeFetch({ resolve: local, privateHosts: ["site.example"] }, 2_000);

  it("gives responses that stream", async () => {
    const response = await fetcher()(at("/text"), { headers: { "x-a": "b" } });
    expect(response).toMatchObject({ status: 200, url: at("/text") });
    expect(await response.text()).toBe("grüß dich");
    expect(last().headers["x-a"]).toBe("b");
    expect(await (await fetcher()(new URL(at("/gzip")))).text()).toBe("small");
  });

  it("sends text and bytes, and nothing else", async () => {
    for (const body of ["a=1", new URLSearchParams({ a: "1" }), new TextEncoder().encode("a=1")]) {
      await fetcher()(at("/text"), { method: "POST", body });
      expect(last().body).toBe("a=1");
    }
    await expect(fetcher()(at("/text"), { method: "POST", body: new FormData() })).rejects.toThrow(
      "text and bytes",
    );
  });

  it("leaves redirects alone where it is told to", async () => {
    const response = await fetcher()(at("/see"), { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/text"]);
    expect((await fetcher()(at("/see"))).url).toBe(at("/text"));
  });

  it("ends a response that is too long, and one whose connection breaks", async () => {
    await expect((await fetcher()(at("/long"))).text()).rejects.toThrow();
    await expect((await fetcher()(at("/half"))).text()).rejects.toThrow();
  });

  it("goes for models to the provider's own place, in a network too, and to no other in it", async () => {
    const forModels = modelFetchFor(at("/v1"), local);
    expect((await forModels(at("/text"))).status).toBe(200);
    for (const place of ["http://site.example:9999/", `http://other.example:${server.port}/`])
      await expect(forModels(place)).rejects.toMatchObject({ code: "forbidden_address" });
  });

  it("goes for models to nothing that nobody may go to, whatever the name server says since", async () => {
    const answers = ["127.0.0.1", "169.254.169.254"].map((address) => [{ address, family: 4 }]);
    const forModels = modelFetchFor(at("/v1"), async () => answers.shift() ?? []);
    expect((await forModels(at("/text"))).status).toBe(200);
    await expect(forModels(at("/text"))).rejects.toMatchObject({ code: "forbidden_address" });
  });

  it("refuses what must not be reached", async () => {
    await expect(fetcher()("http://169.254.169.254/")).rejects.toMatchObject({ code: "forbidden_address" });
  });
});

describe("an address that an administrator enters", () => {
  const resolve = async (name: string) =>
    name === "inside.example" ? [{ address: "169.254.169.254", family: 4 }] : [];

  it.each([
    "http://127.0.0.1:11434/v1",
    "http://10.0.0.5:8080/",
    "https://1.1.1.1/",
    "http://[::1]:1234/v1",
    "http://away.example/v1",
  ])("may be %s", async (address) => {
    expect(await addressProblem(address, resolve)).toBeUndefined();
  });

  it.each([
    "http://169.254.169.254/latest",
    "http://2852039166/",
    "http://[::ffff:169.254.169.254]/",
    "http://inside.example/v1",
    "http://0.0.0.0/",
    "http://100.100.100.200/",
  ])("may not be %s", async (address) => {
    expect(await addressProblem(address, resolve)).toMatch(/access is not allowed/);
  });

  it.each(["no address", "ftp://host/", "http://me:pw@host/"])("is none: %s", async (address) => {
    expect(await addressProblem(address, resolve)).toBeTypeOf("string");
  });

  it("passes when the name server says nothing", async () => {
    vi.useFakeTimers();
    try {
      const looking = addressProblem("http://slow.example/", () => new Promise(() => {}));
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await looking).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});
