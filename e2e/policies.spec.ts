import type { Page } from "@playwright/test";
import { startRun, unique } from "./api";
import { expectAccessible, expectNoSideScroll, PHONE, START } from "./checks";
import { expect, test } from "./fixtures";

/** Policies of the workspace bind the runs of every other test: these only speak of tools by versions of their own. */
const VERSION = "77.0.1";

const trial = (page: Page) => page.getByRole("region", { name: "Policy simulator" });
const verdict = (page: Page) => trial(page).locator("[data-decision]");

async function askAbout(page: Page, version: string): Promise<void> {
  await trial(page).getByLabel("Tool", { exact: true }).selectOption("deploy");
  await trial(page).getByRole("textbox", { name: "service" }).fill("web-app");
  await trial(page).getByRole("textbox", { name: "version" }).fill(version);
  const environment = trial(page).getByLabel("environment");
  if ((await environment.getAttribute("type")) === null) await environment.selectOption({ index: 1 });
  else await environment.fill("staging");
}

async function addRule(page: Page, version: string): Promise<void> {
  await page.getByRole("button", { name: "Add rule" }).click();
  const rule = page.getByRole("group", { name: "Rule 1" });
  await rule.getByLabel("Tool", { exact: true }).selectOption("deploy");
  await rule.getByLabel("Argument").fill("version");
  await rule.getByLabel("Value").fill(version);
}

test("a policy is written, tried, saved, binds a run, is changed by two, and is removed", async ({
  page,
  request,
}) => {
  const name = unique("Careful with seventy-seven");
  await page.goto("/settings/policies");
  await page.getByRole("button", { name: "New policy" }).first().click();
  await page.getByRole("button", { name: "Save policy" }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await addRule(page, VERSION);
  await askAbout(page, VERSION);
  await expect(verdict(page)).toHaveAttribute("data-decision", "ask");
  await expect(verdict(page)).toContainText(
    `Argument rule: version = "${VERSION}" (workspace policy "${name}")`,
  );
  await askAbout(page, "1.0.0");
  await expect(verdict(page)).toHaveAttribute("data-decision", "allow");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save policy" }).click();
  const item = page.getByRole("listitem").filter({ hasText: name });
  await expect(item.first()).toContainText(`Asks a person before deploy where version = "${VERSION}".`);

  const mission = unique("Ship seventy-seven");
  const args = { environment: "staging", service: "web-app", version: VERSION };
  const runId = await startRun(request, {
    mission,
    plan: {
      title: "Ship",
      agents: { ops: { prompt: "Ship it.", tools: ["deploy"] } },
      tasks: [{ id: "one", title: "Ship", agent: "ops", input: { tool: "deploy", args } }],
    },
    settings: { summarizer: "off" },
  });
  await page.goto(`/inbox?q=${encodeURIComponent(mission)}`);
  await page.getByRole("button", { name: mission }).click();
  const panel = page.locator("[data-gate]");
  await expect(panel).toContainText(`workspace policy "${name}"`);
  await panel.getByRole("button", { name: "Reject" }).click();
  await panel.getByRole("button", { name: "Reject" }).click();
  await expect(panel).toContainText("Rejected by Local operator");
  await page.goto(`/runs/${runId}?task=one`);
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();
  await page.getByRole("tab", { name: "Trajectory" }).click();
  await page.getByRole("button", { name: "Explain with policies" }).click();
  await expect(page.locator("[data-decision=ask]")).toContainText(`workspace policy "${name}"`);
  await expectAccessible(page);

  await page.goto("/settings/policies");
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const { items } = await (await request.get("/api/v1/policies")).json();
  const known = items.find((one: { name: string }) => one.name === name);
  const { id, version, scope, policy } = known;
  const changed = await request.post(`/api/v1/policies/${id}`, { data: { version, name, scope, policy } });
  expect(changed.status()).toBe(200);
  await page.getByRole("group", { name: "Rule 1" }).getByLabel("Then").selectOption("deny");
  await page.getByRole("button", { name: "Save policy" }).click();
  await expect(page.getByText("saved version 2 in the meantime")).toBeVisible();
  await page.getByRole("button", { name: "Keep mine as the next version" }).click();
  await page.getByRole("button", { name: "Save policy" }).click();
  await expect(item.first()).toContainText("Denies deploy where");
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem").filter({ hasText: "Version 1" })).toContainText(
    "by Local operator",
  );
  await page.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("heading", { name })).toHaveCount(0);
});

test("a mission has a policy of its own, written with the same fields", async ({ page, request }) => {
  const mission = unique("Ship under a policy");
  await page.goto("/runs/new");
  await page.getByRole("textbox", { name: "Mission", exact: true }).fill(mission);
  await page.getByText("Run settings").click();
  await page.getByRole("switch", { name: "Tool policy for this run" }).click();
  const denied = page.getByRole("group", { name: /^Denied tools/ });
  await denied.getByRole("checkbox", { name: /^deploy / }).check();
  await expectAccessible(page);
  await page.getByText("Paste a plan (optional)").click();
  const plan = {
    title: "Ship",
    agents: { ops: { tools: ["deploy"] } },
    tasks: [{ id: "a", agent: "ops", input: "go" }],
  };
  await page.getByLabel("Plan (JSON or text)").fill(JSON.stringify(plan));
  const preview = page.getByRole("region", { name: "Plan preview" });
  await expect(preview).toContainText("on the deny-list (the run's policy)");
  await page.getByRole("button", { name: START }).click();
  await expect(page.getByRole("alert").filter({ hasText: "deny-list" }).first()).toBeVisible();
  await page.getByLabel("Plan (JSON or text)").fill("");
  await page.getByRole("button", { name: START }).click();
  await page.waitForURL(/\/runs\/run_/);
  const runId = new URL(page.url()).pathname.split("/").at(-1);
  const { state } = await (await request.get(`/api/v1/runs/${runId}/snapshot`)).json();
  expect(state.settings.toolPolicy).toMatchObject({ denied: ["deploy"], allowed: null });
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("the editor fits, and works by keyboard too", async ({ page }) => {
    await page.goto("/settings/policies");
    await page.getByRole("button", { name: "New policy" }).first().tap();
    await page.getByLabel("Name", { exact: true }).fill("P".repeat(80));
    await page.getByText("Only selected tools").tap();
    await addRule(page, "x".repeat(200));
    await expect(verdict(page)).toContainText("PPPP");
    await expectNoSideScroll(page);
    await expectAccessible(page);
    const find = page.getByRole("textbox", { name: "Search or enter a tool name: Denied tools" });
    await find.fill("to_come");
    await find.press("Enter");
    await expect(page.getByRole("button", { name: "Remove to_come" })).toBeVisible();
    await expect(page.getByText('There is no tool "to_come" now.')).toBeVisible();
  });
});
