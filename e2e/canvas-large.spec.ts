import type { Page } from "@playwright/test";
import { gatedPlan } from "@/scripts/bench/console/plans";
import { startRun, unique } from "./api";
import { WITH_MOTION } from "./checks";
import { expect, test } from "./fixtures";

test.use(WITH_MOTION);

const TASKS = 1_000;

const farTasks = (page: Page) => page.locator("[data-far-tasks]");

/** Waits until the page has brought what waits for a person into view, and then goes far away. */
async function fitAll(page: Page): Promise<void> {
  await expect(page.locator(".react-flow__node").first()).toBeInViewport();
  await expect(farTasks(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Fit to screen" }).click();
  await expect(farTasks(page)).toBeVisible();
}

/** Where every task of the map is, whatever it looks like: those of one look are drawn as one. */
const shapes = (page: Page) =>
  farTasks(page).evaluate((layer) =>
    [...layer.querySelectorAll(".graph-look-shape")]
      .flatMap((path) => path.getAttribute("d")?.split(/(?=M)/) ?? [])
      .toSorted(),
  );

/** Resolves when the view has not moved for thirty frames. */
const whenStill = (page: Page) =>
  page.locator(".react-flow__viewport").evaluate(
    (viewport) =>
      new Promise<void>((done) => {
        let [before, frames] = ["", 0];
        const look = () => {
          const now = getComputedStyle(viewport).transform;
          frames = now === before ? frames + 1 : 0;
          before = now;
          if (frames === 30) done();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

test("a thousand tasks are laid out by the server, drawn as one, and do not move", async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const runId = await startRun(request, { mission: unique("Read it all"), plan: gatedPlan(TASKS) });
  await expect(async () => {
    const layout = await request.get(`/api/v1/runs/${runId}/layout?part=edges`);
    expect((await layout.json()).nodes).toHaveLength(TASKS);
  }).toPass();
  const scripts: string[] = [];
  page.on("worker", (worker) => scripts.push(worker.url()));
  await page.goto(`/runs/${runId}`);
  await fitAll(page);
  await expect(farTasks(page)).toHaveAttribute("data-far-tasks", String(TASKS));
  const before = await shapes(page);
  expect(before.length).toBeGreaterThanOrEqual(TASKS);
  await expect(page.locator(".graph-edge-lines").first()).toBeAttached();
  expect(await shapes(page)).toEqual(before);
  expect(await page.locator(".react-flow *").count()).toBeLessThanOrEqual(300);
  // The engine's own worker would be one more than none.
  expect(scripts).toEqual([]);

  // The whole graph is asked for before the selection of what was found has come to the canvas.
  const search = page.getByRole("searchbox", { name: "Find a task" });
  await search.fill("task_80");
  await search.evaluate((box) => {
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    document.querySelector<HTMLElement>('button[aria-label="Fit to screen"]')?.click();
  });
  await expect(page).toHaveURL(/task=task_80/);
  await expect(page.getByRole("complementary").getByText("task_80", { exact: true })).toBeVisible();
  await whenStill(page);
  await expect(farTasks(page)).toBeVisible();
});

test("a task is chosen from far away by a click, and comes near by Enter in the search", async ({
  page,
  request,
}) => {
  test.setTimeout(60_000);
  const runId = await startRun(request, { mission: unique("Read a part"), plan: gatedPlan(120) });
  await page.goto(`/runs/${runId}`);
  await fitAll(page);
  const search = page.getByRole("searchbox", { name: "Find a task" });
  const near = page.locator('.react-flow__node [data-task="task_7"]');
  // The second time it is selected already, and the view has gone far away again.
  for (const words of ["task_7", "part task_7"]) {
    await search.fill(words);
    await search.press("Enter");
    await expect(near).toBeInViewport();
    await expect(farTasks(page)).toHaveCount(0);
    if (words === "task_7") await fitAll(page);
  }
  expect(await page.locator(".react-flow__node").count()).toBeLessThan(120);
  await page.locator('.react-flow__node[data-id="task_7"]').focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator('.react-flow__node[data-id="gate"]')).toBeFocused();

  await fitAll(page);
  const layout = await (await request.get(`/api/v1/runs/${runId}/layout`)).json();
  const [, x, y] = layout.nodes.find(([id]: [string]) => id === "task_33");
  await whenStill(page);
  const at = await page.locator(".react-flow__viewport").evaluate(
    (viewport, point) => {
      const origin = viewport.parentElement?.getBoundingClientRect();
      const { a, e, f } = new DOMMatrix(getComputedStyle(viewport).transform);
      return {
        x: (origin?.x ?? 0) + e + (point.x + 108) * a,
        y: (origin?.y ?? 0) + f + (point.y + 37) * a,
      };
    },
    { x, y },
  );
  await page.mouse.click(at.x, at.y);
  await expect(page).toHaveURL(/task=task_33/);
});

test("a thousand programs run to their end under the eyes of a page that then finds, times and travels", async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  const { title, tasks } = gatedPlan(TASKS);
  const programs = tasks.map((task) =>
    task.type === "task" ? { ...task, type: "direct", input: '"done"' } : task,
  );
  const runId = await startRun(request, { mission: unique("Run it all"), plan: { title, tasks: programs } });
  await page.goto(`/runs/${runId}`);
  const gate = page.locator("aside [data-gate]");
  await gate.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.locator("header, main").getByText(`${TASKS} of ${TASKS}`).first()).toBeVisible({
    timeout: 120_000,
  });
  const run = async () => (await request.get(`/api/v1/runs/${runId}`)).json();
  await expect.poll(async () => (await run()).status).toBe("completed");
  const { seq } = await run();
  await expect(
    page.getByRole("tab", { name: new RegExp(`^Log ?${seq.toLocaleString("en-GB")}$|^Log ?${seq}$`) }),
  ).toBeVisible();

  await page.getByRole("searchbox", { name: "Find a task" }).fill("task_998");
  await page.getByRole("searchbox", { name: "Find a task" }).press("Enter");
  await expect(page.locator('.react-flow__node [data-task="task_998"]')).toBeInViewport();

  await page.getByRole("button", { name: "Timeline", exact: true }).click();
  await expect(page.getByRole("region", { name: "Timeline", exact: true })).toContainText("Look at part 998");
  await page.keyboard.press("[");
  const moment = page.getByRole("region", { name: "Moment of the run" });
  await expect(moment).toHaveAttribute("data-moment", String(seq - 1));
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(moment).toHaveCount(0);
  await page.getByRole("tab", { name: "Answer" }).click();
  await expect(page.getByTestId("answer")).toContainText(/\S/);
});
