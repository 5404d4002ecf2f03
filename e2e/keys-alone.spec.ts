import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";

/** More stops than any of these pages has. */
const MAX_STOPS = 120;

/** What has the focus is in sight, and says so by an outline, a ring or a caret of its own. */
async function expectFocusSeen(page: Page): Promise<void> {
  const focused = page.locator(":focus");
  await expect(focused).toBeInViewport();
  const look = () =>
    focused.evaluate((element) => {
      const marks = [element, ...element.querySelectorAll(":scope > *"), element.parentElement];
      return marks.flatMap((one) => {
        if (!one) return [];
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        const isOutlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
        const isRinged = /0px 0px 0px [2-9]/.test(boxShadow);
        return isOutlined || isRinged ? "seen" : [];
      });
    });
  await expect
    .poll(look, { message: await focused.evaluate((one) => one.outerHTML.slice(0, 200)) })
    .toContain("seen");
}

/** Goes by the Tab key to one of the stops of the page, which all show that they have the focus. */
async function tabTo(page: Page, stop: Locator): Promise<void> {
  await expect(stop).toBeVisible();
  const isThere = () => stop.evaluate((one) => one === document.activeElement);
  for (let pressed = 0; pressed < MAX_STOPS && !(await isThere()); pressed += 1) {
    await page.keyboard.press("Tab");
    await expectFocusSeen(page);
  }
  await expect(stop).toBeFocused();
}

test("by keys alone: a sample is started, its gate found and approved in two steps, a task read, a run found, and the keys listed", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.goto("/");
  await tabTo(page, page.getByRole("button", { name: "Run sample: Research and release" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/runs\/run_/);
  const runId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await expect(page.locator(`.react-flow__node [data-task="release_report"]`)).toHaveAttribute(
    ...(["data-status", "waiting"] as const),
  );

  // To the inbox, through its rows, and into the gate.
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.waitForURL(/\/inbox/);
  const row = page.locator(`[data-row^="${runId.replace("run_", "apr_")}"]`);
  await expect(row).toBeVisible();
  const isOnRow = () => row.evaluate((one) => one === document.activeElement);
  for (let pressed = 0; pressed < MAX_STOPS && !(await isOnRow()); pressed += 1) {
    await page.keyboard.press("j");
    await expectFocusSeen(page);
  }
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  await expect(row).toBeFocused();
  await page.keyboard.press("Enter");
  const gate = page.getByRole("dialog").locator("[data-gate][data-open=true]");
  await expect(gate).toContainText("May everyone in the company read it as it stands?");
  await expectFocusSeen(page);

  // What others see takes a second step.
  await page.keyboard.press("a");
  const confirm = gate.getByRole("button", { name: "Yes, approve" });
  await expect(confirm).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press("Control+Enter");
  // The focus stays in the drawer, and stops at all of it.
  const drawer = page.getByRole("dialog");
  await expect(drawer).toBeFocused();
  await tabTo(
    page,
    drawer
      .getByRole("button", { name: /^(?:Next gate|Back to inbox)$/ })
      .or(drawer.getByRole("link", { name: "Next decision" })),
  );
  await tabTo(page, drawer.getByRole("link", { name: "View run" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/runs/${runId}`));
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible({ timeout: 30_000 });

  // A task is chosen in the list, and its details are read tab by tab.
  await tabTo(page, page.getByRole("button", { name: "List", exact: true }));
  await page.keyboard.press("Enter");
  const tree = page.getByRole("tree", { name: "Plan by level" });
  await expect(tree).toBeVisible();
  await tabTo(page, tree.locator('[role="treeitem"][tabindex="0"]'));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expectFocusSeen(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/task=/);
  const details = page.getByRole("complementary", { name: "Inspector" });
  await tabTo(page, details.getByRole("tab", { name: "Overview" }));
  for (const name of ["Trajectory", "Decisions", "Cost", "Raw"]) {
    await page.keyboard.press("ArrowRight");
    await expect(details.getByRole("tab", { name })).toBeFocused();
    await expectFocusSeen(page);
    await expect(details.getByRole("tabpanel", { name })).toBeVisible();
  }

  // The palette finds the run from elsewhere; the sheet of keys comes and goes, and leaves the focus where it was.
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await page.waitForURL((url) => url.pathname === "/");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox");
  await expect(field).toBeFocused();
  await page.keyboard.type("research");
  const found = page
    .getByRole("listbox", { name: "Results" })
    .getByRole("option")
    .filter({ hasText: /research/i });
  await expect(found.first()).toBeVisible();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/runs\/run_/);
  await expect(page.getByRole("button", { name: "List", exact: true })).toBeVisible();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("Next / previous gate");
  await expectFocusSeen(page);
  await page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);
});
