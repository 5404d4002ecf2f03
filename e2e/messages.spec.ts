import type { APIRequestContext, Page } from "@playwright/test";
import { startGate, unique } from "./api";
import { expectMessagesCoverNothing, expectNoSideScroll, PHONE, WIDE } from "./checks";
import { expect, test } from "./fixtures";

/** How many messages there is room for. */
const SIZES = [
  { ...WIDE, shown: 3 },
  { width: 1_280, height: 500, shown: 1 },
  { ...PHONE, shown: 1 },
  { ...PHONE, height: 560, shown: 1 },
] as const;

/** Three runs begin to wait while the page is open. */
async function receiveThree(page: Page, request: APIRequestContext): Promise<string[]> {
  const messages = page.getByRole("list", { name: "Messages" }).locator("li");
  const wait = () => startGate(request, unique(`Wait ${"for a decision of the board ".repeat(8)}`));
  const runIds: string[] = [];
  // Until the page listens, nothing is said to it.
  await expect(async () => {
    runIds.push(...(await Promise.all([wait(), wait(), wait()])));
    await expect(messages).toHaveCount(3, { timeout: 2_000 });
  }).toPass();
  return runIds;
}

for (const { shown, ...viewport } of SIZES) {
  test(`three messages cover no control at ${viewport.width} x ${viewport.height}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport);
    const runId = await startGate(request, unique("Decide this one"));
    const started = [runId];
    const messages = page.getByRole("list", { name: "Messages" }).locator("li:visible");
    await page.goto(`/runs/${runId}`);
    await expect(page.locator("aside [data-gate]")).toBeVisible();
    started.push(...(await receiveThree(page, request)));
    await expect(messages).toHaveCount(shown);
    await expectMessagesCoverNothing(page);
    await expectNoSideScroll(page);
    await page.goto(`/runs/${runId}?edit=plan`);
    await page.getByRole("button", { name: "Add task", exact: true }).click();
    // Not by its role: on a phone the form of the task hides the page from assistive technology.
    await expect(page.locator("button", { hasText: "Review and apply…" })).toBeEnabled();
    started.push(...(await receiveThree(page, request)));
    await expect(messages).toHaveCount(shown);
    await expectMessagesCoverNothing(page);
    // Lists show so many open gates and no more: those of others have to be among them.
    await request.post("/api/v1/runs/cancel", { data: { runIds: started } });
  });
}
