import type { Page, Request } from "@playwright/test";
import { expect, test } from "./fixtures";

test.use({ fetchesAhead: true });

/** What the router asks for, and what of it goes ahead of a click. */
const isOf = (request: Request, path: string) =>
  new URL(request.url()).pathname === path && request.url().includes("_rsc=");
const isPrefetch = (request: Request) => request.headers()["next-router-prefetch"] !== undefined;

/**
 * Holds back what a page is made of: what goes ahead of a click until the click, the page itself until the end. `asked`
 * resolves when what goes ahead is on its way.
 */
async function holdPage(page: Page, path: string) {
  const ahead = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route("**/*_rsc=*", async (route) => {
    const request = route.request();
    if (isOf(request, path) && request.headers()["next-router-segment-prefetch"] !== "/_tree") {
      asked.resolve();
      await (isPrefetch(request) ? ahead : all).promise;
    }
    await route.continue();
  });
  return { asked: asked.promise, letAhead: ahead.resolve, letAll: all.resolve };
}

for (const name of ["Lessons", "Library", "Settings"]) {
  test(`a click on the link to ${name} while its page is being prefetched leaves no empty page`, async ({
    page,
  }) => {
    const path = `/${name.toLowerCase()}`;
    const { asked, letAhead, letAll } = await holdPage(page, path);
    await page.goto("/runs");
    await asked;
    const link = page.getByRole("navigation", { name: "Console" }).getByRole("link", { name });
    const clicked = page.waitForRequest((request) => isOf(request, path) && !isPrefetch(request));
    await link.click();
    await clicked;
    letAhead();
    const standIn = page.locator('main [role="status"]:visible', { hasText: "Opening the page…" });
    await expect(standIn).toHaveCount(1);
    letAll();
    await expect(standIn).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("heading", { name, level: 1 })).toBeVisible();
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the pages of the menu are prefetched when a finger comes to it, as those of the bar are", async ({
    page,
  }) => {
    const prefetched = new Set<string>();
    page.on("request", (request) => {
      if (isPrefetch(request)) prefetched.add(new URL(request.url()).pathname);
    });
    await page.goto("/runs");
    await expect.poll(() => prefetched.has("/costs")).toBe(true);
    const more = page.getByRole("button", { name: "More", exact: true });
    await expect(async () => {
      await more.tap();
      await expect(page.getByRole("menu")).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const names = (await page.getByRole("menuitem").allInnerTexts()).map(
      (text) => `/${text.trim().toLowerCase()}`,
    );
    expect(names).toContain("/history");
    await expect.poll(() => names.filter((path) => !prefetched.has(path))).toEqual([]);
  });
});
