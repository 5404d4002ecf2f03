import { unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, NARROWEST, PHONE, readAll, START } from "./checks";
import { expect, test } from "./fixtures";

test("a pasted plan is read as it is typed, with its mistakes at their tasks", async ({ page, request }) => {
  const name = unique("Legal review");
  const review = { id: "review", type: "planning_review", review: { focus: "Is it lawful?" } };
  const made = await request.post("/api/v1/templates", {
    data: { kind: "review", name, body: { title: name, tasks: [review] } },
  });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto("/runs/new");
  await page.getByText("Paste a plan (optional)").click();
  const text = page.getByLabel("Plan (JSON or text)");
  const preview = page.getByRole("region", { name: "Plan preview" });
  await text.fill("nothing that is a plan");
  await expect(preview).toContainText("Not a valid plan yet");
  await text.fill('{"tasks":[{"id":"a","title":"Alpha","depends_on":["missing"]}]}');
  await expect(preview).toContainText("This plan has errors");
  await expect(preview).toContainText("Task a · Alpha");
  await expectAccessibleInBothThemes(page);

  const namedReview = (template: string) =>
    `{"tasks":[{"id":"a"},{"id":"r","type":"planning_review","depends_on":["a"],"review":{"template":"${template}"}}]}`;
  await text.fill(namedReview("Nobody has this"));
  await expect(preview).toContainText('There is no review template "Nobody has this"');
  await text.fill(namedReview(name));
  await expect(preview).toContainText("This plan is ready to run");
  await expect(preview).not.toContainText("review template");
  await text.fill("");
  await page.getByRole("button", { name: "Insert an example" }).click();
  await expect(preview).toContainText("This plan is ready to run");
  await expect(preview).toContainText("1 review, 1 human gate");
  await expect(preview.locator('[data-id="step_2"], [data-task="step_2"]').first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(NARROWEST);
  await expectNoSideScroll(page);
  // Neither the plan nor the bar of a phone takes what starts it out of reach.
  const start = page.getByRole("button", { name: START });
  const isInReach = () =>
    start.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  for (const field of [page.getByRole("textbox", { name: "Mission", exact: true }), text]) {
    await field.focus();
    await expect(start).toBeInViewport({ ratio: 1 });
    expect(await isInReach()).toBe(true);
  }
});

test("a plan pasted as text runs", async ({ page }) => {
  const steps = [
    "PLAN: Water the garden",
    "Step 1: Check the soil",
    "- Two places",
    "Step 2: Water the beds",
  ];
  await page.goto("/runs/new");
  await page.getByText("Paste a plan (optional)").click();
  await page.getByLabel("Plan (JSON or text)").fill(steps.join("\n"));
  await expect(page.getByRole("region", { name: "Plan preview" })).toContainText("This plan is ready to run");
  await page.getByRole("button", { name: START }).click();
  await page.waitForURL(/\/runs\/run_/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Water the garden");
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible({ timeout: 20_000 });
});

test("plan first: the drafted plan waits for a person, who is led to it by a link, and may later be changed without asking", async ({
  page,
  browser,
}) => {
  await page.goto("/runs/new");
  await page
    .getByRole("textbox", { name: "Mission", exact: true })
    .fill("Bring the prices of the shop in line with the supplier price list");
  await page.getByRole("switch", { name: /Plan first/ }).check();
  await page.getByText("Run settings").click();
  await page.getByRole("radio", { name: /Automatic/ }).check();
  const later = page.getByRole("group", { name: "Changes to a plan you wrote or approved" });
  await later.getByRole("radio", { name: /^Apply/ }).check();
  await page.getByRole("textbox", { name: "Mission", exact: true }).focus();
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/runs\/run_/);
  const runId = new URL(page.url()).pathname.split("/").at(-1);
  const settings = await page.request.get(`/api/v1/runs/${runId}`);
  expect((await settings.json()).settings).toMatchObject({
    planApproval: true,
    reviewMode: "auto",
    afterApproval: "replan",
  });
  const gates = async () =>
    (await (await page.request.get(`/api/v1/approvals?runId=${runId}`)).json()).items.map(
      (gate: { kind: string }) => gate.kind,
    );
  await expect.poll(gates).toEqual(["plan_approval"]);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  // The page may just be taking over from the one that the server drew.
  await expect(async () => {
    await page.locator("[data-gate]").getByRole("button", { name: "Copy link" }).press("Enter");
    await expect(page.getByText("Link copied")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const elsewhere = await browser.newContext();
  const reviewer = await elsewhere.newPage();
  await reviewer.goto(await page.evaluate(() => navigator.clipboard.readText()));
  const asked = reviewer.getByRole("dialog").locator("[data-gate][data-open=true]");
  await expect(asked).toContainText("Compute prices in euros");
  await readAll(asked);
  await asked.getByRole("button", { name: "Approve", exact: true }).click();
  // The plan acts outside.
  await asked.getByRole("button", { name: "Yes, approve" }).click();
  await expect(asked).toHaveCount(0);
  await elsewhere.close();
  // A check fails, and the rest of the approved plan is replaced without another question.
  const run = async () => (await (await page.request.get(`/api/v1/runs/${runId}`)).json()).planVersion;
  await expect.poll(run).toBe(2);
  const { items } = await (await page.request.get(`/api/v1/runs/${runId}/events?limit=500`)).json();
  expect(items.map(({ type }: { type: string }) => type)).not.toContain("plan_version_offered");
});

test("how it runs: settings are chosen by keys alone, and hold for the run", async ({ page, request }) => {
  await page.goto("/runs/new");
  await page
    .getByRole("textbox", { name: "Mission", exact: true })
    .fill(unique("Compare two ways to store photos"));
  await page.getByText("Run settings").focus();
  await page.keyboard.press("Enter");
  // However long the form is, what starts it stays in sight.
  await expect(page.getByRole("button", { name: START })).toBeInViewport();
  for (const title of [
    "Reviews and people",
    "Plan critique",
    "Results and answer",
    "Model, concurrency and time",
  ]) {
    await expect(page.getByRole("region", { name: title })).toBeVisible();
  }
  await page.getByRole("radio", { name: /Hold/ }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("switch", { name: /Require a second person/ }).press("Space");
  await page.getByRole("switch", { name: /Verify every critical result/ }).press("Space");
  const rounds = page.getByLabel("Maximum iterations");
  await expect(rounds).toHaveAttribute("placeholder", "2");
  await rounds.pressSequentially("1.5");
  await expect(page.getByText("Enter a whole number")).toBeVisible();
  await rounds.fill("0");
  await page.getByLabel("Parallel tasks").fill("3");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await page.getByRole("switch", { name: /Score the answer/ }).press("Space");
  await expect(rounds).toHaveCount(0);
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/runs\/run_/);
  const run = await request.get(`/api/v1/runs/${new URL(page.url()).pathname.split("/").at(-1)}`);
  expect((await run.json()).settings).toMatchObject({
    reviewMode: "auto",
    fourEyes: true,
    llmReviewCritical: true,
    summarizer: "off",
    maxIterations: 0,
    maxConcurrency: 3,
  });
});
