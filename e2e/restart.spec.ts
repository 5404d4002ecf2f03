import { readFileSync } from "node:fs";
import { startRun } from "./api";
import { expect, test } from "./fixtures";
import type { TestServer } from "./server";

/** The web server among the processes that the supervisor runs. */
function webPid({ pid }: TestServer): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  const isWeb = (child: number) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes("scripts/web.ts");
  return children.find(isWeb) ?? 0;
}

test("a server that dies in the middle of a run is said, and what was missed is caught up with", async ({
  browser,
  startServer,
  playwright,
}) => {
  test.setTimeout(90_000);
  const server = await startServer();
  const request = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: server.authorization,
  });
  // Short enough that the worker continues while the web server is away.
  const settings = { reviewHoldMs: 1_500, replanCooldownMs: 0 };
  const runId = await startRun(request, {
    mission: "Deploy the fraud detection model to production",
    settings,
  });
  const page = await browser.newPage();
  await page.goto(server.link);
  await page.goto(`${server.url}/runs/${runId}`);
  await expect(page.locator("[data-held]")).toBeVisible();
  process.kill(webPid(server), "SIGKILL");
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await expect(page.getByText(/caught up on \d+ events?/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Reconnecting…")).toBeHidden();
  await expect(page.locator("aside [data-gate]")).toBeVisible({ timeout: 30_000 });
  const run = await (await request.get(`/api/v1/runs/${runId}`)).json();
  await expect(page.getByRole("tab", { name: new RegExp(`^Log ?${run.seq}$`) })).toBeVisible();
  await page.close();
  await request.dispose();
});
