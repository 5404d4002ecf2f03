import { startRun } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE, readAll } from "./checks";
import { expect, test } from "./fixtures";

test("research: a retry repairs a search, and a person releases the report as it stands", async ({
  page,
}) => {
  test.setTimeout(90_000);
  const node = (taskId: string) => page.locator(`.react-flow__node [data-task="${taskId}"]`);
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await page.goto("/");
  await page.getByRole("button", { name: "Run sample: Research and release" }).click();
  await page.waitForURL(/\/runs\/run_/);
  await expect(node("combine_findings")).toBeVisible();
  await expect(node("release_report")).toHaveAttribute("data-status", "waiting");

  await node("research_crewai").click();
  await expect(inspector).toContainText("Expected 5+ findings, got 2");
  await page.keyboard.press("Escape");

  const gate = page.locator("aside [data-gate]");
  await expect(gate).toContainText("May everyone in the company read it as it stands?");
  await expect(gate).toContainText("20 findings on 4 frameworks");
  await expect(gate).not.toContainText("<result");
  await expect(gate).toContainText("Result shown above");
  await expectAccessibleInBothThemes(page);
  // The whole report is read before it can be let pass.
  await readAll(gate);
  await gate.getByLabel("Comment").fill("Good to read");
  await gate.getByRole("button", { name: "Approve", exact: true }).click();
  // Publishing is seen by others: a second step.
  await gate.getByRole("button", { name: "Yes, approve" }).click();
  // Each of its results has evidence.
  const status = page.getByRole("status").filter({ hasText: "Completed" });
  await expect(status).toHaveText(/Completed$/, { timeout: 20_000 });
  await page.getByRole("button", { name: "View answer" }).click();
  await expect(page.getByTestId("answer")).toContainText("Published");
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});

test("prices that a check refuses: the tail is replaced, told in the replans, and continues", async ({
  page,
  request,
}) => {
  test.setTimeout(90_000);
  const node = (taskId: string) => page.locator(`.react-flow__node [data-task="${taskId}"]`);
  const held = page.locator("[data-held]");
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  const runId = await startRun(request, {
    mission: "Bring the prices of the shop in line with the supplier price list",
    settings: { reviewHoldMs: 300_000, replanCooldownMs: 0 },
  });
  await page.goto(`/runs/${runId}`);
  await expect(held).toContainText("6 of 6 articles have one");
  await expect(node("read_price_list")).toHaveAttribute("data-status", "succeeded");
  await expect(node("compute_prices")).toHaveAttribute("data-status", "failed");
  await expect(node("compute_prices_v2")).toHaveAttribute("data-status", "succeeded");

  await node("compute_prices").click();
  const carriedOn = inspector.locator("section").filter({ hasText: "Continued by" });
  await expect(carriedOn.getByRole("button", { name: /Compute all prices/ })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("tab", { name: /Replans/ }).click();
  const replans = page.getByRole("region", { name: "Replans" });
  await expect(replans).toContainText("Price must be positive: K-104, K-106");
  await page.getByRole("button", { name: "Show on canvas" }).click();
  await expect(page).toHaveURL(/from=1&to=2/);
  await expect(node("quote_missing")).toHaveAttribute("data-mark", "added");
  await expect(node("update_shop")).toHaveCount(0);
  await page.getByRole("button", { name: "Stop comparing" }).click();

  await held.getByRole("button", { name: "Apply now" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "View answer" }).click();
  await expect(page.getByTestId("answer")).toContainText("K-104 and K-106");
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});

test("a sample is filled in, set up, and aborted by its review with the reason", async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto("/runs/new");
  await page.getByRole("button", { name: "Use this: Cloud quota refused" }).click();
  await expect(page.getByRole("textbox", { name: "Mission", exact: true })).toHaveValue(
    "Deploy the web application to the cloud",
  );
  await expect(page.getByRole("textbox", { name: "Mission", exact: true })).toBeFocused();
  // Until its fields are there, what stands for them has the same words.
  await page.getByRole("region", { name: "Mission", exact: true }).getByText("Run settings").click();
  await page.getByRole("radio", { name: /Automatic/ }).check();
  await expectAccessibleInBothThemes(page);
  await page.getByRole("button", { name: "Start mission" }).click();
  await page.waitForURL(/\/runs\/run_/);
  const ended = page.getByRole("status").filter({ hasText: "Stopped by a planning review" });
  await expect(ended).toContainText("refused 12 more CPUs in eu-central", { timeout: 20_000 });
  await expect(page.getByText("5 of 10 done")).toBeVisible();
  await page.locator('.react-flow__node [data-task="review_infrastructure"]').click();
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await expect(inspector).toContainText("Proposed, accepted");
  await expect(inspector).toContainText("Was the missing quota granted?");
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});

test("an answer with a gap: critics score it, it is revised, and the page shows how it came to stand", async ({
  page,
}) => {
  test.setTimeout(90_000);
  const node = (taskId: string) => page.locator(`.react-flow__node [data-task="${taskId}"]`);
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await page.goto("/");
  await page.getByRole("button", { name: "Run sample: Answer with a gap" }).click();
  await page.waitForURL(/\/runs\/run_/);
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible({ timeout: 30_000 });

  await node("measure_service").click();
  await expect(inspector).toContainText("Answer critiqued: 95 of 100");
  await inspector.getByRole("tab", { name: "Trajectory" }).click();
  await expect(inspector.locator('[data-critique="2"]')).toContainText("It does not say how it bears load.");
  await expect(inspector.locator('[data-critique="2"]')).toContainText("asked for a revision");
  await expect(inspector.locator('[data-critique="4"]')).toContainText("Score 95 of 100");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "View answer" }).click();
  await expect(page.getByTestId("answer")).toContainText("6 servers");
  const reflection = page.getByTestId("reflection");
  await expect(reflection).toContainText("Passed: 95 of 100");
  await expect(reflection).toContainText("Score 75 of 100, 80 required");
  await expect(reflection).toContainText("It does not say how many servers it needs.");
  await reflection.getByText("Show text").click();
  await expect(reflection).toContainText("The application was measured on staging.");
  await reflection.getByText("Show changes").click();
  await expect(reflection.locator("ins").filter({ hasText: "6 servers" })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.getByRole("tab", { name: "Reflection" }).click();
  await expect(page.getByTestId("agent-answers")).toContainText("95 of 100");
  await expect(page.getByTestId("run-lessons")).toContainText("Proposed by this run");
  await expect(page.getByTestId("self-critique")).toContainText("The approach was sound");
  await expect(page.getByTestId("retrospect")).toContainText("the answer is good and nothing went wrong");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});
