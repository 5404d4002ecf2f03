import { once } from "node:events";
import { connect } from "node:net";
import { expectAccessible, expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

const REVIEW = { tasks: [{ id: "ok", type: "human_review", title: "May it go out?" }] };

test("the reference has every endpoint with what it takes, and the same as an OpenAPI document", async ({
  page,
  request,
}) => {
  const document = await (await request.get("/api/v1/openapi.json")).json();
  expect(document.openapi).toBe("3.1.0");
  await page.goto("/settings/api");
  const endpoints = page.locator("main details");
  await expect(endpoints).toHaveCount(
    Object.values<object>(document.paths).flatMap((path) => Object.keys(path)).length,
  );
  await expect(page.getByRole("link", { name: "OpenAPI 3.1" })).toHaveAttribute(
    "href",
    "/api/v1/openapi.json",
  );
  await page.getByRole("searchbox", { name: "Search endpoints" }).fill("{id}/commands");
  await expect(endpoints).toHaveCount(1);
  await expect(page).toHaveURL(/q=/);
  await endpoints.getByText("POST /runs/{id}/commands").click();
  await expect(endpoints).toContainText('type: "raise_budget"');
  await expect(endpoints.getByText("operate", { exact: true })).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.getByRole("searchbox", { name: "Search endpoints" }).fill("no such endpoint");
  await expect(page.getByText("No endpoints match the search")).toBeVisible();
});

test("a key is made, starts a run by the API, is refused what it may not, and ends when it is revoked", async ({
  page,
  context,
  playwright,
  startServer,
}) => {
  test.setTimeout(180_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const server = await startServer();
  await page.goto(`${server.url}/settings/people`);
  await expect(page.getByText("No API keys yet")).toBeVisible();
  await expect(page.getByText("Accounts are off: everyone at this address")).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);

  await page.getByRole("button", { name: "New key" }).last().click();
  const dialog = page.getByRole("dialog", { name: "New API key" });
  await dialog.getByLabel("Name").fill("Anna’s phone bot");
  await dialog.getByRole("checkbox", { name: /^Operate/ }).check();
  await expect(dialog.getByRole("checkbox", { name: /^View/ })).toBeDisabled();
  await dialog.getByLabel("Roles (optional)").fill("lead, role:auditor");
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: "Copy the new key" });
  await expect(shown.getByLabel("Key")).toBeFocused();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  // By a slip it does not go away.
  await page.keyboard.press("Escape");
  await expect(shown.getByRole("alert")).toContainText("You have not copied the key");
  await shown.getByRole("button", { name: "Copy" }).click();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toMatch(/^wmk_[\w-]{43}$/);
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(shown).toHaveCount(0);
  expect(await page.content()).not.toContain(secret);

  const table = page.getByRole("table", { name: "Active API keys" });
  await expect(table).toContainText("Last used: never");
  await expect(page.getByRole("list", { name: "Roles" })).toContainText("auditor");
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);

  const bot = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  });
  const created = await bot.post("/api/v1/runs", { data: { mission: "Send the letter", plan: REVIEW } });
  expect(created.status()).toBe(201);
  const { runId } = await created.json();
  const state = async () => (await bot.get(`/api/v1/runs/${runId}`)).json();
  await expect.poll(async () => (await state()).openApprovals).toHaveLength(1);
  const [gate] = (await (await bot.get(`/api/v1/approvals?runId=${runId}`)).json()).items;
  const data = { verb: "approve", digest: gate.digest };
  const refused = await bot.post(`/api/v1/approvals/${gate.id}/decision`, { data });
  expect([refused.status(), (await refused.json()).details]).toEqual([403, { capability: "review" }]);
  const runs = await (await bot.get("/api/v1/runs?owner=me")).json();
  expect(runs.items.map(({ id }: { id: string }) => id)).toEqual([runId]);

  const stream = await fetch(`${server.url}/api/v1/runs/${runId}/events`, {
    headers: { authorization: `Bearer ${secret}`, accept: "text/event-stream" },
  });
  const ended = (async () => {
    const reader = stream.body?.getReader();
    while (!(await reader?.read())?.done);
  })().catch(() => "ended");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect(table).not.toContainText("never");
  await expectAccessible(page);
  await table.getByRole("button", { name: "Revoke Anna’s phone bot" }).click();
  const revoke = page.getByRole("dialog", { name: "Revoke the key Anna’s phone bot?" });
  await revoke.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("No active API keys")).toBeVisible();
  expect((await bot.get("/api/v1/me")).status()).toBe(401);
  await ended;
  await page.getByText("1 ended or revoked key").click();
  await expect(page.getByRole("list", { name: "Ended and revoked keys" })).toContainText("by Local operator");
  await expectAccessibleInBothThemes(page);
  expect(server.output()).not.toContain(secret);
  await bot.dispose();
});

/** The status of a request that is sent as it is written, with the body of the answer. */
async function send(url: string, lines: string[]): Promise<{ status: number; text: string }> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const [line = "", ...headers] = lines;
  socket.write(
    `${[`${line} HTTP/1.1`, `host: ${host}`, ...headers, "connection: close"].join("\r\n")}\r\n\r\n`,
  );
  await once(socket, "close");
  return { status: Number(text.split(" ")[1]), text };
}

test("a key opens the API alone, and only where it stands in its header", async ({
  request,
  context,
  baseURL: url,
}) => {
  const baseURL = url ?? "";
  const made = await request.post("/api/v1/keys", { data: { name: `Attack ${Date.now()}` } });
  const { secret, key } = await made.json();
  const session = `cookie: ${(await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")}`;
  const bearer = `authorization: Bearer ${secret}`;
  const page = /<html/i;
  const asked = async (lines: string[], status: number) => {
    const answer = await send(baseURL, lines);
    expect([lines[0], answer.status]).toEqual([lines[0], status]);
    if (status === 401) expect(answer.text).not.toMatch(page);
    expect(answer.text).not.toContain(secret);
    return answer.text;
  };
  expect(await asked(["GET /api/v1/me", bearer, session], 200)).toContain(`key:${key.keyId}`);
  await asked(["GET /api/v1/me", `AUTHORIZATION: bearer ${secret}`], 200);
  // Node takes the first of two.
  await asked(["GET /api/v1/me", "authorization: Bearer guessed", bearer], 401);
  await asked(["GET /api/v1/me", `authorization: Bearer ${secret}x`, session], 401);
  for (const target of [
    "/",
    "/runs",
    "/settings/people",
    "/nowhere",
    "/api",
    "/api/v1",
    "/api/nothing",
    "/api%2Fv1%2Fme",
  ])
    for (const more of [
      [],
      [session],
      ["rsc: 1", session],
      ["x-matched-path: /runs", "x-invoke-path: /runs"],
    ])
      await asked([`GET ${target}`, bearer, ...more], 401);
  // What says that another address is meant changes nothing about who may open it.
  for (const header of [
    "x-invoke-path: /runs",
    "x-matched-path: /runs",
    "x-rewrite-url: /runs",
    "x-original-url: /runs",
  ])
    for (const [secretOf, status] of [
      [bearer, 404],
      [`authorization: Bearer wmk_${"x".repeat(43)}`, 401],
    ] as const)
      expect(await asked(["GET /api/v1/nothing", secretOf, header], status)).not.toMatch(page);
  await asked(["GET /_next/static/x.js", bearer, session], 404);
  const action = ["next-action: 00", "content-type: text/plain;charset=UTF-8", "content-length: 0"];
  await asked(["POST /settings/people", bearer, session, `origin: ${baseURL}`, ...action], 404);
  expect(await asked(["POST /api/v1/nothing", bearer, `origin: ${baseURL}`, ...action], 404)).not.toMatch(
    page,
  );
  for (const target of [
    `/api/v1/me?key=${secret}`,
    `/api/v1/me?token=${secret}`,
    `/api/v1/me?access_token=${secret}`,
  ])
    expect((await send(baseURL, [`GET ${target}`])).status).toBe(401);
  await asked(["GET /api/v1/me", `cookie: waymark-${new URL(baseURL).port}=${secret}`], 401);
  await asked(["GET /api/v1/me", `x-api-key: ${secret}`], 401);
  // A key with no more than the right to look makes none, and changes nothing of itself.
  const more = await fetch(`${baseURL}/api/v1/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "More", capabilities: ["admin"] }),
  });
  expect(more.status).toBe(403);
  await request.post(`/api/v1/keys/${key.keyId}/revoke`, { data: {} });
  const [revoked, unknown] = [bearer, `authorization: Bearer wmk_${"x".repeat(43)}`];
  const answers = await Promise.all(
    [revoked, unknown].map((header) => send(baseURL, ["GET /api/v1/me", header])),
  );
  const told = answers.map(({ status, text }) => [status, text.split("\r\n\r\n")[1]]);
  expect(told[0]).toEqual(told[1]);
  expect(told[0]?.[0]).toBe(401);
});
