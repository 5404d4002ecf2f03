import { startRun, unique, untilWaiting } from "./api";
import { readAll, sectionOf } from "./checks";
import { expect, test } from "./fixtures";

const claims = ["Sales rose by 12 %", "Costs fell", "Churn is at 3 %"];

const plan = {
  title: "Claims",
  tasks: [
    {
      id: "claims",
      type: "direct",
      title: "Collect the claims",
      input: JSON.stringify(claims),
      verification: "(some? data/result)",
    },
    {
      id: "check",
      type: "human_review",
      title: "Check the claims",
      input: "{{results.claims}}",
      gate: { prompt: "Which of these hold?" },
      depends_on: ["claims"],
    },
  ],
};

test("a list is judged item by item with keys on a phone's width, and its answer stays filled in", async ({
  page,
  request,
}) => {
  const settings = { replanOnFailure: false };
  const runId = await startRun(request, { mission: unique("Check the claims"), plan, settings });
  const openGates = async () => (await (await request.get(`/api/v1/runs/${runId}`)).json()).openApprovals;
  await expect.poll(async () => (await openGates()).length).toBe(1);
  const [gateId] = await openGates();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/inbox?gate=${gateId}`);
  const gate = page.locator(`[data-gate="${gateId}"]`);
  const item = (n: number) => gate.locator(`[data-item="${n - 1}"]`);
  await expect(item(3)).toContainText("Churn is at 3 %");
  // Nothing above them but what is asked; the verbs stay in sight.
  await expect(item(1)).toBeInViewport();
  await expect(gate.getByRole("button", { name: "Approve", exact: true })).toBeInViewport();

  await page.keyboard.press("j");
  await expect(item(1)).toBeFocused();
  await page.keyboard.press("a");
  await expect(item(2)).toBeFocused();
  await page.keyboard.press("r");
  const reason = gate.getByLabel("Reason to reject item 2");
  await expect(reason).toBeFocused();
  await expect(gate.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  await gate.getByRole("button", { name: "Request changes" }).click();
  await expect(gate.getByText("Some items have no verdict yet.")).toBeVisible();
  await expect(item(3)).toBeFocused();
  await gate.getByRole("button", { name: "Accept the rest (1)" }).click();
  await gate.getByRole("button", { name: "Request changes" }).click();
  await expect(reason).toBeFocused();
  await page.keyboard.type("They rose by 4 %");
  await page.reload();
  await expect(reason).toHaveValue("They rose by 4 %");
  await gate.getByRole("button", { name: "Request changes" }).click();

  const answer = gate.getByRole("group", { name: "The answer" });
  await expect(answer).toContainText("2 accepted, 1 rejected");
  await expect(answer).toContainText("They rose by 4 %");
  await expect(gate.getByRole("status")).toContainText("Changes requested by Local operator");
  await expect(gate.getByRole("status")).toContainText("(in the console)");
  const { state } = await (await request.get(`/api/v1/runs/${runId}/snapshot`)).json();
  expect(state.tasks.check.diagnosis).toMatchObject({
    code: "items_rejected",
    rejected: [{ item: 2, excerpt: "Costs fell", reason: "They rose by 4 %" }],
  });
});

test("an item that is rejected and not sent keeps the whole list from passing on its node and in bulk", async ({
  page,
  request,
}) => {
  const mission = unique("Check the claims");
  const runId = await startRun(request, { mission, plan });
  await untilWaiting(request, runId);
  await page.goto(`/inbox?q=${encodeURIComponent(mission)}`);
  const box = page.getByRole("checkbox", { name: /^Select/ });
  const selected = page.getByRole("region", { name: "Selected gates" });
  await box.check();
  await expect(selected).toBeVisible();
  await page.locator("[data-row]").click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.locator("[data-item]")).toHaveCount(3);
  await drawer.locator('[data-item="1"]').getByRole("button", { name: "Reject" }).click();
  await page.keyboard.type("They rose");
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(selected).toHaveCount(0);
  await expect(box).toBeDisabled();
  await expect(page.getByRole("listitem").filter({ has: box })).toContainText("Answer not sent");

  await page.goto(`/runs/${runId}`);
  const node = page.locator('[data-task="check"]').getByRole("group", { name: /^Decide/ });
  await expect(node.getByRole("button")).toHaveText(["Open to decide"]);
  await node.getByRole("button").click();
  const gate = page.locator("aside [data-gate]");
  const item = (n: number) => gate.locator(`[data-item="${n - 1}"]`);
  await expect(item(2).getByLabel(/^Reason/)).toHaveValue("They rose");
  await expect(sectionOf(gate, "Evidence").getByText("predicate", { exact: true })).toBeVisible();
  await expect(sectionOf(gate, "Cost")).toContainText(/so far.* to finish/);
  await gate.focus();
  await page.keyboard.press("j");
  await expect(item(1)).toBeFocused();
  await page.keyboard.press("a");
  await expect(item(2)).toBeFocused();
  await page.keyboard.press("a");
  await expect(item(3)).toBeFocused();
  await page.keyboard.press("A");
  await expect(gate).toContainText("3 accepted, 0 rejected");
  await gate.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();
});

test("a list in the arguments of a call is judged item by item; the call runs without what was rejected", async ({
  page,
  request,
}) => {
  const mission = unique("Set the prices");
  const prices = [
    { sku: "K-101", eur: 11.5 },
    { sku: "K-102", eur: 736 },
    { sku: "K-103", eur: 28.52 },
  ];
  const input = { tool: "update_prices", args: { shop: "webshop", version: "v7", prices } };
  const agents = { clerk: { prompt: "Set the prices.", tools: ["update_prices"] } };
  const tasks = [{ id: "set", title: "Set the prices", agent: "clerk", input }];
  const rules = [{ tool: "update_prices", path: "shop", operator: "=", value: "webshop", effect: "ask" }];
  const settings = { toolPolicy: { rules }, summarizer: "off" };
  const runId = await startRun(request, { mission, plan: { title: "Prices", agents, tasks }, settings });
  await untilWaiting(request, runId);
  await page.goto(`/runs/${runId}?task=set`);
  const gate = page.locator("aside [data-gate]");
  const item = (n: number) => gate.locator(`[data-item="${n - 1}"]`);
  await expect(item(2)).toContainText("736");
  await expect(gate.getByRole("heading", { name: "Arguments: prices" })).toBeVisible();
  await expect(sectionOf(gate, "Arguments")).toContainText("webshop");
  await expect(sectionOf(gate, "Arguments")).not.toContainText("K-102");
  await item(2).getByRole("button", { name: "Reject" }).click();
  await expect(gate.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  await page.keyboard.type("A comma is missing");
  await gate.getByRole("button", { name: "Accept the rest (2)" }).click();
  await readAll(gate);
  await gate.getByRole("button", { name: "Run with 2" }).click();
  const answer = page.getByRole("group", { name: "The answer" });
  await page.getByRole("tab", { name: "Decisions" }).click();
  await expect(answer).toContainText("2 accepted, 1 rejected");
  await expect(answer).toContainText("A comma is missing");
  await page.getByRole("tab", { name: "Trajectory" }).click();
  await expect(page.locator("aside")).toContainText("A comma is missing");
  const steps = `/api/v1/runs/${runId}/trajectories?taskId=set&attempt=1`;
  const stepOf = async () => (await (await request.get(steps)).json()).items[0]?.body;
  await expect.poll(async () => (await stepOf())?.observation).toMatchObject({ updated: 2 });
  expect(Object.values((await stepOf()).edited)).toEqual([{ ...input.args, prices: [prices[0], prices[2]] }]);
});

test("a call whose list is folded runs once all of the list was shown", async ({ page, request }) => {
  const prices = Array.from({ length: 45 }, (_, n) => ({ sku: `K-${n + 1}`, eur: n + 1 }));
  const input = { tool: "update_prices", args: { shop: "webshop", version: "v8", prices } };
  const agents = { clerk: { prompt: "Set the prices.", tools: ["update_prices"] } };
  const tasks = [{ id: "set", title: "Set the prices", agent: "clerk", input }];
  const rules = [{ tool: "update_prices", path: "shop", operator: "=", value: "webshop", effect: "ask" }];
  const settings = { toolPolicy: { rules }, summarizer: "off" };
  const mission = unique("Set many prices");
  const runId = await startRun(request, { mission, plan: { title: "Prices", agents, tasks }, settings });
  await untilWaiting(request, runId);
  await page.goto(`/runs/${runId}?task=set`);
  const gate = page.locator("aside [data-gate]");
  const items = gate.locator("[data-item]");
  const approve = gate.getByRole("button", { name: "Approve", exact: true });
  await expect(items).toHaveCount(20);
  await expect(approve).toBeDisabled();
  await gate.focus();
  await page.keyboard.press("A");
  await page.keyboard.press("a");
  await page.keyboard.press("Control+Enter");
  await expect(gate).toContainText("45 accepted");
  await expect(approve).toBeDisabled();
  // What was shown once stays shown, also where a filter leaves it out.
  await gate.getByRole("button", { name: "Show 20 more of 25" }).click();
  await gate.getByRole("button", { name: "Rejected 0" }).click();
  await expect(items).toHaveCount(0);
  await expect(approve).toBeDisabled();
  await gate.getByRole("button", { name: "Show it" }).click();
  await expect(items).toHaveCount(45);
  // Each of them is looked at, not drawn alone.
  await expect(approve).toBeDisabled();
  await readAll(gate);
  await expect(approve).toBeEnabled();
  await gate.getByRole("button", { name: "Rejected 0" }).click();
  await approve.click();
  const steps = `/api/v1/runs/${runId}/trajectories?taskId=set&attempt=1`;
  const stepOf = async () => (await (await request.get(steps)).json()).items[0]?.body;
  await expect.poll(async () => (await stepOf())?.observation).toMatchObject({ updated: 45 });
});
