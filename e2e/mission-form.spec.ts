import { unique } from "./api";
import { PHONE, START } from "./checks";
import { expect, test } from "./fixtures";

/** What was typed stays when something is wrong with it, and what is wrong is said. */
test("a plan with a cycle is refused and kept for fixing", async ({ page }) => {
  await page.goto("/runs/new");
  const plan = JSON.stringify({
    tasks: [
      { id: "a", depends_on: ["b"] },
      { id: "b", depends_on: ["a"] },
    ],
  });
  await page.getByRole("button", { name: START }).click();
  await expect(page.getByRole("alert").getByText("The mission is empty")).toBeVisible();

  await page.getByRole("textbox", { name: "Mission", exact: true }).fill("Go round in circles");
  await page.getByText("Paste a plan (optional)").click();
  await page.getByLabel("Plan (JSON or text)").fill(plan);
  await page.getByRole("button", { name: START }).click();
  await expect(page.getByRole("alert").getByText("a -> b -> a")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Mission", exact: true })).toHaveValue(
    "Go round in circles",
  );
  await expect(page.getByLabel("Plan (JSON or text)")).toHaveValue(plan);
});

test("what is filled in outlives a reload and the way back, until it is discarded or the mission starts", async ({
  page,
}) => {
  await page.goto("/runs/new");
  const mission = page.getByRole("textbox", { name: "Mission", exact: true });
  const plan = page.getByLabel("Plan (JSON or text)");
  const tags = page.getByRole("textbox", { name: "Tags" });
  const parallel = page.getByLabel("Parallel tasks");
  const cost = page.getByLabel("Cost limit (US dollars)");
  const file = page.getByRole("list", { name: "Attached files" }).getByRole("listitem");
  const words = unique("Prune the pears");
  const steps = "PLAN: Prune the pears\nStep 1: Look at them";
  await mission.fill(words);
  await page.getByText("Paste a plan (optional)").click();
  await plan.fill(steps);
  await page.getByText("Run settings").click();
  await tags.fill("orchard, pears");
  await parallel.fill("3");
  await cost.fill("1.5");
  const buffer = Buffer.from("tree,age\nfirst,12\n");
  await page
    .getByLabel("Files to attach")
    .setInputFiles([{ name: "trees.csv", mimeType: "text/csv", buffer }]);
  await expect(file).toContainText("Attached");
  const expectAll = async () => {
    await expect(mission).toHaveValue(words);
    await expect(plan).toHaveValue(steps);
    await expect(tags).toHaveValue("orchard, pears");
    await expect(parallel).toHaveValue("3");
    await expect(cost).toHaveValue("1.5");
    await expect(file).toContainText("trees.csv");
  };
  await page.reload();
  await expectAll();
  await page.getByRole("link", { name: /^Runs/ }).first().click();
  await page.waitForURL(/\/runs$/);
  await page.goBack();
  await expectAll();

  const expectNothing = async () => {
    for (const field of [mission, plan, tags, parallel, cost]) await expect(field).toHaveValue("");
    await expect(file).toHaveCount(0);
  };
  await page.getByRole("button", { name: "Discard" }).click();
  await expectNothing();
  await expect(mission).toBeFocused();
  await page.reload();
  await expectNothing();
  await mission.fill(words);
  await page.getByText("Paste a plan (optional)").click();
  await plan.fill(steps);
  await page.getByRole("button", { name: START }).click();
  await page.waitForURL(/\/runs\/run_/);
  await page.goBack();
  await expectNothing();
});

test("a run is paused, resumed and cancelled", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /Run sample: Fraud model/ }).click();
  await page.waitForURL(/\/runs\/run_/);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Paused" })).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Cancel run" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel run" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Cancelled" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toHaveCount(0);
});

test("an address that names nothing says so, with the way on", async ({ page, request }) => {
  expect((await request.get("/api/v1/runs/run_none")).status()).toBe(404);
  for (const address of ["/runs/run_none", "/nowhere/at/all"]) {
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.getByRole("navigation").first()).toBeVisible();
  }
  await page.getByRole("link", { name: "All runs" }).click();
  await expect(page.getByRole("heading", { name: "Runs", exact: true })).toBeVisible();
});

for (const [where, viewport] of [
  ["wide", { width: 1440, height: 900 }],
  ["on a phone", PHONE],
] as const)
  test(`a draft says that it was restored, and the button which plan it runs, ${where}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto("/runs/new");
    const mission = page.getByRole("textbox", { name: "Mission", exact: true });
    const plan = page.getByLabel("Plan (JSON or text)");
    await page.getByText("Paste a plan (optional)").click();
    await plan.fill("PLAN: Choose a backup strategy\nStep 1: List the options\nStep 2: Choose one");
    const start = page.getByRole("button", { name: START });
    await expect(start).toHaveText("Run this plan: Choose a backup strategy, 2 tasks");
    await expect(page.getByText("Draft from")).toHaveCount(0);
    await page.goto("/runs");
    await page.goto("/runs/new");
    const note = page.getByText(/^Draft from \d.* · 2-task plan attached/);
    await expect(note).toBeInViewport();
    await mission.fill("Summarize the notice periods of all supplier contracts");
    await expect(note).toBeInViewport();
    await expect(start).toBeInViewport();
    await expect(start).toHaveText("Run this plan: Choose a backup strategy, 2 tasks");
    await expect(page.getByText("Plan attached Choose a backup strategy, 2 tasks")).toBeVisible();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(start).toHaveText("Start mission");
    await expect(mission).toHaveValue("Summarize the notice periods of all supplier contracts");
    await expect(plan).toHaveValue("");
    await expect(page.getByText("Draft from")).toHaveCount(0);
  });
