import type { APIRequestContext, Page } from "@playwright/test";
import { overrideHeld, startRun, unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

const held = (page: Page) => page.locator("[data-held]").first();
const status = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });

const plan = {
  title: "Reviewed",
  tasks: [
    { id: "collect", title: "Collect the figures", input: "figures" },
    { id: "check", title: "Look at the figures", type: "planning_review", depends_on: ["collect"] },
    { id: "write", title: "Write the report", input: "{{results.collect}}", depends_on: ["check"] },
  ],
};

const startHeld = (request: APIRequestContext, reviewHoldMs: number) =>
  startRun(request, { mission: unique("Report"), plan, settings: { reviewHoldMs, summarizer: "off" } });

const types = async (request: APIRequestContext, runId: string): Promise<string[]> => {
  const { items } = await (await request.get(`/api/v1/runs/${runId}/events?limit=500`)).json();
  return items.map(({ type }: { type: string }) => type);
};

test("opening the decision stops the countdown on every screen, and closing lets it go on", async ({
  page,
  context,
  request,
}) => {
  const runId = await startHeld(request, 30_000);
  await page.goto(`/runs/${runId}`);
  await expect(held(page)).toContainText("Applies automatically in");
  const other = await context.newPage();
  await other.goto(`/runs/${runId}`);
  const override = held(page).getByRole("button", { name: "Override" });
  await override.press("Enter");
  // Nothing is chosen for the one who overrides.
  await expect(held(page).getByRole("radio").first()).toBeFocused();
  await expect(held(page).getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(held(page).getByRole("button", { name: "Choose a decision" })).toBeDisabled();
  for (const screen of [page, other])
    await expect(held(screen)).toContainText("Being decided by Local operator");
  await expect(status(other, "Local operator is deciding")).toBeVisible();
  await held(page).getByRole("button", { name: "Close" }).press("Enter");
  await expect(override).toBeFocused();
  await expect(held(other)).toContainText("Applies automatically in");
  expect(await types(request, runId)).toEqual(expect.arrayContaining(["hold_claimed", "hold_released"]));
});

test("a countdown that may not be stopped says why, beside what is typed", async ({ page, request }) => {
  const runId = await startHeld(request, 60_000);
  await page.route("**/commands", (route) => {
    const { type } = route.request().postDataJSON();
    if (type !== "claim_review") return route.fallback();
    const problem = { title: "Ada is deciding this already.", status: 409, code: "not_allowed_now" };
    return route.fulfill({ status: 409, contentType: "application/problem+json", json: problem });
  });
  await page.goto(`/runs/${runId}`);
  await held(page).getByRole("button", { name: "Override" }).click();
  await expect(
    held(page).getByRole("alert").filter({ hasText: "Ada is deciding this already." }),
  ).toBeVisible();
  await expect(held(page)).toContainText("Applies automatically in");
  await held(page).getByRole("button", { name: "Close" }).click();
  // What was said of one attempt is not said of the next, whose answer has not come.
  await page.unroute("**/commands");
  await page.route("**/commands", () => {});
  await held(page).getByRole("button", { name: "Override" }).click();
  await expect(held(page).getByRole("radio", { name: "REPLAN" })).toBeVisible();
  await expect(held(page)).not.toContainText("Ada is deciding");
});

test("overriding on a phone shows all four decisions and what decides them, and sends none by itself", async ({
  page,
  request,
}) => {
  const runId = await startHeld(request, 60_000);
  await page.setViewportSize(PHONE);
  await page.goto(`/runs/${runId}`);
  const override = held(page).getByRole("button", { name: "Override" });
  await expect(override).toBeInViewport();
  const dock = page.locator("[data-dock]");
  const before = await dock.evaluate((element) => element.clientHeight);
  await override.click();
  for (const name of ["CONTINUE", "REPLAN", "COMPLETE", "ABORT"])
    await expect(held(page).getByRole("radio", { name })).toBeInViewport({ ratio: 1 });
  await expect(held(page).getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(held(page).getByRole("button", { name: "Choose a decision" })).toBeDisabled();
  await expect(held(page).getByLabel(/^Reason/)).toBeInViewport({ ratio: 0.9 });
  await expect(held(page).getByRole("button", { name: "Decide by hand" })).toBeInViewport();
  await held(page).getByRole("button", { name: "Close" }).click();
  expect(await dock.evaluate((element) => element.clientHeight)).toBe(before);
});

test("a decision by hand opens a gate that takes over what was typed, with its buttons in sight on a phone", async ({
  page,
  request,
}) => {
  const runId = await startHeld(request, 60_000);
  await page.setViewportSize(PHONE);
  await page.goto(`/runs/${runId}`);
  await expect(held(page).getByText("Applies automatically in")).toBeInViewport();
  await held(page).getByRole("button", { name: "Override" }).click();
  await held(page).getByRole("radio", { name: "REPLAN" }).check();
  await held(page)
    .getByLabel(/^Reason/)
    .fill("One page is enough.");
  await expect(held(page).getByRole("button", { name: "Decide REPLAN" })).toBeInViewport();
  await expect(held(page).getByText("Being decided by")).toBeInViewport();
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  await held(page).getByRole("button", { name: "Decide by hand" }).click();
  const gate = page.locator("[data-gate]").first();
  await expect(gate.getByLabel(/^Reason/)).toHaveValue("One page is enough.");
  await expect(gate).not.toContainText("then: abort");
  await expect(gate.getByRole("radio", { name: "REPLAN" })).toBeChecked();
  await expect(gate.getByRole("button", { name: "Decide REPLAN" })).toBeInViewport();

  // A key leads from the decision that is chosen to the others.
  await gate.focus();
  await page.keyboard.press("e");
  await expect(gate.getByRole("radio", { name: /^CONTINUE/ })).toBeFocused();

  // The key that accepts the proposal shows it first where another decision is chosen, and then sends it.
  await gate.focus();
  await page.keyboard.press("a");
  await expect(gate.getByRole("button", { name: "Decide CONTINUE" })).toBeVisible();
  await page.keyboard.press("a");
  await expect(status(page, "Completed")).toBeVisible();
});

test("a gate that was asked for by hand chooses nothing, and takes what is chosen", async ({
  page,
  request,
}) => {
  const runId = await startHeld(request, 60_000);
  await page.goto(`/runs/${runId}`);
  await expect(held(page)).toBeVisible();
  const byHand = { type: "decide_by_hand", taskId: "check" };
  expect((await request.post(`/api/v1/runs/${runId}/commands`, { data: byHand })).status()).toBe(200);
  const gate = page.locator("[data-gate]").first();
  await expect(gate.getByRole("button", { name: "Choose a decision" })).toBeDisabled();
  await expect(gate.getByRole("radio", { checked: true })).toHaveCount(0);
  await gate.getByRole("radio", { name: /^CONTINUE/ }).check();
  await gate.getByRole("button", { name: "Decide CONTINUE" }).click();
  await expect(status(page, "Completed")).toBeVisible();
});

test("what was typed stays when somebody else decides, with what is still possible", async ({
  page,
  request,
}) => {
  const runId = await startHeld(request, 60_000);
  await page.goto(`/runs/${runId}`);
  await held(page).getByRole("button", { name: "Override" }).click();
  await held(page).getByRole("radio", { name: "REPLAN" }).check();
  await held(page)
    .getByLabel(/^Reason/)
    .fill("One page is enough.");
  await overrideHeld(request, runId, { taskId: "check", decision: "CONTINUE", reason: "fine" });
  const unsent = page.locator("[data-unsent]");
  await expect(unsent).toContainText("decided CONTINUE");
  await expect(unsent.getByLabel("What you typed")).toHaveValue(/One page is enough\./);
  await unsent.getByRole("button", { name: "Fork from before the decision" }).click();
  await page.getByRole("dialog", { name: "Fork this run" }).getByRole("button", { name: "Fork run" }).click();
  await expect(page).not.toHaveURL(new RegExp(runId));
  await expect(held(page)).toContainText("Applies automatically in");
});
