import type { APIRequestContext, Page } from "@playwright/test";
import { overrideHeld, startRun, unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE, sectionOf } from "./checks";
import { expect, test } from "./fixtures";

const plan = {
  title: "Release",
  tasks: [
    { id: "check", title: "Look at the draft", type: "planning_review" },
    { id: "release", title: "Release to customers", type: "human_review", depends_on: ["check"] },
    { id: "publish", title: "Publish the letter", input: "Publish it", depends_on: ["release"] },
  ],
};
const tail = { title: "Short", tasks: [{ id: "now", title: "Publish at once", input: "Publish it" }] };

/** The gate of a run whose new tail does without its human gate. */
async function weaken(page: Page, request: APIRequestContext) {
  const settings = { summarizer: "off", reviewHoldMs: 3_600_000, replanCooldownMs: 0, replanGraceMs: 0 };
  const runId = await startRun(request, { mission: unique("Letter"), plan, settings });
  await page.goto(`/runs/${runId}`);
  await page.locator("[data-held]").first().waitFor();
  await overrideHeld(request, runId, { taskId: "check", decision: "REPLAN", reason: "faster", tail });
  const gate = page.locator("[data-gate]").first();
  await expect(gate).toContainText("weakens “Release to customers”");
  return { runId, gate };
}

const versionOf = async (request: APIRequestContext, runId: string): Promise<number> =>
  (await (await request.get(`/api/v1/runs/${runId}`)).json()).planVersion;

test("a gate says what a version does without, and approving adopts it", async ({ page, request }) => {
  const { runId, gate } = await weaken(page, request);
  await expect(sectionOf(gate, "No longer behind “Release to customers”")).toContainText("nobody is asked");
  const changes = sectionOf(gate, "Changes in plan v2");
  for (const title of ["rewritten: Publish at once", "removed: Release to customers"])
    await expect(changes).toContainText(title);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  await expect(gate.getByRole("button", { name: "Approve" })).toBeInViewport();
  await gate.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();
  expect(await versionOf(request, runId)).toBe(2);
});

test("rejecting keeps the version in force and asks the gate that it has", async ({ page, request }) => {
  const { runId, gate } = await weaken(page, request);
  await gate.getByRole("button", { name: "Reject" }).click();
  await gate.getByLabel(/^Reason|^Comment/).fill("Customers come first.");
  await gate.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByRole("region", { name: "Decided gates" })).toContainText("Customers come first.");
  await expect(page.locator("[data-gate][data-open=true]")).toContainText("Release to customers");
  expect(await versionOf(request, runId)).toBe(1);
});
