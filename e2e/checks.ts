import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "@playwright/test";
import type Axe from "axe-core";
import { expect } from "./fixtures";

/** What starts a mission; with a plan it names that. */
export const START = /^(Start mission|Run this plan)/;

export const PHONE = { width: 390, height: 844 };

/** For tests of what moves, or of what must not while something else does; the others run with less motion. */
export const WITH_MOTION = { contextOptions: { reducedMotion: "no-preference" } } as const;

const ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that a theme can break; the others see the same page in both. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** What passes is not described, where something is not told by a selector, and no sheet or sound is fetched again. */
const CHEAP: Axe.RunOptions = { resultTypes: ["violations"], selectors: false, preload: false };

/** No finding of axe, by the rules of WCAG 2.2 AA and the good habits that it knows but for the `exempt` ones. */
export async function expectAccessible(page: Page, exempt: readonly string[] = []): Promise<void> {
  const rules = Object.fromEntries(exempt.map((rule) => [rule, { enabled: false }]));
  await expectNoFinding(page, { runOnly: { type: "tag", values: ALL_RULES }, rules });
}

/** In light and dark. */
export async function expectAccessibleInBothThemes(
  page: Page,
  exempt: readonly string[] = [],
): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectAccessible(page, exempt);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectReadableColours(page);
}

/** What a theme can break: for what was looked at in the other one. */
export const expectReadableColours = (page: Page): Promise<void> =>
  expectNoFinding(page, { runOnly: { type: "rule", values: COLOUR_RULES } });

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Loads axe once a document: its source takes half as long as a run of it. */
async function expectNoFinding(page: Page, rules: Axe.RunOptions): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const { violations } = await axe.run(document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n  ")}`);
    },
    { ...rules, ...CHEAP },
  );
  expect(found).toEqual([]);
}

/** No control is under a message of the page. */
export const expectMessagesCoverNothing = (page: Page): Promise<void> =>
  expectCoversNothing(page, page.getByRole("list", { name: "Messages" }));

/**
 * No control is under what this has in it. The name in the header may be, on a phone: it leads to where the first entry of
 * the navigation does.
 */
export async function expectCoversNothing(page: Page, over: Locator): Promise<void> {
  const covered = await over.evaluate((list: HTMLElement) => {
    const boxes = [...list.children].map((one) => one.getBoundingClientRect());
    list.style.visibility = "hidden";
    const controls = document.querySelectorAll<HTMLElement>("a, button, input, select, summary, textarea");
    const names = [...controls].flatMap((control) => {
      const own = control.getBoundingClientRect();
      const isUnder = boxes.some((box) => {
        const [left, right] = [Math.max(own.left, box.left), Math.min(own.right, box.right)];
        const [top, bottom] = [Math.max(own.top, box.top), Math.min(own.bottom, box.bottom)];
        if (left >= right || top >= bottom) return false;
        // What has scrolled out of its box, or under the header, was not there to be covered.
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return control.contains(at);
      });
      return isUnder ? [control.getAttribute("aria-label") ?? control.textContent] : [];
    });
    list.style.visibility = "";
    return names;
  });
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  expect(covered.filter((name) => !(isPhone && name === "Waymark"))).toEqual([]);
}

export const WIDE = { width: 1_440, height: 900 };
/** The narrowest page that there is. */
export const NARROWEST = { width: 360, height: 740 };

/** A section of a gate by its heading: sections of gates are no landmarks, as several gates have the same. */
export const sectionOf = (gate: Locator, title: string): Locator =>
  gate.locator("section", { has: gate.page().getByRole("heading", { name: title, exact: true }) }).last();

/** Nothing sticks out of the page to the right; where it is a phone's, on the narrowest phone neither. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  const size = page.viewportSize();
  if (size?.width !== PHONE.width) return;
  await page.setViewportSize({ ...size, width: NARROWEST.width });
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}

/** It has its content, and what is streamed or fetched afterwards as well. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole("main").getByText(/^Loading/)).toHaveCount(0);
  await expect(page.locator("main [data-skeleton]:visible")).toHaveCount(0);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

type Delay = { hold(): void; arrive(): Promise<void> };

/** Keeps files back from `hold` until `arrive` lets them through; those asked for afterwards come at once. */
export async function delayFiles(page: Page, files: string): Promise<Delay> {
  let held: (() => void)[] | undefined;
  await page.route(files, async (route) => {
    if (held) await new Promise<void>((resolve) => held?.push(resolve));
    await route.continue();
  });
  const hold = () => {
    held = [];
  };
  const arrive = async () => {
    const waiting = held ?? [];
    held = undefined;
    for (const letThrough of waiting) letThrough();
  };
  return { hold, arrive };
}

/** The same of typefaces, which are there once they have arrived. */
export async function delayTypefaces(page: Page): Promise<Delay> {
  const { hold, arrive } = await delayFiles(page, "**/*.woff2");
  return {
    hold,
    arrive: async () => {
      await arrive();
      await page.evaluate(() => document.fonts.ready);
    },
  };
}

/** Has everything shown that a decision is about, as who is led on by its button. */
export async function readAll(decision: Locator): Promise<void> {
  const show = decision.getByRole("button", { name: "Show it" });
  const held = decision.locator("button[title$='once all of it was shown.']");
  await expect(async () => {
    if (await show.isVisible()) await show.click({ timeout: 1_000 });
    await expect(decision).toBeVisible({ timeout: 300 });
    await expect(show.or(held)).toHaveCount(0, { timeout: 300 });
  }).toPass();
}
