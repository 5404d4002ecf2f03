import type { Page } from "@playwright/test";
import { NO_GATE_LEFT, startRun, unique, untilWaiting } from "./api";
import { expectAccessible, expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

// A stream is cut.
test.use({ expectedFault: /net::ERR_FAILED .*\/api\/v1\/stream/ });

const plan = {
  title: "Gate",
  tasks: [
    { id: "ask", type: "human_review", title: "Ask Ada", input: { places: 3, name: "Waymark" } },
    { id: "tell", title: "Tell everybody", input: "Announce it", depends_on: ["ask"] },
  ],
};

const completed = (page: Page) => page.getByRole("status").filter({ hasText: "Completed" });
const rowOf = (page: Page, mission: string) => page.getByRole("button", { name: mission });
const panelOf = (page: Page) => page.locator("[data-gate]");

test("a gate is approved on its node, also before all that its panel shows has come", async ({
  page,
  request,
}) => {
  const agents = { teller: { prompt: "Tell.", tools: ["now"] } };
  const tasks = [plan.tasks[0], { ...plan.tasks[1], agent: "teller" }];
  const runId = await startRun(request, { mission: "Approve on the node", plan: { ...plan, agents, tasks } });
  const seen = Promise.withResolvers<void>();
  for (const path of ["**/approval-context?**", "**/decision"])
    await page.route(path, async (route) => {
      await seen.promise;
      await route.continue();
    });
  await page.goto(`/runs/${runId}`);
  const node = page.getByRole("group", { name: "Decide: Human gate “Ask Ada”" });
  await node.getByRole("button", { name: "Approve" }).click();
  await expect(node.getByRole("button", { name: "Sending…" })).toBeVisible();
  seen.resolve();
  await expect(completed(page)).toBeVisible();
});

test("what asks for words is begun on its node: a rejection, and each of the four decisions", async ({
  page,
  request,
}) => {
  const tasks = [plan.tasks[0], { id: "check", type: "planning_review", title: "Look at it" }];
  const settings = { reviewHoldMs: 3_600_000, summarizer: "off" };
  const runId = await startRun(request, { mission: "Begin it", plan: { ...plan, tasks }, settings });
  await page.goto(`/runs/${runId}`);
  const gate = page.locator("aside [data-gate]");
  const held = page.locator("aside [data-held]");
  const onNode = (title: string) =>
    page.getByRole("group", { name: new RegExp(`Decide: .*${title}`) }).getByRole("button");
  await expect(onNode("Look at it")).toHaveText(["CONTINUE", "REPLAN", "COMPLETE", "ABORT"]);
  const sticksOut = (id: string) =>
    page
      .locator(`[data-task="${id}"]`)
      .evaluate((node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight);
  expect([await sticksOut("ask"), await sticksOut("check")]).toEqual([false, false]);
  await onNode("Look at it").filter({ hasText: "REPLAN" }).click();
  await expect(held.getByRole("radio", { name: "REPLAN" })).toBeChecked();
  await expect(held.getByLabel(/^Reason/)).toBeFocused();
  await expect(page.getByLabel("Find a task")).toBeInViewport();
  await page.keyboard.type("One page is enough.");
  await expect(onNode("Look at it")).toHaveText(["Open to decide"]);

  await onNode("Ask Ada").filter({ hasText: "Reject" }).click();
  await expect(gate.getByLabel("Reason (optional)")).toBeFocused();
  await page.keyboard.type("Too early");
  await expect(onNode("Ask Ada")).toHaveText(["Open to decide"]);

  // In the list of a phone the answer continues in the panel at the foot of the page.
  await page.setViewportSize(PHONE);
  await page.reload();
  await page.getByRole("button", { name: "List", exact: true }).click();
  await expect(onNode("Ask Ada")).toHaveText(["Open to decide"]);
  await expect(held.getByLabel(/^Reason/)).toHaveValue("One page is enough.");
  await held.getByLabel(/^Reason/).fill("");
  await expect(onNode("Look at it")).toHaveText(["CONTINUE", "Override"]);
  await gate.getByLabel("Reason (optional)").fill("");
  await gate.getByRole("button", { name: "Back" }).click();
  await expect(onNode("Ask Ada")).toHaveText(["Approve", "Reject"]);
  await onNode("Ask Ada").filter({ hasText: "Reject" }).click();
  await expect(gate.getByLabel("Reason (optional)")).toBeFocused();
  await expectNoSideScroll(page);
  await page.keyboard.type("Too early");
  await gate.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(gate).toHaveCount(0);
});

test("a gate is approved from the inbox by keys alone", async ({ page, request }) => {
  const mission = unique("By keys");
  await startRun(request, { mission, plan });
  await page.goto(`/inbox?q=${encodeURIComponent(mission)}`);
  await expect(rowOf(page, mission)).toBeVisible();
  // A key that comes before the page's scripts is nobody's.
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(rowOf(page, mission)).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(panelOf(page).getByRole("button", { name: "Approve", exact: true })).toBeEnabled();
  await page.keyboard.press("a");
  await expect(panelOf(page)).toContainText("Approved by Local operator");
  await page.keyboard.press("Escape");
  await expect(panelOf(page)).toHaveCount(0);
  await expect(rowOf(page, mission)).toContainText("answered by Local operator: approved");
});

test("a gate that requires a reason is rejected with one, by keys from anywhere on its run's page", async ({
  page,
  request,
}) => {
  const [ask, tell] = plan.tasks;
  const strict = { ...plan, tasks: [{ ...ask, gate: { requires_reason: true } }, tell] };
  const runId = await startRun(request, { mission: unique("With a reason"), plan: strict });
  const openGates = async () => (await (await request.get(`/api/v1/approvals?runId=${runId}`)).json()).items;
  await expect.poll(async () => (await openGates())[0]?.terms.requiresReason).toBe(true);
  const [gate] = await openGates();
  const silent = await request.post(`/api/v1/approvals/${gate.id}/decision`, {
    data: { verb: "reject", digest: gate.digest },
  });
  expect(silent.status()).toBe(400);
  await page.goto(`/runs/${runId}`);
  await expect(panelOf(page)).toContainText("If you approve");
  const reject = panelOf(page).getByRole("button", { name: /^Reject/ });
  const look = (name: string) =>
    panelOf(page)
      .getByRole("button", { name })
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await look("Reject")).not.toBe(await look("Approve"));
  await page.keyboard.press("r");
  await expect(panelOf(page).getByText("Explain why you reject it.")).toBeVisible();
  await reject.click();
  await expect(panelOf(page).getByText("Explain why you reject it.")).toBeVisible();
  await panelOf(page).getByLabel("Reason", { exact: true }).fill("Three places are too few.");
  await page.keyboard.press("Control+Enter");
  const decided = page.getByRole("region", { name: "Decided gates" });
  await expect(decided).toContainText("Rejected by Local operator");
  await expect(decided).toContainText("Three places are too few.");
});

test("rejecting several gates takes a second step that names their count", async ({ page, request }) => {
  const mission = unique("In bulk");
  const [ask, tell] = plan.tasks;
  const strict = { ...plan, tasks: [{ ...ask, gate: { requires_reason: true } }, tell] };
  for (const _ of [1, 2]) await startRun(request, { mission, plan: strict });
  await page.goto(`/inbox?q=${encodeURIComponent(mission)}`);
  await expect(rowOf(page, mission)).toHaveCount(2);
  for (const box of await page.getByRole("main").getByRole("checkbox").all()) await box.check();
  const bar = page.getByRole("region", { name: "Selected gates" });
  await bar.getByRole("button", { name: "Reject all 2" }).click();
  const second = bar.getByRole("button", { name: "Yes, reject 2" });
  await expect(second).toBeDisabled();
  await bar.getByLabel("Reason for all").fill("Not today.");
  await second.click();
  await expect(page.getByRole("region", { name: "Results" }).getByRole("listitem")).toHaveCount(2);
});

test("a value is edited in the inbox and keeps its types", async ({ page, request }) => {
  const mission = unique("Edit it");
  const runId = await startRun(request, { mission, plan });
  await page.goto(`/inbox?q=${encodeURIComponent(mission)}`);
  const value = page.getByLabel("Edited value");
  // Nothing takes the focus that does not live yet.
  await expect(rowOf(page, mission)).toBeEnabled();
  await rowOf(page, mission).focus();
  await page.keyboard.press("e");
  await expect(value).toHaveValue(/"places": 3/);
  await value.fill('{ "places": 5,');
  await expect(page.getByText("Not valid JSON")).toBeVisible();
  await value.fill('{ "places": 5, "name": "Waymark" }');
  await page.keyboard.press("Control+Enter");
  await expect(panelOf(page)).toContainText("Edited by Local operator");
  await expect(value).toBeDisabled();
  await expect(value).toHaveValue(/"places": 5/);
  const { state } = await (await request.get(`/api/v1/runs/${runId}/snapshot`)).json();
  expect(state.tasks.ask.result.inline).toEqual({ places: 5, name: "Waymark" });
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("three gates are answered by thumb, one after the other, in a sheet from below", async ({
    page,
    request,
  }) => {
    const mission = unique("By touch");
    // One after the other, as the list has gates in the order in which they opened.
    for (const n of [1, 2, 3])
      await untilWaiting(request, await startRun(request, { mission: `${mission} ${n}`, plan }));
    await page.goto(`/inbox?q=${encodeURIComponent(mission)}`);
    await rowOf(page, `${mission} 1`).tap();
    await expectNoSideScroll(page);
    for (const n of [1, 2, 3]) {
      await expect(page.getByRole("dialog")).toContainText(`${mission} ${n}`);
      const approve = panelOf(page).getByRole("button", { name: "Approve", exact: true });
      await expect(approve).toBeInViewport();
      await approve.tap();
      await expect(panelOf(page)).toContainText("Approved by Local operator");
      if (n < 3) await page.getByRole("button", { name: "Next gate" }).tap();
    }
    await expect(page.getByRole("dialog").getByText(NO_GATE_LEFT)).toBeVisible();
    await page.getByRole("link", { name: "View run" }).tap();
    await expect(completed(page)).toBeVisible();
  });
});

test("who comes second is told who was first", async ({ page, browser, baseURL, request }) => {
  const mission = unique("Race");
  await startRun(request, { mission, plan });
  const address = `/inbox?q=${encodeURIComponent(mission)}`;
  // Another browser, which hears of nothing: its stream is cut, as on a train.
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const late = await elsewhere.newPage();
  await late.route("**/api/v1/stream?**", (route) => route.abort());
  for (const one of [page, late]) {
    await one.goto(address);
    await rowOf(one, mission).click();
    await expect(panelOf(one)).toContainText("If you approve");
  }
  // Rejecting is never one press: it asks for a reason.
  await panelOf(page).getByRole("button", { name: "Reject" }).click();
  await expect(panelOf(page).getByLabel("Reason (optional)")).toBeFocused();
  await page.keyboard.type("too early");
  await panelOf(page).getByRole("button", { name: "Reject" }).click();
  await expect(panelOf(page)).toContainText("Rejected by Local operator");
  await panelOf(late).getByLabel("Comment").fill("my own words");
  await panelOf(late).getByRole("button", { name: "Approve", exact: true }).click();
  await expect(late.getByRole("alert")).toContainText("Local operator decided this first: rejected");
  await expect(late.getByRole("alert")).toContainText("too early");
  await expect(panelOf(late).getByLabel("Comment")).toHaveValue("my own words");
  await elsewhere.close();
});

test("what changes things outside takes a second step, which no letter takes", async ({ page, request }) => {
  const mission = unique("Two steps");
  const agents = { deployer: { prompt: "Deploy.", tools: ["deploy"] } };
  const tasks = [
    { id: "ask", type: "human_review", title: "Ask Ada", input: "May it?" },
    { id: "go", title: "Go live", agent: "deployer", input: "Deploy", depends_on: ["ask"] },
  ];
  await startRun(request, { mission, plan: { title: "Live", agents, tasks } });
  await page.goto(`/inbox?q=${encodeURIComponent(mission)}`);
  await rowOf(page, mission).click();
  await expect(panelOf(page)).toContainText("can change things outside: “Go live” (by deploy)");
  await expect(panelOf(page).getByRole("button", { name: "Approve" })).toBeEnabled();
  await page.keyboard.press("a");
  const second = page.getByRole("button", { name: "Yes, approve" });
  await expect(second).toBeFocused();
  await page.keyboard.press("a");
  await expect(second).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(panelOf(page)).toContainText("Approved by Local operator");
});

test("a drafted plan is changed as asked, approved, and runs", async ({ page, request }) => {
  const settings = { planApproval: true, reviewMode: "auto" };
  const runId = await startRun(request, { mission: "Compare two ways to store backups", settings });
  await page.goto(`/runs/${runId}`);
  const panel = panelOf(page);
  await expect(panel.getByRole("heading", { name: "Run this plan?" })).toBeVisible();
  await panel.getByRole("button", { name: "Request changes" }).click();
  await expect(panel.getByText("Describe what should change.")).toBeVisible();
  await panel.getByLabel("Comment").fill("Add a last look at the costs");
  await panel.getByRole("button", { name: "Request changes" }).click();
  await expect(panel).toContainText("plan v2");
  await expect(panel).toContainText("Changed since plan v1");
  await panel.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(completed(page)).toBeVisible();
});

test("the full inbox and an open gate are accessible", async ({ page, request }) => {
  const mission = unique("Look at it");
  await startRun(request, { mission, plan });
  await page.goto("/inbox");
  await expect(rowOf(page, mission)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await rowOf(page, mission).click();
  await expect(panelOf(page)).toContainText("model calls");
  await expectAccessibleInBothThemes(page);
});

test("an empty inbox is accessible, and says whether the filters hide something", async ({
  page,
  request,
}) => {
  await startRun(request, { mission: "Hidden by a filter", plan });
  await page.goto("/inbox?q=nothing-has-these-words");
  await expect(page.getByText("No gates match the filters")).toBeVisible();
  await expectAccessible(page);
  const none = JSON.stringify({ items: [], nextCursor: null });
  await page.route("**/api/v1/approvals?status=closed**", (route) => route.fulfill({ body: none }));
  await page.goto("/inbox?tab=decided");
  await expect(page.getByText("No decisions yet")).toBeVisible();
  await expectAccessible(page);
});

for (const [where, viewport] of [
  ["wide", { width: 1440, height: 900 }],
  ["on a phone", { width: 390, height: 844 }],
] as const)
  test(`a question at an approval keeps it closed, and shows who asked what, ${where}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport);
    const mission = unique("Publish the report");
    const gate = { id: "ask", type: "human_review", title: "May it be read?", input: "The report." };
    const runId = await startRun(request, { mission, plan: { title: "Ask", tasks: [gate] } });
    const open = async () => (await (await request.get(`/api/v1/runs/${runId}`)).json()).openApprovals;
    await expect.poll(async () => (await open()).length).toBe(1);
    const [id] = await open();
    await page.goto(`/inbox?gate=${id}`);
    const panel = page.locator("[data-gate]");
    await expect(panel.getByRole("button", { name: "Respond" })).toHaveCount(0);
    await panel.getByRole("button", { name: "Ask a question" }).click();
    await panel.getByLabel("Question or reply").fill("Who wrote the second part? Please wait.");
    await panel.getByRole("button", { name: "Send question" }).click();
    const thread = panel.getByRole("list", { name: "Questions and replies" });
    await expect(thread).toContainText("Local operator");
    await expect(thread).toContainText("Who wrote the second part? Please wait.");
    expect(await open()).toEqual([id]);
    await expect(panel.getByLabel("Comment")).toHaveValue("");
    await panel.getByRole("button", { name: "Ask a question" }).click();
    await panel.getByLabel("Question or reply").fill("I did.");
    await panel.getByRole("button", { name: "Send question" }).click();
    await expect(thread.getByRole("listitem")).toHaveCount(2);
    await panel.getByRole("button", { name: "Approve" }).click();
    await expect(panel).toContainText("Approved by Local operator");
    await expect(thread).toContainText("I did.");
  });

test("a gate whose people have left says so everywhere, and is handed on with a reason", async ({
  page,
  request,
}) => {
  const keyOf = async (name: string) => {
    const data = { name, capabilities: ["review"], days: 1 };
    const made = await request.post("/api/v1/keys", { data });
    expect(made.status(), await made.text()).toBe(201);
    return (await made.json()).key.keyId as string;
  };
  const [leaver, cover] = [unique("Leaver"), unique("Cover")];
  const leaverKey = await keyOf(leaver);
  await keyOf(cover);
  const mission = unique("Wait for somebody who leaves");
  const gate = { assignees: [leaver], quorum: 2 };
  const tasks = [{ id: "ask", type: "human_review", title: "May it go live?", input: "Go live", gate }];
  const runId = await startRun(request, { mission, plan: { title: "Release", tasks } });
  await untilWaiting(request, runId);
  expect((await request.post(`/api/v1/keys/${leaverKey}/revoke`, { data: {} })).status()).toBe(200);

  await page.goto("/inbox");
  await expect(rowOf(page, mission)).toContainText("nobody left to answer");
  await page.goto(`/runs/${runId}`);
  await expect(
    page.getByRole("status").filter({ hasText: "Nobody is left who may let this pass" }),
  ).toBeVisible();
  const stuck = page.locator("[data-stuck]").first();
  await expect(stuck).toContainText(`only Local operator is left: the key of ${leaver} was revoked on`);
  await page.setViewportSize(PHONE);
  await expect(stuck).toBeVisible();
  await expectNoSideScroll(page);
  await stuck.getByRole("button", { name: "Hand on…" }).click();
  await expectAccessibleInBothThemes(page);
  await stuck.getByRole("checkbox", { name: cover }).check();
  await expect(stuck.getByRole("button", { name: "Hand on", exact: true })).toBeDisabled();
  await stuck.getByLabel("Reason").fill("They have left the company.");
  await stuck.getByRole("button", { name: "Hand on", exact: true }).click();
  await expect(page.locator("[data-stuck]")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Who can answer" }).first()).toContainText(
    `Handed on to ${cover} by Local operator: “They have left the company.”`,
  );
  const view = await (await request.get(`/api/v1/approvals?runId=${runId}`)).json();
  expect(view.items[0].assignees).toEqual([leaver, cover]);
});
