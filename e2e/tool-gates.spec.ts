import type { Page } from "@playwright/test";
import { startRun, unique } from "./api";
import { expectAccessible, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

const deploy = (version: string) => ({
  tool: "deploy",
  args: { environment: "staging", service: "web-app", version },
});
const agents = { ops: { prompt: "Ship it.", tools: ["deploy"] } };
const task = (id: string, version: string, more: object = {}) => ({
  ...{ id, title: `Ship ${id}`, agent: "ops", input: deploy(version) },
  ...more,
});
const rule = (value: string, effect: string) => ({
  tool: "deploy",
  path: "version",
  operator: "=",
  value,
  effect,
});
const settings = { toolPolicy: { rules: [rule("1.4.0", "ask"), rule("9.9.9", "deny")] }, summarizer: "off" };

const panelOf = (page: Page) => page.locator("[data-gate]");

async function openGate(page: Page, mission: string): Promise<void> {
  await page.goto(`/inbox?q=${encodeURIComponent(mission)}`);
  await page.getByRole("button", { name: mission }).click();
}

test("a tool call waits for a person, who changes its arguments; the agent continues with what it gave", async ({
  page,
  request,
}) => {
  const mission = unique("Ship by hand");
  const plan = { title: "Ship", agents, tasks: [task("one", "1.4.0")] };
  const runId = await startRun(request, { mission, plan, settings });
  await openGate(page, mission);
  const panel = panelOf(page);
  await expect(panel).toContainText("May deploy run: “Deploy web-app 1.4.0 to staging”?");
  await expect(panel).toContainText("deploy runs with these arguments");
  await expect(panel).toContainText("web-app");
  await expectAccessible(page);
  await expect(panel).toContainText("ask the run's policy, rule 1");
  await panel.getByRole("button", { name: "Edit", exact: true }).click();
  const version = panel.getByRole("textbox", { name: "version" });
  await expect(version).toHaveValue("1.4.0");
  await version.fill("");
  await expect(panel).toContainText("Required");
  await version.fill("9.9.9");
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Send edited value" }).click();
  await expect(panel.getByRole("alert")).toContainText("A policy denies it.");
  await panel.getByRole("button", { name: "Edit as JSON" }).click();
  const args = panel.getByRole("textbox", { name: "Arguments" });
  await expect(args).toHaveValue(/9\.9\.9/);
  await args.fill('{ "service": ');
  await expect(panel).toContainText("Not valid JSON");
  const edited = (version: string) => JSON.stringify(deploy(version).args);
  await args.fill('{ "service": "web-app" }');
  await panel.getByRole("button", { name: "Send edited value" }).click();
  await expect(panel.getByRole("alert")).toContainText("deploy cannot run with these arguments");
  await args.fill(edited("1.4.1"));
  await panel.getByRole("button", { name: "Send edited value" }).click();
  await expect(panel).toContainText("Edited by Local operator");
  await expect(panel.getByRole("textbox", { name: "version" })).toBeDisabled();
  await expect(panel.getByRole("textbox", { name: "version" })).toHaveValue("1.4.1");
  await page.goto(`/runs/${runId}?task=one`);
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();
  const { items } = await (
    await request.get(`/api/v1/runs/${runId}/trajectories?taskId=one&attempt=1`)
  ).json();
  expect(items[0].body.edited).toEqual({ [items[0].body.action.callId]: deploy("1.4.1").args });
  expect(items[0].body.observation).toMatchObject({ version: "1.4.1", healthy: true });
});

test("what has been done already is asked about, with what it gave; a rejected call does not run", async ({
  page,
  request,
}) => {
  const mission = unique("Ship twice");
  const tasks = [task("one", "1.5.0"), task("two", "1.5.0", { depends_on: ["one"] })];
  const runId = await startRun(request, { mission, plan: { title: "Ship", agents, tasks }, settings });
  await openGate(page, mission);
  const panel = panelOf(page);
  await expect(panel).toContainText("Earlier output");
  await expect(panel).toContainText('"healthy":true');
  await panel.getByRole("button", { name: "Approve" }).click();
  await expect(panel.getByRole("alert").filter({ hasText: "Approving runs it again" })).toBeVisible();
  await panel.getByRole("button", { name: "Back" }).click();
  await panel.getByLabel("Comment").fill("Once is enough.");
  await panel.getByRole("button", { name: "Reject" }).click();
  await panel.getByRole("button", { name: "Reject" }).click();
  await expect(panel).toContainText("Rejected by Local operator");
  await page.goto(`/runs/${runId}`);
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();
  const { items } = await (
    await request.get(`/api/v1/runs/${runId}/trajectories?taskId=two&attempt=1`)
  ).json();
  expect(items[0].body.error).toContain('A person did not let "deploy" run: Once is enough.');
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("a tool call fits the sheet, and is approved by touch", async ({ page, request }) => {
    const mission = unique("Ship by touch");
    const plan = { title: "Ship", agents, tasks: [task("one", "1.4.0")] };
    await startRun(request, { mission, plan, settings });
    await page.goto(`/inbox?q=${encodeURIComponent(mission)}`);
    await page.getByRole("button", { name: mission }).tap();
    await expectNoSideScroll(page);
    await panelOf(page).getByRole("button", { name: "Approve", exact: true }).tap();
    await expect(panelOf(page)).toContainText("Approved by Local operator");
  });
});
