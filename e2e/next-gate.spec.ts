import { startGate, startRun, unique, untilWaiting } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

test("who has answered a run leads on to the next one that asks, by button and by key; the tab counts those that wait, and gates how often people agreed", async ({
  page,
  startServer,
  playwright,
}) => {
  test.slow();
  const server = await startServer();
  const api = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: server.authorization,
  });
  const declined = await startGate(api, "Fell the apples");
  await untilWaiting(api, declined);
  const [gate] = (await (await api.get(`/api/v1/approvals?runId=${declined}`)).json()).items;
  const { digest } = await (await api.get(`/api/v1/approvals/${gate.id}`)).json();
  const no = { data: { verb: "reject", comment: "They bear well", digest } };
  expect((await api.post(`/api/v1/approvals/${gate.id}/decision`, no)).status()).toBe(200);
  await api.post(`/api/v1/runs/${declined}/commands`, { data: { type: "cancel" } });
  // The next one is that which has asked for longest: each asks before the following one begins.
  const ids: string[] = [];
  for (const mission of ["Prune the apples", "Prune the pears", "Prune the plums"]) {
    const runId = await startGate(api, mission);
    await untilWaiting(api, runId);
    ids.push(runId);
  }
  const [first, second, third] = ids;
  const countOnIcon = async () => {
    const href = await page.locator('link[rel="icon"]').first().getAttribute("href");
    return /<text[^>]*>([^<]*)</.exec(decodeURIComponent(href ?? ""))?.[1];
  };
  const approve = page.locator("aside [data-gate]").getByRole("button", { name: "Approve", exact: true });
  const next = page.locator("aside").getByRole("region", { name: "Next gate" });
  await page.goto(`${server.url}/runs/${third}`);
  await expect(approve).toBeVisible();
  // Of those that people decided, the one that they declined.
  await expect(page.locator("aside [data-gate]")).toContainText(
    "People agreed with 0 of 1 proposal at gates of this kind in the last 8 weeks (too few for a rate).",
  );
  await expect(page).toHaveTitle(/^\(3\) /);
  await expect.poll(countOnIcon).toBe("3");
  await expect(next).toHaveCount(0);
  await approve.click();
  await expect(next).toContainText("Prune the apples");
  await expect(next).toContainText("2 open");
  await expect.poll(countOnIcon).toBe("2");
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("n");
  await page.waitForURL(new RegExp(`/runs/${first}\\?task=ask`));
  // The page that came brings an icon of its own.
  await expect(page).toHaveTitle(/^\(2\) /);
  await expect.poll(countOnIcon).toBe("2");

  await page.setViewportSize(PHONE);
  const dialog = page.getByRole("dialog");
  const folded = dialog.locator("details", { hasText: "More context" });
  const cost = folded.getByRole("heading", { name: "Cost" });
  await expect(folded).toBeVisible();
  await expect(cost).toBeHidden();
  await folded.locator("summary").click();
  await expect(cost).toBeVisible();
  await expect(folded).toContainText("so far");
  await expect(folded).toContainText(
    "People agreed with 1 of 2 proposals at gates of this kind in the last 8 weeks (too few for a rate).",
  );
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  const inSheet = dialog.getByRole("region", { name: "Next gate" });
  await expect(inSheet).toContainText("Prune the pears");
  await expectNoSideScroll(page);
  await inSheet.getByRole("link", { name: "Next gate" }).click();
  await page.waitForURL(new RegExp(`/runs/${second}`));
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page).toHaveTitle(/^[^(]/);
  await expect(page.getByRole("region", { name: "Next gate" })).toHaveCount(0);
  await expect.poll(countOnIcon).toBeUndefined();
  await api.dispose();
});

test("in the inbox the key leads on from gate to gate", async ({ page, request }) => {
  const mission = unique("Water the figs");
  for (const n of [1, 2]) await startGate(request, `${mission} ${n}`);
  await page.goto(`/inbox?q=${encodeURIComponent(mission)}`);
  await page.getByRole("button", { name: `${mission} 1` }).click();
  const panel = page.getByRole("dialog").locator("[data-gate]");
  await panel.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(panel).toContainText("Approved by Local operator");
  await page.keyboard.press("n");
  await expect(panel).toContainText(`${mission} 2`);
  await panel.getByRole("button", { name: "Approve", exact: true }).click();

  // After the gates come the decisions that are held, in whatever run.
  const tasks = [
    { id: "check", type: "planning_review", title: "Look at it" },
    { id: "write", title: "Write it down", depends_on: ["check"] },
  ];
  const settings = { reviewHoldMs: 3_600_000, summarizer: "off" };
  const heldRunId = await startRun(request, { mission: unique("Prune the figs"), plan: { tasks }, settings });
  await expect(page.getByRole("dialog").getByRole("region", { name: "Next decision" })).toContainText("held");
  await page.keyboard.press("n");
  await page.waitForURL(/\/runs\/.*task=/);
  await request.post(`/api/v1/runs/${heldRunId}/commands`, { data: { type: "cancel" } });
});

test("a run leads on only when neither a gate nor a held decision is left, and after the latter as well", async ({
  page,
  request,
}) => {
  const other = await startGate(request, unique("Water the figs"));
  await untilWaiting(request, other);
  const tasks = [
    { id: "ask", type: "human_review", title: "May it?", input: "May it?" },
    { id: "check", type: "planning_review", title: "Look at it" },
    { id: "write", title: "Write it down", depends_on: ["ask", "check"] },
  ];
  const settings = { reviewHoldMs: 3_600_000, summarizer: "off" };
  const mission = unique("Prune the figs");
  const elsewhere = await page.context().newPage();
  await elsewhere.goto("/inbox");
  const runId = await startRun(request, { mission, plan: { tasks }, settings });
  await page.goto(`/runs/${runId}`);
  const held = page.locator("aside [data-held]");
  const next = page.locator("aside").getByRole("region", { name: "Next gate" });
  await expect(held).toContainText("Applies automatically in");
  // What applies by itself is found from elsewhere, too: by who is there already, and by who comes.
  const row = elsewhere
    .getByRole("region", { name: "Held decisions" })
    .getByRole("listitem")
    .filter({ hasText: mission });
  await expect(row).toContainText(/Applies in .* unless overridden/);
  await elsewhere.goto("/");
  await expect(row).toContainText(/Applies in .* unless overridden/);
  await expect(async () => {
    await elsewhere.keyboard.press("j");
    await expect(row.getByRole("link")).toBeFocused({ timeout: 500 });
  }).toPass();
  // In the inbox the keys of its list lead on to them from the last gate.
  await elsewhere.goto(`/inbox?q=${encodeURIComponent(mission)}`);
  await expect(elsewhere.locator("[data-row]")).toHaveCount(1);
  await elsewhere.locator("[data-row]").focus();
  await expect(async () => {
    await elsewhere.keyboard.press("j");
    await expect(row.locator("[data-held-row]")).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(async () => {
    await elsewhere.keyboard.press("k");
    await expect(elsewhere.locator("[data-row]")).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(async () => {
    await elsewhere.keyboard.press("j");
    await expect(row.locator("[data-held-row]")).toBeFocused({ timeout: 500 });
  }).toPass();
  await elsewhere.keyboard.press("Enter");
  await elsewhere.waitForURL(new RegExp(`/runs/${runId}\\?task=check`));
  await page.locator("aside [data-gate]").getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.locator("aside [data-gate]")).toHaveCount(0);
  await expect(held).toBeVisible();
  await expect(next).toHaveCount(0);
  // Of the page that is opened now nothing but the held decision was asked.
  await page.reload();
  await expect(held).toContainText("Applies automatically in");
  // Its time passes for who looks on, and nothing has applied it.
  await elsewhere.clock.install();
  await elsewhere.goto("/");
  await expect(row).toContainText(/Applies in .* unless overridden/);
  await elsewhere.clock.fastForward(settings.reviewHoldMs + 60_000);
  await expect(row).toContainText("Not applied yet");
  await held.getByRole("button", { name: "Apply now" }).click();
  await expect(next.getByRole("link", { name: "Next gate" })).toBeVisible();
  await expect(row).toHaveCount(0);
});
