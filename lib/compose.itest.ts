import { afterAll, beforeAll, expect, test } from "vitest";
import { localPerson as actor } from "@/lib/auth/actor";
import { type App, createApp } from "@/lib/compose";
import { readEnv } from "@/lib/env";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { FICKLE } from "@/lib/testing/mcp/servers";
import { openWebServer, type WebServer } from "@/lib/testing/web-server";

let database: TestDatabase;
let site: WebServer;
let web: App;
let worker: App;

beforeAll(async () => {
  database = await createTestDatabase();
  site = await openWebServer((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ asked: request.url, with: request.body }));
  });
  const env = readEnv({
    DATABASE_URL: database.url,
    WAYMARK_SECRET: "a secret of these tests",
    WAYMARK_ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${site.port}`,
    WAYMARK_LOG_LEVEL: "silent",
  });
  web = await createApp(env, { web: true });
  worker = await createApp(env, { worker: true });
  await worker.worker?.start();
});
afterAll(async () => {
  await worker?.close();
  await web?.close();
  await site?.close();
  await database?.drop();
});

/** What a program comes to in a run of its own. */
async function run(program: string) {
  const settings = { summarizer: "off" };
  const tasks = [{ id: "a", title: "A", type: "direct", input: program, retries: 0, critical: false }];
  const { runId } = await web.services.runs.create({
    actor,
    input: { mission: "Try a tool", plan: { title: "Try", tasks }, settings } as never,
  });
  const report = () => web.services.runs.report({ actor, input: { runId } });
  await expect.poll(async () => (await report()).status, { timeout: 25_000 }).toMatch(/completed|failed/);
  return report();
}

test("tools reach the hosts that the environment opens, and no other private one", async () => {
  const { results } = await run(`(tool/http_get {"url" "http://127.0.0.1:${site.port}/page"})`);
  expect(results.a).toMatchObject({ status: 200, body: { asked: "/page" } });
  const before = site.requests.length;
  const refused = await run(`(tool/http_get {"url" "http://localhost:${site.port}/page"})`);
  expect(refused.results.a).toBeUndefined();
  expect(JSON.stringify(refused.tasks)).toContain("access is not allowed");
  expect(site.requests.length).toBe(before);
});

test("a request goes out once, with the key of its call", async () => {
  const { results } = await run(
    `(tool/http_request {"method" "POST" "url" "http://127.0.0.1:${site.port}/orders" "body" {"item" "A1"}})`,
  );
  expect(results.a).toMatchObject({ body: { with: '{"item":"A1"}' } });
  const orders = site.requests.filter(({ url }) => url === "/orders");
  expect(orders).toMatchObject([
    { method: "POST", headers: { "idempotency-key": expect.stringMatching(/./) } },
  ]);
});

test("the tools of a server that one process added are called by another", async () => {
  const [command, args] = [process.execPath, [FICKLE]];
  const server = {
    name: "fickle",
    transport: "stdio" as const,
    command,
    args,
    confirmedCommand: [command, ...args],
  };
  await web.services.mcp.add({ actor, input: server });
  await web.services.mcp.test({ actor, input: { name: "fickle" } });
  const { results } = await run(`(tool/fickle__echo {"say" "hello"})`);
  expect(results.a).toEqual({ said: "hello" });
});
