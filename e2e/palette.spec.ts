import type { Locator } from "@playwright/test";
import { startGate, startRun, unique, untilWaiting } from "./api";
import {
  delayFiles,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSideScroll,
  PHONE,
} from "./checks";
import { expect, test } from "./fixtures";

test("the palette leads to a run, one of its tasks and what its page offers, by keys alone", async ({
  page,
  request,
}) => {
  const mission = unique("Prune the quinces");
  const runId = await startGate(request, mission);
  await page.goto("/");
  const field = page.getByRole("combobox");
  const listed = page.getByRole("listbox", { name: "Results" });
  const active = listed.getByRole("option", { selected: true });
  const link = page.getByRole("link", { name: "Waymark" });
  await link.focus();
  await page.keyboard.press("Control+k");
  await expect(listed.getByRole("group", { name: "Recent runs" }).getByRole("option").first()).toBeVisible();
  // What has waited longest for the person comes first.
  await expect(active).toContainText("Decide: ");
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(link).toBeFocused();

  await page.keyboard.press("Control+k");
  await field.fill("zzz-nothing");
  await expect(page.getByText("Nothing matches “zzz-nothing”")).toBeVisible();
  await field.fill(mission);
  await expect(active).toContainText(mission);
  await page.keyboard.press("Enter");
  await page.waitForURL(`/runs/${runId}`);
  await expect(page.getByRole("button", { name: "Pause" })).toBeEnabled();

  await page.keyboard.press("Control+k");
  await field.fill("decide quinces");
  await expect(active).toContainText(`Decide: ${mission}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/task=ask/);

  // The palette offers what stands there when it opens.
  const approve = page.locator("aside").getByRole("button", { name: /^Approve/ });
  await expect(approve).toBeEnabled();
  await page.keyboard.press("Control+k");
  await field.fill("approve");
  await page.keyboard.press("Enter");
  await expect(approve).toBeFocused();
  await page.keyboard.press("Control+k");
  await field.fill("run");
  const acts = listed.getByRole("group", { name: "Actions on this page" });
  await expect(acts.getByRole("option", { name: "Cancel run" })).toBeVisible();
  await field.fill("pause run");
  await expect(active).toHaveText("Pause run");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();

  // What stands in a closed menu is found too.
  await page.keyboard.press("Control+k");
  await field.fill("export report");
  await expect(active).toHaveText("Export report (HTML)");
  await field.fill("run again");
  await page.keyboard.press("Enter");
  await page.waitForURL(`/runs/new?from=${runId}`);

  // What is pressed before the palette has come is typed into it, and reaches nothing of the page.
  const scripts = await delayFiles(page, "**/_next/static/**/*.js");
  const rows = page.locator("[data-run] [data-opens]");
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await startGate(request, `${mission} again`);
  await scripts.arrive();
  await page.goto(`/runs?q=${encodeURIComponent(mission)}`);
  await expect(rows.nth(1)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Theme/ })).toBeEnabled();
  await rows.first().focus();
  scripts.hold();
  await press("Control+k", ..."jx", "Escape", "j", "Control+k", ..."jx");
  await expect(rows.nth(1)).toBeFocused();
  await scripts.arrive();
  await expect(field).toHaveValue("jx");
  await expect(field).toBeFocused();
  await press("Escape");
  await expect(rows.nth(1)).toBeFocused();
  await page.setViewportSize(PHONE);
  await page.goto("/runs");
  await page.getByRole("button", { name: "Search and commands (Ctrl K)" }).click();
  await expect(field).toBeFocused();
  await expectNoSideScroll(page);
});

test("the palette comes while one types, and beside a gate, and what was typed stays", async ({
  page,
  request,
}) => {
  const question = unique("Graft the medlars");
  const runId = await startGate(request, question);
  await untilWaiting(request, runId);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const ime = await page.context().newCDPSession(page);
  const lookUp = async (field: Locator, text: string) => {
    await field.fill(text);
    await field.press("ControlOrMeta+k");
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("sett");
    // The keys of an input method are not the palette's: Enter ends the word, and Escape gives it up.
    await ime.send("Input.imeSetComposition", { text: "ings", selectionStart: 4, selectionEnd: 4 });
    await expect(palette.getByRole("option", { selected: true })).toContainText("Settings");
    for (const key of ["Enter", "Escape", "ControlOrMeta+Enter"]) await page.keyboard.press(key);
    await ime.send("Input.insertText", { text: "ings" });
    await expect(palette.getByRole("combobox")).toHaveValue("settings");
    await page.keyboard.press("Escape");
    await expect(palette).toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(text);
  };
  await page.goto("/runs/new");
  await expect(page.getByRole("button", { name: /^Theme/ })).toBeVisible();
  await lookUp(page.getByRole("textbox", { name: "Mission", exact: true }), "Half a mission, k?");
  await page.goto(`/inbox?q=${encodeURIComponent(question)}`);
  await page.getByRole("button", { name: question }).click();
  const drawer = page.getByRole("dialog").filter({ has: page.locator("[data-gate]") });
  await lookUp(drawer.getByLabel("Comment"), "Half a comment, k?");
  await drawer.getByRole("button", { name: "Approve", exact: true }).focus();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toBeVisible();
  // Without single keys `a` approves nothing, and `?` shows nothing; what is held with Ctrl works.
  await keys.getByRole("switch", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);
  await expect(drawer.getByLabel("Comment")).toHaveValue("Half a comment, k?");
  await drawer.getByRole("button", { name: "Approve", exact: true }).focus();
  await page.keyboard.press("a");
  await page.keyboard.press("?");
  await page.keyboard.press("ControlOrMeta+k");
  const acts = palette.getByRole("group", { name: "Actions on this page" }).getByRole("option");
  await expect(acts.first()).toBeVisible();
  await expect(acts.filter({ hasText: "Sign out" })).toHaveCount(0);
  await expect(keys).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(drawer.locator("[data-gate][data-open=true]")).toBeVisible();
});

test("runs are found by filters that a view keeps, and cancelled together with a result for each", async ({
  page,
  request,
}) => {
  const tag = unique("vines");
  const plan = { tasks: [{ id: "ask", type: "human_review", title: "Trim", input: "Trim?" }] };
  const start = (mission: string) => startRun(request, { mission, plan, tags: [tag] });
  for (const name of ["first", "second", "third"]) await start(`Trim the ${name} vine`);
  await page.goto("/runs");
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Status").selectOption("Live");
  await page.getByLabel("Started by").selectOption("Me");
  await page.getByLabel("Cost up to, in $").fill("5");
  await page.getByRole("textbox", { name: "Tag" }).fill(tag);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show runs" }).click();
  await expect(page).toHaveURL(/owner=me&maxCostUsd=5/);
  const rows = page.locator("[data-run]");
  await expect(rows).toHaveCount(3);

  const name = unique("My vines");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("Name").fill(name);
  await page.keyboard.press("Enter");
  const saved = page.getByRole("navigation", { name: "Saved views" }).getByRole("link", { name });
  await expect(saved).toHaveAttribute("aria-current", "true");
  await page.getByRole("link", { name: "Cost at most $5: remove this filter" }).click();
  await expect(page).not.toHaveURL(/maxCostUsd/);
  await saved.click();
  await expect(page).toHaveURL(/maxCostUsd=5/);

  const first = page.getByRole("link", { name: "Trim the third vine" });
  await first.focus();
  await page.keyboard.press("x");
  await rows
    .filter({ hasText: "Trim the first vine" })
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(page.getByRole("region", { name: "Selected runs" }).getByText("3 selected")).toBeVisible();
  await rows.filter({ hasText: "second" }).getByRole("checkbox").click();
  await expect(page.getByRole("region", { name: "Selected runs" }).getByText("2 selected")).toBeVisible();
  await expect(page.getByRole("link", { name: "Compare 2 runs" })).toHaveAttribute("href", /a=.+&b=.+/);
  await page.getByRole("button", { name: "Cancel 2 runs" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel 2 runs" }).click();
  const results = page.getByRole("region", { name: "Results" });
  await expect(results.getByText("Cancelled")).toHaveCount(2);
  await expect(rows.filter({ hasText: "cancelled" })).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});
