import { readFile } from "node:fs/promises";
import { createOpenAiWireServer, type Reply, type WireRequest } from "@/lib/testing/wire/openai-server";
import { startRun } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, NARROWEST, PHONE } from "./checks";
import { expect, test } from "./fixtures";

const KEY = "sk-e2e-settings-0123456789";
const usage = { inputTokens: 40, outputTokens: 5 };

/** A model that does what a test asks of it. */
function play({ body }: WireRequest): Reply {
  if (body.tools) return { kind: "answer", toolCalls: [{ tool: "report", args: { word: "ready" } }], usage };
  return { kind: "answer", text: body.response_format ? '{"word":"ready"}' : "ready", usage };
}

test("a local model is added with its key, tested, put to work, and removed", async ({
  page,
  startServer,
  playwright,
}) => {
  test.setTimeout(180_000);
  const provider = await createOpenAiWireServer({ respond: play });
  const server = await startServer();
  await page.goto(`${server.url}/settings`);
  await expect(page).toHaveURL(/\/settings\/models$/);
  await expect(page.getByText("Only the simulated model is available")).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);

  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add provider" }).last().click();
  await expect(dialog.getByLabel("Name")).toHaveValue("local");
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  await dialog.getByLabel("Key (optional)").fill(KEY);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("needs its address");
  await expect(dialog.getByLabel("Key (optional)")).toHaveValue(KEY);
  await dialog.getByLabel("Base URL").fill(provider.baseUrl);
  await dialog.getByLabel("Base URL").press("Enter");
  await expect(dialog).toBeHidden();
  const providers = page.getByRole("region", { name: "Providers" });
  await expect(providers).toContainText("API key set");
  await expect(providers).toContainText("by Local operator");
  expect(await page.content()).not.toContain(KEY);

  await page.getByRole("button", { name: "Add model" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("This field is required.")).toBeVisible();
  await dialog.getByLabel("Model", { exact: true }).fill("llama3:8b");
  await dialog.getByLabel("Display name").fill("Llama");
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const models = page.getByRole("region", { name: "Models", exact: true });
  await expect(models).toContainText("local:llama3:8b");
  await expect(models).toContainText("cost limits do not apply");

  await models.getByRole("button", { name: "Edit local:llama3:8b" }).click();
  await dialog.getByLabel("Input", { exact: true }).fill("0.5");
  await dialog.getByLabel("Output", { exact: true }).fill("1.5");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(models).toContainText("$0.50 in, $1.50 out (set here)");

  await models.getByRole("button", { name: "Test model: local:llama3:8b" }).click();
  await expect(models).toContainText("Working");
  await expect(models).toContainText("Structured output");
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual(
    provider.requests.map(() => `Bearer ${KEY}`),
  );

  const roles = page.getByRole("region", { name: "Default models" });
  await roles.getByLabel("Planner", { exact: true }).selectOption("simulated:scenarios");
  await roles.getByRole("button", { name: "Save default models" }).click();
  await expect(roles.getByText("Unsaved changes")).toBeHidden();
  await page.reload();
  await expect(roles.getByLabel("Planner", { exact: true })).toHaveValue("simulated:scenarios");

  await roles.getByRole("button", { name: "Call settings: Agents" }).click();
  await dialog.getByLabel("Reasoning effort").selectOption("high");
  await dialog.getByLabel("Temperature").fill("3");
  await dialog.getByLabel("Add fallback model").selectOption("local:llama3:8b");
  await expect(dialog.getByRole("button", { name: "Remove local:llama3:8b" })).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("at most 2")).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  await dialog.getByLabel("Temperature").fill("0.2");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(roles).toContainText("reasoning high · temperature 0.2 · then local:llama3:8b");
  await expectAccessibleInBothThemes(page);

  await page.goto(`${server.url}/runs/new`);
  await page.getByText("Run settings").click();
  await expect(page.getByLabel("Model", { exact: true })).toContainText("Llama (local:llama3:8b)");
  await page.getByText("Models by role").click();
  await page.getByLabel("Reviewer", { exact: true }).selectOption("local:llama3:8b");
  await expect(page.getByText("(1 chosen)")).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);

  const request = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: server.authorization,
  });
  const price = { inputUsd: 3, outputUsd: 15 };
  expect((await request.post("/api/v1/models", { data: { id: "local:llama3:8b", price } })).ok()).toBe(true);
  const plan = { title: "Plan", tasks: [{ id: "write", title: "Write the letter", input: "Write it" }] };
  const settings = { models: { default: "local:llama3:8b" }, summarizer: "off" };
  const runId = await startRun(request, { mission: "Write a letter", plan, settings });
  await page.goto(`${server.url}/runs/${runId}`);
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible({ timeout: 30_000 });
  expect(await (await request.get("/api/v1/models")).text()).not.toContain(KEY);

  // The run has cost more than the cap that is saved now: every page says so, and the next one is refused.
  await page.goto(`${server.url}/settings/spending`);
  const badge = page.getByRole("link", { name: /^Spent today: .* of the daily cap$/ });
  await page.getByLabel("US dollars a day").fill("50");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // A phone has no room for it until most of the cap is spent.
  await expect(page.getByText("Spending cap saved")).toBeVisible();
  await expect(badge).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(badge).toContainText("of $50.00");
  await page.setViewportSize(PHONE);
  await page.getByLabel("US dollars a day").fill("0.0002");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // The one before stands behind it there.
  await expect(page.getByText("Spending cap saved").last()).toBeVisible();
  await expect(badge).toContainText("of $0.0002");
  const limits = page.getByRole("region", { name: "Default run budgets" });
  await limits.getByLabel("Token limit").fill("0");
  await expect(limits).toContainText("Must be at least 1");
  await limits.getByLabel("Token limit").fill("500000");
  await limits.getByLabel("Token limit").press("Control+Enter");
  await expect(page.getByText("Run budgets saved")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goto(`${server.url}/runs/new`);
  await page.getByText("Run settings").click();
  const tokens = page.getByLabel("Token limit");
  await expect(tokens).toHaveValue("500000");
  await expect(tokens).toHaveAccessibleDescription(/Set by the workspace default/);
  await tokens.fill("");
  await expect(tokens).toHaveAccessibleDescription(/No limit for this run; .* 500,000 tokens/);
  await page.getByRole("link", { name: "Overview" }).click();
  const glance = page.getByRole("region", { name: "At a glance" });
  await expect(glance).toContainText("Daily cap reached");
  await expect(glance).toContainText("1 of 1");
  await expect(glance).not.toContainText("Demo runs");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(NARROWEST);
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  const refused = await request.post("/api/v1/runs", { data: { mission: "Another", plan, settings } });
  expect(refused.status()).toBe(429);
  expect(await refused.text()).toContain("spent its daily cap");
  await request.dispose();

  await page.goto(`${server.url}/costs`);
  const total = await page.locator("[data-total] [title]").getAttribute("title");
  expect(Number.parseFloat(total ?? "")).toBeGreaterThan(0);
  await expectAccessibleInBothThemes(page);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  const [head = "", ...lines] = file
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  const at = head.indexOf("cost_usd");
  const micro = lines.reduce((sum, cells) => sum + Math.round(Number(cells[at]) * 1_000_000), 0);
  expect(micro).toBe(Math.round(Number.parseFloat(total ?? "") * 1_000_000));
  await page
    .getByRole("region", { name: "By model" })
    .getByRole("link", { name: /local:llama3/ })
    .first()
    .click();
  await expect(page.getByRole("link", { name: "Model local:llama3:8b: remove filter" })).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.goto(`${server.url}/settings/models`);
  await page.getByRole("button", { name: "Edit local", exact: true }).click();
  await dialog.getByLabel("Base URL").fill("http://127.0.0.1:9/v1");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("enter it again");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await page.getByRole("button", { name: "Remove local", exact: true }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Only the simulated model is available")).toBeVisible();
  await provider.close();
});
