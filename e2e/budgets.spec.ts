import { startRun, unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE, sectionOf } from "./checks";
import { expect, test } from "./fixtures";

const plan = {
  title: "Two letters",
  tasks: ["first", "second"].map((id) => ({ id, title: `Write the ${id} letter`, input: "Write it" })),
};

test("a run that uses up its tokens asks, shows what is used, and continues at the limit that a person gives", async ({
  page,
  request,
}) => {
  const settings = { maxTokens: 600, maxHops: 5, maxOutputTokens: 500, summarizer: "off" };
  const runId = await startRun(request, { mission: unique("Write letters"), plan, settings });
  await page.goto(`/runs/${runId}`);
  const gate = page.locator("[data-gate]");
  await expect(gate).toContainText("settings.maxTokens");
  await expect(gate.locator("[data-budget=maxTokens]")).toContainText("0 of 600 tokens");
  await expect(sectionOf(gate, "What each option does")).toContainText("Ends the run.");
  const card = page
    .getByRole("region", { name: "Budgets" })
    .or(page.locator("section", { hasText: "Budgets" }));
  await expect(card.locator("[data-budget=maxHops]").first()).toContainText("0 of 5 tool calls");
  const limit = gate.getByLabel("New limit (tokens)");
  await expect(limit).not.toHaveValue("");
  await limit.fill("600");
  await expect(gate).toContainText("Enter a number above 600 tokens");
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await limit.fill("50000");
  await gate.getByRole("button", { name: "Raise" }).click();
  const decided = page.getByRole("region", { name: "Decided gates" });
  await expect(decided).toContainText("Limit raised");
  await expect(decided).toContainText("50,000 tokens instead of 600 tokens");
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible({ timeout: 30_000 });
  await expect(page.locator("[data-budget=maxTokens]").first()).toContainText("of 50");
});

test("limits are given in the form of a mission, in the units that people think in", async ({ page }) => {
  await page.goto("/runs/new");
  await page.getByRole("textbox", { name: "Mission", exact: true }).fill(unique("Tidy the shelf"));
  await page.getByText("Run settings").click();
  await page.getByLabel("Token limit").fill("1.5");
  await expect(page.getByText("Enter a whole number")).toBeVisible();
  await page.getByLabel("Token limit").fill("900000");
  await page.getByLabel("Cost limit (US dollars)").fill("2.5");
  await page.getByLabel("Time limit (minutes)").fill("30");
  await page.getByRole("radio", { name: /^Complete/ }).check();
  await page.getByRole("button", { name: "Start mission" }).click();
  await page.waitForURL(/\/runs\/run_/);
  const budgets = page.locator("[data-budget]");
  await expect(budgets.filter({ hasText: "Tokens" })).toContainText("of 900");
  await expect(budgets.filter({ hasText: "Cost" })).toContainText("of $2.50");
  const cost = page.locator("header dl").getByText(/of \$2\.50$/);
  await expect(cost).toBeVisible();
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(cost).toBeInViewport();
    const [lines, cut] = await cost.evaluate((one) => {
      const line = one.parentElement as HTMLElement;
      return [
        line.clientHeight / Number.parseFloat(getComputedStyle(line).lineHeight),
        one.scrollWidth - one.clientWidth,
      ];
    });
    expect(lines).toBeLessThan(1.5);
    expect(cut).toBeLessThanOrEqual(0);
  }
  await expect(budgets.filter({ hasText: "Time" })).toContainText("of 30 min");
});
