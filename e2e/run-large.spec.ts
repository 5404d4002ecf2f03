import { takeLongest, watchMainThread } from "../scripts/bench/console/main-thread";
import { startRun, unique } from "./api";
import { WITH_MOTION } from "./checks";
import { expect, test } from "./fixtures";

test.use(WITH_MOTION);

const TASKS = 300;
const PANS = 8;

/** A gate before everything, so that nothing moves while it is measured. */
function largePlan() {
  const gate = { id: "gate", type: "human_review", title: "Begin", input: "Begin?" };
  const tasks = Array.from({ length: TASKS - 1 }, (_, n) => ({
    id: `t${n}`,
    title: `Task number ${n}`,
    input: "work",
    depends_on: n < 12 ? ["gate"] : [`t${n - 12}`],
  }));
  return { title: "Large", tasks: [gate, ...tasks] };
}

test("a page of two thousand tasks is small, and its state follows", async ({ page, request }) => {
  test.setTimeout(90_000);
  const gate = { id: "gate", type: "human_review", title: "Begin", input: "Begin?" };
  const tasks = Array.from({ length: 1_999 }, (_, n) => ({
    id: `t${n}`,
    title: `Task number ${n}`,
    input: "work",
    depends_on: n < 40 ? ["gate"] : [`t${n - 40}`],
  }));
  const mission = unique("Do far too much");
  const runId = await startRun(request, { mission, plan: { title: "Huge", tasks: [gate, ...tasks] } });
  const html = await (await request.get(`/runs/${runId}`)).body();
  const followed = page.waitForResponse((response) => response.url().includes(`/runs/${runId}/view`));
  await page.goto(`/runs/${runId}`);
  const state = await followed;
  const { responseBodySize } = await state.request().sizes();
  console.log(`2 000 tasks: ${html.length} bytes of HTML, then ${responseBodySize} of state`);
  expect(html.length).toBeLessThanOrEqual(300_000);
  expect(await state.headerValue("content-encoding")).toBe("gzip");
  expect(responseBodySize).toBeLessThanOrEqual(262_144);
  await expect(page.getByRole("heading", { name: mission })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("tab", { name: "Plan", exact: true })).toBeVisible();
});

test("three hundred tasks pan smoothly, and the list says what the graph says", async ({ page, request }) => {
  test.setTimeout(90_000);
  const runId = await startRun(request, { mission: "Do very much", plan: largePlan() });
  await page.goto(`/runs/${runId}`);
  const nodes = page.locator(".react-flow__node [data-task]");
  await expect(nodes.first()).toBeVisible({ timeout: 40_000 });
  await expect(page.locator("aside [data-gate]")).toBeVisible();

  await watchMainThread(page);
  const box = await page.locator(".react-flow__pane").boundingBox();
  if (!box) throw new Error("There is no canvas.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const viewport = page.locator(".react-flow__viewport");
  const before = await viewport.getAttribute("style");
  const longest: number[] = [];
  for (let pan = 0; pan < PANS; pan += 1) {
    const way = pan % 3 === 0 ? 1 : -1;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await takeLongest(page);
    await page.mouse.move(x + way * 260, y + way * 120, { steps: 12 });
    longest.push(await takeLongest(page));
    await page.mouse.up();
  }
  expect(await viewport.getAttribute("style")).not.toBe(before);
  const sorted = longest.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  console.log(
    `longest main-thread task of a pan over ${TASKS} tasks: median ${at(0.5)} ms, p95 ${at(0.95)} ms`,
  );
  // The bench holds 50 ms; here other journeys share the processors.
  expect(at(0.5)).toBeLessThanOrEqual(200);

  const reported = await nodes.evaluateAll((all) =>
    all.map((node) => ({
      id: node.getAttribute("data-task"),
      status: node.getAttribute("data-status"),
      title: node.querySelector("[title]")?.getAttribute("title"),
    })),
  );
  await page.getByRole("button", { name: "List", exact: true }).click();
  const rows = page.locator("[role=treeitem][data-task]");
  await expect(rows).toHaveCount(TASKS);
  const listed = await rows.evaluateAll((all) =>
    all.map((row) => ({
      id: row.getAttribute("data-task"),
      status: row.getAttribute("data-status"),
      text: row.textContent ?? "",
    })),
  );
  expect(reported.length).toBeGreaterThan(5);
  const byId = new Map(listed.map((row) => [row.id, row]));
  for (const { id, status, title } of reported) {
    expect(byId.get(id)?.status).toBe(status);
    expect(byId.get(id)?.text).toContain(title);
  }
});
