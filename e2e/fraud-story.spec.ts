import { expect, test } from "./fixtures";

/** The first sample from one click to the answer, with a reload in the middle and a person at the gate. */
test("the fraud sample replans, asks a person, and completes", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByText("Simulated model")).toBeVisible();
  await page.getByRole("button", { name: /Run sample: Fraud model/ }).click();
  await page.waitForURL(/\/runs\/run_/);

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/fraud detection model/);
  const plan = page.getByRole("region", { name: "Plan" });
  await expect(plan.getByRole("listitem").first()).toBeVisible();
  await expect(plan.getByText(/94\.3/).first()).toBeVisible();

  await page.reload();
  await expect(plan.getByText("REPLAN").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Replans" }).getByText("Plan v1 → v2")).toBeVisible();
  await expect(plan.getByText("new in plan v2").first()).toBeVisible();
  await expect(plan.getByText("dropped by a later plan version").first()).toBeVisible();

  const gate = page.locator("[data-gate]");
  await expect(gate).toBeVisible();
  await expect(page.getByText(/^Waiting for you:/)).toBeVisible();
  await gate.getByRole("textbox").fill("Go ahead");
  await gate.getByRole("button", { name: "Approve" }).click();

  await expect(page.getByText(/^Completed/)).toBeVisible();
  await expect(gate).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("98.1 %");
  const decided = page.getByRole("region", { name: "Decided gates" });
  await expect(decided).toContainText("Approve by Local operator");
  await expect(decided).toContainText("Go ahead");

  await page.reload();
  await expect(page.getByText(/^Completed/)).toBeVisible();
  await page.getByRole("link", { name: /Missions/ }).click();
  await expect(page.getByRole("region", { name: "Runs" }).getByText("completed").first()).toBeVisible();
});
