import { expect, test } from "./fixtures";

/** The first sample from one click to the answer, with a reload in the middle and a person at the gate. */
test("the fraud sample replans, asks a person, and completes", async ({ page }) => {
  // Three reviews hold their decisions for 15 seconds each, so that a person could override them.
  test.setTimeout(120_000);
  const status = page.getByRole("status");
  const afterHold = { timeout: 30_000 };
  await page.goto("/");
  await expect(page.getByText("Simulated model")).toBeVisible();
  await page.getByRole("button", { name: /Run sample: Fraud model/ }).click();
  await page.waitForURL(/\/runs\/run_/);

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/fraud detection model/);
  const plan = page.getByRole("region", { name: "Plan" });
  await expect(plan.getByRole("listitem").first()).toBeVisible();
  await expect(plan.getByText(/94\.3/).first()).toBeVisible(afterHold);

  await page.reload();
  await expect(plan.getByText("REPLAN").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Replans" }).getByText("Plan v1 → v2")).toBeVisible(
    afterHold,
  );
  await expect(plan.getByText("new in plan v2").first()).toBeVisible();
  await expect(plan.getByText("dropped by a later plan version").first()).toBeVisible();

  const gate = page.locator("[data-gate]");
  await expect(gate).toBeVisible(afterHold);
  await expect(status.filter({ hasText: "Waiting for you: approval for production" })).toBeVisible();
  await gate.getByRole("textbox").fill("Go ahead");
  await gate.getByRole("button", { name: "Approve", exact: true }).click();

  await expect(status.filter({ hasText: "Completed" })).toBeVisible();
  await expect(gate).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("98.1 %");
  const decided = page.getByRole("region", { name: "Decided gates" });
  await expect(decided).toContainText("Approved by Local operator");
  await expect(decided).toContainText("Go ahead");

  await page.reload();
  await expect(status.filter({ hasText: "Completed" })).toBeVisible();
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await expect(page.getByRole("region", { name: "Runs" }).getByText("completed").first()).toBeVisible();
});
