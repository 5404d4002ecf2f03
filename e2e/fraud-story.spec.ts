import { startRun } from "./api";
import { expectNoSideScroll, PHONE, readAll, sectionOf } from "./checks";
import { expect, test } from "./fixtures";

const MISSION = "Deploy the fraud detection model to production";

test("a newcomer starts the fraud sample with one click, and sees its plan", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByText("Simulated model")).toBeVisible();
  const sample = page.getByRole("listitem").filter({ hasText: "Fraud model to production" });
  await sample.getByRole("button", { name: /Run sample/ }).click();
  await page.waitForURL(/\/runs\/run_/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(MISSION);
  await expect(page.locator('.react-flow__node [data-task="export_model"]')).toBeVisible();
  await expect(page.getByRole("region", { name: "Timeline" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Timeline", exact: true })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  // A low screen keeps its room for the graph.
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto("/");
  await sample.getByRole("button", { name: /Run sample/ }).click();
  await page.waitForURL(/\/runs\/run_/);
  await expect(page.getByRole("button", { name: "Timeline", exact: true })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
});

/** The same mission to its answer, with a reload in the middle; held long, so that no slow machine decides first. */
test("the fraud mission replans in place, a person answers its gate and reads what it came to", async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const status = page.getByRole("status");
  const node = (taskId: string) => page.locator(`.react-flow__node [data-task="${taskId}"]`);
  const held = page.locator("[data-held]");
  const settings = { reviewHoldMs: 300_000, replanCooldownMs: 0 };
  const runId = await startRun(request, { mission: MISSION, settings });
  await page.goto(`/runs/${runId}?timeline=open`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/fraud detection model/);
  await expect(node("export_model")).toBeVisible();
  await expect(held).toContainText("Review of the model artifacts");
  await expect(held).toContainText("A model decided this. It takes effect when the hold ends");
  await held.getByRole("button", { name: "Apply now" }).click();

  // The accuracy is too low: the proposal is held, with its reasons, and the plan is still the old one.
  await expect(held).toContainText("REPLAN");
  await expect(held).toContainText("Accuracy 94.3 % is below the 97 %");
  await expect(node("approve_production")).toHaveAttribute("data-status", "pending");
  const before = await node("export_model").boundingBox();
  await node("validate_staging").click();
  await expect(page).toHaveURL(/task=validate_staging/);
  await expect(page.getByRole("complementary", { name: "Inspector" })).toContainText("94.3 %");
  await page.reload();
  await expect(page.getByRole("complementary", { name: "Inspector" })).toContainText("94.3 %");
  // A key that comes before the page listens is lost: press until it counts.
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(held).toBeVisible({ timeout: 500 });
  }).toPass();
  await held.getByRole("button", { name: "Apply now" }).click();

  await expect(node("retrain_model")).toBeVisible();
  await expect(node("approve_production")).toHaveAttribute("data-status", "superseded");
  await expect(node("export_model")).toHaveAttribute("data-status", "succeeded");
  expect(before).not.toBeNull();
  await expect(held).toContainText("98.1 %");
  await held.getByRole("button", { name: "Apply now" }).click();

  const gate = page.locator("aside [data-gate]");
  await expect(gate).toBeVisible();
  await expect(
    status.filter({ hasText: "Waiting for you: human gate “Approval for production”" }),
  ).toBeVisible();
  // Graph and timeline have gone along with the work, with what is around it.
  for (const one of ["approve_production_v2", "analyze_failures"])
    await expect(node(one)).toBeInViewport({ ratio: 1 });
  const row = page
    .getByRole("list", { name: "Tasks by time" })
    .locator('[data-time-row="approve_production_v2"]');
  await expect(row).toBeInViewport({ ratio: 1 });
  await page.getByRole("tab", { name: /Replans/ }).click();
  await expect(page.getByRole("region", { name: "Replans" })).toContainText("Accuracy 94.3 % is below");
  await page.getByRole("button", { name: "Show on canvas" }).click();
  await expect(page).toHaveURL(/from=1&to=2/);
  await expect(node("retrain_model")).toHaveAttribute("data-mark", "added");
  await expect(node("deploy_production_v2")).toHaveAttribute("data-mark", "changed");
  await expect(node("deploy_production")).toHaveCount(0);
  await page.getByRole("button", { name: "Stop comparing" }).click();

  await readAll(gate);
  await gate.getByLabel("Comment").fill("Go ahead");
  await gate.getByRole("button", { name: "Approve", exact: true }).click();
  // What starts next changes production: a second step.
  await gate.getByRole("button", { name: "Yes, approve" }).click();
  await expect(status.filter({ hasText: "Completed" })).toBeVisible({ timeout: 20_000 });
  const decided = page.getByRole("region", { name: "Decided gates" });
  await expect(decided).toContainText("Approved by Local operator");
  await expect(decided).toContainText("Go ahead");
  const critique = sectionOf(page.locator("aside").first(), "Plan critique");
  await expect(critique.getByText(/^\D*(?:[89]|10)(?:\.\d)? of 10, good/).first()).toBeInViewport();
  await page.getByRole("button", { name: "View answer" }).click();
  await expect(page.getByTestId("answer")).toContainText("98.1 %");
  await expect(page.getByRole("region", { name: "Outcome" })).toContainText("Tasks dropped");
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});
