import type { Page } from "@playwright/test";
import { addReviewer, startRun, unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

/** The first gate keeps the run from what is edited; the second takes two people. */
const plan = {
  title: "Ship it",
  tasks: [
    { id: "ask", type: "human_review", title: "May it begin?" },
    { id: "build", title: "Build it", input: "Build", depends_on: ["ask"] },
    { id: "legal", type: "human_review", title: "Legal signs", gate: { quorum: 2 }, depends_on: ["build"] },
    { id: "tell", title: "Tell the team", input: "Tell {{results.build}}", depends_on: ["legal"] },
  ],
};

test.beforeEach(({ request }) => addReviewer(request));

test("a plan is edited on its canvas: what is staged outlives a reload, a refusal and another version, and is applied", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: unique("Edit on the canvas"), plan });
  await page.goto(`/runs/${runId}`);
  await page.getByRole("button", { name: "Edit plan", exact: true }).click();
  const editor = page.getByRole("region", { name: "Plan editor" });
  const node = (id: string) => editor.locator(`[data-task="${id}"]`).first();
  const staged = editor.getByRole("list", { name: "Staged changes" });

  // By pointer: from the handle of one task to that of another. By keys: a step back.
  const handle = (id: string, side: string) => editor.locator(`[data-handle-of="${id}"].${side}`);
  await handle("build", "source").dragTo(handle("tell", "target"));
  await expect(staged).toContainText("Tell the team waits for Build it");
  await page.keyboard.press("Control+z");
  await expect(staged).toHaveCount(0);
  await page.keyboard.press("Control+Shift+z");
  await expect(staged.getByRole("listitem")).toHaveCount(1);
  // What stands in a field is written by nobody yet: the step back is that of the plan, and the focus stays in the editor.
  await page.keyboard.press("n");
  await expect(editor.getByLabel("Title")).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(editor.getByRole("complementary")).toBeFocused();
  await expect(staged.getByRole("listitem")).toHaveCount(1);

  // The critic reads what is staged as it is typed: a finding comes with the words and goes with them.
  const findings = editor.getByRole("list", { name: "Critic findings" });
  const bias = findings.locator('[data-finding^="optimism_bias"]');
  const write = async (words: string) => {
    await node("tell").click();
    await editor.getByLabel("Instructions", { exact: true }).fill(words);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  };
  await write("Fetch {{results.build}} from the API");
  await expect(bias).toContainText("Tell the team");
  await write("Tell everyone of {{results.build}}");
  await expect(findings.or(editor.getByText("no findings")).first()).toBeVisible();
  await expect(bias).toHaveCount(0);
  await page.reload();
  await expect(node("tell")).toHaveAttribute("data-mark", "changed");
  await expect(editor.getByRole("button", { name: "Undo (Ctrl Z)" })).toBeEnabled();
  await node("legal").click();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Delete");
  await expect(node("legal")).toHaveAttribute("data-mark", "removed");
  await expect(editor.getByRole("status").filter({ hasText: "Staged: deleted Legal signs" })).toHaveCount(1);

  // Doing without a gate of two people is refused in place, and loses nothing.
  const dialog = page.getByRole("dialog");
  await editor.getByRole("button", { name: "Review and apply…" }).click();
  await expect(dialog.getByRole("region", { name: "Changes" })).toContainText("Legal signs");
  await dialog.getByLabel("Reason").fill("The team waits.");
  await dialog.getByRole("button", { name: "Apply as version 2" }).click();
  await expect(dialog.getByRole("alert").filter({ hasText: "2 people" })).toBeVisible();
  await page.keyboard.press("Escape");
  await staged.getByRole("button", { name: "Discard: Legal signs" }).click();

  // Another version says otherwise of the same field: the conflict has a name, and the rest still fits.
  const theirs = plan.tasks.map((task) => (task.id === "tell" ? { ...task, input: "Write to them" } : task));
  const command = { type: "edit_plan", expectedPlanVersion: 1, reason: "Theirs", plan: { tasks: theirs } };
  const answer = await request.post(`/api/v1/runs/${runId}/commands`, { data: command });
  expect(answer.status(), await answer.text()).toBe(200);
  await expect(editor.getByText("The plan moved from version 1 to 2.")).toBeVisible();
  const conflicts = editor.getByRole("list", { name: "Conflicts" });
  await expect(conflicts).toContainText("Tell the team: instructions");
  await conflicts.getByRole("button", { name: "Keep mine" }).click();
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);

  await editor.getByRole("button", { name: "Review and apply…" }).click();
  await dialog.getByLabel("Reason").fill("The whole team waits.");
  // Yet another version comes while the changes are read: they are applied to it once they were read against it.
  const again = [...theirs, { id: "log", title: "Log it", input: "Log it", dependsOn: ["build"] }];
  const third = { ...command, expectedPlanVersion: 2, plan: { tasks: again } };
  expect((await request.post(`/api/v1/runs/${runId}/commands`, { data: third })).status()).toBe(200);
  await expect(dialog).toContainText("Plan version 3 came in the meantime");
  await dialog.getByRole("button", { name: "Apply as version 4" }).click();
  await expect(dialog.getByRole("alert").filter({ hasText: "Read what your changes do" })).toBeVisible();
  await dialog.getByRole("button", { name: "Apply to version 3" }).click();
  await dialog.getByLabel("Reason").focus();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Editing plan v")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit plan", exact: true })).toBeFocused();
  const version = await (await request.get(`/api/v1/runs/${runId}/plan`)).json();
  expect(version).toMatchObject({ version: 4, origin: "person", cause: "The whole team waits." });
  const tell = version.plan.tasks.find(({ id }: { id: string }) => id === "tell");
  expect(tell).toMatchObject({ input: "Tell everyone of {{results.build}}", dependsOn: ["legal", "build"] });
  expect(version.plan.tasks.map(({ title }: { title: string }) => title)).toContain("Log it");
});

test("a review becomes a human gate, a task gets a predicate that was tried and a gate before it, and the server reads both", async ({
  page,
  request,
}) => {
  const review = { focus: "Is it good enough?", decision_points: ["Is it?"] };
  const [ask, build, , tell] = plan.tasks;
  const check = { id: "check", type: "planning_review", title: "Look at it", review, depends_on: ["build"] };
  const count = { id: "count", type: "direct", title: "Count the houses", input: '"done"' };
  const tasks = [count, ask, build, check, { ...tell, depends_on: ["check"] }];
  const runId = await startRun(request, { mission: unique("Retype"), plan: { ...plan, tasks } });
  const lawful = { focus: "Is it lawful?", decision_points: ["Is there a contract?"] };
  const own = { kind: "review", name: unique("Legal review") };
  const body = { title: "Legal", tasks: [{ id: "review", type: "planning_review", review: lawful }] };
  expect((await request.post("/api/v1/templates", { data: { ...own, body } })).ok()).toBe(true);
  await page.goto(`/runs/${runId}?edit=plan`);
  const editor = page.getByRole("region", { name: "Plan editor" });
  const node = (id: string) => editor.locator(`[data-task="${id}"]`).first();
  const staged = editor.getByRole("list", { name: "Staged changes" });
  const type = editor.getByLabel("Type");
  const quorum = editor.getByLabel("People who have to approve");

  // What has ended is locked: its node says so, it has no form, and no key takes it away.
  const ended = editor.locator('.react-flow__node[data-id="count"]');
  await expect(ended).toHaveAttribute("aria-label", /locked/);
  await expect(ended.locator(".lucide-lock").first()).toBeVisible();
  await node("count").click();
  await expect(editor.getByText("The task has succeeded. Its result stays as it is.")).toBeVisible();
  await expect(editor.getByLabel("Title")).toHaveCount(0);
  await page.keyboard.press("Delete");
  await expect(editor.getByText("· nothing staged")).toBeVisible();
  // An edge of the selected task is taken away on the canvas.
  await node("tell").click();
  await expect(editor.locator('.react-flow__node[data-id="tell"]')).not.toHaveAttribute(
    "aria-label",
    /locked/,
  );
  await editor.getByRole("button", { name: "Disconnect “Tell the team” from “Look at it”" }).click();
  const said = editor.getByRole("status").filter({ hasText: "Tell the team no longer waits for Look at it" });
  await expect(said).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(editor.getByText("· nothing staged")).toBeVisible();

  // What a type says of a task is there again with the type, and asks nobody without it.
  await node("tell").click();
  await type.selectOption({ label: "Human gate" });
  await quorum.fill("2");
  await type.selectOption({ label: "Task (an agent)" });
  await expect(quorum).toHaveCount(0);
  await expect(editor.getByText("· nothing staged")).toBeVisible();
  await type.selectOption({ label: "Human gate" });
  await expect(quorum).toHaveValue("2");
  await type.selectOption({ label: "Task (an agent)" });

  await editor.getByRole("button", { name: "Add a predicate" }).click();
  await expect(editor.getByRole("textbox", { name: "Predicate" })).toBeFocused();
  await page.keyboard.insertText("(> (count data/result) 3)");
  const says = editor.getByRole("status", { name: "Predicate outcome" });
  await editor.getByLabel("Test with this result (JSON)").fill('"yes"');
  await expect(says).toContainText("Failed");
  await editor.getByLabel("Test with this result (JSON)").fill('"all of them"');
  await expect(says).toContainText("Passed");
  await editor.getByRole("button", { name: "Use predicate" }).click();
  await editor.getByText("Ask a person before this task").click();
  await editor.getByRole("button", { name: "Approve: Tell the team", exact: true }).click();
  await expect(editor.getByLabel("Title")).toHaveValue("Approve: Tell the team");

  // A review is filled in by a template: one of the workspace, and one that every workspace has.
  await node("check").click();
  const template = editor.getByLabel("Review template");
  await template.selectOption(own.name);
  await expect(editor.getByLabel("Focus")).toHaveValue("Is it lawful?");
  await expect(editor.getByLabel("Decision points")).toHaveValue("Is there a contract?");
  await template.selectOption("data-quality");
  await expect(editor.getByLabel("Focus")).not.toHaveValue("Is it lawful?");
  await expect(editor.getByLabel("Decision points")).toHaveValue(/data/i);
  await type.selectOption({ label: "Human gate" });
  await quorum.fill("2");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(staged).toContainText("Look at it: type");
  await editor.getByRole("button", { name: "Review and apply…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("region", { name: "Changes" })).toContainText("Look at it");
  await dialog.getByLabel("Reason").fill("People look at it.");
  await dialog.getByRole("button", { name: "Apply as version 2" }).click();
  await expect(editor).toHaveCount(0);

  const version = await (await request.get(`/api/v1/runs/${runId}/plan`)).json();
  const applied = new Map(version.plan.tasks.map((task: { id: string }) => [task.id, task]));
  expect(applied.get("check")).toMatchObject({ type: "human_review", gate: { quorum: 2 } });
  expect(applied.get("check")).not.toHaveProperty("review");
  expect(applied.get("tell")).toMatchObject({
    type: "task",
    verification: "(> (count data/result) 3)",
    dependsOn: ["approve_tell"],
  });
  expect(applied.get("tell")).not.toHaveProperty("gate");
  expect(applied.get("approve_tell")).toMatchObject({ type: "human_review", dependsOn: ["check"] });
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("a task is added and taken back in the sheet of its form, below a bar that stays in sight", async ({
    page,
    request,
  }) => {
    const runId = await startRun(request, { mission: unique("Edit on a phone"), plan });
    await page.goto(`/runs/${runId}?edit=plan`);
    const editor = page.getByRole("region", { name: "Plan editor" });
    const staged = editor.getByRole("list", { name: "Staged changes" });
    const sheet = page.getByRole("dialog");
    const title = sheet.getByLabel("Title");
    const add = editor.getByRole("button", { name: "Add task" });
    await editor.getByRole("button", { name: "Edit as text…" }).scrollIntoViewIfNeeded();
    await expect(add).toBeInViewport({ ratio: 1 });
    await add.tap();
    await expect(title).toBeFocused();
    await page.keyboard.insertText("Publish it");
    await expect(title).toHaveValue("Publish it");
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);

    // Nothing was written since it was opened: the steps back are those of the plan, and the last takes the task away.
    await staged.getByRole("button", { name: "Publish it" }).first().tap();
    await expect(sheet).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(title).toHaveValue("New task");
    await page.keyboard.press("Control+z");
    await expect(sheet).toHaveCount(0);
    await expect(staged).toHaveCount(0);
    await page.keyboard.press("Control+Shift+z");
    await expect(title).toHaveValue("New task");
  });
});

/** The moment it is drawn that something is staged, before what React does after that. */
const pressOnceStaged = (page: Page, key: string) =>
  page.evaluate((pressed) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[aria-label="Staged changes"] li')) return;
      observer.disconnect();
      const { activeElement } = document;
      activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true }));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }, key);

test("Esc leaves the plan editor with nothing staged, and asks before what is staged or written is left or discarded", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: unique("Leave the editor"), plan });
  await page.goto(`/runs/${runId}`);
  const edit = page.getByRole("button", { name: "Edit plan", exact: true });
  const editor = page.getByRole("region", { name: "Plan editor" });
  const staged = editor.getByRole("list", { name: "Staged changes" });
  const leave = page.getByRole("dialog", { name: "Leave the plan editor?" });
  await edit.click();
  await expect(editor.locator('[data-task="tell"]').first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(editor).toHaveCount(0);

  // What is written and cannot be staged is an error, and is there again: a figure, a predicate, the text, the reason.
  await edit.click();
  const node = (id: string) => editor.locator(`[data-task="${id}"]`).first();
  const dialog = page.getByRole("dialog");
  const predicate = editor.getByRole("textbox", { name: "Predicate" });
  await node("tell").click();
  await editor.getByLabel("Retries").fill("many");
  await editor.getByRole("button", { name: "Add a predicate" }).click();
  await expect(predicate).toBeFocused();
  await page.keyboard.insertText("(> 2 1)");
  await node("build").click();
  await expect(editor.getByLabel("Title")).toHaveValue("Build it");
  await editor.getByLabel("Instructions", { exact: true }).fill("Build it of {{results.nobody}}");
  await expect(node("build")).toContainText(/error/i);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(editor.getByRole("heading", { name: "3 errors" })).toBeVisible();
  await editor.getByRole("button", { name: "Review and apply…" }).click();
  await dialog.getByLabel("Reason").fill("It is time.");
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByText("Fix the errors first.")).toBeVisible();
  await expect(dialog.getByText("Retries: Enter a whole number from 0.")).toBeVisible();
  await page.keyboard.press("Escape");
  await editor.getByRole("button", { name: "Edit as text…" }).click();
  await dialog.getByLabel("Plan", { exact: true }).fill("two words");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(leave).toContainText(
    "Not applied: 1 staged change, 2 unfinished fields, the plan as text, and a reason.",
  );
  await leave.getByRole("button", { name: "Leave and keep" }).click();
  await page.reload();
  await edit.click();
  await node("tell").click();
  await expect(editor.getByLabel("Retries")).toHaveValue("many");
  await expect(predicate).toHaveText("(> 2 1)");
  await editor.getByRole("button", { name: "Discard", exact: true }).click();
  await editor.getByLabel("Retries").fill("0");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(editor.getByRole("heading", { name: "1 error" })).toBeVisible();
  await editor.getByRole("button", { name: "Review and apply…" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveValue("It is time.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await leave.getByRole("button", { name: "Discard all" }).click();
  await expect(editor).toHaveCount(0);

  await edit.click();
  await node("tell").click();
  await expect(editor.getByLabel("Title")).toHaveValue("Tell the team");
  // The focus is still on the canvas, where no task is selected any more. Of what was discarded before nothing is left.
  await pressOnceStaged(page, "Escape");
  await page.keyboard.press("Delete");
  await expect(leave).toContainText("Not applied: 1 staged change. This tab keeps it");
  await leave.getByRole("button", { name: "Leave and keep" }).click();
  await expect(editor).toHaveCount(0);
  await pressOnceStaged(page, "Escape");
  await page.getByRole("button", { name: /Edit plan/ }).click();
  await leave.getByRole("button", { name: "Discard all" }).click();
  await page.getByRole("button", { name: /Edit plan/ }).click();
  await expect(editor).toBeVisible();
  await expect(staged).toHaveCount(0);
});

test("a gate that nobody here can pass is an error at its field, and a draft that comes back says so and is discarded", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: unique("Ask who is there"), plan });
  await page.goto(`/runs/${runId}`);
  await page.getByRole("button", { name: "Edit plan", exact: true }).click();
  const editor = page.getByRole("region", { name: "Plan editor" });
  await editor.locator('[data-task="legal"]').first().click();
  const asked = editor.getByLabel("Who may answer");
  await asked.fill("Nobody Known\nNobody Else");
  await editor.getByLabel("People who have to approve").fill("3");
  const problem = editor.getByText(/takes 3 approvals of Nobody Known, or Nobody Else, and only .* can give/);
  await expect(problem).toBeVisible();
  await expect(asked).toHaveAttribute("aria-invalid", "true");
  await expect(
    editor.getByRole("group", { name: "Add who may answer" }).getByRole("button").first(),
  ).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await editor.getByLabel("People who have to approve").fill("1");
  await expect(problem).toHaveCount(0);

  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const note = editor.getByText(/^Draft from .* not saved: 1 staged change/);
  await expect(note).toHaveCount(0);
  await page.reload();
  await expect(note).toBeVisible();
  await page.setViewportSize(PHONE);
  await expect(note).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  await editor.getByRole("button", { name: "Discard draft" }).click();
  await expect(note).toHaveCount(0);
  await expect(editor).toContainText("nothing staged");
});
