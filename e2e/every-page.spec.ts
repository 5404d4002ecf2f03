import type { Page, Request } from "@playwright/test";
import { SCENARIOS } from "@/lib/core/scenarios";
import { startGate, startRun, untilWaiting } from "./api";
import {
  delayTypefaces,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectCoversNothing,
  expectNoSideScroll,
  NARROWEST,
  PHONE,
  settled,
  WIDE,
  WITH_MOTION,
} from "./checks";
import { expect, test } from "./fixtures";
import { follow, GENERAL_PAGES, goWithin, PAGES, untilFault } from "./pages";
import { withoutDatabase } from "./server";

test.use({ ...WITH_MOTION, fetchesAhead: true });

const CLOCK = { id: "clock", type: "direct", title: "Read the clock", input: "(tool/now {})" };

/** No page has room for it in one line, and no hyphen is in it where a line may end. */
const ENDLESS = "withoutend".repeat(15);

/** What a browser reports of a page: errors, refusals of the content security policy, answers that failed. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  return faults;
}

test.describe("by their links on the narrowest phone, in the dark, with less motion", () => {
  test.use({
    viewport: NARROWEST,
    colorScheme: "dark",
    contextOptions: { reducedMotion: "reduce" },
    fetchesAhead: false,
  });

  test("all pages fit, keep still, move nothing by themselves and are accessible, as are the page of no run and all keys", async ({
    page,
    playwright,
    startServer,
  }) => {
    test.setTimeout(300_000);
    // What other tests do in the meantime would come into the lists.
    const { url, authorization } = await startServer();
    const request = await playwright.request.newContext({ baseURL: url, extraHTTPHeaders: authorization });
    for (const { mission } of SCENARIOS)
      await startRun(request, { mission, settings: { reviewHoldMs: 0, replanCooldownMs: 0 } });
    await expect
      .poll(
        async () =>
          (await (await request.get("/api/v1/runs?status=planning,running,finishing")).json()).items,
      )
      .toEqual([]);
    const tasks = [CLOCK, { id: "ask", type: "human_review", title: ENDLESS, depends_on: ["clock"] }];
    const runId = await startRun(request, { mission: `Look at every page, ${ENDLESS}`, plan: { tasks } });
    const state = async () => (await request.get(`/api/v1/runs/${runId}`)).json();
    await expect.poll(async () => (await state()).openApprovals).toHaveLength(1);
    const from = { runId, taskId: "clock", attempt: 1 };
    const replay = async () => (await request.post("/api/v1/replays", { data: { from } })).json();
    // Two, for keys that go from one to the next.
    await replay();
    const { replayId } = await replay();
    const ids: Record<string, string> = {
      "/runs/[id]": `/runs/${runId}`,
      "/replays/[id]": `/replays/${replayId}`,
    };
    const faults = faultsOf(page);
    const typefaces = await delayTypefaces(page);
    const paths = [...PAGES.map((one) => ids[one] ?? one), "/runs?q=nothing+has+this"];
    const open = (path: string) => page.goto(`${url}${path}`, { waitUntil: "domcontentloaded" });
    for (const path of paths) {
      typefaces.hold();
      await open(path);
      await settled(page);
      await typefaces.arrive();
      await test.step(path, async () => {
        expect(await page.evaluate(() => document.getAnimations().map(({ id }) => id))).toEqual([]);
        await expectNoSideScroll(page);
        await expectAccessible(page);
      });
    }
    await page.setViewportSize(WIDE);
    for (const path of paths) {
      typefaces.hold();
      await open(path);
      await settled(page);
      await typefaces.arrive();
    }
    await page.setViewportSize(NARROWEST);
    expect(faults).toEqual([]);
    await page.unroute("**/*.woff2");
    // The same keys go through whatever lists a page has.
    for (const path of ["/replays", "/library/tools", "/"]) {
      await open(path);
      await settled(page);
      const rows = page.locator("main [data-opens]");
      await page.keyboard.press("j");
      await expect(rows.first()).toBeFocused();
      await page.keyboard.press("j");
      await expect(rows.nth(1)).toBeFocused();
      await page.keyboard.press("k");
      await expect(rows.first()).toBeFocused();
    }
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL((url) => url.pathname === "/");
    await open("/runs/run_none");
    await settled(page);
    await expectAccessible(page);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await expectNoSideScroll(page);
    await expectAccessible(page);
  });
});

test.describe("by their addresses", () => {
  test.use({ fetchesAhead: false });

  test("pages with nothing on them yet keep still from their first moment on, fit and are accessible, wide and narrow", async ({
    page,
    startServer,
  }) => {
    test.setTimeout(300_000);
    const { url } = await startServer();
    const faults = faultsOf(page);
    for (const size of [WIDE, NARROWEST]) {
      await page.setViewportSize(size);
      for (const path of GENERAL_PAGES) {
        await page.goto(`${url}${path}`, { waitUntil: "domcontentloaded" });
        await settled(page);
        await test.step(`${path}, ${size.width} pixels`, async () => {
          await expectNoSideScroll(page);
          if (size === WIDE) {
            await expectAccessibleInBothThemes(page);
            await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
          }
        });
      }
    }
    expect(faults).toEqual([]);
  });
});

/** They show what they have without asking for it. */
const WITHOUT_DATA = ["/settings/api", "/library/tools", "/compare"];

test.describe("without a database", () => {
  // What the server tells of an error in its log alone, and what it cannot answer to the end.
  test.use({ expectedFault: /React error #441|status of 50[034]|net::ERR_INCOMPLETE_CHUNKED_ENCODING/ });

  test("pages whose data cannot be had say so on a phone and wide, fit, are accessible in both themes, and come when it can", async ({
    page,
    startServer,
  }) => {
    test.setTimeout(300_000);
    const server = await startServer();
    await page.setViewportSize(PHONE);
    await page.goto(server.link);
    await settled(page);
    await withoutDatabase(server, async () => {
      const narrow = ["/runs", "/history"];
      for (const path of narrow) {
        expect(await follow(page, path)).toBe(true);
        await untilFault(page, path);
        await expectNoSideScroll(page);
        await expectAccessibleInBothThemes(page);
      }
      await expectCoversNothing(page, page.getByText(/^The database is unavailable/).locator(".."));
      await page.setViewportSize(WIDE);
      const followed = ["/inbox", "/replays", "/costs", "/insights", "/lessons"];
      const seen = new Set([...narrow, ...followed, ...WITHOUT_DATA]);
      for (const path of [...followed, ...PAGES.filter((one) => !seen.has(one))]) {
        if (followed.includes(path)) expect(await follow(page, path)).toBe(true);
        else await goWithin(page, path.replace("[id]", "none"));
        await untilFault(page, path.replace("[id]", "none"));
        await test.step(path, () => expectAccessibleInBothThemes(page));
      }
      await goWithin(page, "/lessons");
      await untilFault(page, "/lessons");
    });
    await expect(async () => {
      // It may have come since the last look.
      const again = page.getByRole("button", { name: "Try again" });
      if (await again.isVisible()) await again.click({ timeout: 1_000 });
      await expect(page.getByRole("heading", { name: "Lessons", level: 1 })).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });
});

test("pages that are still loading are accessible in both themes, and fit on a phone", async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  const ask = { id: "ask", type: "human_review", title: "Ask", depends_on: ["clock"] };
  const runId = await startRun(request, {
    mission: "Look at it before it comes",
    plan: { tasks: [CLOCK, ask] },
  });
  await untilWaiting(request, runId);
  const from = { runId, taskId: "clock", attempt: 1 };
  const { replayId } = await (await request.post("/api/v1/replays", { data: { from } })).json();
  const isAhead = (request: Request) => request.headers()["next-router-prefetch"] !== undefined;
  const ahead = new Set<string>();
  page.on("response", (answer) => isAhead(answer.request()) && ahead.add(new URL(answer.url()).pathname));
  // What a page is made of never comes: what has been fetched ahead stands in for it, or what says that nothing has.
  await page.route("**/*_rsc=*", async (route) => {
    if (isAhead(route.request())) await route.continue();
  });
  const begin = async (path: string) => {
    await page.goto(path === "/runs" ? "/history" : "/runs");
    await settled(page);
  };
  const standIn = page.locator('main [role="status"]:has([data-skeleton]):visible');
  const paths = [...GENERAL_PAGES, `/runs/${runId}`, `/replays/${replayId}`];
  await begin("");
  for (const path of paths) {
    let isAgain = path === "/runs";
    await expect(async () => {
      if (isAgain) {
        // A navigation that never ends can hold up the next one: it begins at the first page again.
        ahead.clear();
        await begin(path);
      }
      isAgain = true;
      await goWithin(page, path, "prefetch");
      await expect.poll(() => ahead.has(path)).toBe(true);
      await goWithin(page, path);
      await expect(page).toHaveURL((url) => url.pathname === path, { timeout: 2_000 });
      await expect(standIn).toHaveCount(1, { timeout: 2_000 });
    }).toPass();
    await test.step(path, async () => {
      await expect(page).toHaveTitle(/Waymark$/);
      await expectAccessibleInBothThemes(page);
    });
  }
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});

test("a gate whose run is still loading is accessible beside the inbox in both themes, and in a sheet on a phone", async ({
  page,
  request,
}) => {
  const runId = await startGate(request, "Look at it before it comes");
  await untilWaiting(request, runId);
  const gates = (await (await request.get(`/api/v1/approvals?runId=${runId}`)).json()).items;
  await page.route(`**/api/v1/runs/${runId}/view`, () => {});
  await page.goto(`/inbox?gate=${gates[0].id}`);
  const standIn = page.getByRole("dialog").getByRole("status").filter({ hasText: "Loading" });
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size);
    await expect(standIn).toHaveCount(1);
    await expectAccessibleInBothThemes(page);
    await expectNoSideScroll(page);
  }
});

test("pages of what is not there answer 404, before anything of them is sent", async ({ request }) => {
  const named = PAGES.filter((path) => path.includes("["));
  expect(named).toEqual(expect.arrayContaining(["/runs/[id]", "/replays/[id]"]));
  for (const path of named.map((one) => one.replace(/\[\w+\]/g, "none"))) {
    const answer = await request.get(path);
    expect([path, answer.status()]).toEqual([path, 404]);
    expect(await answer.text()).toContain("Page not found");
  }
});

test("all pages of the navigation are reached by clicks without a fault; edges flow only where motion is welcome", async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const faults = faultsOf(page);
  const mission = "Deploy the fraud detection model to production";
  const runId = await startRun(request, { mission, settings: { reviewHoldMs: 3_600_000 } });
  await page.goto("/");
  const clickThrough = async (navigation: string) => {
    for (const link of await page.getByRole("navigation", { name: navigation }).getByRole("link").all()) {
      const href = (await link.getAttribute("href")) ?? "";
      await link.click();
      await expect(page).toHaveURL((url) => url.pathname.startsWith(href));
      await settled(page);
      await expectAccessible(page);
    }
  };
  await clickThrough("Console");
  for (const name of ["Library", "Settings"]) {
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name }).click();
    await clickThrough(name);
  }
  await page.goto(`/runs/${runId}`);
  await expect(page.locator('[data-task="review_artifacts"]').first()).toContainText("decision held");
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await settled(page);
    await expectAccessible(page);
  }
  await page.getByRole("tab", { name: "Plan", exact: true }).click();
  const flowing = () => page.evaluate(() => document.getAnimations().length);
  await expect.poll(flowing).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(flowing).toBe(0);
  expect(faults).toEqual([]);
});
