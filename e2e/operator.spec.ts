import type { Page } from "@playwright/test";
import { startRun, unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

/** The first task cannot pass its check, the second needs its result; the gate keeps the run open in the meantime. */
const plan = {
  title: "Measure and report",
  tasks: [
    {
      id: "measure",
      title: "Measure the accuracy",
      input: "Measure it",
      critical: false,
      verification: '(= data/result "never")',
      onVerificationFailure: "stop",
    },
    {
      id: "report",
      title: "Report the figure",
      input: "Report {{results.measure}}",
      critical: false,
      depends_on: ["measure"],
    },
    { id: "ask", type: "human_review", title: "Ask the owner", input: "May it go out?" },
    { id: "publish", title: "Publish it", input: "Publish it", critical: false, depends_on: ["ask"] },
  ],
};

const inspector = (page: Page) => page.locator("[data-inspector]");
const node = (page: Page, id: string) => page.locator(`[data-task="${id}"]`).first();

const expectFocusKept = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);

async function openFailed(page: Page, runId: string): Promise<void> {
  await page.goto(`/runs/${runId}?task=measure`);
  await expect(
    inspector(page)
      .getByText(/failed/)
      .first(),
  ).toBeVisible();
}

test("a failed task gets its result from a person, what was skipped for it runs, and the run completes", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: unique("Report the accuracy"), plan });
  await openFailed(page, runId);
  await expect(node(page, "report")).toContainText("skipped");
  // What has the focus goes with its act: a field takes it, and Cancel gives it back.
  const supply = inspector(page).getByRole("button", { name: "Supply result" });
  await supply.press("Enter");
  const result = inspector(page).getByLabel("Result", { exact: true });
  await expect(result).toBeFocused();
  await inspector(page).getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(supply).toBeFocused();
  await supply.press("Enter");
  await expectAccessibleInBothThemes(page);
  await inspector(page).getByRole("button", { name: "Supply the result" }).click();
  await expect(inspector(page).getByText("Enter a result.")).toBeVisible();
  await result.fill("98.1 %");
  await inspector(page).getByLabel("Source of the result").fill("Measured by hand twice.");
  // Neither Escape nor another selection loses what was typed.
  await page.keyboard.press("Escape");
  await node(page, "report").click();
  await node(page, "measure").click();
  await inspector(page).getByRole("button", { name: "Supply result" }).click();
  await expect(inspector(page).getByLabel("Result", { exact: true })).toHaveValue("98.1 %");
  await inspector(page).getByLabel("Source of the result").focus();
  await page.keyboard.press("Control+Enter");
  await expect(inspector(page).getByText("supplied by Local operator").first()).toBeVisible();
  await expect(
    inspector(page).getByText("Supplied by Local operator: “Measured by hand twice.”"),
  ).toBeVisible();
  await expect(node(page, "measure")).toContainText("supplied by Local operator");
  await expect(node(page, "report")).toContainText("done");
  await expectFocusKept(page);

  // Closed details give it to their task.
  await inspector(page).getByRole("button", { name: "Close the inspector" }).press("Enter");
  await expect(page.locator(".react-flow__node:focus").locator('[data-task="measure"]')).toBeVisible();
  // Back to now takes its own bar away.
  await page.keyboard.press("[");
  const moment = page.getByRole("status").filter({ hasText: /^Event \d+ of \d+: / });
  await expect(moment).toHaveCount(1);
  await page.getByRole("button", { name: "Back to now" }).press("Enter");
  await expect(page.getByRole("button", { name: "Back to now" })).toHaveCount(0);
  await expectFocusKept(page);
  await page.goto(`/runs/${runId}?task=ask`);
  await page.locator("[data-gate]").getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();
  await expect(node(page, "measure")).toContainText("supplied by Local operator");
});

test("what a check refused is accepted with a reason, and a task is tried again", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: unique("Accept the accuracy"), plan });
  await page.setViewportSize(PHONE);
  await page.goto(`/runs/${runId}?task=measure`);
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await expectNoSideScroll(page);
  await page.getByRole("button", { name: "Retry the task" }).click();
  await expect(page.getByText("2 of 2", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Accept result" }).click();
  await page.getByLabel("Why accept it?").fill("Close enough for a draft.");
  await page.getByRole("button", { name: "Accept the result" }).click();
  await expect(page.getByText("accepted by Local operator").first()).toBeVisible();
});

test("the rest of the plan is edited as text, with what is wrong said while it is written", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: unique("Edit the plan"), plan });
  await openFailed(page, runId);
  await page.goto(`/runs/${runId}?edit=plan`);
  await page.getByRole("button", { name: "Edit as text…" }).click();
  const text = page.getByRole("dialog").getByLabel("Plan", { exact: true });
  await expect(text).toHaveValue(/Ask the owner/);
  const written = await text.inputValue();
  await text.fill("{");
  await expect(page.getByRole("dialog").getByText(/✕/).first()).toBeVisible();
  await text.fill(`${written}\n\nStep 9: Thank the owner\n`);
  await page.getByRole("button", { name: "Stage changes" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // It is staged like any other edit: looked at, taken back and forth, and applied with the rest.
  const staged = page.getByRole("list", { name: "Staged changes" });
  await expect(staged.getByRole("listitem")).toHaveText(/Thank the owner/);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(staged).toHaveCount(0);
  await page.getByRole("button", { name: /^Redo/ }).click();
  await page.getByRole("button", { name: "Review and apply…" }).click();
  const apply = page.getByRole("dialog", { name: "Apply 1 change" });
  await expect(apply.getByRole("region", { name: "Changes" })).toContainText("Thank the owner");
  await expect(apply).toContainText(/Critic: .*\d of 10/);
  await apply.getByLabel("Reason").fill("Manners.");
  await apply.getByRole("button", { name: "Apply as version 2" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Thank the owner").first()).toBeVisible();
  const run = await (await request.get(`/api/v1/runs/${runId}/plan`)).json();
  expect(run).toMatchObject({ version: 2, origin: "person", cause: "Manners." });
});

test("a run is aborted with a reason, which stays with it", async ({ page, request }) => {
  const runId = await startRun(request, { mission: unique("Abort this"), plan });
  await page.goto(`/runs/${runId}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Abort run…" }).click();
  await page.getByLabel("Reason").fill("Wrong customer.");
  await page.getByRole("button", { name: "Abort run" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Wrong customer." }).first()).toBeVisible();
  const run = await (await request.get(`/api/v1/runs/${runId}`)).json();
  expect(run).toMatchObject({ status: "aborted" });
});

test("a run is forked from its log and from a gate with another decision, and both are compared on one canvas", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: unique("Fork this"), plan });
  await openFailed(page, runId);
  await page.goto(`/runs/${runId}?tab=log`);
  const rows = page.locator("[data-event]");
  await rows.filter({ hasText: "is waiting for a person" }).first().click();
  const isFork = (url: URL) => /\/runs\/run_/.test(url.pathname) && !url.pathname.includes(runId);
  await page.getByRole("button", { name: "Fork from here" }).click();
  const dialog = page.getByRole("dialog", { name: "Fork this run" });
  await expect(dialog.getByText("No tool of this run has changed anything outside.")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole("button", { name: "Fork run" }).click();
  await page.waitForURL(isFork);
  await expect(page.getByText(/Forked from another run at event \d+/)).toBeVisible();
  await page.locator("[data-gate]").getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();

  await page.goto(`/runs/${runId}?task=ask`);
  await page.locator("[data-gate]").getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();
  await inspector(page).getByRole("button", { name: "Fork with another decision" }).click();
  await expect(dialog.getByText("In this run: Approved.")).toBeVisible();
  await dialog.getByLabel("Ask the owner").selectOption({ label: "Reject" });
  await dialog.getByLabel("Reason").fill("What if the owner had said no?");
  await dialog.getByRole("button", { name: "Fork run" }).click();
  await page.waitForURL(isFork);
  await expect(page.getByText(/Forked from another run at event \d+/)).toBeVisible();

  await page.getByRole("button", { name: "Forks (2)" }).click();
  const family = page.getByRole("dialog", { name: "Forks of this run" });
  await family.getByRole("checkbox", { name: /the first run/ }).check();
  await family.getByRole("link", { name: "Compare 2 runs" }).click();
  await page.waitForURL(/\/compare\?a=/);
  const asked = page.locator('[data-compared="ask"]');
  await expect(asked).toContainText("Approved");
  await expect(asked).toContainText("Rejected");
  await expect(page.getByLabel("Plans on one canvas").locator("[data-task]").first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});
