import { once } from "node:events";
import { Agent, createServer, request as open } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { APIRequestContext } from "@playwright/test";
import { startGate, unique } from "./api";
import { settled } from "./checks";
import { expect, test } from "./fixtures";
import { serverVariable } from "./global-setup";
import { addressOf } from "./server";

/** Sends bytes as they are, which no HTTP client would, and returns the head of the answer. */
async function send(url: string | undefined, lines: string[]): Promise<{ status: number; head: string }> {
  const { hostname, port } = new URL(url ?? "");
  const socket = connect(Number(port), hostname);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.write(`${[...lines, "connection: close"].join("\r\n")}\r\n\r\n`);
  await once(socket, "close");
  return { status: Number(text.split(" ")[1]), head: text.split("\r\n\r\n")[0]?.toLowerCase() ?? "" };
}

const form = { "next-action": "00", "content-type": "text/plain;charset=UTF-8" };
const asLines = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

test("every answer has the headers, whatever was asked for", async ({ baseURL, context }) => {
  const session = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const { host } = new URL(baseURL ?? "");
  const requests: [string, number][] = [
    ["GET /", 200],
    ["HEAD /runs", 200],
    ["GET /nowhere", 404],
    ["GET /icon.svg", 200],
    ["GET /icon.svgx", 404],
    ["GET /_next/static/nothing.js", 404],
    ["GET /_next/image?url=%2Ficon.svg&w=64&q=75", 404],
    ["GET /%ff", 400],
    ["GET //evil.example", 400],
    ["TRACE /", 405],
    ["GET /api/v1/health", 200],
    ["GET /api/v1/nothing", 404],
    ["DELETE /api/v1/runs", 405],
    ["NONSENSE /", 400],
  ];
  for (const [line, status] of requests) {
    const { status: got, head } = await send(baseURL, [
      `${line} HTTP/1.1`,
      `host: ${host}`,
      `cookie: ${session}`,
    ]);
    expect(`${line} ${got}`).toBe(`${line} ${status}`);
    expect(head, line).toContain("x-frame-options: deny");
    expect(head, line).toContain("x-content-type-options: nosniff");
    if (got !== 400) expect(head, line).toContain("frame-ancestors 'none'");
  }
});

test("a request that names two hosts cannot be read, in whatever letters and order", async ({ baseURL }) => {
  const { host } = new URL(baseURL ?? "");
  for (const hosts of [
    [`Host: ${host}`, `Host: ${host}`],
    [`host: ${host}`, "HOST: evil.example"],
    ["Host: evil.example", `hOsT: ${host}`],
  ])
    for (const line of ["GET /", "GET /api/v1/health", "GET /icon.svg"])
      expect((await send(baseURL, [`${line} HTTP/1.1`, ...hosts])).status).toBe(400);
});

test("an address that names what cannot be is answered like one that names what is not there", async ({
  page,
  request,
}) => {
  for (const path of ["run_none", "r".repeat(3_000), "__proto__", "%F0%9F%98%80"].map((id) => `/runs/${id}`))
    expect([path.slice(0, 30), (await request.get(path)).status()]).toEqual([path.slice(0, 30), 404]);
  for (const path of ["/runs/%ED%A0%80", "/runs/a%00b", "/runs/..%2f.."])
    expect([path, (await request.get(path)).status()]).toEqual([path, 400]);
  await page.goto("/history?cursor=none");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("no page takes what changes something, and the form that signs out only from this site", async ({
  baseURL,
}) => {
  const { host, origin } = new URL(baseURL ?? "");
  const own = { host, origin, ...form };
  const attempts: [string, Record<string, string>, number][] = [
    ["/_next/static/x", { ...own, host: "evil.example" }, 403],
    ["/_next/static/x", own, 404],
    ["/_next/imagex", own, 404],
    ["/icon.svgx", own, 404],
    ["/nowhere", own, 404],
    ["/runs/new", own, 404],
    ["/sign-out", { ...own, origin: "http://evil.example" }, 403],
    ["/sign-out", { ...own, origin: "http://evil.example", "x-forwarded-host": "evil.example" }, 403],
    ["/sign-out", { host, ...form }, 403],
  ];
  for (const [path, headers, status] of attempts) {
    const answer = await send(baseURL, [`POST ${path} HTTP/1.1`, ...asLines(headers), "content-length: 0"]);
    expect(`${path} ${answer.status}`).toBe(`${path} ${status}`);
  }
});

test("held connections and plans that are long to read keep nobody waiting", async ({ baseURL, request }) => {
  const { hostname, port, host } = new URL(baseURL ?? "");
  const parse = () => request.post("/api/v1/plans/parse", { data: { plan: "[".repeat(900_000) } });
  // What is loaded at first is loaded.
  expect((await parse()).status()).toBe(200);
  expect((await request.get("/api/v1/health")).status()).toBe(200);
  const held = await Promise.all(
    Array.from({ length: 1_500 }, async (_, n) => {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => {});
      await once(socket, "connect");
      // Half of a request, or none of it.
      if (n % 2) socket.write(`GET /api/v1/runs HTTP/1.1\r\nhost: ${host}\r\n`);
      return socket;
    }),
  );
  try {
    const reading = [1, 2, 3].map(parse);
    const lateMs: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const askedAt = performance.now();
      expect((await request.get("/api/v1/health", { timeout: 10_000 })).status()).toBe(200);
      const tookMs = performance.now() - askedAt;
      if (tookMs > 1_000) lateMs.push(Math.round(tookMs));
    }
    // Other journeys run beside this one, and now and then they have the machine.
    expect(lateMs.length, `late: ${lateMs.join(", ")} ms`).toBeLessThanOrEqual(2);
    for (const response of await Promise.all(reading)) expect(response.status()).toBe(200);
  } finally {
    for (const socket of held) socket.destroy();
  }
});

test.describe("another page", () => {
  test.use({ expectedFault: /frame-ancestors/ });

  test("no page of the console can be framed by another", async ({ page, request, baseURL }) => {
    const runId = await startGate(request, unique("Frame me"));
    const paths = ["/", "/runs", "/runs/new", `/runs/${runId}`, "/inbox", "/history", "/settings"];
    const files = [
      "/settings/models",
      "/settings/policies",
      "/settings/mcp",
      "/nowhere",
      "/_next/static/x",
      "/%ff",
    ];
    const framer = createServer((_, response) => {
      const frames = [...paths, ...files, "/_next/imagex", "/icon.svgx", "/api/v1/runs"]
        .map((path) => `<iframe src="${baseURL}${path}"></iframe>`)
        .join("");
      response.setHeader("content-type", "text/html").end(`<title>Framer</title>${frames}`);
    });
    framer.listen(0, "127.0.0.1");
    await once(framer, "listening");
    await page.goto(`http://127.0.0.1:${(framer.address() as AddressInfo).port}/`);
    const frames = page.frames().slice(1);
    expect(frames).toHaveLength(paths.length + files.length + 3);
    for (const frame of frames) {
      const shown = await frame.locator("body").innerText();
      expect(shown).not.toMatch(/Waymark|Overview|Approve|Not found/);
    }
    framer.close();
    await expectOpenGate(request, runId);
  });
});

async function expectOpenGate(request: APIRequestContext, runId: string): Promise<void> {
  const { items } = await (await request.get(`/api/v1/approvals?status=open`)).json();
  expect(items.map((item: { runId: string }) => item.runId)).toContain(runId);
}

test.describe("without a session", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("every page says where the address is found, and shows nothing else", async ({
    page,
    request,
    baseURL,
  }) => {
    for (const path of ["/", "/runs", "/settings/mcp", "/nowhere", "/?token=guessed"]) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      await expect(page.getByRole("heading", { name: "Waymark is locked" })).toBeVisible();
      await expect(page.getByText("npm run link")).toBeVisible();
      await expect(page.getByRole("navigation")).toHaveCount(0);
    }
    await expect(page.getByText("no longer valid")).toBeVisible();
    const runs = await request.get("/api/v1/runs");
    expect(runs.status()).toBe(401);
    expect((await runs.json()).code).toBe("unauthenticated");
    expect(await (await request.get("/api/v1/health")).json()).toEqual({ status: "ok" });
    const create = await send(baseURL, [
      "POST /runs/new HTTP/1.1",
      ...asLines({ host: new URL(baseURL ?? "").host, origin: baseURL ?? "", ...form }),
      "content-length: 0",
    ]);
    expect(create.status).toBe(404);
  });
});

test.describe("a browser that signs out", () => {
  // The server cuts what a session still reads.
  test.use({ expectedFault: /net::ERR_INCOMPLETE_CHUNKED_ENCODING .*\/api\/v1\/stream\?/ });

  test("the printed address lets a browser in, also by a link of another site, until it signs out", async ({
    browser,
  }) => {
    const server = addressOf(process.env[serverVariable] ?? "");
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const page = await context.newPage();
    await page.goto(`${server.link}&theme=x`);
    await expect(page).toHaveURL(`${server.url}/?theme=x`);
    await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", domain: "127.0.0.1" });
    expect(server.link).not.toContain(cookie?.value);

    const mail = createServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<a href="${server.url}/inbox">Decide</a>`);
    }).listen(0, "localhost");
    await once(mail, "listening");
    const other = await context.newPage();
    await other.goto(`http://localhost:${(mail.address() as AddressInfo).port}`);
    await other.getByRole("link", { name: "Decide" }).click();
    await expect(other.getByRole("heading", { name: "Inbox" })).toBeVisible();
    mail.close();

    // What a page still fetches of itself once nobody is signed in is refused.
    await Promise.all([page, other].map(settled));
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { name: "Waymark is locked" })).toBeVisible();
    await expect(other.getByText(/^You are signed out/).first()).toBeVisible();
    await other.getByRole("button", { name: "Reload" }).first().click();
    await expect(other.getByRole("heading", { name: "Waymark is locked" })).toBeVisible();
    await context.close();
  });
});

test("a server that asks for no token says so on its pages", async ({ page, startServer }) => {
  const server = await startServer({ env: { AUTH_TOKEN: "off" } });
  expect(server.link).toBe(server.url);
  await page.goto(`${server.url}/runs`);
  await expect(page.getByText("No access token")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign out" })).toHaveCount(0);
});

test("addresses that name runs that there are not are answered by 404, as those of pages are", async ({
  request,
  page,
}) => {
  const statusOf = async (path: string) => (await request.get(path)).status();
  for (const path of ["/compare?a=run_none&b=run_no", "/runs/new?from=run_none", "/replays/rpl_none"])
    expect(await statusOf(path), path).toBe(404);
  for (const path of ["/compare", "/compare?a=run_none", "/runs/new", "/runs/new?template=tpl_none"])
    expect(await statusOf(path), path).toBe(200);
  await page.goto("/compare?a=run_none&b=run_no");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
});

test("a request over a limit leaves its connection to the next one", async ({ baseURL, context, page }) => {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, type: string, body?: Buffer) =>
    new Promise<number>((resolve, reject) => {
      const headers = { cookie, ...(body && { "content-type": type, "content-length": body.length }) };
      const asked = open(new URL(path, baseURL), { method, agent, headers }, (response) =>
        response.resume().once("end", () => resolve(response.statusCode ?? 0)),
      );
      asked.once("error", reject).end(body);
    });
  const large: [path: string, type: string, megabytes: number][] = [
    ["/api/v1/plans/parse", "application/json", 3.5],
    ["/api/v1/attachments?name=a.csv&type=text/csv", "application/octet-stream", 22],
  ];
  for (const [path, type, megabytes] of large) {
    expect(await ask("POST", path, type, Buffer.alloc(megabytes * 1024 * 1024, " "))).toBe(413);
    const since = performance.now();
    expect(await ask("GET", "/api/v1/overview", type)).toBe(200);
    expect(performance.now() - since).toBeLessThan(1_000);
  }
  agent.destroy();
  await page.goto("/");
  const inBrowser = await page.evaluate(async (body) => {
    const headers = { "content-type": "application/json" };
    const first = await fetch("/api/v1/plans/parse", { method: "POST", headers, body: " ".repeat(body) });
    const since = performance.now();
    const next = await Promise.all([1, 2].map(() => fetch("/api/v1/overview")));
    return { statuses: [first, ...next].map(({ status }) => status), tookMs: performance.now() - since };
  }, 3_670_016);
  expect(inBrowser.statuses).toEqual([413, 200, 200]);
  expect(inBrowser.tookMs).toBeLessThan(2_000);
});
