import type { Page } from "@playwright/test";
import { deferred } from "@/lib/testing/deferred";
import { startRun } from "./api";
import { expect, test } from "./fixtures";

const HOUR_MS = 3_600_000;
const held = (page: Page) => page.locator("[data-held]").first();
const status = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });

const reviewed = {
  title: "Reviewed",
  tasks: [
    { id: "collect", title: "Collect the figures", input: "figures" },
    { id: "check", title: "Look at the figures", type: "planning_review", depends_on: ["collect"] },
    { id: "write", title: "Write the report", input: "{{results.collect}}", depends_on: ["check"] },
  ],
};

test("a held REPLAN is overridden to ABORT with a reason, and both are shown", async ({ page, request }) => {
  const mission = "Deploy the fraud detection model to production";
  const runId = await startRun(request, { mission, settings: { reviewHoldMs: HOUR_MS } });
  await page.goto(`/runs/${runId}`);
  await expect(held(page)).toContainText("CONTINUE");
  await expect(held(page).getByRole("button", { name: "Apply now" })).toHaveAttribute(
    ...(["aria-keyshortcuts", "a"] as const),
  );
  await expect(held(page).getByRole("button", { name: "Apply now" })).toBeEnabled();
  await page.locator("body").press("a");
  await expect(held(page)).toContainText("94.3");
  await expect(held(page)).toContainText("REPLAN");
  await expect(held(page)).toContainText("Applies automatically in");
  await page.locator("body").press("e");
  await held(page).getByRole("radio", { name: "ABORT" }).check();
  await held(page).getByRole("button", { name: "Decide ABORT" }).click();
  await expect(held(page).getByText("Explain why you chose ABORT instead.")).toBeVisible();
  await held(page)
    .getByLabel(/^Reason/)
    .fill("It costs too much.");
  await held(page).getByRole("button", { name: "Decide ABORT" }).click();
  await held(page).getByRole("button", { name: "Yes, ABORT" }).click();
  await expect(status(page, "Stopped by a person")).toBeVisible();

  const { state } = await (await request.get(`/api/v1/runs/${runId}/snapshot`)).json();
  const review = Object.values<{ id: string; proposal?: { decision: string } }>(state.tasks).find(
    ({ proposal }) => proposal?.decision === "REPLAN",
  );
  // The page listens already, and the code of its tabs is still to come.
  const arrived = deferred();
  await page.route("**/_next/static/**/*.js", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes("Close the inspector")) await arrived.promise;
    await route.fulfill({ response });
  });
  await page.goto(`/runs/${runId}?task=${review?.id}`, { waitUntil: "commit" });
  const tab = page.getByRole("tab", { name: "Decisions" });
  await expect(tab).toBeVisible();
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith("_reactListening")));
  await expect(tab).toBeDisabled();
  arrived.resolve();
  await tab.click();
  const decisions = page.getByRole("tabpanel", { name: "Decisions" });
  await expect(decisions).toContainText("Proposed, overridden");
  await expect(decisions).toContainText("Overridden by Local operator");
  await expect(decisions).toContainText("It costs too much.");
});

test("a REPLAN brings a tail of one's own, checked before anything is decided", async ({ page, request }) => {
  const settings = { reviewHoldMs: HOUR_MS, replanCooldownMs: 0 };
  const runId = await startRun(request, { mission: "Report on the quarter", plan: reviewed, settings });
  await page.goto(`/runs/${runId}`);
  await held(page).getByRole("button", { name: "Override" }).click();
  await held(page).getByRole("radio", { name: "REPLAN" }).check();
  const tail = held(page).getByLabel("New tail");
  await expect(tail).toHaveValue(/Task id: write/);
  const task = { id: "sum", title: "Sum up in one page", input: "{{results.collect}}" };
  await tail.fill(JSON.stringify({ title: "Short", tasks: [{ ...task, dependsOn: ["nobody"] }] }));
  await held(page)
    .getByLabel(/^Reason/)
    .fill("One page is enough.");
  await held(page).getByRole("button", { name: "Decide REPLAN" }).click();
  const problem = held(page).getByRole("alert");
  await expect(problem).toContainText("Not decided");
  await expect(problem).toContainText("nobody");
  await expect(held(page).getByLabel(/^Reason/)).toHaveValue("One page is enough.");
  await tail.fill(JSON.stringify({ title: "Short", tasks: [task] }));
  await held(page).getByRole("button", { name: "Decide REPLAN" }).click();
  await expect(status(page, "Completed")).toBeVisible();
  const { state } = await (await request.get(`/api/v1/runs/${runId}/snapshot`)).json();
  expect(state.tasks.sum.status).toBe("succeeded");
  expect(state.tasks.write.status).toBe("superseded");
});

test("the votes of several reviewers are shown with what came of them, before and after the decision", async ({
  page,
  request,
}) => {
  const [collect, check, write] = reviewed.tasks;
  const review = { reviewers: ["safety", "the customer"], consensus: "unanimous" };
  const plan = { ...reviewed, tasks: [collect, { ...check, review }, write] };
  const settings = { reviewHoldMs: HOUR_MS };
  const runId = await startRun(request, { mission: "Report on the quarter", plan, settings });
  await page.goto(`/runs/${runId}`);
  const votes = held(page).getByRole("region", { name: "Votes" });
  await expect(votes).toContainText("Agreed (unanimous): 2 CONTINUE (safety, the customer)");
  await votes.getByText("the customer CONTINUE").click();
  await expect(votes.getByRole("listitem").filter({ hasText: "the customer" }).locator("q")).toBeVisible();
  await held(page).getByRole("button", { name: "Override" }).click();
  await expect(held(page).getByText("proposed: safety, the customer")).toBeVisible();
  await held(page).getByRole("radio", { name: "CONTINUE" }).check();
  await held(page).getByRole("button", { name: "Decide CONTINUE" }).click();
  await expect(status(page, "Completed")).toBeVisible();

  await page.goto(`/runs/${runId}?task=check`);
  await page.getByRole("tab", { name: "Decisions" }).click();
  const decisions = page.getByRole("tabpanel", { name: "Decisions" });
  await expect(decisions).toContainText("Proposed, accepted");
  await expect(decisions.getByRole("region", { name: "Votes" })).toContainText("safety");
});

test("a decision given with the run is taken without a question", async ({ page, request }) => {
  const reviews = { check: { decision: "COMPLETE", reason: "The figures are all that is wanted." } };
  const mission = "Report on the quarter";
  const runId = await startRun(request, { mission, plan: reviewed, reviews } as never);
  await page.goto(`/runs/${runId}?task=check`);
  await expect(status(page, "Completed early")).toBeVisible();
  await page.getByRole("tab", { name: "Decisions" }).click();
  await expect(page.getByRole("tabpanel", { name: "Decisions" })).toContainText("all that is wanted");
});
