import { startGate, startRun, unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

test("runs are filtered by group and text, and the address keeps it", async ({ page, request }) => {
  const mission = unique("Water the plants");
  await startGate(request, mission);
  await page.goto("/runs");
  await page.getByRole("searchbox").fill(mission);
  await expect(page).toHaveURL(/q=Water/);
  const rows = page.getByRole("region", { name: "Runs" }).locator("[data-run]");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("needs a person");
  await page.getByRole("link", { name: "Completed" }).click();
  await expect(page).toHaveURL(/show=completed/);
  await expect(page.getByText("No matching runs")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole("link", { name: "Needs me" }).click();
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("searchbox")).toHaveValue(mission);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});

test("rows keep their places; new runs come when they are asked for", async ({ page, request }) => {
  const name = unique("Count the stars");
  const first = await startGate(request, `${name} first`);
  await page.goto(`/runs?q=${encodeURIComponent(name)}`);
  const rows = page.getByRole("region", { name: "Runs" }).locator("[data-run]");
  await expect(rows).toHaveCount(1);
  await startGate(request, `${name} second`);
  const more = page.getByRole("button", { name: "Show 1 new run" });
  await expect(more).toBeVisible();
  await expect(rows).toHaveCount(1);
  await request.post(`/api/v1/runs/${first}/commands`, { data: { type: "cancel" } });
  await expect(rows.first()).toContainText("cancelled");
  await more.click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("second");
});

test("pages go on where the last one ended", async ({ page, request }) => {
  const name = unique("Fold the maps");
  const plan = { tasks: [{ id: "ask", type: "human_review", title: "Fold", input: "Fold?" }] };
  for (let n = 1; n <= 26; n += 1) await startRun(request, { mission: `${name} no ${n}`, plan });
  await page.goto(`/runs?q=${encodeURIComponent(name)}`);
  const rows = page.locator("[data-run]");
  await expect(rows).toHaveCount(25);
  await page.getByRole("link", { name: "Older runs" }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("no 1");
  await page.getByRole("link", { name: "Newest runs" }).click();
  await expect(rows).toHaveCount(25);
});

test("a mission is tagged in the form, and its tag leads to the runs that share it", async ({
  page,
  request,
}) => {
  const tag = unique("orchard");
  const plan = { tasks: [{ id: "ask", type: "human_review", title: "Prune", input: "Prune?" }] };
  await startRun(request, { mission: unique("Prune the pears"), plan, tags: [tag] });
  const mission = unique("Prune the apples");
  await page.goto("/runs/new");
  await page.getByRole("textbox", { name: "Mission" }).fill(mission);
  await page.getByLabel("Tags (optional)").fill(`${tag}, trees,, ${tag}`);
  await page.getByRole("button", { name: "Start mission" }).click();
  await page.waitForURL(/\/runs\/run_/);
  await page.goto(`/runs?q=${encodeURIComponent(mission)}`);
  const rows = page.getByRole("region", { name: "Runs" }).locator("[data-run]");
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole("link", { name: /^Runs tagged/ })).toHaveCount(3);
  await page.getByRole("searchbox").fill("");
  await expect(page).not.toHaveURL(/q=/);
  await page
    .getByRole("link", { name: `Runs tagged ${tag}` })
    .first()
    .click();
  await expect(page).toHaveURL(/tag=orchard/);
  await expect(rows).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await page.getByRole("link", { name: `Tag ${tag}: show all tags` }).click();
  await expect(page).toHaveURL(/\/runs$/);
});

test("the form of filters has everyone who has started runs, and days", async ({
  page,
  request,
  playwright,
}) => {
  const name = unique("Bot");
  const made = await request.post("/api/v1/keys", { data: { name, capabilities: ["view", "operate"] } });
  expect(made.status(), await made.text()).toBe(201);
  const { secret } = await made.json();
  const baseURL = new URL(made.url()).origin;
  const headers = { authorization: `Bearer ${secret}` };
  const bot = await playwright.request.newContext({ baseURL, extraHTTPHeaders: headers });
  await startGate(bot, `Sweep ${name}`);
  await bot.dispose();
  await page.goto("/runs");
  await page.getByRole("button", { name: "Filters" }).click();
  const form = page.getByRole("dialog", { name: "Filter runs" });
  await form.getByLabel("Started by").selectOption({ label: name });
  await form.getByRole("button", { name: "Last 7 days" }).click();
  const rows = page.getByRole("region", { name: "Runs" }).locator("[data-run]");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(`by ${name}`);
  await page.getByRole("button", { name: "Filters" }).click();
  await form.getByRole("button", { name: "Yesterday" }).click();
  await expect(page.getByText("No matching runs")).toBeVisible();
  await page.getByRole("button", { name: "Filters" }).click();
  await expect(form.getByLabel("Started by").locator("option:checked")).toHaveText(name);
  await form.getByLabel("Started from").fill("2020-01-01");
  await form.getByLabel("Started until").fill("2020-01-31");
  await form.getByRole("button", { name: "Show runs" }).click();
  await expect(page.getByText("No matching runs")).toBeVisible();
});
