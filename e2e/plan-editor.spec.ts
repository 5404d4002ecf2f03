import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { startRun, unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE, sectionOf } from "./checks";
import { expect, test } from "./fixtures";

/** A plan that can run and is weak: nobody looks at what is fetched before it is used. */
const WEAK = {
  title: "Weekly figures",
  tasks: [
    { id: "fetch", title: "Fetch the figures", input: "Fetch the figures from the web API" },
    { id: "sum", title: "Add them up", input: "Add up {{results.fetch}}", depends_on: ["fetch"] },
    { id: "stray", title: "Look at the weather", input: "Look out of the window" },
    { id: "write", title: "Write it down", input: "Write {{results.sum}}", depends_on: ["sum"] },
  ],
};

const planText = (page: Page) => page.getByLabel("Plan (JSON or text)");
const preview = (page: Page) => page.getByRole("region", { name: "Plan preview" });
const node = (page: Page, id: string) =>
  preview(page).locator(`[data-id="${id}"], [data-task="${id}"]`).first();
const editor = (page: Page) => page.getByRole("textbox", { name: "Predicate" });
const says = (page: Page) => page.getByRole("status", { name: "Predicate outcome" });

/** What replaces a selection is given its style by Chromium as an attribute, which the policy refuses. */
async function clear(page: Page): Promise<void> {
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Backspace");
}

async function paste(page: Page, plan: string): Promise<void> {
  await page.goto("/runs/new");
  await page.getByText("Paste a plan (optional)").click();
  await planText(page).fill(plan);
}

test("a weak plan is shown with what the critic found, at its tasks and as a list", async ({ page }) => {
  await paste(page, JSON.stringify(WEAK, null, 2));
  await expect(preview(page)).toContainText("This plan is ready to run");
  await expect(preview(page)).toContainText(/Critic: .*\d of 10/);
  const findings = page.getByRole("list", { name: "Critic findings" });
  await expect(findings.locator('[data-finding^="optimism_bias"]')).toContainText("Fetch the figures");
  await expect(node(page, "fetch")).toContainText("warning");
  await findings.getByRole("button", { name: "Fetch the figures" }).first().click();
  await expect(page.getByRole("region", { name: "Fetch the figures" })).toContainText("fetch");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
});

test("what is wrong leads to its place in the text", async ({ page }) => {
  const broken = JSON.stringify(WEAK, null, 2).replace('"sum"\n', '"sun"\n');
  await paste(page, broken);
  const error = preview(page).getByRole("button", { name: /"sun", which is not a task/ });
  await expect(error).toContainText(/Line \d+ · Task write/);
  await error.click();
  const selected = () =>
    planText(page).evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
  expect(await selected()).toContain('"depends_on"');
  expect(await selected()).toContain('"sun"');
  await expect(planText(page)).toBeFocused();
});

test("a predicate is written with help, tried, and put into the plan", async ({ page }) => {
  await paste(page, JSON.stringify(WEAK));
  await node(page, "sum").click();
  await page.getByRole("button", { name: "Add a predicate" }).click();
  await editor(page).click();

  await page.keyboard.type("(> (cuont ");
  const wrong = page.getByRole("list", { name: "Predicate issues" });
  await expect(wrong).toContainText("line 1, column");
  await clear(page);
  await page.keyboard.insertText('(> (cuont (get data/result "items")) 2)');
  await expect(wrong).toContainText('There is no "cuont". Did you mean "count"?');
  await expect(wrong).toContainText("line 1, column 4");
  await expect(page.locator(".cm-lintRange-error")).toHaveText("cuont");
  await expectAccessibleInBothThemes(page);

  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.type("data/");
  const names = page.getByRole("listbox");
  await expect(names.getByRole("option", { name: /data\/result / })).toBeVisible();
  await expect(names.getByRole("option", { name: /data\/depends fetch/ })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(names).toHaveCount(0);

  await clear(page);
  await page.keyboard.insertText('(if (> (count (get data/result "items")) 2) true "Too few items")');
  await expect(wrong.getByRole("listitem")).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(editor(page)).not.toBeFocused();
  const result = page.getByLabel("Test with this result (JSON)");
  await result.fill('{"items": [1, 2');
  await expect(page.getByText("must be valid JSON")).toBeVisible();
  await result.fill('{"items": [1, 2]}');
  await expect(says(page)).toContainText("Failed");
  await expect(says(page)).toContainText("Too few items");
  await result.fill('{"items": 7}');
  await expect(says(page)).toContainText("data/result.items is a number");
  await expect(says(page)).toContainText("Expected a collection, got a number.");
  await result.fill('{"items": [1, 2, 3]}');
  await expect(says(page)).toContainText("Passed");

  await page.getByRole("button", { name: "Apply to plan" }).click();
  await expect(planText(page)).toHaveValue(/"verification": "\(if /);
  await expect(page.getByText("The plan text was rewritten")).toBeVisible();
  await expect(page.getByText("No changes.")).toBeVisible();
  await expect(says(page)).toContainText("Passed");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(planText(page)).toHaveValue(JSON.stringify(WEAK));
});

test("half a word in the text takes nothing away from who writes a predicate", async ({ page }) => {
  const text = JSON.stringify(WEAK);
  await paste(page, text);
  await node(page, "sum").click();
  await page.getByRole("button", { name: "Add a predicate" }).click();
  await editor(page).click();
  await page.keyboard.insertText("(pos? data/result)");
  await planText(page).fill(text.slice(0, 20));
  await expect(preview(page)).toContainText("Not a valid plan yet");
  await expect(preview(page)).toContainText("Showing the last valid plan below");
  await expect(editor(page)).toHaveText("(pos? data/result)");
  await planText(page).fill(text.replace("Add them up", "Add them all up"));
  await expect(page.getByRole("region", { name: "Add them all up" })).toBeVisible();
  await expect(editor(page)).toHaveText("(pos? data/result)");
});

test("plan text stays plan text when its predicate changes", async ({ page }) => {
  await paste(page, "PLAN: Two\nStep 1: Count\n- Verify: (pos? data/result)\nStep 2: Tell\n");
  await node(page, "step_1").click();
  await page.getByRole("button", { name: "Edit predicate" }).click();
  await editor(page).click();
  await clear(page);
  await page.keyboard.insertText("(> data/result 10)");
  await page.getByRole("button", { name: "Apply to plan" }).click();
  await expect(planText(page)).toHaveValue(/^PLAN: Two\n[\s\S]*Verify: \(> data\/result 10\)/);
});

test("a plan comes from a file and goes into one", async ({ page }) => {
  await page.goto("/runs/new");
  await page.getByText("Paste a plan (optional)").click();
  const chooser = page.getByLabel("Plan file");
  const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  // Choosing a file waits for nothing.
  await expect(chooser).toBeEnabled();
  await chooser.setInputFiles(file("plan.pdf", "x"));
  await expect(page.getByText("“plan.pdf” is not supported")).toBeVisible();
  await chooser.setInputFiles(file("plan.txt", "x".repeat(1_100_000)));
  await expect(page.getByText("the limit is 1024 KB")).toBeVisible();
  await chooser.setInputFiles(file("plan.json", JSON.stringify(WEAK)));
  await expect(preview(page)).toContainText("4 tasks in 3 levels");
  await expect(page.getByText("the limit is")).toHaveCount(0);

  for (const [format, fileName, part] of [
    ["Mermaid", "weekly-figures.mmd", "flowchart TD"],
    ["text", "weekly-figures.txt", "PLAN: Weekly figures"],
    ["JSON", "weekly-figures.json", '"title": "Weekly figures"'],
    ["SVG", "weekly-figures.svg", "Graph of 4 tasks: Weekly figures"],
    ["PNG", "weekly-figures.png", "PNG"],
  ] as const) {
    const saved = page.waitForEvent("download");
    await preview(page).getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: `Download ${format}` }).click();
    const got = await saved;
    expect(got.suggestedFilename()).toBe(fileName);
    expect(await readFile(await got.path(), "utf8")).toContain(part);
  }
});

test("a finding is waived with a reason, and everyone sees by whom and why", async ({ page, request }) => {
  const ask = { id: "ask", type: "human_review", title: "Ask whether to send it", depends_on: ["write"] };
  const plan = { ...WEAK, tasks: [...WEAK.tasks, ask] };
  const runId = await startRun(request, { mission: unique("Weekly figures"), plan });
  await page.goto(`/runs/${runId}`);
  await page.getByRole("button", { name: "View findings" }).click();
  const finding = page.locator('[data-finding^="optimism_bias"]');
  const score = page.getByRole("region", { name: "Critique of version 1" });
  const before = Number(/(\d+) of 10/.exec((await score.textContent()) ?? "")?.[1]);
  await finding.getByRole("button", { name: "Waive" }).click();
  await finding.getByRole("button", { name: "Waive the finding" }).click();
  await expect(finding.getByText("A reason is required")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await finding.getByLabel("Why waive it?").fill("The API is our own");
  // Escape leaves the form, and keeps what was typed.
  await page.keyboard.press("Escape");
  await expect(finding.getByLabel("Why waive it?")).toHaveCount(0);
  await finding.getByRole("button", { name: "Waive" }).click();
  await expect(finding.getByLabel("Why waive it?")).toHaveValue("The API is our own");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(finding).toContainText("Waived by");
  await page.reload();
  await expect(finding).toContainText("“The API is our own”");
  await expect(score).toContainText(`${before} of 10 including waived findings`);
  const reason = finding.getByLabel("Why accept it?");
  await finding.getByRole("button", { name: "Accept instead" }).click();
  await reason.fill("It is not, after all");
  await finding.getByRole("button", { name: "Accept the finding" }).click();
  await expect(finding).toContainText("Accepted by");
  await expect(score).not.toContainText("including waived findings");

  const saved = page.waitForEvent("download");
  await score.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Download Mermaid" }).click();
  expect((await saved).suggestedFilename()).toBe("weekly-figures-v1.mmd");
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
});

test("a plan below the score that was set waits, and its gate says what the critic found", async ({
  page,
  request,
}) => {
  const settings = { critic: { mode: "static", minScore: 10 } };
  const runId = await startRun(request, { mission: unique("Weekly figures"), plan: WEAK, settings });
  await page.goto(`/runs/${runId}`);
  const gate = page.locator("[data-gate]").first();
  await expect(sectionOf(gate, "Critique")).toContainText("of 10");
  await expect(gate.locator('[data-finding^="optimism_bias"]')).toBeVisible();
  const onNode = (id: string) => page.locator(`.react-flow__node [data-task="${id}"]`);
  await expect(onNode("fetch")).toContainText("warning");
  await expect(onNode("stray")).toContainText("note");
  await expect(onNode("sum")).not.toContainText(/warning|critical/);
  await expectAccessibleInBothThemes(page);
});

test("a predicate of a run is tried on the result that is stored", async ({ page, request }) => {
  const tasks = [{ id: "a", title: "Say something", input: "Say it", verification: "(some? data/result)" }];
  const runId = await startRun(request, { mission: unique("Say something"), plan: { tasks } });
  await page.goto(`/runs/${runId}?task=a`);
  await page.getByRole("button", { name: "Test with stored result" }).click();
  await expect(editor(page)).toHaveText("(some? data/result)");
  await expect(editor(page)).toHaveAttribute("aria-readonly", "true");
  await expect(says(page)).toContainText("Passed");
  await page.getByLabel("Test with this result (JSON)").fill("null");
  await expect(says(page)).toContainText("Failed");
  await expectAccessibleInBothThemes(page);
});
