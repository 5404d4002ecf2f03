import { randomFrom } from "../lib/testing/seeds";
import { startRun } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, NARROWEST, PHONE } from "./checks";
import { expect, test } from "./fixtures";

const FRAUD = "Deploy the fraud detection model to production";
const quick = { reviewHoldMs: 600, replanCooldownMs: 0 };
/** Three steps, of which the second waits for a person. */
const gated = {
  title: "Three steps",
  tasks: [
    { id: "dig", title: "Dig the hole", input: "Dig" },
    {
      id: "ask",
      type: "human_review",
      title: "Ask about the tree",
      input: "May we plant it?",
      depends_on: ["dig"],
    },
    { id: "plant", title: "Plant the tree", input: "Plant", depends_on: ["ask"] },
  ],
};

test("a reload at ten random moments loses nothing", async ({ page, request }) => {
  const seed = Number(process.env.WAYMARK_SEED ?? Date.now() % 1_000_000);
  console.log(`seed ${seed} (WAYMARK_SEED repeats it)`);
  const random = randomFrom(seed);
  const moments = Array.from({ length: 10 }, () => 2 + Math.floor(random() * 120)).sort((a, b) => a - b);
  const runId = await startRun(request, { mission: FRAUD, settings: quick });
  const seqNow = async () => (await (await request.get(`/api/v1/runs/${runId}`)).json()).seq as number;
  const log = page.getByRole("tab", { name: /^Log/ });
  await page.goto(`/runs/${runId}`);
  let seen = 0;
  for (const moment of moments) {
    await expect.poll(seqNow).toBeGreaterThanOrEqual(moment);
    await page.reload();
    const shown = Number(((await log.textContent()) ?? "").replace(/\D/g, ""));
    expect(shown).toBeGreaterThanOrEqual(Math.max(seen, moment));
    seen = shown;
  }
  await expect(page.locator("[data-gate]").first()).toBeVisible();
  const run = await (await request.get(`/api/v1/runs/${runId}`)).json();
  await page.getByRole("button", { name: "List", exact: true }).click();
  for (const { id, status } of run.tasks as { id: string; status: string }[]) {
    await expect(page.locator(`[role=treeitem][data-task="${id}"]`)).toHaveAttribute("data-status", status);
  }
  // The address says so, and without it what the person chose last.
  await expect(page).toHaveURL(/[?&]view=list/);
  await page.goto(`/runs/${runId}`);
  await expect(page.getByRole("treeitem").first()).toBeVisible();
  // So does the graph of a plan that is not started yet.
  await page.goto(`/runs/new?from=${runId}`);
  await expect(page.getByRole("treeitem").first()).toBeVisible();
  await page.goto(`/runs/${runId}?view=graph`);
  await expect(page.locator(".react-flow__node").first()).toBeVisible();
  await page.goto(`/runs/${runId}?tab=log&kinds=mission,tasks,models,reviews,people,engine`);
  await expect(page.getByText(`${run.seq} of ${run.seq} events`)).toBeVisible();
});

test("the log is filtered by kind and words, follows, and opens what was stored", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: "Plant a tree", plan: gated });
  await page.goto(`/runs/${runId}?tab=log`);
  const rows = page.locator("[data-event]");
  await expect(rows.filter({ hasText: "is waiting for a person" }).first()).toBeVisible();
  await expect(page.locator("[data-log]")).toHaveAttribute("data-following", "true");
  await page.getByRole("button", { name: /^Engine/ }).click();
  await expect(page).toHaveURL(/kinds=.*engine/);
  await expect(rows.filter({ hasText: "took over" }).first()).toBeVisible();
  await page.getByLabel("Search the log").fill("adopted");
  await expect(rows).toHaveCount(1);
  await rows.first().click();
  await expect(page).toHaveURL(/event=\d+/);
  const json = page.getByLabel("Event as JSON");
  await expect(json).toHaveValue(/"type": "plan_version_adopted"/);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(json).toHaveCount(0);
  await page.getByLabel("Search the log").fill("nothing has these words");
  await expect(page.getByText("No events match the filter")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(rows.first()).toBeVisible();
});

test("the inspector tells what a task is, did and cost, and keeps its place in the address", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: FRAUD, settings: { reviewMode: "auto" } });
  await page.goto(`/runs/${runId}?task=deploy_staging&inspect=trajectory`);
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await expect(inspector.getByRole("heading", { name: "Deploy to staging" })).toBeVisible();
  await expect(inspector.locator("[data-step]").first()).toContainText("deploy");
  await inspector.getByRole("tab", { name: "Trajectory" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(inspector.getByRole("tab", { name: "Decisions" })).toBeFocused();
  await expect(inspector).toContainText("No decisions yet");
  await page.keyboard.press("ArrowRight");
  await expect(inspector).toContainText("By call");
  await page.keyboard.press("ArrowRight");
  await expect(inspector.getByLabel("Task as JSON")).toHaveValue(/"id": "deploy_staging"/);
  await expectAccessibleInBothThemes(page);
  await page.goto(`/runs/${runId}?task=review_staging&inspect=decisions`);
  await expect(inspector).toContainText("REPLAN");
  await expect(inspector).toContainText("Is the accuracy above 97 %?");
  await expectAccessibleInBothThemes(page);
});

test("keys go through the tasks, open and close the inspector, and stay off while one types", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: "Plant a tree", plan: gated });
  await page.goto(`/runs/${runId}`);
  await expect(page.locator("aside [data-gate]")).toBeVisible();
  // The graph is drawn by the page itself: what the server sent hears no keys yet.
  await expect(page.locator(".react-flow__node").first()).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/task=ask/);
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page.locator('[data-inspected="dig"]')).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/task=/);
  await page.locator("aside [data-gate]").getByLabel("Comment").fill("");
  await page.keyboard.type("jk");
  await expect(page).not.toHaveURL(/task=/);
  await expect(page.locator("aside [data-gate]").getByLabel("Comment")).toHaveValue("jk");
});

test("a person has the rest replanned, and learns when the plan moved under them", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: "Plant a tree", plan: gated, settings: quick });
  await page.goto(`/runs/${runId}`);
  await expect(page.locator("aside [data-gate]")).toBeVisible();
  await page.getByRole("button", { name: "Replan", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Instructions").fill("Plant two trees instead");
  await request.post(`/api/v1/runs/${runId}/commands`, {
    data: { type: "request_replan", instruction: "Water it afterwards" },
  });
  await expect(dialog.getByRole("alert").first()).toContainText("The plan changed while you were writing");
  await dialog.getByRole("button", { name: "Apply to version 2" }).click();
  await dialog.getByRole("button", { name: "Replan", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("tab", { name: /Replans/ }).click();
  const versions = page.getByRole("list", { name: "Plan versions" });
  await expect(versions.getByRole("listitem")).toHaveCount(3);
  await expect(versions).toContainText("Plant two trees instead");
  await expectAccessibleInBothThemes(page);
});

test("controls answer at once: pause, resume, cancel; on a phone in one line, in which nothing moves", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: "Plant a tree", plan: gated });
  await page.goto(`/runs/${runId}`);
  const named = (name: string) => page.getByRole("button", { name, exact: true });
  const places = () =>
    page
      .getByRole("group", { name: "Controls" })
      .getByRole("button")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  await named("Pause").click();
  await expect(named("Resume")).toBeEnabled();
  await named("Resume").click();
  for (const viewport of [NARROWEST, PHONE]) {
    await page.setViewportSize(viewport);
    await expect(named("Pause")).toBeEnabled();
    const running = await places();
    expect(new Set(running.map(({ top }) => top)).size).toBe(1);
    await named("Pause").click();
    await expect(named("Resume")).toBeEnabled();
    expect(await places()).toEqual(running);
    await named("Resume").click();
  }
  await expect(named("Pause")).toBeEnabled();
  await page.getByRole("main").getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Cancel run…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel run" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Cancelled" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
});

test("a run fits a phone: the question first, tasks in a sheet", async ({ page, request }) => {
  const long = { ...gated, title: "T".repeat(200) };
  long.tasks = gated.tasks.map((task) => ({ ...task, title: `${task.title} ${"w".repeat(180)}` }));
  const runId = await startRun(request, { mission: `Plant ${"x".repeat(300)}`, plan: long });
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`/runs/${runId}`);
  await expect(page.locator("aside [data-gate]")).toBeInViewport();
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.locator('[role=treeitem][data-task="dig"]').click();
  const sheet = page.getByRole("dialog");
  await expect(sheet).toContainText("Status");
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  for (const tab of ["log", "replans", "answer"]) {
    await page.goto(`/runs/${runId}?tab=${tab}`);
    await expect(page.getByRole("tabpanel")).toBeVisible();
    await expectNoSideScroll(page);
    await expectAccessibleInBothThemes(page);
  }
});
