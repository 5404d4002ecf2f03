import postgres from "postgres";
import { ensureDatabase } from "../scripts/database";
import { expectAccessible, expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

/** Lets all finished runs have ended so long ago. */
async function finishedDaysAgo(dataDir: string, days: number): Promise<void> {
  const database = await ensureDatabase({ dataDir });
  const sql = postgres(database.url, { max: 1 });
  const ended = await sql`update runs set finished_at = now() - ${days}::int * interval '1 day'
    where status = 'cancelled'`;
  expect(ended.count).toBe(1);
  await sql.end();
  await database.release();
}

test("old runs are removed after a confirmed change, and their page says so", async ({
  page,
  startServer,
  playwright,
}) => {
  test.setTimeout(180_000);
  const server = await startServer();
  const api = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: server.authorization,
  });
  const tasks = [{ id: "ask", type: "human_review", title: "Ask", input: "May it?" }];
  const created = await api.post("/api/v1/runs", { data: { mission: "Long ago", plan: { tasks } } });
  const { runId } = await created.json();
  expect((await api.post(`/api/v1/runs/${runId}/commands`, { data: { type: "cancel" } })).ok()).toBe(true);
  await finishedDaysAgo(server.dataDir, 40);

  await page.goto(`${server.url}/settings/retention`);
  const kept = page.getByRole("region", { name: "What is kept" });
  const runs = kept
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: /^Finished runs/ }) });
  await expect(runs).toContainText("kept for ever");
  await expect(runs).toContainText("1 run, about");
  await expect(kept.getByRole("listitem").filter({ hasText: "Live text" })).toContainText("kept for 1 day");
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);

  const days = runs.getByLabel("Days to keep finished runs");
  const save = kept.getByRole("button", { name: "Save retention" });
  await expect(save).toBeDisabled();
  await days.fill("0");
  await expect(runs).toContainText("Enter a number of days");
  await days.fill("30");
  await days.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Remove older data?" });
  await expect(dialog).toContainText("Finished runs older than 30 days");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(days).toHaveValue("30");
  await expect(runs).toContainText("kept for ever");
  await save.click();
  await dialog.getByRole("button", { name: "Save and remove" }).click();
  await expect(dialog).toBeHidden();
  await expect(runs).toContainText("kept for 30 days");

  await expect(async () => {
    await page.goto(`${server.url}/runs/${runId}`);
    await expect(page.getByRole("heading", { name: "This run was removed" })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 90_000 });
  await expect(page.getByText("removed under retention on")).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.goto(`${server.url}/settings/retention`);
  await expect(runs).toContainText("Last removed");
  await expect(runs).toContainText("0 runs, about");

  const audit = page.getByRole("region", { name: "Audit log" });
  await audit.getByRole("button", { name: "Remove old lines…" }).press("Enter");
  const sure = page.getByRole("dialog", { name: "Remove audit lines?" });
  await sure.getByLabel("Older than, in days").fill("30");
  await expect(sure.getByRole("button", { name: "Remove lines" })).toBeDisabled();
  await expectAccessible(page);
  await sure.getByLabel("Type “remove audit lines” to confirm").fill("remove audit lines");
  await page.keyboard.press("Enter");
  await expect(sure).toBeHidden();
  await expect(audit.getByRole("status")).toHaveText("No lines of that age.");
  await api.dispose();
});
