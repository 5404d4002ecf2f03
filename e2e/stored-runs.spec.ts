import postgres from "postgres";
import { ensureDatabase } from "../scripts/database";
import { expectAccessible, expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, serverOfGroup, test } from "./fixtures";

const ownServer = serverOfGroup();
const NEWER_RUN = "run_fromtomorrow";

/** Lets a run that was cancelled have ended so long ago. */
async function cancelledDaysAgo(dataDir: string, runId: string, days: number): Promise<void> {
  const database = await ensureDatabase({ dataDir });
  const sql = postgres(database.url, { max: 1 });
  const ended = await sql`update runs set finished_at = now() - ${days}::int * interval '1 day'
    where id = ${runId} and status = 'cancelled'`;
  expect(ended.count).toBe(1);
  await sql.end();
  await database.release();
}

test("old runs are removed after a confirmed change, and their page says so", async ({
  page,
  playwright,
}) => {
  // The worker removes within a minute what is due, and the rest of the journey takes half of one.
  test.setTimeout(240_000);
  const server = ownServer();
  const api = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: server.authorization,
  });
  const tasks = [{ id: "ask", type: "human_review", title: "Ask", input: "May it?" }];
  const created = await api.post("/api/v1/runs", { data: { mission: "Long ago", plan: { tasks } } });
  const { runId } = await created.json();
  expect((await api.post(`/api/v1/runs/${runId}/commands`, { data: { type: "cancel" } })).ok()).toBe(true);
  await cancelledDaysAgo(server.dataDir, runId, 40);

  await page.goto(`${server.url}/settings/retention`);
  const kept = page.getByRole("region", { name: "What is kept" });
  const runs = kept
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: /^Finished runs/ }) });
  await expect(runs).toContainText("kept for ever");
  await expect(runs).toContainText("1 run, about");
  await expect(kept.getByRole("listitem").filter({ hasText: "Live text" })).toContainText("kept for 1 day");
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);

  const days = runs.getByLabel("Days to keep finished runs");
  const save = kept.getByRole("button", { name: "Save retention" });
  await expect(save).toBeDisabled();
  await days.fill("0");
  await expect(runs).toContainText("Enter a number of days");
  await days.fill("30");
  await days.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Remove older data?" });
  await expect(dialog).toContainText("Finished runs older than 30 days");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(days).toHaveValue("30");
  await expect(runs).toContainText("kept for ever");
  await save.click();
  await dialog.getByRole("button", { name: "Save and remove" }).click();
  await expect(dialog).toBeHidden();
  await expect(runs).toContainText("kept for 30 days");

  await expect(async () => {
    await page.goto(`${server.url}/runs/${runId}`);
    await expect(page.getByRole("heading", { name: "This run was removed" })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 90_000 });
  await expect(page.getByText("removed under retention on")).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.goto(`${server.url}/settings/retention`);
  await expect(runs).toContainText("Last removed");
  await expect(runs).toContainText("0 runs, about");

  const audit = page.getByRole("region", { name: "Audit log" });
  const remove = audit.getByRole("button", { name: "Remove old lines…" });
  // A key waits for no button, as a click does, whose scripts have not come yet.
  await expect(remove).toBeEnabled();
  await remove.press("Enter");
  const sure = page.getByRole("dialog", { name: "Remove audit lines?" });
  await sure.getByLabel("Older than, in days").fill("30");
  await expectAccessible(page);
  await sure.getByLabel("Type “remove audit lines” to confirm").fill("remove audit lines");
  await page.keyboard.press("Enter");
  await expect(sure).toBeHidden();
  await expect(audit.getByRole("status")).toHaveText("No lines of that age.");
  await api.dispose();
});

/** What a newer version would leave behind, and what a worker of this one then makes of it. */
async function writtenTomorrow(dataDir: string): Promise<void> {
  const database = await ensureDatabase({ dataDir });
  const sql = postgres(database.url, { max: 1 });
  await sql`insert into runs (id, workspace_id, status, phase, seq, mission, wake_at)
    values (${NEWER_RUN}, 'local', 'waiting', 'planning', 1, 'Written tomorrow', clock_timestamp())`;
  await sql`insert into run_events (run_id, seq, workspace_id, type, v, at, actor, command_id, plan_version, payload)
    values (${NEWER_RUN}, 1, 'local', 'from_tomorrow', 9, clock_timestamp(), '{"kind":"system"}', 'c', 0, '{}')`;
  await sql.end();
  await database.release();
}

test("a run of a newer version says so on its page, and is listed among those that need a look", async ({
  page,
}) => {
  const server = ownServer();
  await writtenTomorrow(server.dataDir);
  const answer = await page.goto(`${server.url}/runs/${NEWER_RUN}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { name: "This version cannot open this run" })).toBeVisible();
  await expect(page.getByText("written by another version of Waymark")).toBeVisible();

  const needsALook = page.getByRole("link", { name: "Written tomorrow" });
  await expect(async () => {
    await page.goto(server.url);
    await expect(page.getByText("Stalled runs")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await needsALook.first().click();
  await expect(page.getByRole("heading", { name: "This version cannot open this run" })).toBeVisible();
});

const CALL_USD = 0.001;

/** Lets a run that waits have called a model so often more, all at the moment of its last event. */
async function calledOften(dataDir: string, runId: string, calls: number): Promise<void> {
  const database = await ensureDatabase({ dataDir });
  const sql = postgres(database.url, { max: 1 });
  await sql.begin(async (tx) => {
    await tx`insert into run_events (run_id, seq, workspace_id, type, v, at, actor, command_id, plan_version, payload)
      select run_id, seq + n, workspace_id, 'llm_called', v, at, '{"kind":"system"}', 'calls', plan_version,
        json_build_object('callId', 'call' || n, 'role', 'agent', 'model', 'acme:large', 'inputTokens', 10,
          'outputTokens', 1, 'costMicroUsd', ${CALL_USD * 1_000_000}::int, 'latencyMs', 1)
      from run_events, generate_series(1, ${calls}::int) as n
      where run_id = ${runId} and seq = (select seq from runs where id = ${runId})`;
    await tx`update runs set seq = seq + ${calls}::int where id = ${runId}`;
  });
  await sql.end();
  await database.release();
}

test("a run of more than 20 000 events is gone through in time, from what the server folds", async ({
  page,
  request,
}) => {
  const server = ownServer();
  const ask = (id: string, after: string[]) => ({
    id,
    type: "human_review",
    title: `Ask about the ${id}`,
    input: "May we?",
    depends_on: after,
  });
  const plant = {
    id: "plant",
    title: "Plant the tree",
    type: "direct",
    input: '"planted"',
    depends_on: ["tree"],
  };
  const created = await request.post(`${server.url}/api/v1/runs`, {
    headers: server.authorization,
    data: {
      mission: "Plant a tree",
      plan: { title: "Tree", tasks: [ask("hole", []), ask("tree", ["hole"]), plant] },
    },
  });
  const { runId } = await created.json();
  const run = async () =>
    (await request.get(`${server.url}/api/v1/runs/${runId}`, { headers: server.authorization })).json();
  const approve = async (taskId: string) => {
    await expect.poll(async () => (await run()).openApprovals.length, `a gate at ${taskId}`).toBe(1);
    const { seq, openApprovals } = await run();
    const address = `${server.url}/api/v1/approvals/${openApprovals[0]}`;
    const { digest } = await (await request.get(address, { headers: server.authorization })).json();
    if (taskId === "tree") await calledOften(server.dataDir, runId, 20_000);
    const decided = await request.post(`${address}/decision`, {
      headers: server.authorization,
      data: { verb: "approve", digest },
    });
    expect(decided.status(), await decided.text()).toBe(200);
    return seq as number;
  };
  const holeAsked = await approve("hole");
  const treeAsked = await approve("tree");
  await expect.poll(async () => (await run()).status).toBe("completed");
  const last = (await run()).seq as number;
  expect(last).toBeGreaterThan(20_000);

  const asked: string[] = [];
  page.on("request", (sent) => {
    const { pathname, search } = new URL(sent.url());
    if (/\/(events|snapshot)$/.test(pathname)) asked.push(`${pathname.split("/").at(-1)}${search}`);
  });
  await page.goto(`${server.url}/runs/${runId}?timeline=open&task=plant`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText("Calls and holds are shown for the last");
  // Of both decisions and of the plan there are marks, which are not among the last events.
  await expect(timeline.locator("[data-time-track] path")).toHaveCount(2);
  await expect(timeline.locator("[data-time-track] rect.fill-muted")).toHaveCount(1);
  expect(asked).toEqual([]);

  const moment = page.getByRole("region", { name: "Moment of the run" });
  const slider = timeline.getByRole("slider", { name: "Moment of the run" });
  const status = (taskId: string) => page.locator(`.react-flow__node [data-task="${taskId}"]`);
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  const cost = page.getByText("Cost", { exact: true }).locator("..");
  await slider.fill("10000");
  await expect(moment).toHaveAttribute("data-moment", "10000");
  await expect(status("hole")).toHaveAttribute("data-status", "succeeded");
  await expect(status("tree")).toHaveAttribute("data-status", "waiting");
  await expect(inspector).toContainText("pending");
  await expect(cost.first()).toContainText(`$${((10_000 - treeAsked) * CALL_USD).toFixed(2)}`);
  expect(asked).toEqual(["snapshot?at=9500", "events?after=9500&limit=500"]);
  // Over the end of what was read, and back.
  await page.keyboard.press("]");
  await expect(moment).toHaveAttribute("data-moment", "10001");
  await page.keyboard.press("]");
  await expect(moment).toHaveAttribute("data-moment", "10002");
  await page.keyboard.press("[");
  await page.keyboard.press("[");
  await expect(moment).toHaveAttribute("data-moment", "10000");
  expect(asked.slice(2)).toEqual(["snapshot?at=10000", "events?after=10000&limit=500"]);

  const tabs = page.getByRole("tablist", { name: "Run" });
  await tabs.getByRole("tab", { name: "Cost" }).click();
  await expect(page.getByRole("tabpanel").first()).toContainText(
    `$${((10_000 - treeAsked) * CALL_USD).toFixed(2)}`,
  );
  await tabs.getByRole("tab", { name: "Plan", exact: true }).click();
  await slider.fill(String(holeAsked));
  await expect(moment).toHaveAttribute("data-moment", String(holeAsked));
  await expect(status("hole")).toHaveAttribute("data-status", "waiting");
  await expect(status("tree")).toHaveAttribute("data-status", "pending");
  await moment.getByRole("button", { name: "Back to now" }).click();
  await expect(moment).toHaveCount(0);
  await expect(status("plant")).toHaveAttribute("data-status", "succeeded");
});
