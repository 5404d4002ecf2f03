import type { APIRequestContext, Page, Route } from "@playwright/test";
import { startRun, unique, untilWaiting } from "./api";
import {
  delayFiles,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSideScroll,
  PHONE,
  readAll,
} from "./checks";
import { expect, test } from "./fixtures";

const deploy = (version: string) => ({
  tool: "deploy",
  args: { environment: "staging", service: "web-app", version },
});
const agents = { ops: { prompt: "Ship it.", tools: ["deploy"] } };
const task = (id: string, version: string, more: object = {}) => ({
  id,
  title: `Ship ${id}`,
  agent: "ops",
  input: deploy(version),
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
  await expect(panel).toContainText("Let “ops” run deploy: “Deploy web-app 1.4.0 to staging”?");
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
  // The pointer rests where *Edit* was.
  await page.mouse.move(0, 0);
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

test("a press that is doubled or held down takes no second step", async ({ page, request }) => {
  const mission = unique("Ship in two steps");
  const tasks = [task("one", "1.5.0"), task("two", "1.5.0", { depends_on: ["one"] })];
  const runId = await startRun(request, { mission, plan: { title: "Ship", agents, tasks }, settings });
  const isWaiting = async () =>
    (await (await request.get(`/api/v1/runs/${runId}`)).json()).status === "waiting";
  await openGate(page, mission);
  const panel = panelOf(page);
  const approve = panel.getByRole("button", { name: "Approve", exact: true });
  const confirm = panel.getByRole("button", { name: "Yes, approve" });
  await expect(approve).toBeEnabled();
  await approve.dblclick();
  await expect(confirm).toBeVisible();
  await panel.getByRole("button", { name: "Back" }).click();
  await approve.focus();
  // The second and the third are what a key repeats that is held down.
  for (const _ of [1, 2, 3]) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(confirm).toBeFocused();
  await panel.getByRole("button", { name: "Back" }).click();
  await panel.getByLabel("Comment").focus();
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await expect(confirm).toBeEnabled();
  expect(await isWaiting()).toBe(true);
  await confirm.click();
  await expect(panel).toContainText("Approved by Local operator");
});

test.describe("what a call would do is read before it runs", () => {
  test.use({ expectedFault: /503 \(Service Unavailable\)/ });

  test("nothing lets it run while its arguments are on their way, or could not be loaded", async ({
    page,
    request,
  }) => {
    const mission = unique("Ship what is read");
    const plan = { title: "Ship", agents, tasks: [task("one", "1.4.0")] };
    const runId = await startRun(request, { mission, plan, settings });
    await untilWaiting(request, runId);
    const { openApprovals } = await (await request.get(`/api/v1/runs/${runId}`)).json();
    const isOpen = async () =>
      (await (await request.get(`/api/v1/approvals/${openApprovals[0]}`)).json()).status === "open";
    const context = await delayFiles(page, "**/approval-context**");
    context.hold();
    const panel = panelOf(page);
    const approve = panel.getByRole("button", { name: "Approve" });
    const args = panel.getByRole("heading", { name: "Arguments" });
    await page.goto(`/inbox?gate=${openApprovals[0]}`);
    await expect(panel.getByRole("button", { name: "Reject" })).toBeEnabled();
    await expect(args).toHaveCount(0);
    await expect(approve).toBeDisabled();
    await expect(approve).toHaveAttribute("title", "Approve once all of it was shown.");
    await panel.focus();
    await page.keyboard.press("a");
    await page.keyboard.press("Control+Enter");
    await expect(approve).toBeDisabled();
    await context.arrive();
    await expect(args).toBeVisible();
    await expect(approve).toBeEnabled();
    expect(await isOpen()).toBe(true);

    const refuse = (route: Route) => route.fulfill({ status: 503, json: { code: "internal" } });
    await page.route("**/approval-context**", refuse);
    await page.reload();
    await expect(panel.getByRole("alert")).toContainText("Could not load all that you decide about.", {
      timeout: 30_000,
    });
    await expect(panel).toContainText("Part of what you decide about could not be loaded.");
    await expect(approve).toBeDisabled();
    await expectAccessible(page);
    await page.unroute("**/approval-context**", refuse);
    await panel.getByRole("button", { name: "Try again" }).last().click();
    await expect(panel.getByRole("alert")).toHaveCount(0);
    await expect(args).toBeVisible();
    await approve.click();
    await expect(panel).toContainText("Approved by Local operator");
  });
});

test.describe("what changed in the plan is read before it goes on", () => {
  test.use({ expectedFault: /503 \(Service Unavailable\)/ });

  test("nothing passes while the difference from the version before could not be loaded", async ({
    page,
    request,
  }) => {
    const asked = (input: string) => ({
      title: "Ask",
      tasks: [{ id: "ask", type: "human_review", title: "May it go out?", input }],
    });
    const runId = await startRun(request, { mission: unique("Ask again"), plan: asked("One"), settings });
    await untilWaiting(request, runId);
    const edit = { type: "edit_plan", plan: asked("Two"), expectedPlanVersion: 1, reason: "Two it is." };
    expect((await request.post(`/api/v1/runs/${runId}/commands`, { data: edit })).ok()).toBe(true);
    const refuse = (route: Route) => route.fulfill({ status: 503, json: { code: "internal" } });
    await page.route("**/plan?version=1", refuse);
    await page.goto(`/runs/${runId}`);
    const gate = page.locator("[data-gate][data-open=true]");
    const approve = gate.getByRole("button", { name: "Approve", exact: true });
    await expect(gate.getByRole("alert")).toContainText("Could not load what changed in the plan.");
    await expect(approve).toBeDisabled();
    await page.unroute("**/plan?version=1", refuse);
    await gate.getByRole("button", { name: "Try again" }).last().click();
    await expect(gate).toContainText("Changed since plan v1");
    await expect(approve).toBeEnabled();
  });
});

for (const [name, viewport] of [
  ["a phone", PHONE],
  ["a low window", { width: 1_280, height: 640 }],
] as const) {
  test(`what a call would do has been in sight before it runs, in ${name}`, async ({ page, request }) => {
    const plan = { title: "Ship", agents, tasks: [task("one", "1.4.0")] };
    const runId = await startRun(request, { mission: unique("Ship what is seen"), plan, settings });
    await untilWaiting(request, runId);
    await page.setViewportSize(viewport);
    await page.goto(`/runs/${runId}`);
    const gate = page.locator("[data-gate][data-open=true]");
    const approve = gate.getByRole("button", { name: "Approve", exact: true });
    const version = gate.getByText("1.4.0", { exact: true });
    // Drawn, and below the screen: the buttons are in sight, and what they let run is not.
    await expect(gate.getByRole("button", { name: "Reject" })).toBeEnabled();
    await expect(version).toBeAttached();
    await expect(approve).toBeInViewport();
    await expect(approve).toBeDisabled();
    await gate.focus();
    await page.keyboard.press("a");
    await readAll(gate);
    await expect(version).toBeInViewport({ ratio: 1 });
    await approve.click();
    const status = async () => (await (await request.get(`/api/v1/runs/${runId}`)).json()).status;
    await expect.poll(status).toBe("completed");
  });
}

/** The sample in which an agent asks for three deployments at once. */
async function askThree(request: APIRequestContext) {
  const mission = "Release version 2.3.0 of the shop, the catalog and the payments to production";
  const runId = await startRun(request, { mission });
  const open = async (): Promise<string[]> =>
    (await (await request.get(`/api/v1/runs/${runId}`)).json()).openApprovals;
  await expect.poll(async () => (await open()).length, { timeout: 60_000 }).toBe(3);
  const ids = (await open()).sort();
  const gate = async (n: number) => (await request.get(`/api/v1/approvals/${ids[n]}`)).json();
  const approve = async (n: number) => {
    const { digest } = await gate(n);
    const data = { verb: "approve", digest };
    expect((await request.post(`/api/v1/approvals/${ids[n]}/decision`, { data })).ok()).toBe(true);
  };
  return { runId, ids, gate, approve };
}

const REASON = "Catalog has an open incident; not tonight.";

test("a mark on one of several calls binds wherever its gate is shown", async ({ page, request }) => {
  test.setTimeout(120_000);
  const { runId, ids, gate, approve } = await askThree(request);
  await page.goto(`/runs/${runId}`);
  const panel = panelOf(page);
  // One panel and one footer for all of them, and no short answer on the node.
  await expect(panel).toHaveCount(1);
  await expect(panel).toContainText("3 calls wait together");
  await expect(page.getByRole("button", { name: "Decide 3 calls" })).toBeVisible();
  const second = panel.locator("[data-item]").nth(1);
  await second.getByRole("button", { name: "Reject" }).click();
  await second.getByLabel("Reason to reject call 2").fill(REASON);
  await expect(panel.getByRole("button", { name: /^Send/ })).toHaveText(
    "Send 1 answer: 0 approved, 1 rejected, 2 left",
  );
  await expectAccessible(page);

  // The others are answered elsewhere; the mark stays with its gate.
  await approve(0);
  await approve(2);
  await page.goto(`/inbox?gate=${ids[1]}`);
  await expect(panel).toContainText("You marked this call Reject.");
  await expect(panel.getByLabel("Comment")).toHaveValue(REASON);
  await expect(panel.getByRole("button", { name: "Approve" })).toBeEnabled();
  await panel.focus();
  await page.keyboard.press("a");
  const question = panel.getByRole("alert").filter({ hasText: "You marked" });
  await expect(question).toContainText(`Reject: ${REASON} Approve it instead?`);
  await panel.getByRole("button", { name: "Back" }).click();
  await panel.getByRole("button", { name: "Reject" }).click();
  await expect(panel).toContainText("Rejected by Local operator");
  await expect(panel).toContainText(REASON);
  expect(await gate(1)).toMatchObject({ status: "decided", decided: { verb: "reject", comment: REASON } });
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("calls that wait together are sent by one button, which says what it does", async ({
    page,
    request,
  }) => {
    test.setTimeout(120_000);
    const { runId, ids, gate } = await askThree(request);
    await page.goto(`/inbox?gate=${ids[0]}`);
    const panel = panelOf(page);
    const send = panel.getByRole("button", { name: /^(Send|Mark each call)/ });
    await expect(send).toBeDisabled();
    const item = (n: number) => panel.locator("[data-item]").nth(n);
    await item(0).getByRole("button", { name: "Approve" }).tap();
    await item(0).getByLabel("Comment for the agent (optional)").fill("Tell the shop first.");
    await item(1).getByRole("button", { name: "Reject" }).tap();
    await item(1).getByLabel("Reason to reject call 2").fill(REASON);
    await expect(send).toHaveText("Send 2 answers: 1 approved, 1 rejected, 1 left");
    await expect(send).toBeInViewport();
    // Only marks say Approve.
    await expect(panel.getByRole("button", { name: "Approve", exact: true })).toHaveCount(3);
    await expectNoSideScroll(page);
    await expectAccessibleInBothThemes(page);
    // The marks are those of the gates, whichever of them is opened.
    await page.goto(`/inbox?gate=${ids[2]}`);
    await expect(send).toHaveText("Send 2 answers: 1 approved, 1 rejected, 1 left");
    await item(2).getByRole("button", { name: "Approve" }).tap();
    await readAll(panel);
    await send.tap();
    await expect(panel.getByText("2 approved, 1 rejected")).toBeVisible();
    await expect(panel).toContainText("Rejected by Local operator");
    await expect(panel).toContainText(REASON);
    await expect(panel.getByRole("button", { name: /^(Send|Approve|Reject)/ })).toHaveCount(0);
    expect(await gate(0)).toMatchObject({ decided: { verb: "approve", comment: "Tell the shop first." } });
    expect(await gate(1)).toMatchObject({ decided: { verb: "reject", comment: REASON } });
    const { state } = await (await request.get(`/api/v1/runs/${runId}/snapshot`)).json();
    const { taskId } = state.approvals[ids[0] as string];
    const steps = `/api/v1/runs/${runId}/trajectories?taskId=${taskId}&attempt=1`;
    await expect
      .poll(async () => JSON.stringify((await (await request.get(steps)).json()).items), { timeout: 30_000 })
      .toContain("Tell the shop first.");
  });

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
