import type { Page } from "@playwright/test";
import { deferred } from "@/lib/testing/deferred";
import { startRun, unique } from "./api";
import { expect, test } from "./fixtures";

// An order gets no answer.
test.use({ expectedFault: /net::ERR_FAILED .*\/runs\/run_[^/]+\/commands$/ });

const plan = { tasks: [{ id: "ask", type: "human_review", title: "Ask Ada", input: "May it?" }] };

/** Holds the next order to a run back until the test lets it through or breaks its connection. */
async function holdNextOrder(page: Page): Promise<(to: "continue" | "abort") => void> {
  const told = deferred<"continue" | "abort">();
  let isHeld = false;
  await page.route(/\/runs\/run_[^/]+\/commands$/, async (route) => {
    if (route.request().method() !== "POST" || isHeld) return route.fallback();
    isHeld = true;
    await route[await told.promise]();
  });
  return told.resolve;
}

const said = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("an order shows at once, before its answer, and is taken back where none comes", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: unique("Hold it"), plan });
  await page.goto(`/runs/${runId}`);
  await expect(button(page, "Pause")).toBeEnabled();

  let answer = await holdNextOrder(page);
  await button(page, "Pause").click();
  await expect(button(page, "Pausing…")).toBeVisible();
  await expect(said(page, "Pausing…")).toBeVisible();
  answer("continue");
  await expect(button(page, "Resume")).toBeVisible();
  await expect(said(page, "Pausing…")).toHaveCount(0);

  answer = await holdNextOrder(page);
  await button(page, "Resume").click();
  await expect(said(page, "Resuming…")).toBeVisible();
  answer("abort");
  await expect(page.getByRole("alert").filter({ hasText: "Could not reach the server" })).toBeVisible();
  await expect(button(page, "Resume")).toBeVisible();
  await expect(said(page, "Resuming…")).toHaveCount(0);

  answer = await holdNextOrder(page);
  await button(page, "Cancel run").click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel run" }).click();
  await expect(button(page, "Cancelling…")).toBeDisabled();
  await expect(said(page, "Cancelling…")).toBeVisible();
  answer("continue");
  await expect(said(page, "Cancelled")).toBeVisible();
});

test("a run is begun again with changes, from what it was asked", async ({ page, request }) => {
  const mission = unique("Plant it again");
  const tag = unique("orchard");
  const settings = { maxTokens: 70_000, reviewMode: "manual" };
  const runId = await startRun(request, { mission, plan, tags: [tag], settings });
  await page.goto(`/runs/${runId}`);
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Run again with changes…" }).click();
  await page.waitForURL(`/runs/new?from=${runId}`);
  await expect(page.getByRole("textbox", { name: "Mission", exact: true })).toHaveValue(mission);
  await expect(page.getByLabel("Plan (JSON or text)")).toHaveValue(/Ask Ada/);
  await expect(page.getByLabel(/^Tags/)).toHaveValue(new RegExp(tag));
  await page.getByText("Run settings").click();
  await expect(page.getByLabel("Token limit")).toHaveValue("70000");
});
