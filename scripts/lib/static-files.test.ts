import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staticFiles } from "./static-files";

const folder = mkdtempSync(join(tmpdir(), "static-files-"));
const script = "console.log('twice');".repeat(100);
const names = ["a.js", "b.css", "c.woff2", "d.svg", "gone.js"];
for (const name of names.slice(0, 4)) writeFileSync(join(folder, name), script);

const answer = staticFiles(folder, "/static/", names);
const server = createServer((request, response) => {
  if (!answer(request, response)) response.writeHead(200, { from: "next" }).end();
});
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function ask(path: string, headers: Record<string, string> = { "accept-encoding": "gzip, deflate" }) {
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, path, headers, agent: false }), "response")) as [
    IncomingMessage,
  ];
  return response;
}

test("a script and a style come compressed, to be kept for ever", async () => {
  for (const [path, type] of [
    ["/static/a.js", "application/javascript; charset=UTF-8"],
    ["/static/b.css", "text/css; charset=UTF-8"],
  ] as const) {
    const response = await ask(path);
    expect(response.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "gzip",
      "content-type": type,
      vary: "Accept-Encoding",
    });
    expect(gunzipSync(Buffer.concat(await response.toArray())).toString()).toBe(script);
  }
});

test("a typeface comes as it is", async () => {
  const response = await ask("/static/c.woff2");
  expect(response.headers).toMatchObject({ "content-type": "font/woff2" });
  expect(response.headers).not.toHaveProperty("content-encoding");
  expect(await text(response)).toBe(script);
});

test("a file is read once", async () => {
  await text(await ask("/static/a.js"));
  writeFileSync(join(folder, "a.js"), "");
  expect(gunzipSync(Buffer.concat(await (await ask("/static/a.js")).toArray())).toString()).toBe(script);
});

test("a file that a new build took away is not there", async () => {
  expect((await ask("/static/gone.js")).statusCode).toBe(404);
});

test("everything else is Next's to answer: other files, parts, and who reads no gzip", async () => {
  for (const [path, headers] of [
    ["/static/d.svg", undefined],
    ["/static/other.js", undefined],
    ["/static/../static/a.js", undefined],
    ["/static/a.js", {}],
    ["/static/a.js", { "accept-encoding": "gzip", range: "bytes=0-9" }],
  ] as const)
    expect((await ask(path, headers)).headers.from).toBe("next");
});
