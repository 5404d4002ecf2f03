import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { APIRequestContext } from "@playwright/test";
import { startGate, unique } from "./api";
import { expect, test } from "./fixtures";

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

const page = { "next-action": "00", "content-type": "text/plain;charset=UTF-8" };
const asLines = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

test("every answer has the headers, whatever was asked for", async ({ baseURL }) => {
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
    const { status: got, head } = await send(baseURL, [`${line} HTTP/1.1`, `host: ${host}`]);
    expect(`${line} ${got}`).toBe(`${line} ${status}`);
    expect(head, line).toContain("x-frame-options: deny");
    expect(head, line).toContain("x-content-type-options: nosniff");
    if (got !== 400) expect(head, line).toContain("frame-ancestors 'none'");
  }
});

test("no action is taken at an address that is no page, for another host or from another site", async ({
  baseURL,
}) => {
  const { host, origin } = new URL(baseURL ?? "");
  const own = { host, origin, ...page };
  const attempts: [string, Record<string, string>, number][] = [
    ["/_next/static/x", { ...own, host: "evil.example" }, 403],
    ["/_next/static/x", own, 404],
    ["/_next/imagex", own, 404],
    ["/icon.svgx", own, 404],
    ["/nowhere", own, 404],
    ["/runs/new", { ...own, origin: "http://evil.example" }, 403],
    ["/runs/new", { ...own, origin: "http://evil.example", "x-forwarded-host": "evil.example" }, 403],
    ["/runs/new", { host, ...page }, 403],
  ];
  for (const [path, headers, status] of attempts) {
    const answer = await send(baseURL, [`POST ${path} HTTP/1.1`, ...asLines(headers), "content-length: 0"]);
    expect(`${path} ${answer.status}`).toBe(`${path} ${status}`);
  }
});

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

async function expectOpenGate(request: APIRequestContext, runId: string): Promise<void> {
  const { items } = await (await request.get(`/api/v1/approvals?status=open`)).json();
  expect(items.map((item: { runId: string }) => item.runId)).toContain(runId);
}
