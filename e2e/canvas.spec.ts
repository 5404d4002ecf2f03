import type { Page } from "@playwright/test";
import type { RunEvent } from "../lib/core/run/events";
import { startGate, startRun, unique } from "./api";
import { expectNoSideScroll, PHONE, WITH_MOTION } from "./checks";
import { expect, test } from "./fixtures";

test.use(WITH_MOTION);

const FRAUD = "Deploy the fraud detection model to production";

const PRICES = "Bring the prices of the shop in line with the supplier price list";

const node = (page: Page, taskId: string) => page.locator(`.react-flow__node [data-task="${taskId}"]`);

test("while no task is selected, work that leaves the view takes it along", async ({ page, request }) => {
  const settings = { reviewHoldMs: 2_000, replanCooldownMs: 0 };
  const runId = await startRun(request, { mission: FRAUD, settings });
  await page.goto(`/runs/${runId}`);
  await expect(node(page, "export_model")).toBeInViewport();
  await expect(page.locator("aside [data-gate]")).toBeVisible();
  await expect(page.locator('.react-flow__node [data-status="waiting"]')).toBeInViewport();
});

test("a log that is opened by its link has its rows in full, on a phone as well", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: FRAUD, settings: { reviewMode: "auto" } });
  const seqNow = async () => (await (await request.get(`/api/v1/runs/${runId}`)).json()).seq as number;
  await expect.poll(seqNow).toBeGreaterThan(120);
  const kinds = "mission,tasks,models,reviews,people,engine";
  for (const [viewport, height] of [
    [{ width: 1440, height: 900 }, 34],
    [PHONE, 58],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.goto(`/runs/${runId}?tab=log&kinds=${kinds}`);
    await expect(page.locator("[data-log]")).toHaveAttribute("data-following", "true");
    const rows = page.locator("[data-log] li");
    await page.locator("[data-log]").scrollIntoViewIfNeeded();
    const hiddenPx = () =>
      rows.last().evaluate((row) => {
        const box = row.closest("[data-log]")?.getBoundingClientRect();
        return row.getBoundingClientRect().bottom - (box?.bottom ?? 0);
      });
    await expect.poll(hiddenPx).toBeLessThanOrEqual(1);
    const boxes = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(new Set(boxes)).toEqual(new Set([height]));
    const filled = await page
      .locator("[data-log]")
      .evaluate((box) => box.clientHeight - (box.querySelector("ol")?.getBoundingClientRect().height ?? 0));
    expect(filled).toBeLessThanOrEqual(0);
    await expectNoSideScroll(page);
  }
});

test("20 tasks can be read at the first look, the search flies to one, and dropped work comes and goes", async ({
  page,
  request,
}) => {
  const settings = { reviewMode: "auto" };
  const replanned = await startRun(request, { mission: PRICES, settings });
  const tasks = Array.from({ length: 20 }, (_, n) => ({
    id: `step_${n}`,
    title: `Collect the figures of part ${n} for the yearly report`,
    dependsOn: n < 4 ? [] : [`step_${n - 4}`, ...(n % 4 ? [`step_${n - 5}`] : [])],
  }));
  const wide = await startRun(request, { mission: unique("Report"), plan: { tasks }, settings });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/runs/${wide}`);
  await expect(node(page, "step_19")).toBeInViewport();
  expect(await smallestWordsPx(page)).toBeGreaterThanOrEqual(11);
  const cost = node(page, "step_0").getByText(/\$\d/).filter({ visible: true });
  await expect(cost).toHaveCount(1);
  const [costBox, nodeBox] = await Promise.all([cost.boundingBox(), node(page, "step_0").boundingBox()]);
  expect((costBox?.x ?? 0) + (costBox?.width ?? 0)).toBeLessThanOrEqual(
    (nodeBox?.x ?? 0) + (nodeBox?.width ?? 0),
  );
  expect((costBox?.y ?? 0) + (costBox?.height ?? 0)).toBeLessThanOrEqual(
    (nodeBox?.y ?? 0) + (nodeBox?.height ?? 0) + 1,
  );
  expect(await coveredByMap(page)).toEqual([]);
  await page.getByRole("button", { name: "Timeline", exact: true }).click();
  await page.getByRole("button", { name: "Fit to screen" }).click();
  await expect(page.getByRole("img", { name: "Minimap" })).toBeHidden();
  await expect.poll(() => coveredByMap(page)).toEqual([]);
  await page.getByRole("button", { name: "Timeline", exact: true }).click();
  for (let click = 0; click < 4; click += 1) await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(node(page, "step_0")).not.toBeInViewport();
  await expect(page.getByRole("img", { name: "Minimap" })).toBeVisible();
  await page.getByLabel("Find a task").fill("step_0");
  await page.keyboard.press("Enter");
  await expect(node(page, "step_0")).toBeInViewport();

  await page.goto(`/runs/${replanned}`);
  const dropped = page.locator('[data-task][data-status="superseded"]');
  await expect(dropped.first()).toContainText("dropped in v2");
  await expect(page.locator('.react-flow__node [data-status="succeeded"]').first()).toContainText(
    "verified by",
  );
  expect(await smallestWordsPx(page)).toBeGreaterThanOrEqual(11);
  await page.getByRole("button", { name: /^Hide \d+ dropped/ }).click();
  await expect(dropped).toHaveCount(0);
  await page.getByRole("button", { name: "List", exact: true }).click();
  await expect(page.locator('[role=treeitem][data-status="succeeded"]').first()).toBeVisible();
  await expect(dropped).toHaveCount(0);
  await page.getByRole("button", { name: /^Show \d+ dropped/ }).click();
  await expect(dropped.first()).toContainText("dropped in v2");

  await page.goto(`/runs/${replanned}?from=1&to=2&view=graph`);
  await expect(page.locator('[data-mark="added"]').first()).toContainText("+ added");
  expect(await smallestWordsPx(page)).toBeGreaterThanOrEqual(11);
});

/** The tasks that stand under the map of the plan, or under the button in its place. */
const coveredByMap = (page: Page): Promise<(string | null)[]> =>
  page.locator(".react-flow__panel.bottom.right").evaluate((panel) => {
    const over = panel.getBoundingClientRect();
    return [...document.querySelectorAll(".react-flow__node")].flatMap((one) => {
      const box = one.getBoundingClientRect();
      const meets =
        box.right > over.left && box.bottom > over.top && box.left < over.right && box.top < over.bottom;
      return meets ? [one.getAttribute("data-id")] : [];
    });
  });

/** The smallest type among the words of nodes, as it is on the screen. */
const smallestWordsPx = (page: Page): Promise<number> =>
  page.locator(".react-flow__viewport").evaluate((viewport) => {
    const { a: zoom } = new DOMMatrix(getComputedStyle(viewport).transform);
    const sizes = [...viewport.querySelectorAll<HTMLElement>(".react-flow__node *")]
      .filter((one) => one.checkVisibility() && [...one.childNodes].some(({ nodeType }) => nodeType === 3))
      .map((one) => Number.parseFloat(getComputedStyle(one).fontSize) * zoom * one.currentCSSZoom);
    return Math.min(...sizes);
  });

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("the count of gates is read in full, however many there are", async ({ page, request }) => {
    const runIds: string[] = [];
    for (let gate = 0; gate < 10; gate += 1)
      runIds.push(await startGate(request, unique(`Plant tree ${gate}`)));
    await page.goto("/runs");
    const count = page
      .getByRole("navigation", { name: "Console" })
      .locator("[aria-hidden]", { hasText: /^\d+\+?$/ });
    await expect(count).toHaveText(/^\d\d/);
    const lines = await count.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    // Lists show so many open gates and no more: those of others have to be among them.
    expect((await request.post("/api/v1/runs/cancel", { data: { runIds } })).ok()).toBe(true);
  });
});

test("what was typed in the plan editor is there again after Esc", async ({ page, request }) => {
  const runId = await startGate(request, unique("Plant a tree"));
  await page.goto(`/runs/${runId}?edit=plan`);
  const open = () => page.getByRole("button", { name: "Edit as text…" }).click();
  await open();
  const plan = page.getByRole("dialog").getByLabel("Plan", { exact: true });
  await expect(plan).toBeEnabled();
  await plan.fill("two words");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await open();
  await expect(plan).toHaveValue("two words");
  await page.getByRole("button", { name: "Discard text" }).click();
  await expect(plan).not.toHaveValue("two words");
});

test("on a phone the minimap comes when it is wanted and moves the view; finished levels fold into their counts", async ({
  page,
  request,
}) => {
  const gate = { id: "gate", type: "human_review", title: "Go on", input: "Go on?", dependsOn: ["step_5"] };
  const steps = Array.from({ length: 12 }, (_, n) => ({
    id: `step_${n}`,
    title: `Step ${n}`,
    type: "direct",
    input: `"done"`,
    dependsOn: n === 0 ? [] : [n === 6 ? "gate" : `step_${n - 1}`],
  }));
  const runId = await startRun(request, {
    mission: unique("Chain"),
    plan: { title: "Chain", tasks: [...steps, gate] },
    settings: { reviewMode: "auto" },
  });
  await page.setViewportSize(PHONE);
  await page.goto(`/runs/${runId}`);
  await expect(page.locator("[data-gate]").first()).toBeVisible();
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  await expect(page.locator('.react-flow__node [data-status="waiting"]')).toBeVisible();
  const map = page.getByRole("img", { name: "Minimap" });
  await expect(map).toBeHidden();
  await page.getByRole("button", { name: "Minimap" }).click();
  await expect(map).toBeVisible();
  const viewport = page.locator(".react-flow__viewport");
  const before = await viewport.getAttribute("style");
  await map.click({ position: { x: 75, y: 8 } });
  await expect(viewport).not.toHaveAttribute("style", before ?? "");
  await expectNoSideScroll(page);

  await page.getByRole("button", { name: "Collapse finished" }).click();
  await expect(node(page, "step_0")).toHaveCount(0);
  await expect(page.locator(".react-flow__node").filter({ hasText: "6 finished tasks" })).toBeVisible();
  const placesOf = async () => {
    const style = await page.locator('.react-flow__node[data-id="step_6"]').getAttribute("style");
    return /translate\([^)]*\)/.exec(style ?? "")?.[0];
  };
  const place = await placesOf();
  await page.getByRole("button", { name: "Show finished" }).click();
  await expect(node(page, "step_5")).toBeVisible();
  expect(await placesOf()).toBe(place);

  // What is folded is found, and shows itself once it is selected, by whatever way.
  await page.getByRole("button", { name: "Collapse finished" }).click();
  await expect(node(page, "step_0")).toHaveCount(0);
  await page.getByLabel("Find a task").fill("step_0");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/task=step_0/);
  await expect(node(page, "step_0")).toBeInViewport();
});

test("each run of finished levels folds by itself, opens by click and by keys, and at a past moment is what had finished then", async ({
  page,
  request,
}) => {
  const step = (id: string, ...dependsOn: string[]) => ({
    id,
    title: `Step ${id}`,
    type: "direct",
    input: `"done"`,
    dependsOn,
  });
  const gate = { id: "gate", type: "human_review", title: "Go on", input: "Go on?", dependsOn: ["a"] };
  const tasks = [step("a"), gate, step("b", "a"), step("c", "b"), step("d", "c")];
  const runId = await startRun(request, { mission: unique("Branches"), plan: { title: "Branches", tasks } });
  await page.goto(`/runs/${runId}`);
  await expect(page.locator('[data-task="d"][data-status="succeeded"]')).toBeVisible();
  await expect(page.locator('[data-task="gate"][data-status="waiting"]')).toBeVisible();

  await page.getByRole("button", { name: "Collapse finished" }).click();
  const fold = (words: string) => page.locator(".react-flow__node").filter({ hasText: words });
  await expect(fold("levels 3–4")).toContainText("2 finished tasks");
  await expect(fold("level 1")).toContainText("1 finished task");
  for (const [id, count] of [
    ...["a", "c", "d"].map((one) => [one, 0] as const),
    ["b", 1],
    ["gate", 1],
  ] as const)
    await expect(node(page, id)).toHaveCount(count);
  await fold("levels 3–4").press("Enter");
  await expect(node(page, "d")).toBeVisible();
  await expect(page.locator('.react-flow__node[data-id="c"]')).toBeFocused();
  await expect(node(page, "a")).toHaveCount(0);
  await fold("level 1").click();
  await expect(node(page, "a")).toBeVisible();

  const { items } = await (await request.get(`/api/v1/runs/${runId}/events?limit=1000`)).json();
  const begun = (items as RunEvent[]).find(({ payload }) => "taskId" in payload && payload.taskId === "d");
  const before = (begun?.seq ?? 0) - 1;
  await page.goto(`/runs/${runId}?at=${before}`);
  const moment = page.getByRole("region", { name: "Moment of the run" });
  await expect(moment).toHaveAttribute("data-moment", String(before));
  await page.getByRole("button", { name: "Collapse finished" }).click();
  await expect(fold("level 3")).toContainText("1 finished task");
  await expect(node(page, "d")).toBeVisible();
});

test("a layout that failed is made again for other tasks", async ({ page }) => {
  const write = (id: string) =>
    page
      .getByLabel("Plan (JSON or text)")
      .fill(JSON.stringify({ title: "One", tasks: [{ id, title: `Task ${id}`, input: "Work" }] }));
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    // A worker that answers every layout with a failure, as long as the page says so.
    Worker.prototype.postMessage = function (this: Worker, message: unknown) {
      const { id, question } = (message ?? {}) as { id?: number; question?: object };
      const { isLost = true } = window as unknown as { isLost?: boolean };
      if (!isLost || !question || !("blocks" in question)) return postMessage.call(this, message);
      const data = { id, answer: { error: "lost" } };
      queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data })));
    } as typeof postMessage;
  });
  await page.goto("/runs/new");
  await page.getByText("Paste a plan (optional)").click();
  await write("first");
  const failed = page.getByText("Automatic layout failed");
  await expect(failed).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isLost: false }));
  await write("second");
  await expect(page.locator('.react-flow__node[data-id="second"]')).toBeVisible();
  await expect(failed).toHaveCount(0);
});

for (const width of [1280, PHONE.width]) {
  test(`a task that is found in the list comes into sight, out of a level that was closed, at ${width} pixels`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: PHONE.height });
    const parts = Array.from({ length: 60 }, (_, n) => ({
      id: `part_${n}`,
      title: `Collect part ${n}`,
      type: "direct",
      input: '"done"',
    }));
    const ask = { id: "ask", type: "human_review", title: "May it go out?", input: "May it?" };
    const plan = { title: "Parts", tasks: [...parts, { ...ask, dependsOn: ["part_0"] }] };
    const runId = await startRun(request, { mission: unique("Collect the parts"), plan });
    await page.goto(`/runs/${runId}`);
    await page.getByRole("button", { name: "List", exact: true }).click();
    const row = (id: string) => page.locator(`[role=treeitem][data-task="${id}"]`);
    const find = async (id: string) => {
      await page.getByLabel("Find a task").fill(id);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(new RegExp(`task=${id}`));
      // On a phone its details come over the list.
      if (width === PHONE.width)
        await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      await expect(row(id)).toBeInViewport({ ratio: 1 });
    };
    await expect(row("part_0")).toBeAttached();
    await expect(row("part_50")).not.toBeInViewport();
    await find("part_50");
    await find("part_2");
    const level = page.locator("[role=treeitem][data-level]").first();
    await level.press("ArrowLeft");
    await expect(row("part_55")).toHaveCount(0);
    await find("part_55");
  });
}

test("a title in Arabic shows its beginning, the colors of the system tell what is chosen, and a page prints light", async ({
  page,
  request,
}) => {
  const title = "راجع عقد المورد الجديد قبل التوقيع وتأكد من شروط الدفع والضمان";
  const tasks = [{ id: "ask", type: "human_review", title, input: title }];
  const runId = await startRun(request, { mission: unique(title), plan: { tasks } });
  await page.goto(`/runs/${runId}?view=graph`);
  const words = node(page, "ask").locator(".graph-title");
  const isCutAtItsEnd = await words.evaluate((title) => {
    const letters = document.createRange();
    const left = (at: number) => {
      letters.setStart(title.firstChild as Text, at);
      letters.setEnd(title.firstChild as Text, at + 1);
      return letters.getBoundingClientRect().left;
    };
    const box = title.getBoundingClientRect();
    const isSeen = (at: number) => left(at) > box.left - 1 && left(at) < box.right;
    return title.scrollWidth > title.clientWidth && isSeen(0);
  });
  expect(isCutAtItsEnd).toBe(true);

  await page.emulateMedia({ forcedColors: "active" });
  const isUnderlined = (tab: string) =>
    page
      .locator(`[role="tab"][data-tab="${tab}"]`)
      .evaluate(
        (one) => getComputedStyle(one).borderBottomColor !== getComputedStyle(document.body).backgroundColor,
      );
  expect([await isUnderlined("plan"), await isUnderlined("timeline")]).toEqual([true, false]);
  await expect(page.getByRole("button", { name: "Graph", exact: true })).toHaveCSS("outline-style", "solid");
  await expect(page.getByRole("button", { name: "List", exact: true })).toHaveCSS("outline-style", "none");
  await page.emulateMedia({ media: "print", colorScheme: "dark", forcedColors: "none" });
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(246, 247, 249)");
});
