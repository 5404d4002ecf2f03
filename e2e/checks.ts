import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

export const PHONE = { width: 390, height: 844 };

const ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that a theme can break; the others see the same page in both. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** No finding of axe, by the rules of WCAG 2.2 AA and the good habits that it knows. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoFinding(axeOn(page).withTags(ALL_RULES));
}

/** In light and dark. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNoFinding(axeOn(page).withRules(COLOUR_RULES));
}

/** What passes is not described, which takes longer than to find out. */
const axeOn = (page: Page): AxeBuilder => new AxeBuilder({ page }).options({ resultTypes: ["violations"] });

async function expectNoFinding(axe: AxeBuilder): Promise<void> {
  // The other mode opens one more page for every check; it is for frames of other origins, which no page has.
  const { violations } = await axe.setLegacyMode().analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`);
  expect(found).toEqual([]);
}

/** Nothing sticks out of the page to the right. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}
