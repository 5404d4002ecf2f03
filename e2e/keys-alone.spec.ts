import type { Locator, Page } from "@playwright/test";
import { startRun } from "./api";
import { expect, test } from "./fixtures";

/** More stops than any of these pages has. */
const MAX_STOPS = 120;

/** What has the focus is in sight, and says so by an outline, a ring or a caret of its own. */
async function expectFocusSeen(page: Page): Promise<void> {
  const focused = page.locator(":focus");
  // What is drawn by what comes after it is nowhere to be seen itself.
  await expect(page.locator(":focus:not(input.sr-only), input.sr-only:focus + *")).toBeInViewport();
  const look = () =>
    focused.evaluate((element) => {
      const { nextElementSibling: next, parentElement: parent } = element;
      const marks = [element, ...element.querySelectorAll(":scope > *"), next, parent];
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

/** Goes by the Tab key to one of the stops of the page, which all show that they have the focus; with Shift back to it. */
async function tabTo(page: Page, stop: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(stop).toBeVisible();
  const isThere = () => stop.evaluate((one) => one === document.activeElement);
  for (let pressed = 0; pressed < MAX_STOPS && !(await isThere()); pressed += 1) {
    await page.keyboard.press(key);
    // Between the last stop of a page and its first one are those of the browser.
    if (await page.evaluate(() => document.activeElement === document.body)) await page.keyboard.press(key);
    await expectFocusSeen(page);
  }
  await expect(stop).toBeFocused();
}

async function pressAt(page: Page, stop: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await tabTo(page, stop, key);
  await page.keyboard.press("Enter");
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

  // All of it is shown before it can be let pass; what others see takes a second step.
  const approve = gate.getByRole("button", { name: "Approve", exact: true });
  for (let shown = 0; shown < MAX_STOPS && !(await approve.isEnabled()); shown += 1) {
    await tabTo(page, gate.getByRole("button", { name: "Show it" }));
    await page.keyboard.press("Enter");
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  }
  await expect(approve).toBeEnabled();
  await page.keyboard.press("a");
  const confirm = gate.getByRole("button", { name: "Yes, approve" });
  await expect(confirm).toBeFocused();
  await expect(confirm).toBeEnabled();
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

test("by keys alone: a draft is edited and commented on, its revision awaited, an earlier moment found, left and forked", async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const mission = "Compare the two offers, then write a recommendation";
  const runId = await startRun(request, { mission, settings: { planApproval: true } });
  await page.goto(`/runs/${runId}`);
  await expect(page.locator("[data-gate][data-open=true]")).toBeVisible();

  // A task of the canvas gets another title and instructions, another one is added, and steps are taken back and forth.
  await pressAt(page, page.getByRole("button", { name: "Edit plan", exact: true }));
  const editor = page.getByRole("region", { name: "Plan editor" });
  const staged = editor.getByRole("list", { name: "Staged changes" });
  await expect(editor.getByRole("complementary")).toBeFocused();
  await expectFocusSeen(page);
  const first = editor.locator('.react-flow__node[tabindex="0"]');
  await tabTo(page, first, "Shift+Tab");
  await page.keyboard.press("Enter");
  const title = editor.getByLabel("Title");
  await tabTo(page, title);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Read both offers");
  await tabTo(page, editor.getByLabel("Instructions"));
  await page.keyboard.press("End");
  await page.keyboard.type(" Note the prices.");
  await page.keyboard.press("Escape");
  await expectFocusSeen(page);
  await page.keyboard.press("n");
  await expect(title).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.type("Thank both");
  await page.keyboard.press("Escape");
  await expectFocusSeen(page);
  await page.keyboard.press("Escape");
  await expectFocusSeen(page);
  await expect(staged).toContainText("Thank both");
  await page.keyboard.press("Control+z");
  await expect(staged).not.toContainText("Thank both");
  await page.keyboard.press("Control+Shift+z");
  await expect(staged).toContainText("Thank both");
  await expectFocusSeen(page);
  await pressAt(page, editor.getByRole("button", { name: "Review and apply…" }), "Shift+Tab");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("region", { name: "Changes" })).toContainText("Read both offers");
  await expectFocusSeen(page);
  await tabTo(page, dialog.getByLabel("Reason"));
  await page.keyboard.type("They should hear of it.");
  await page.keyboard.press("Control+Enter");
  await expect(editor).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit plan", exact: true })).toBeFocused();
  await expectFocusSeen(page);

  // A task is commented on, and the comment goes out.
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/task=/);
  await tabTo(page, page.getByRole("tab", { name: "Overview" }));
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/task=/);
  await expect(page.locator(".react-flow__node:focus")).toHaveCount(1);
  await expectFocusSeen(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/task=/);
  await page.keyboard.press("m");
  const comments = page.getByTestId("comments");
  await expect(comments.getByRole("textbox", { name: "Comment" })).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.type("Mention the delivery times.");
  await page.keyboard.press("Control+Enter");
  await expect(comments.locator("[data-comment]")).toContainText("Mention the delivery times.");
  await expectFocusSeen(page);
  await pressAt(page, comments.getByRole("button", { name: "Send 1 comment as one revision" }));
  await expect(page.getByTestId("round-changes")).toBeVisible();
  await expectFocusSeen(page);
  await pressAt(page, comments.getByRole("button", { name: "Close the comments" }));
  await expect(comments).toHaveCount(0);
  await expect(page.locator("[data-comments-button]")).toBeFocused();
  await expectFocusSeen(page);

  // Back in time by the knob, to now, and to an earlier event again, of which a run of its own is made.
  await pressAt(page, page.getByRole("button", { name: "Timeline", exact: true }));
  const slider = page.getByRole("slider", { name: "Moment of the run" });
  const moment = page.getByRole("region", { name: "Moment of the run" });
  await tabTo(page, slider);
  const last = Number(await slider.getAttribute("max"));
  await page.keyboard.press("ArrowLeft");
  await expect(moment).toHaveAttribute("data-moment", String(last - 1));
  await page.keyboard.press("PageDown");
  await expect(slider).not.toHaveValue(String(last - 1));
  await pressAt(page, moment.getByRole("button", { name: "Back to now" }));
  await expect(moment).toHaveCount(0);
  await expect(slider).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press("[");
  await expect(moment).toHaveAttribute("data-moment", String(last - 1));
  await page.keyboard.press("[");
  await expect(moment).toHaveAttribute("data-moment", String(last - 2));
  await expectFocusSeen(page);
  await pressAt(page, moment.getByRole("button", { name: "Fork from here" }));
  const fork = page.getByRole("dialog", { name: "Fork this run" });
  await pressAt(page, fork.getByRole("button", { name: "Fork run" }));
  await expect(page.getByText(/Forked from another run at event/)).toBeVisible();
  expect(page.url()).not.toContain(runId);
});
