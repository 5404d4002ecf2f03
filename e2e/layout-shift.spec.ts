import type { APIRequestContext, Page } from "@playwright/test";
import { overrideHeld, startRun, unique, untilWaiting } from "./api";
import { delayTypefaces, NARROWEST, PHONE, settled, WITH_MOTION } from "./checks";
import { expect, faultsSoFar, forgetShifts, test } from "./fixtures";
import { follow } from "./pages";

test.use({ ...WITH_MOTION, fetchesAhead: true });

const FRAUD = "Deploy the fraud detection model to production";
const HOUR_MS = 3_600_000;

/** Applies what a held review proposes, as its countdown would: nobody touches the page. */
async function applyHeld(request: APIRequestContext, runId: string, taskId: string, decision: string) {
  await overrideHeld(request, runId, { taskId, decision, reason: "" });
}

const task = (page: Page, taskId: string) => page.locator(`[data-task="${taskId}"]`).first();

const STATES = [
  { looking: "at another task", path: "?task=export_model", keeps: "export_model", viewport: undefined },
  { looking: "at the review", path: "?task=review_staging", keeps: "review_staging", viewport: undefined },
  { looking: "at no task", path: "", keeps: undefined, viewport: undefined },
  { looking: "at a phone", path: "", keeps: "export_model", viewport: PHONE },
  { looking: "at the review on a phone", path: "?task=review_staging", keeps: undefined, viewport: PHONE },
] as const;

for (const { looking, path, keeps, viewport } of STATES) {
  test(`a replan is proposed and applied, and a gate opens: nothing moves for one who looks ${looking}`, async ({
    page,
    request,
  }) => {
    if (viewport) await page.setViewportSize(viewport);
    const settings = { reviewHoldMs: HOUR_MS, replanCooldownMs: 0 };
    const runId = await startRun(request, { mission: FRAUD, settings });
    await page.goto(`/runs/${runId}${path}`);
    await expect(task(page, "review_artifacts")).toContainText("decision held");
    await forgetShifts(page);
    const before = keeps && (await task(page, keeps).boundingBox());
    await applyHeld(request, runId, "review_artifacts", "CONTINUE");
    await expect(task(page, "review_staging")).toContainText("decision held");
    await applyHeld(request, runId, "review_staging", "REPLAN");
    await expect(task(page, "approve_production")).toContainText("dropped");
    if (keeps) expect(await task(page, keeps).boundingBox()).toEqual(before);
    await expect(task(page, "review_staging_v2")).toContainText("decision held");
    await applyHeld(request, runId, "review_staging_v2", "CONTINUE");
    const gate =
      path === "" ? page.locator("aside [data-gate]") : page.getByText("Another question is waiting");
    await expect(gate.first()).toBeVisible();
  });
}

test("reports with figures keep still on phones and a tablet when typefaces arrive late", async ({
  page,
  request,
}) => {
  const tag = unique("figures").replace(" ", "-");
  const start = () => startRun(request, { mission: FRAUD, settings: { reviewMode: "auto" }, tags: [tag] });
  for (const runId of await Promise.all([start(), start(), start()])) {
    await untilWaiting(request, runId);
    await request.post(`/api/v1/runs/${runId}/commands`, { data: { type: "cancel" } });
  }
  await page.route("**/api/v1/stream?**", () => {});
  const typefaces = await delayTypefaces(page);
  for (const path of [`/insights?runs=demo&tag=${tag}`, "/costs?runs=demo", "/"])
    for (const viewport of [NARROWEST, PHONE, { width: 820, height: 1180 }]) {
      await page.setViewportSize(viewport);
      typefaces.hold();
      await page.goto(path, { waitUntil: "domcontentloaded" });
      await settled(page);
      await forgetShifts(page);
      await typefaces.arrive();
    }
});

test.describe("a page that moves by itself", () => {
  test.use({ expectedFault: /\/moves, \d+ wide, moved by 0\./ });

  test("is a fault of its journey, even if it is left at once", async ({ page }) => {
    const body = "<!doctype html><title>Moves</title><p style='height: 300px'>Read me</p>";
    await page.route("**/moves", (route) => route.fulfill({ contentType: "text/html", body }));
    await page.goto("/moves");
    await page.evaluate(async () => {
      const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      await painted();
      document.body.style.paddingTop = "200px";
      await painted();
    });
    expect(await page.goto("about:blank")).toBeNull();
    await expect.poll(faultsSoFar).toEqual([expect.stringContaining("Read me")]);
  });
});

/** Words of all lengths in an order that looks like none, the same ones every time: each line breaks elsewhere. */
function someWords(seed: number): string {
  const words =
    "if WMW ill million Migrate illicit 1111 Wow OOO fill tillit Quarterly AVAVA follow in the lilac mmm".split(
      " ",
    );
  const at = (place: number) => (seed * 7 + place * (seed + 3) + place * place) % words.length;
  return Array.from({ length: 6 + (seed % 9) }, (_, place) => words[at(place)]).join(" ");
}

/** Whether all text of the page's heading is in a typeface that the page brought. */
async function hasTypeface(page: Page): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "main h1" });
  // A page that is followed to draws its heading once more.
  const { fonts } = await session
    .send("CSS.getPlatformFontsForNode", { nodeId })
    .catch(() => ({ fonts: [] as { isCustomFont: boolean }[] }));
  await session.detach();
  return fonts.length > 0 && fonts.every(({ isCustomFont }) => isCustomFont);
}

test("a typeface that comes late moves no text, whatever it says, and is shown on the next page; one that is there is shown at once", async ({
  page,
  request,
}) => {
  const name = unique("late").replace(" ", "-");
  const tasks = [{ id: "clock", type: "direct", input: "(tool/now {})" }];
  for (let seed = 1; seed <= 12; seed += 1)
    await startRun(request, { mission: `${name} ${someWords(seed)}`, plan: { tasks } });
  await page.route("**/api/v1/stream?**", () => {});
  await page.setViewportSize(NARROWEST);
  const list = `/runs?q=${name}`;
  const typefaces = await delayTypefaces(page);
  typefaces.hold();
  await page.goto(list, { waitUntil: "domcontentloaded" });
  await settled(page);
  await forgetShifts(page);
  expect(await hasTypeface(page)).toBe(false);
  await typefaces.arrive();
  await expect
    .poll(() => page.evaluate(() => [...document.fonts].filter(({ status }) => status === "loading").length))
    .toBe(0);
  // Nothing can move: the page stays without it.
  expect(await hasTypeface(page)).toBe(false);
  expect(await follow(page, "/history")).toBe(true);
  await expect(page.getByRole("heading", { name: "History", level: 1 })).toBeVisible();
  await expect.poll(() => hasTypeface(page)).toBe(true);
  await page.unroute("**/*.woff2");
  await page.goto(list);
  await settled(page);
  expect(await hasTypeface(page)).toBe(true);
});

test("on a phone a held decision has its question, its countdown and its buttons in sight, and hides nothing for good", async ({
  page,
  request,
}) => {
  await page.setViewportSize(PHONE);
  const runId = await startRun(request, { mission: FRAUD, settings: { reviewHoldMs: HOUR_MS } });
  await page.goto(`/runs/${runId}`);
  const held = page.locator("aside [data-held]");
  const parts = [
    held.getByRole("heading", { name: "Review of the model artifacts" }),
    held.getByText("Applies automatically in"),
    held.getByRole("button", { name: "Apply now" }),
    held.getByRole("button", { name: "Override" }),
  ];
  for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
  const dock = page.locator("aside [data-dock]");
  const topOfDock = async () => (await dock.boundingBox())?.y ?? 0;
  const summary = page.locator("aside section", { hasText: "Plan critique" }).last();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect
    .poll(async () => {
      const box = await summary.boundingBox();
      return box && box.y + box.height <= (await topOfDock());
    })
    .toBe(true);
  const before = await topOfDock();
  await page.getByRole("button", { name: "Make the decision larger" }).click();
  await expect(page.getByRole("button", { name: "Make the decision smaller" })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  expect(await topOfDock()).toBeLessThan(before);
  for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
});
