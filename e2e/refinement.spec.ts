import type { APIRequestContext, Page } from "@playwright/test";
import { SCENARIOS } from "@/lib/core/scenarios";
import { startRun } from "./api";
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSideScroll,
  PHONE,
  sectionOf,
} from "./checks";
import { expect, test } from "./fixtures";

const mission = SCENARIOS.find(({ name }) => name === "refine")?.mission ?? "";

/** The gate of the first refinement of the sample whose plan is put right on the way. */
async function openGate(page: Page, request: APIRequestContext) {
  const refinement = { enabled: true, apply: "ask", wait: true, timeoutMs: 60_000 };
  const runId = await startRun(request, { mission, settings: { refinement, summarizer: "off" } });
  await page.goto(`/runs/${runId}`);
  const gate = page.locator("[data-gate][data-open=true]").first();
  await expect(gate).toContainText("The plan took 2.2.9 for the running version.");
  return { runId, gate };
}

const planVersion = async (request: APIRequestContext, runId: string): Promise<number> =>
  (await (await request.get(`/api/v1/runs/${runId}`)).json()).planVersion;

test("a refinement is shown with its reasons, approved, and stands in the history of the plan", async ({
  page,
  request,
}) => {
  const { runId, gate } = await openGate(page, request);
  const changes = sectionOf(gate, "Changes");
  await expect(changes).toContainText("Count failed logins before");
  await expect(changes).toContainText("Version 2.3.1 runs, not 2.2.9.");
  await expect(gate).toContainText("Changed: Count failed logins");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await gate.getByRole("button", { name: "Approve" }).click();

  const next = page.locator("[data-gate][data-open=true]").first();
  await expect(next).toContainText("There is nothing to roll back.");
  await next.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();
  expect(await planVersion(request, runId)).toBe(2);

  await page.getByRole("tab", { name: /Replans/ }).click();
  const history = page.getByTestId("refinements");
  await expect(history).toContainText("Refinement 1");
  await expect(history).toContainText("adopted");
  await history.getByRole("button", { name: "version 1 → version 2" }).click();
  await expect(page.getByRole("region", { name: "Changes" })).toContainText("Count failed logins before");
  await expect(page.getByRole("list", { name: "Plan versions" })).toContainText("refined");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});

test("a rejected refinement leaves the plan as it is", async ({ page, request }) => {
  const { runId, gate } = await openGate(page, request);
  await gate.getByRole("button", { name: "Reject" }).click();
  await gate.getByLabel(/^Reason|^Comment/).fill("Version 2.2.9 was meant.");
  await gate.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByRole("region", { name: "Decided gates" })).toContainText("Version 2.2.9 was meant.");
  expect(await planVersion(request, runId)).toBe(1);
});

test("refinements are chosen with the mission", async ({ page, request }) => {
  await page.goto("/runs/new");
  const text = page.getByRole("textbox", { name: "Mission", exact: true });
  await text.fill(mission);
  await page.getByText("Run settings").click();
  const group = page.getByRole("region", { name: "Refinement" });
  await group.getByRole("switch", { name: /Refine the plan/ }).check();
  await group.getByRole("radio", { name: /Adopt/ }).check();
  await group.getByLabel("Maximum refinements").fill("3");
  await group.getByRole("switch", { name: /wait for the answer/ }).check();
  await group.getByLabel("Time limit (seconds)").fill("30");
  await expectAccessible(page);
  await text.focus();
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/runs\/run_/);
  const runId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { settings } = await (await request.get(`/api/v1/runs/${runId}`)).json();
  const chosen = { enabled: true, max: 3, apply: "auto", wait: true, timeoutMs: 30_000 };
  expect(settings.refinement).toEqual(chosen);
});
