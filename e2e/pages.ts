import { globSync, readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";

/** The addresses of all pages of the console, as the folder of the app has them, but for those that only lead on. */
export const PAGES = globSync("app/(console)/**/page.tsx")
  .filter((file) => readFileSync(file, "utf8").includes("/>"))
  .map((file) => file.replace(/^app|\/\(\w+\)/g, "").replace(/\/page\.tsx$/, "") || "/")
  .filter((path) => !path.includes("[..."));

/** Those that are about no one thing. */
export const GENERAL_PAGES = PAGES.filter((path) => !path.includes("["));

/**
 * Follows the navigation of the page to another, without the server's help: by a link, or on a phone by the menu. False
 * where nothing leads there.
 */
export async function follow(page: Page, path: string): Promise<boolean> {
  const link = page.locator(`nav a[href="${path}"]`).locator("visible=true").first();
  if ((await link.count()) > 0) {
    await link.click();
    return true;
  }
  const more = page
    .getByRole("button", { name: /^More\b/ })
    .locator("visible=true")
    .first();
  if ((await more.count()) === 0) return false;
  await more.click();
  await page.getByRole("menu").waitFor();
  const item = page.getByRole("menuitem", { name: new RegExp(`^${path.slice(1)}$`, "i") });
  const isThere = (await item.count()) > 0;
  await (isThere ? item.click() : page.keyboard.press("Escape"));
  return isThere;
}

/** Waits until a page says that its data cannot be had, and the one before it is gone. */
export async function untilFault(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
  await expect(page.locator("main [data-skeleton]:visible")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
}

/** The router that Next.js lends to scripts of the page. */
type Router = { push(path: string): void; prefetch(path: string): void };

/** Goes to a page as the command palette does, also where no link leads; or fetches ahead what stands in for it. */
export const goWithin = (page: Page, path: string, how: keyof Router = "push"): Promise<void> =>
  page.evaluate(([to, act]) => (window as unknown as { next: { router: Router } }).next.router[act](to), [
    path,
    how,
  ] as const);
