import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { SCENARIOS } from "@/lib/core/scenarios";
import { startRun } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE, readAll, sectionOf } from "./checks";
import { expect, test } from "./fixtures";

const mission = SCENARIOS.find(({ name }) => name === "tail-replan")?.mission ?? "";

/** A run whose plan a person approves, and whose model asks to change it. */
async function openChange(page: Page, request: APIRequestContext): Promise<{ runId: string; gate: Locator }> {
  const settings = { planApproval: true, afterApproval: "ask", replanCooldownMs: 0 };
  const runId = await startRun(request, { mission, settings });
  await page.goto(`/runs/${runId}`);
  const gate = page.locator("[data-gate][data-open=true]").first();
  // Before it is known what the tasks change, approving takes a second step.
  await expect(gate).toContainText("acts outside");
  await readAll(gate);
  await gate.getByRole("button", { name: "Approve", exact: true }).click();
  // What it releases acts outside.
  await gate.getByRole("button", { name: "Yes, approve" }).click();
  await expect(gate).toContainText("Plan change", { timeout: 30_000 });
  return { runId, gate };
}

test("a model asks before it changes an approved plan: a copied link leads a reviewer to reason, work done, diff and open comments", async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(120_000);
  const { runId, gate } = await openChange(page, request);
  const comment = { target: { kind: "plan" }, version: 1, text: "Ask for all prices at once." };
  await request.post(`/api/v1/runs/${runId}/comments`, { data: comment });
  await expect(gate.getByTestId("open-comments")).toContainText("1 comment open");
  // Off the button that it has pressed.
  await page.mouse.move(0, 0);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copy = gate.getByRole("button", { name: "Copy link" });
  await copy.press("Enter");
  await expect(page.getByText("Link copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  // The browser refuses its clipboard: the address is there to be copied by hand.
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await copy.press("Enter");
  const address = gate.getByLabel("Copy this link:");
  await expect(address).toBeFocused();
  await expectAccessibleInBothThemes(page);
  const link = await address.inputValue();
  expect(copied).toBe(link);

  const elsewhere = await browser.newContext();
  const reviewer = await elsewhere.newPage();
  await reviewer.goto(link);
  const asked = reviewer.getByRole("dialog").locator("[data-gate][data-open=true]");
  await expect(asked).toContainText("Change the approved plan to version 2?");
  await expect(sectionOf(asked, "Reason")).toContainText("Price must be positive");
  await expect(sectionOf(asked, "Reason")).toContainText(/\d of \d tasks/);
  await expect(sectionOf(asked, "Changes in plan v2")).toContainText("Look up the missing prices");
  await expect(asked.getByRole("heading", { name: "Summary" })).toHaveCount(0);
  await expect(asked.getByTestId("open-comments")).toContainText("1 comment open");
  await expectAccessibleInBothThemes(reviewer);
  await reviewer.setViewportSize(PHONE);
  await expectNoSideScroll(reviewer);
  await expect(asked.getByRole("link", { name: "Show", exact: true })).toHaveAttribute(
    ...(["href", `/runs/${runId}?comments=open`] as const),
  );
  // What the work that has ended gives the act is long: it is opened first.
  await expect(asked.getByRole("button", { name: "Approve", exact: true })).toBeDisabled();
  await readAll(asked);
  await asked.getByRole("button", { name: "Approve", exact: true }).click();
  // What it releases acts outside.
  await asked.getByRole("button", { name: "Yes, approve" }).click();
  const version = async () => (await (await request.get(`/api/v1/runs/${runId}`)).json()).planVersion;
  await expect.poll(version).toBe(2);
  await elsewhere.close();
});

test("people comment on the change itself: it comes back with what became of that, and each comment is seen on its version", async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const { runId, gate } = await openChange(page, request);

  // What is long in the panel scrolls there: beside it nothing does, and nothing can move the canvas out of sight.
  const tab = page.getByRole("tabpanel", { name: "Plan" });
  await expect.poll(() => tab.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  // On the canvas the change is a version like any other.
  await gate.getByRole("button", { name: "Show on canvas" }).click();
  const node = page.locator('.react-flow__node [data-task="quote_missing"]');
  await expect(node).toHaveAttribute("data-mark", "added");
  await node.click();
  await page.locator("body").press("m");
  const panel = page.getByTestId("comments");
  const words = panel.getByRole("textbox", { name: "Comment" });
  await expect(panel.getByRole("combobox").locator("option:checked")).toHaveText(
    "Look up the missing prices",
  );
  await words.fill("Ask for prices with tax.");
  await words.press("Control+Enter");
  await expect(node.locator("[data-pin]")).toHaveText(/1/);
  await page.getByRole("button", { name: "Stop comparing" }).click();
  const thread = panel.locator("[data-comment]");
  await expect(thread).toContainText("Not in plan v1");
  await expect(thread).toHaveAttribute("data-status", "open");
  await expect(page.locator("[data-pin]")).toHaveCount(0);
  await thread.getByRole("button", { name: "on version 2" }).click();
  await expect(node.locator("[data-pin]")).toHaveText(/1/);
  await expectAccessibleInBothThemes(page);

  await panel.getByRole("button", { name: "Send 1 comment as one revision" }).click();
  await expect(thread).toHaveAttribute("data-status", "addressed", { timeout: 30_000 });
  await expect(thread).toContainText(/Addressed: instructions.* changed/);
  const changes = page.getByTestId("round-changes");
  await expect(changes).toContainText("What changed since the last proposal");
  await expect(changes.getByRole("listitem")).toHaveText(/Look up the missing prices/);
  await readAll(gate);
  await gate.getByRole("button", { name: "Approve", exact: true }).click();
  // What it releases acts outside.
  await gate.getByRole("button", { name: "Yes, approve" }).click();
  const run = async () => (await (await request.get(`/api/v1/runs/${runId}`)).json()).planVersion;
  await expect.poll(run).toBe(2);
  await expect(thread).not.toContainText("Not in plan");
});
