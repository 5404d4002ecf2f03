import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { startRun, unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

const FICKLE = resolve(import.meta.dirname, "../lib/testing/mcp/fickle-server.mjs");

const completed = (request: APIRequestContext, run: string) =>
  expect.poll(async () => (await (await request.get(run)).json()).status).toBe("completed");

test("a trajectory whose tool changed is replayed, and its page says in which step, where, and what from and to", async ({
  page,
  request,
}, testInfo) => {
  const catalog = testInfo.outputPath("catalog.json");
  const shop = unique("shop").replace(" ", "-");
  const answer = (price: unknown) =>
    writeFileSync(catalog, JSON.stringify({ items: [{ name: "Tea", price }] }));
  answer(4);
  const command = [process.execPath, FICKLE];
  const added = await request.post("/api/v1/mcp-servers", {
    data: {
      name: shop,
      transport: "stdio",
      command: command[0],
      args: [FICKLE],
      confirmedCommand: command,
      env: { FICKLE_CATALOG: catalog },
    },
  });
  expect(added.ok(), await added.text()).toBe(true);
  // What tools it has is known once it was tested.
  const tested = await request.post(`/api/v1/mcp-servers/${shop}/test`, { data: {} });
  expect(tested.ok(), await tested.text()).toBe(true);
  const tasks = [
    {
      id: "prices",
      type: "direct",
      title: "Read the prices",
      input: `(do (tool/calculator {"expression" "2+3"}) (tool/${shop}__catalog {}))`,
    },
    { id: "sum", type: "direct", title: "Add up", input: '(tool/calculator {"expression" "4+9"})' },
  ];
  const mission = unique("What does it cost?");
  const runId = await startRun(request, { mission, plan: { title: "Prices", tasks } });
  await completed(request, `/api/v1/runs/${runId}`);
  const sum = await request.get(`/api/v1/runs/${runId}/trajectories/export?taskId=sum&attempt=1`);
  // The same tool answers in another form from here on.
  answer({ eur: 4 });

  await page.goto(`/runs/${runId}?task=prices`);
  await page.getByRole("tab", { name: "Trajectory" }).click();
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Replay attempt" });
  await dialog.getByLabel("Ignored paths").fill("week day[");
  await expect(dialog.getByText("“week day[” is not a path")).toBeVisible();
  await dialog.getByLabel("Ignored paths").fill("items.*.name");
  await dialog.getByRole("button", { name: "Replay" }).click();

  await expect(page).toHaveURL(/\/replays\/rpl_/);
  await expect(page.getByText("Mismatched: 1 difference in 2 compared calls.")).toBeVisible();
  const difference = page.getByRole("list", { name: "Differences" }).getByRole("listitem");
  await expect(difference).toHaveCount(1);
  await expect(difference).toContainText("Step 2");
  await expect(difference).toContainText(`${shop}__catalog`);
  await expect(difference.getByText("items.0.price", { exact: true })).toBeVisible();
  await expect(difference).toContainText("Recorded4");
  await expect(difference).toContainText(/Now\{\s*"eur": 4\s*\}/);
  const run = page.getByRole("region", { name: "Run of the attempt" });
  await expect(run.locator('[data-task="prices"]')).toContainText("replay mismatched (1)");
  await expect(run.locator('[data-task="sum"]')).not.toContainText("replay");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);

  await page.goto(`/replays?show=differs`);
  const row = page.getByRole("list", { name: "Replays" }).getByRole("listitem");
  await expect(row.filter({ hasText: "Read the prices, attempt 1" }).first()).toContainText("mismatched");
  await expectNoSideScroll(page);
  // Another one from a file.
  await page.getByRole("button", { name: "Replay a file" }).click();
  const file = page.getByRole("dialog", { name: "Replay a file" });
  await file.getByLabel("Replay or trajectory").fill("[]");
  await file.getByRole("button", { name: "Replay", exact: true }).click();
  await expect(file.getByText("The trajectory has no steps")).toBeVisible();
  await file.getByLabel("Replay or trajectory").fill(await sum.text());
  await file.getByRole("button", { name: "Replay", exact: true }).click();
  await expect(page.getByText("Matched: 1 call compared, no differences.")).toBeVisible();
  await request.post(`/api/v1/mcp-servers/${shop}/remove`, { data: {} });
});

test("an attempt is put to a model with two prompts, which act differently, with a critic", async ({
  page,
  request,
}) => {
  const mission = unique("Add up the receipts");
  const input = '{"tool": "calculator", "args": {"expression": "12*7"}}';
  const tasks = [{ id: "add", agent: "clerk", title: "Add up", input }];
  const agents = { clerk: { prompt: "You add.", tools: ["calculator"] } };
  const runId = await startRun(request, { mission, plan: { title: "Receipts", agents, tasks } });
  await completed(request, `/api/v1/runs/${runId}`);

  await page.goto("/replays");
  await page.getByRole("link", { name: "Ask other models" }).click();
  await page.getByRole("button", { name: "Ask models" }).click();
  await expect(page.getByText("Select an attempt or add a file.")).toBeVisible();
  await page.getByLabel("Search runs").fill(mission);
  const runs = page.getByRole("list", { name: "Runs" });
  await expect(runs.getByRole("listitem")).toHaveCount(1);
  await runs.getByRole("button", { name: mission }).click();
  await runs.getByLabel("Add up, attempt 1").check();
  await expect(page.getByRole("list", { name: "Selected trajectories" })).toContainText(mission);
  await page.getByRole("button", { name: "Add variant" }).click();
  await page.getByLabel("Prompt, variant 2").selectOption({ label: "Other text" });
  await page.getByLabel("System text, variant 2").fill("You are a poet.");
  await page.getByLabel("Have a critic score answers").check();
  await page.getByLabel("Cost limit in US dollars").fill("1");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await page.getByRole("button", { name: "Ask models" }).click();

  await expect(page).toHaveURL(/\/replays\/rpl_/);
  const table = page.getByRole("table");
  const [recorded, poet] = ["recorded prompt", "given prompt"].map((name) =>
    table.getByRole("row", { name: new RegExp(name) }),
  );
  // The calls are those of the recording; the poet answers at once.
  await expect(recorded ?? table).toContainText(/1\.00\s*nowhere/);
  await expect(poet ?? table).toContainText(/0\.50\s*Turn 1/);
  await expect(poet ?? table).toContainText("0.90");
  await (poet ?? table).getByRole("link", { name: "Turn 1" }).click();
  await expect(page.getByText("something else").first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoSideScroll(page);
});
