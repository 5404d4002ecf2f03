import { startRun, unique } from "./api";
import { expectAccessible, expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

test("an agent of a run is kept in the library, gets a version, and goes into another plan as a copy", async ({
  page,
  request,
}) => {
  const name = unique("Reader");
  const tasks = [
    { id: "ask", type: "human_review", title: "May it begin?" },
    { id: "read", title: "Read it", input: "Read", agent: name, depends_on: ["ask"] },
  ];
  const agents = { [name]: { prompt: "You read contracts.", tools: ["calculator"], maxTurns: 4 } };
  await startRun(request, { mission: unique("Read contracts"), plan: { title: "Read", agents, tasks } });

  await page.goto("/library/agents");
  await page.getByRole("button", { name: `Save as template: ${name}` }).click();
  const saving = page.getByRole("dialog", { name: "Save agent as template" });
  await expect(saving.getByLabel("Name")).toHaveValue(name);
  await expectAccessible(page);
  await saving.getByRole("button", { name: "Save template" }).click();
  await saving.getByRole("link", { name: "Open template" }).click();
  const drawer = page.getByRole("dialog", { name: "Agent template" });
  await expect(drawer).toContainText("You read contracts.");
  await expect(drawer).toContainText("At most 4 model turns");
  await expect(drawer).toContainText("Version 1: no task lately");

  await drawer.getByRole("button", { name: "Edit" }).click();
  await drawer.getByLabel("When to use it").fill("For contracts");
  await drawer.getByLabel("Prompt", { exact: true }).fill("You read contracts, twice.");
  await drawer.getByText(/^Other settings/).click();
  const more = drawer.getByLabel("Hints, policy, examples, reflection (JSON)");
  await more.fill('{"pace": 1}');
  await expect(more).toHaveAccessibleDescription(/only hints, examples, policy, reflection/);
  await more.fill('{"hints": ');
  await drawer.getByRole("button", { name: "Save version 2" }).click();
  await expect(drawer.getByText("Correct the other settings.")).toBeVisible();
  await more.fill('{"hints": {"preferred": ["calculator"]}}');
  await expectAccessibleInBothThemes(page);
  await drawer.getByRole("button", { name: "Save version 2" }).click();
  await expect(drawer).toContainText("You read contracts, twice.");
  await expect(drawer).toContainText("Also sets: hints");
  await drawer.getByRole("button", { name: "Show version 1" }).click();
  await expect(drawer).not.toContainText("twice");
  await page.keyboard.press("Escape");
  const list = page.getByRole("list", { name: "Agents of this workspace" });
  await expect(list).toContainText("For contracts");
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  const others = [
    { id: "ask", type: "human_review", title: "May it begin?" },
    { id: "work", title: "Do it", input: "Do it", depends_on: ["ask"] },
  ];
  const runId = await startRun(request, { mission: unique("Other work"), plan: { tasks: others } });
  await page.goto(`/runs/${runId}`);
  await page.getByRole("button", { name: "Edit plan", exact: true }).click();
  const editor = page.getByRole("region", { name: "Plan editor" });
  await editor.locator('[data-task="work"]').first().click();
  await editor.getByText("From the library").click();
  await editor.getByLabel("Library agent").selectOption(name);
  await editor.getByRole("button", { name: "Insert and use" }).click();
  await expect(editor.getByLabel("Agent", { exact: true })).toHaveValue(name);
  await expect(editor.getByLabel("Agent prompt")).toHaveValue("You read contracts, twice.");
  await editor.getByRole("button", { name: "Review and apply…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The reader knows how.");
  await dialog.getByRole("button", { name: "Apply as version 2" }).click();
  await expect(dialog).toHaveCount(0);
  const { plan } = await (await request.get(`/api/v1/runs/${runId}/plan`)).json();
  expect(plan.agents[name]).toMatchObject({ prompt: "You read contracts, twice.", maxTurns: 4 });
  expect(plan.agents[name].hints).toMatchObject({ preferred: ["calculator"] });

  await page.goto("/library/agents");
  await page.getByRole("button", { name: `Open ${name}` }).click();
  await drawer.getByRole("button", { name: "Archive" }).click();
  await expect(drawer.getByRole("button", { name: "Restore" })).toBeVisible();
});
