import { SCENARIOS } from "@/lib/core/scenarios";
import { startRun } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

const missionOf = (name: string): string => SCENARIOS.find((one) => one.name === name)?.mission ?? "";

test("the history of a plan tells why it was replaced, who decided, what changed and what it cost", async ({
  page,
  request,
}) => {
  test.setTimeout(90_000);
  const settings = { reviewHoldMs: 300_000, replanCooldownMs: 0 };
  const runId = await startRun(request, { mission: missionOf("tail-replan"), settings });
  await page.goto(`/runs/${runId}`);
  await expect(page.locator("[data-held]")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("tab", { name: /Replans/ }).click();
  const history = page.getByRole("region", { name: "Plan history" });
  await expect(history).toContainText("adopted");
  await expect(history).toContainText("verification failed");
  await expect(history).toContainText("the policy for failed checks");
  await expect(history).toContainText(/Cost\$0\.\d+ · [\d,]+ tokens/);
  await history.getByRole("button", { name: "version 1 → version 2" }).click();
  await expect(page).toHaveURL(/from=1&to=2/);
  await expectAccessibleInBothThemes(page);
  await page.getByRole("tab", { name: "Cost" }).click();
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("Spent on replanning: $0.");
  await expect(page.getByRole("region", { name: "By role" })).toContainText("planner");
  const versions = page.getByRole("region", { name: "By plan version" });
  await expect(versions).toContainText("Replaced by v2");
  await expect(versions).toContainText("discarded");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  const task = page.getByRole("region", { name: "By task" }).getByRole("button").first();
  await task.click();
  await expect(page).toHaveURL(/task=/);
});

test("the page of all runs leads to what a replan changed", async ({ page, request }) => {
  test.setTimeout(90_000);
  const settings = { reviewHoldMs: 300_000, replanCooldownMs: 0 };
  const runId = await startRun(request, { mission: missionOf("tail-replan"), settings });
  await page.goto(`/runs/${runId}`);
  await expect(page.locator("[data-held]")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: "History", exact: true }).click();
  await page.waitForURL(/\/history$/);
  const rows = page.getByRole("list", { name: "Plan changes" });
  await expect(rows).toContainText("Verification failed");
  await expectAccessibleInBothThemes(page);
  await page.getByRole("link", { name: "Failed", exact: true }).click();
  await expect(page).toHaveURL(/outcome=failed/);
  await page.getByRole("link", { name: "All", exact: true }).click();
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await rows.locator(`a[href*="${runId}?tab=replans"]`).click();
  await expect(page).toHaveURL(/tab=replans&from=1&to=2/);
  await expect(page.getByRole("region", { name: "Plan history" })).toBeVisible();
});

test("the answers of earlier iterations are there in full", async ({ page, request }) => {
  test.setTimeout(90_000);
  const settings = { reviewMode: "auto", replanCooldownMs: 0 };
  const runId = await startRun(request, { mission: missionOf("iterate"), settings });
  await page.goto(`/runs/${runId}`);
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("tab", { name: /Replans/ }).click();
  const history = page.getByRole("region", { name: "Plan history" });
  await expect(history).toContainText("answer incomplete");
  await page.getByRole("tab", { name: /Answer/ }).click();
  const then = page.locator("details").filter({ hasText: "Earlier answer" }).first();
  await then.getByText("Earlier answer").click();
  await expect(then.locator("p").first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
