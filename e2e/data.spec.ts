import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { startRun, unique } from "./api";
import { expectAccessible, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

const PLAN = {
  title: "Clock",
  tasks: [{ id: "a", type: "direct", title: "Read it", input: "(tool/now {})" }],
};

test("an administrator takes away all data as one archive, and the audit log of some days", async ({
  page,
  request,
}, testInfo) => {
  const mission = unique("Kept for the archive");
  await startRun(request, { mission, plan: PLAN });
  await page.goto("/settings/retention");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download all data" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^waymark-.*\.tar\.gz$/);
  const file = testInfo.outputPath("data.tar.gz");
  await download.saveAs(file);
  const read = (name: string) => execFileSync("tar", ["-xzOf", file, name]).toString();
  expect(read("runs/0001.jsonl")).toContain(mission);
  const { lists } = JSON.parse(read("manifest.json"));
  expect(lists.runs.rows).toBeGreaterThan(0);
  const last = page.getByRole("list", { name: "Last exports" }).getByRole("listitem").first();
  await expect(last).toContainText("Complete");
  await expect(last).toContainText("rows");

  const audit = page.getByRole("region", { name: "Audit log" });
  await audit.getByLabel("From (UTC)").fill("2026-02-02");
  await audit.getByLabel("To (UTC)").fill("2026-02-01");
  await expect(audit.getByText("not before the first")).toBeVisible();
  await expect(audit.getByRole("link", { name: "Download CSV" })).toBeHidden();
  await audit.getByLabel("To (UTC)").fill("2999-01-01");
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    audit.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  const csvFile = testInfo.outputPath("audit.csv");
  await csv.saveAs(csvFile);
  expect(execFileSync("cat", [csvFile]).toString()).toContain("data_exported");
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});

test("a finished run is deleted from its page and by selection, what goes is said first, and an open page learns of it", async ({
  page,
  request,
  context,
}) => {
  const tag = `d${Date.now().toString(36)}`;
  const runIds: string[] = [];
  for (const name of ["One", "Two", "Three"])
    runIds.push(await startRun(request, { mission: unique(name), tags: [tag], plan: PLAN }));
  const stateOf = async (id: string) => (await (await request.get(`/api/v1/runs/${id}`)).json()).status;
  for (const id of runIds) await expect.poll(() => stateOf(id)).toBe("completed");
  const [first = "", second = "", third = ""] = runIds;

  const other = await context.newPage();
  await other.goto(`/runs/${first}`);
  await page.goto(`/runs/${first}`);
  const askToDelete = async (on: Page) => {
    await on.locator("header [data-acts]").getByRole("button", { name: "More" }).click();
    await on.getByRole("menuitem", { name: "Delete run…" }).click();
  };
  await askToDelete(page);
  const dialog = page.getByRole("dialog", { name: "Delete this run?" });
  await expect(dialog).toContainText(/1 run with [\d,]+ events/);
  await expect(dialog).toContainText("lines of the audit log");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  // On a phone the acts of a run take one row.
  const wide = page.viewportSize() ?? PHONE;
  await page.setViewportSize(PHONE);
  const acts = page.locator("header [data-acts] :is(a, button)").filter({ visible: true });
  const rows = await acts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(rows).toHaveLength(3);
  expect(new Set(rows).size).toBe(1);
  await askToDelete(page);
  await expect(dialog).toContainText(/1 run with/);
  await page.setViewportSize(wide);
  await dialog.getByRole("button", { name: "Delete run" }).click();
  await expect(page).toHaveURL(/\/runs$/);
  await expect(page.getByText("Run deleted")).toBeVisible();

  // The page that another has open: what it asks for now says so, and so does its address.
  await askToDelete(other);
  await expect(other.getByRole("dialog")).toContainText("Nothing.");
  await other.keyboard.press("Escape");
  await other.reload();
  await expect(other.getByRole("heading", { name: "This run was removed" })).toBeVisible();
  await expect(other.getByText("deleted by a person on")).toBeVisible();
  await other.goto(`/compare?a=${first}&b=${second}`);
  await expect(other.getByText(/was deleted by a person on/).first()).toBeVisible();

  await page.goto(`/runs?tag=${tag}`);
  const list = page.getByRole("region", { name: "Runs", exact: true });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  for (const box of await list.getByRole("checkbox").all()) await box.check();
  const selected = page.getByRole("region", { name: "Selected runs" });
  await selected.getByRole("button", { name: "Delete 2 runs…" }).click();
  const many = page.getByRole("dialog", { name: "Delete 2 runs?" });
  await expect(many).toContainText(/2 runs with [\d,]+ events/);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await many.getByRole("button", { name: "Delete 2 runs" }).click();
  await expect(many).toBeHidden();
  await expect(list).toContainText("No matching runs");
  for (const id of [second, third]) {
    const gone = await request.get(`/api/v1/runs/${id}`);
    expect(gone.status()).toBe(404);
    expect(await gone.json()).toMatchObject({ details: { removedAt: expect.any(Number) } });
  }
});

test("runs that ended before a day are deleted after typing that it is meant", async ({ page }) => {
  await page.goto("/settings/retention");
  const card = page.getByRole("region", { name: "Delete finished runs" });
  await expect(card.getByRole("button", { name: "Delete runs…" })).toBeDisabled();
  await card.getByLabel("Ended before (UTC)").fill("2001-01-01");
  await card.getByRole("button", { name: "Delete runs…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete runs that ended before 2001-01-01?" });
  await expect(dialog).toContainText("Nothing.");
  await dialog.getByRole("button", { name: "Delete runs" }).click();
  await expect(dialog).toContainText("No run can be deleted.");
  await expectAccessible(page);
});
