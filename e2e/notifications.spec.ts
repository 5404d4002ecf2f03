import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { startGate, startRun, unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** A receiver of webhooks, which answers with these statuses and then with 200. */
async function openReceiver(
  statuses: number[] = [],
): Promise<{ port: number; received: Received[]; server: Server }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    received.push({
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
    });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, received, server };
}

const GATE = {
  tasks: [
    { id: "ask", type: "human_review", title: "Deploy to production?" },
    { id: "tell", title: "Tell", input: "Tell", depends_on: ["ask"] },
  ],
};

test("a channel hears of a gate in a signed message whose link opens it", async ({
  page,
  request,
  startServer,
}) => {
  test.setTimeout(180_000);
  const { port, received, server } = await openReceiver([500]);
  const { url } = await startServer({ env: { WAYMARK_ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${port}` } });
  await page.goto(`${url}/settings/notifications`);
  await expect(page.getByText("No channels yet")).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.getByRole("button", { name: "Add channel" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add channel" });
  await expectAccessibleInBothThemes(page);
  await dialog.getByLabel("Name", { exact: true }).fill("Ops");
  await dialog.getByLabel("URL", { exact: true }).fill("http://169.254.169.254/latest");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert").filter({ hasText: "not allowed" })).toBeVisible();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Ops");
  await dialog.getByLabel("URL", { exact: true }).fill(`http://127.0.0.1:${port}/hook`);
  await dialog.getByLabel("For", { exact: true }).selectOption("Local operator");
  await dialog.getByRole("button", { name: "Save" }).click();
  const shown = page.getByRole("dialog", { name: "Copy the signing secret" });
  const secret = await shown.getByLabel("Secret").inputValue();
  expect(secret).toMatch(/^whsec_/);
  await expectAccessibleInBothThemes(page);
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(shown.getByRole("alert")).toContainText("You have not copied the secret");
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("nothing sent yet")).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  const test1 = page.getByRole("button", { name: "Send a test to Ops" });
  await test1.click();
  await expect(page.getByText("The test message failed.")).toContainText("answered with status 500");
  await expect(page.getByRole("button", { name: /^Send again/ })).toBeVisible();
  await test1.click();
  await expect(page.getByText("The test message was delivered.")).toBeVisible();
  await page.getByRole("button", { name: /^Send again/ }).click();
  await expect.poll(() => received.length).toBe(3);
  expect(received[2]?.headers["webhook-id"]).toBe(received[0]?.headers["webhook-id"]);
  await expect(page.getByRole("button", { name: /^Send again/ })).toBeHidden();

  const started = await request.post(`${url}/api/v1/runs`, { data: { mission: "Release 2.0", plan: GATE } });
  const { runId } = await started.json();
  await expect.poll(() => received.length).toBe(4);
  const message = received[3] as Received;
  const verified = new Webhook(secret).verify(message.body, message.headers as Record<string, string>);
  expect(verified).toMatchObject({
    type: "gate.opened",
    data: { run: { id: runId }, gate: { kind: "human_review", prompt: expect.stringContaining("Deploy") } },
  });
  await expect(page.getByRole("link", { name: /Waiting for you: Deploy/ })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);

  const { gate } = (verified as { data: { gate: { url: string } } }).data;
  expect(gate.url.startsWith(url)).toBe(true);
  await page.goto(gate.url);
  await expect(page.getByRole("dialog").getByText("Deploy to production?").first()).toBeVisible();
  await page.goto(`${url}/settings/notifications`);
  await page.getByRole("button", { name: "Remove Ops" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No channels yet")).toBeVisible();
  server.close();
  server.closeAllConnections();
});

/** A browser whose person says yes, with what it would have shown; headless ones show nothing. */
function fakeNotifications(): void {
  const shown: { title: string; body: string; tag: string; click(): void }[] = [];
  class Shown {
    static permission = sessionStorage.getItem("leave") ?? "default";
    static async requestPermission() {
      Shown.permission = "granted";
      sessionStorage.setItem("leave", "granted");
      return "granted";
    }
    onclick: (() => void) | null = null;
    constructor(title: string, { body, tag }: { body: string; tag: string }) {
      shown.push({ title, body, tag, click: () => this.onclick?.() });
    }
    close() {}
  }
  let hidden = false;
  Object.defineProperty(document, "hidden", { get: () => hidden });
  const hide = (now: boolean) => {
    hidden = now;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  Object.assign(window, { Notification: Shown, shownNotices: shown, hideTab: hide });
}

type Faked = {
  shownNotices: { title: string; body: string; tag: string; click(): void }[];
  hideTab(now: boolean): void;
};

test("a browser that was asked to tells of a gate while its tab is hidden, and leads to it", async ({
  page,
  request,
}) => {
  await page.addInitScript(fakeNotifications);
  await page.goto("/settings/notifications");
  const noticesOf = (mission: string) =>
    page.evaluate(
      (words) =>
        (window as unknown as Faked).shownNotices.flatMap(({ title, body, tag }) =>
          body.includes(words) ? [{ title, tag }] : [],
        ),
      mission,
    );
  const hide = (now: boolean) => page.evaluate((to) => (window as unknown as Faked).hideTab(to), now);
  const toast = (mission: string) => page.getByText(mission).first();

  // In view, a message on the page is enough.
  await page.getByRole("switch", { name: "Notify me in this browser" }).check();
  const seen = unique("In view");
  await startGate(request, seen);
  await expect(toast(seen)).toBeVisible();
  expect(await noticesOf(seen)).toEqual([]);

  await hide(true);
  const unseen = unique("Out of view");
  const runId = await startGate(request, unseen);
  const approvalId = `${runId.replace("run_", "apr_")}-1`;
  await expect
    .poll(() => noticesOf(unseen))
    .toEqual([{ title: "A run is waiting for you", tag: approvalId }]);
  await page.evaluate((tag) => {
    (window as unknown as Faked).shownNotices.find((one) => one.tag === tag)?.click();
  }, approvalId);
  await page.waitForURL(`**/inbox?gate=${approvalId}`);
  await expect(page.getByRole("dialog").getByText(`Decide: ${unseen}`).first()).toBeVisible();

  // What else it tells of is the person's own choice, kept with the server.
  await page.goto("/settings/notifications");
  const completed = page.getByRole("checkbox", { name: /^Run completed/ });
  await completed.check();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await page.reload();
  await expect(completed).toBeChecked();
  await hide(true);
  const done = unique("Soon done");
  const plan = { title: "One", tasks: [{ id: "one", type: "direct", title: "One", input: '"done"' }] };
  await startRun(request, { mission: done, plan, settings: { summarizer: "off" } });
  await expect.poll(() => noticesOf(done)).toMatchObject([{ title: "A run completed" }]);
  await hide(false);
  await expect(toast(done)).toBeVisible();
  await completed.uncheck();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await page.reload();
  await expect(completed).not.toBeChecked();

  // Turned off, a hidden tab lets go of its connection as ever.
  await page.goto("/settings/notifications");
  await expect(page.getByRole("switch", { name: "Notify me in this browser" })).toBeChecked();
  await page.getByRole("switch", { name: "Notify me in this browser" }).uncheck();
  await hide(true);
  const later = unique("Turned off");
  await startGate(request, later);
  await hide(false);
  await expect(toast(later)).toBeVisible();
  expect(await noticesOf(later)).toEqual([]);
});
