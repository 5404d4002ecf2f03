import type { APIRequestContext } from "@playwright/test";
import { startGate, unique } from "./api";
import { delayFiles, expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, serverOfGroup, test } from "./fixtures";

test.use({ fetchesAhead: true });

test.describe("on a server that has run nothing", () => {
  const newServer = serverOfGroup();

  test("the first visit teaches, and the page fills by itself when something happens", async ({
    page,
    request,
  }) => {
    const server = newServer();
    await page.goto(server.url);
    await expect(page.getByRole("heading", { name: "Welcome to Waymark" })).toBeVisible();
    await expect(page.getByRole("link", { name: "New mission" })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    for (const path of ["/runs", "/runs/new", "/inbox"]) {
      await page.goto(`${server.url}${path}`);
      await expectAccessibleInBothThemes(page);
    }
    await page.goto(server.url);
    await expect(page.getByText("Simulated model")).toBeVisible();
    await startAsking(request, server.url, "First of all");
    await expect(page.getByRole("region", { name: "Waiting for you" })).toContainText("First of all");
    await expect(page).toHaveTitle("(1) Overview · Waymark");
    await expect(page.getByRole("link", { name: /Inbox.*1 open gate/ })).toBeVisible();
  });

  test("lists that the server rendered are not fetched again, until something changes", async ({
    page,
    request,
  }) => {
    const server = newServer();
    const start = (mission: string) => startAsking(request, server.url, mission);
    // Other runs of this server wait as well: what is still to come of this one would be news.
    const runId = await start("Begin once more");
    const gates = async () => (await request.get(`${server.url}/api/v1/approvals?runId=${runId}`)).json();
    await expect.poll(async () => (await gates()).items).toHaveLength(1);
    const fetched: string[] = [];
    page.on("request", (one) => {
      const { pathname } = new URL(one.url());
      if (/^\/api\/v1\/(runs|approvals)$/.test(pathname)) fetched.push(pathname);
    });
    for (const path of ["/", "/runs", "/inbox"]) {
      const followed = page.waitForResponse((answer) => answer.url().includes("/api/v1/stream"));
      await page.goto(`${server.url}${path}`);
      await followed;
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      expect(fetched).toEqual([]);
    }
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(page.getByRole("region", { name: "Waiting for you" })).toContainText("Begin once more");
    expect(fetched).toEqual([]);
    await start("Another one");
    await expect(page.getByRole("region", { name: "Waiting for you" })).toContainText("Another one");
    expect(fetched).not.toEqual([]);
  });

  test("gates stand oldest first, figures of samples say that they are, and both follow what happens", async ({
    page,
    request,
  }) => {
    const server = newServer();
    const start = (mission: string) => startAsking(request, server.url, mission);
    const open = async () => (await request.get(`${server.url}/api/v1/approvals?status=open`)).json();
    const untilOpen = (n: number) => expect.poll(async () => (await open()).items.length).toBe(n);
    const before: number = (await open()).items.length;
    await start("Let it begin");
    await untilOpen(before + 1);
    await page.goto(server.url);
    const waiting = page.getByRole("region", { name: "Waiting for you" });
    const asked = waiting.getByRole("listitem").getByRole("link");
    await expect(asked.last()).toContainText("Let it begin");
    await start("Let it go on");
    await untilOpen(before + 2);
    const runs = [];
    for (let n = 1; n <= 8; n++) runs.push(await start(`Let it end ${n}`));
    // What comes while it is read moves nothing of it: the list keeps its room, and says how many there are.
    const all = waiting.getByRole("link", { name: `View all ${before + 10} in the inbox` });
    await expect(all).toHaveAttribute("href", "/inbox");
    await expect(asked.last()).toContainText("Let it begin");
    await page.reload();
    await expect(asked).toHaveCount(8);
    await expect(asked.nth(before + 1)).toContainText("Let it go on");
    await expect(asked.filter({ hasText: "Let it end 8" })).toHaveCount(0);

    const glance = page.getByRole("region", { name: "At a glance" });
    await expect(glance).toContainText("No ended runs");
    await expect(page.getByRole("region", { name: "Recent failures" })).toContainText("No failed runs.");
    const abort = { type: "abort", reason: "Not today" };
    const answer = await request.post(`${server.url}/api/v1/runs/${runs.at(-1)}/commands`, { data: abort });
    expect(answer.ok(), await answer.text()).toBe(true);
    await expect(glance).toContainText("0 of 1");
    await expect(glance.getByText("Demo runs")).toHaveCount(2);
    await expect(page.getByRole("region", { name: "Recent failures" })).toContainText("Let it end 8");
    await expectAccessibleInBothThemes(page);
    await page.setViewportSize(PHONE);
    await expectNoSideScroll(page);
  });
});

test("the full overview is accessible and fits a phone", async ({ page, request }) => {
  await startGate(request, unique("Open the doors"));
  await page.goto("/");
  const asked = page.getByRole("region", { name: "Waiting for you" }).getByRole("listitem").getByRole("link");
  await expect(asked.first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Live runs" })).toContainText("needs a person");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  await asked.first().click();
  await page.waitForURL(/\/runs\/run_\w+/);
});

test("the theme is chosen once, and there before anything is drawn", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await page.getByRole("button", { name: /^Theme/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "Dark" }).click();
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "dark");
  await expect.poll(async () => (await page.context().cookies()).map((one) => one.value)).toContain("dark");
  const answer = await page.request.get("/");
  expect(await answer.text()).toContain('data-theme="dark"');
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "dark");
});

test("the console is walked through by keys alone", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const [key, path] of [
    ["r", "/runs"],
    ["i", "/inbox"],
    ["o", "/"],
    ["n", "/runs/new"],
  ] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await expect(page).toHaveURL((url) => url.pathname === path);
  }
  await page.getByRole("textbox", { name: "Mission", exact: true }).fill("");
  await page.keyboard.type("g r?");
  await expect(page.getByRole("textbox", { name: "Mission", exact: true })).toHaveValue("g r?");
  await expect(page).toHaveURL(/runs\/new/);
});

test("the theme menu is walked through by keys, and gives the focus back", async ({ page }) => {
  await page.goto("/");
  const button = page.getByRole("button", { name: /^Theme/ });
  const item = (name: string) => page.getByRole("menuitemcheckbox", { name });
  await expect(button).toBeEnabled();
  await button.press("Enter");
  await expect(item("System")).toBeFocused();
  await expect(page.getByRole("menu", { name: /^Theme/ })).toBeVisible();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await expect(item("Light")).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("s");
  await expect(item("System")).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(item("Dark")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Search and commands" })).toBeFocused();
  await button.click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
});

test("nothing is taken before the page's scripts have come, and links lead on without them", async ({
  page,
}) => {
  const scripts = await delayFiles(page, "**/_next/static/**/*.js");
  scripts.hold();
  await page.goto("/runs/new", { waitUntil: "commit" });
  const mission = page.getByRole("textbox", { name: "Mission", exact: true });
  const controls = page.locator("button:visible, input:visible, select:visible, textarea:visible");
  await expect(mission).toBeDisabled();
  expect(await controls.count()).toBeGreaterThan(5);
  await expect(
    page.locator("button:enabled, input:enabled:not([type=hidden]), textarea:enabled"),
  ).toHaveCount(0);
  await page.locator('a[href="/inbox"]:visible').first().click();
  await expect(page).toHaveURL(/inbox/);
  await page.goto("/runs/new", { waitUntil: "commit" });
  await expect(mission).toBeDisabled();
  await scripts.arrive();
  await mission.fill("Count the quinces");
  await expect(page.getByRole("button", { name: "Start mission" })).toBeEnabled();
});

test("a tooltip comes with the focus or the pointer, and Esc ends it alone", async ({ page }) => {
  await page.goto("/");
  const button = page.getByRole("button", { name: "Search and commands" });
  const tooltip = page.locator("[role=tooltip]");
  await expect(async () => {
    await page.mouse.move(0, 0);
    await button.hover();
    await expect(tooltip).toHaveText("Search and commands (Ctrl K)", { timeout: 1_000 });
  }).toPass();
  await tooltip.hover();
  await page.keyboard.press("Escape");
  await expect(tooltip).toHaveCount(0);
  await button.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Command palette" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tooltip).toHaveCount(0);
});

/** A run on a server of its own that asks a person at once. */
async function startAsking(request: APIRequestContext, url: string, mission: string): Promise<string> {
  const tasks = [{ id: "ask", type: "human_review", title: mission, input: "May it begin?" }];
  const started = await request.post(`${url}/api/v1/runs`, { data: { mission, plan: { tasks } } });
  return (await started.json()).runId;
}
