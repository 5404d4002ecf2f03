import { startGate, unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll } from "./checks";
import { expect, test } from "./fixtures";

test.use({ fetchesAhead: true });

test("a phone has the foremost pages in its bar and the others in a menu, from which runs are chosen to compare", async ({
  page,
  request,
}) => {
  const mission = unique("Compare the offers");
  const [first, second] = [await startGate(request, mission), await startGate(request, mission)];
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/insights");
  const bar = page.getByRole("navigation", { name: "Console" });
  await expect(bar.getByRole("link")).toHaveText([/Overview/, /Runs/, /Inbox/, /Costs/]);
  expect(await bar.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0);
  const more = bar.getByRole("button", { name: "More: Insights is shown" });
  const item = (name: string) => page.getByRole("menuitem", { name });
  await expect(more).toBeEnabled();
  await more.press("Enter");
  await expect(item("History")).toBeFocused();
  await expect(item("Insights")).toHaveAttribute("aria-current", "page");
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await more.press("Enter");
  await page.keyboard.press("c");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/compare$/);
  await page.getByRole("button", { name: "Choose runs" }).click();
  const picker = page.getByRole("dialog", { name: "Compare runs" });
  await picker.getByLabel("Search runs").fill(mission);
  await expect(picker.getByRole("checkbox")).toHaveCount(2);
  for (const box of await picker.getByRole("checkbox").all()) await box.check();
  await expectAccessibleInBothThemes(page);
  await picker.getByRole("button", { name: "Compare 2 runs" }).click();
  await expect(page).toHaveURL(/\/compare\?a=/);
  const named = [...new URL(page.url()).searchParams.values()];
  expect(named.toSorted()).toEqual([first, second].toSorted());
  await expect(page.getByRole("region", { name: "Totals" }).getByRole("link", { name: mission })).toHaveCount(
    2,
  );
  await expectNoSideScroll(page);
});
