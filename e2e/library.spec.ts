import type { APIRequestContext } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothThemes, expectNoSideScroll, PHONE, START } from "./checks";
import { expect, serverOfGroup, test } from "./fixtures";

const STAGING = "Deploy version 1.2.3 of the recommendation service to staging";

/** Plays a mission to its end with examples on. Returns its id. */
async function play(request: APIRequestContext, url: string): Promise<string> {
  const settings = { reviewMode: "auto", examples: { use: true } };
  const created = await request.post(`${url}/api/v1/runs`, { data: { mission: STAGING, settings } });
  const { runId } = await created.json();
  await expect
    .poll(async () => (await (await request.get(`${url}/api/v1/runs/${runId}`)).json()).status)
    .toBe("completed");
  return runId;
}

const asked = (query: string) => ({
  query,
  steps: [
    { thought: "Look it up", next_node: "text_search", args: { query } },
    { observation: { found: ["Paper A"] } },
    { thought: "That is it", next_node: null, args: { answer: "Paper A" } },
  ],
  outcome: "answer_complete",
  note: "Search before you answer",
});

// What is promoted would reach the prompts of other tests.
const ownServer = serverOfGroup();

test("examples come from a file and go to one unchanged", async ({ page, request }) => {
  const { url } = ownServer();
  const file = [
    asked("Find recent papers on transformers"),
    { ...asked("x".repeat(2_000)), note: "y".repeat(500) },
  ];
  await page.goto(`${url}/library/examples`);
  await expect(page.getByText("No examples yet")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import examples" });
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByText("Paste or choose a file.")).toBeVisible();
  const bad = [file[0], { ...asked(" "), steps: [] }];
  await dialog.getByLabel("Examples", { exact: true }).fill(JSON.stringify(bad));
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("alert").filter({ hasText: "[1].steps" })).toContainText("[1].query");
  await expectAccessibleInBothThemes(page);
  await dialog.getByLabel("File of examples").setInputFiles({
    name: "examples.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog).toBeHidden();
  const list = page.getByRole("list", { name: "Examples" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list).toContainText("Imported");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("examples.json");
  const body = await (await request.get(`${url}/api/v1/examples/export`)).json();
  expect(new Set(body.map((one: object) => JSON.stringify(one)))).toEqual(
    new Set(file.map((one) => JSON.stringify(one))),
  );
  await page.getByRole("link", { name: "For planners" }).click();
  await expect(page.getByText("No examples match the filter")).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  const refused = await request.post(`${url}/api/v1/examples`, { data: { example: asked(" ") } });
  expect(refused.status()).toBe(400);
});

test("a run and an attempt are promoted, reach the next run, and are edited and switched off", async ({
  page,
  request,
}) => {
  const { url } = ownServer();
  const runId = await play(request, url);
  await page.goto(`${url}/runs/${runId}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Promote to example…" }).click();
  const dialog = page.getByRole("dialog", { name: "Promote to an example" });
  await expect(dialog.getByLabel("Mission")).toHaveValue(STAGING);
  await expect(dialog.getByLabel("Plan")).toHaveValue(/"tasks"/);
  await dialog.getByLabel("Mission").fill(" ");
  await dialog.getByRole("button", { name: "Add to library" }).click();
  await expect(dialog.getByText("The mission is empty: write what was asked.")).toBeVisible();
  await dialog.getByLabel("Mission").fill(STAGING);
  await dialog.getByLabel("Note").fill("Test before you deploy");
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole("button", { name: "Add to library" }).click();
  await expect(dialog.getByText("Added to the library.")).toBeVisible();

  const { tasks } = await (await request.get(`${url}/api/v1/runs/${runId}/snapshot`))
    .json()
    .then(({ state }) => state);
  const [worked] = Object.entries(tasks as Record<string, { spec: { type: string } }>)
    .filter(([, { spec }]) => spec.type === "task")
    .map(([id]) => id);
  await page.goto(`${url}/runs/${runId}?task=${worked}&inspect=trajectory`);
  const promote = page.getByRole("button", { name: "Promote attempt to example" });
  await promote.click();
  await expect(dialog.getByLabel("Steps")).toHaveValue(/"next_node": null/);
  await dialog.getByRole("button", { name: "Add to library" }).click();
  await dialog.getByRole("link", { name: "Open example" }).click();
  const drawer = page.getByRole("dialog", { name: "Example" });
  await expect(drawer).toContainText("Not shown in any prompt yet.");
  await expect(drawer).toContainText("used with simulated models only");

  const again = await play(request, url);
  await page.reload();
  await expect(drawer.getByRole("list", { name: "Prompts that showed it" })).toContainText(
    `Agent of ${worked}`,
  );
  await drawer.getByRole("button", { name: "Edit" }).click();
  await drawer.getByLabel("Steps").fill("[]");
  await drawer.getByRole("button", { name: "Save new version" }).click();
  await expect(drawer.getByLabel("Steps")).toHaveAttribute("aria-invalid", "true");
  await expect(drawer.getByText("The last step has to be the one that finishes")).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("button", { name: "Cancel" }).click();
  await drawer.getByRole("button", { name: "Edit" }).click();
  await drawer.getByLabel("Note").fill("Report the version");
  await page.reload();
  await drawer.getByRole("button", { name: "Continue editing" }).click();
  await expect(drawer.getByLabel("Note")).toHaveValue("Report the version");
  const exampleId = new URL(page.url()).searchParams.get("example") ?? "";
  const inTheMeantime = await request.post(`${url}/api/v1/examples/${exampleId}/switch`, {
    data: { expectedVersion: 1, enabled: false },
  });
  expect(inTheMeantime.status()).toBe(200);
  await drawer.getByRole("button", { name: "Save new version" }).click();
  await expect(drawer.getByRole("alert")).toContainText(
    "changed this example in the meantime: it is at version 2 and off",
  );
  await expect(drawer.getByLabel("Note")).toHaveValue("Report the version");
  // What was typed over an older version can be taken over or given up.
  await page.reload();
  await expect(drawer).toContainText("You have unsaved changes to version 1.");
  await drawer.getByRole("button", { name: "Continue with version 1" }).click();
  await expect(drawer).toContainText("You start from version 1. What version 2 changed is not in it.");
  await expect(drawer.getByLabel("Note")).toHaveValue("Report the version");
  await expectAccessible(page);
  await page.reload();
  await drawer.getByRole("button", { name: "Discard the changes to version 1" }).click();
  await expect(drawer).not.toContainText("unsaved changes");
  await page.reload();
  await expect(drawer.getByRole("button", { name: "Edit", exact: true })).toBeEnabled();
  await expect(drawer).not.toContainText("unsaved changes");
  await drawer.getByRole("button", { name: "Switch on" }).click();
  await expect(drawer).toContainText("Version 3, on");
  await drawer.getByRole("button", { name: "Switch off" }).click();
  await expect(drawer).toContainText("Version 4, off");
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);

  await page.goto(`${url}/runs/${again}?tab=reflection`);
  await expect(page.getByTestId("run-examples")).toContainText(STAGING);
  await expectNoSideScroll(page);
});

test("a run's plan becomes a template with a parameter, starts a run, and says what it came to", async ({
  page,
  request,
}) => {
  const { url } = ownServer();
  const plan = { title: "Tour of Rome", tasks: [{ id: "a", title: "Walk through Rome", input: "See Rome" }] };
  const data = { mission: "Plan a tour of Rome", plan, settings: { reviewMode: "auto" } };
  const { runId } = await (await request.post(`${url}/api/v1/runs`, { data })).json();
  const statusOf = async (id: string) =>
    (await (await request.get(`${url}/api/v1/runs/${id}`)).json()).status;
  await expect.poll(() => statusOf(runId)).toBe("completed");

  await page.goto(`${url}/runs/${runId}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Save as template…" }).click();
  const saving = page.getByRole("dialog", { name: "Save as template" });
  await saving.getByLabel("Name").fill("City tour");
  await saving.getByLabel("Text 1").fill("Paris");
  await saving.getByLabel("Parameter 1", { exact: true }).fill("city");
  await saving.getByRole("button", { name: "Save template" }).click();
  await expect(saving.getByRole("alert")).toContainText("The plan nowhere says “Paris”");
  await saving.getByLabel("Text 1").fill("Rome");
  await expectAccessibleInBothThemes(page);
  await saving.getByRole("button", { name: "Save template" }).click();
  await saving.getByRole("link", { name: "Open template" }).click();
  const drawer = page.getByRole("dialog", { name: "Plan template" });
  await expect(drawer).toContainText("Version 1: not run yet");
  await expect(drawer.getByRole("list", { name: "Parameters" })).toContainText("Default: Rome.");
  await expectAccessibleInBothThemes(page);
  await drawer.getByRole("link", { name: "Use template" }).click();

  const choosing = page.getByRole("dialog", { name: "Start from a template" });
  await choosing.getByLabel("city").fill("Oslo");
  await choosing.getByRole("button", { name: "Use template" }).click();
  await expect(page.getByText("Plan from “City tour”, version 1")).toBeVisible();
  await expect(page.getByRole("region", { name: "Plan preview" })).toContainText("This plan is ready to run");
  // The form of the dialog is not the one of the mission.
  await expect(page.getByText("The mission is empty")).toHaveCount(0);
  await page.getByRole("button", { name: START }).click();
  await page.waitForURL(/\/runs\/run_/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Plan a tour of Oslo");
  const started = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await expect.poll(() => statusOf(started)).toBe("completed");
  await page.getByRole("link", { name: "City tour" }).click();
  await expect(drawer).toContainText("1 of 1 run completed (100%), simulated");
  await page.goto(`${url}/library/plans`);
  await expect(page.getByRole("list", { name: "Plan templates" })).toContainText(
    "1 of 1 run completed (100%)",
  );
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);

  await page.goto(`${url}/runs/new?from=${started}`);
  await expect(page.getByRole("textbox", { name: "Mission", exact: true })).toHaveValue(
    "Plan a tour of Oslo",
  );
  await expect(page.getByLabel("Plan (JSON or text)")).toHaveValue(/Walk through Oslo/);
  await page.goto(`${url}/library/tools`);
  const calculator = page
    .getByRole("list", { name: "Tools" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "calculator", exact: true }) });
  await calculator.getByText("Schemas").click();
  await expect(calculator.getByRole("figure", { name: "Arguments of calculator" })).toContainText(
    "expression",
  );
  await page.getByRole("button", { name: "Test policy: may calculator be called?" }).click();
  await expect(page.getByRole("dialog", { name: "May this be called?" })).toContainText("Allowed");
  await expectAccessible(page);
});

test("a review keeps who decides when its next version is written", async ({ page, request }) => {
  const { url } = ownServer();
  const review = {
    focus: "Is it lawful?",
    decision_points: ["Is there a contract?"],
    reviewers: ["lawyer", "buyer"],
    consensus: "unanimous",
    previous_tasks: ["draft"],
  };
  const body = { title: "Legal", tasks: [{ id: "review", type: "planning_review", review }] };
  const data = { kind: "review", name: "Legal review", body };
  const { templateId } = await (await request.post(`${url}/api/v1/templates`, { data })).json();
  await page.goto(`${url}/library/reviews`);
  const open = page.getByRole("button", { name: "Open Legal review" });
  await open.click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("list", { name: "Who decides" })).toHaveText(
    "Reviewers: lawyer, buyer (unanimous)",
  );
  await drawer.getByRole("button", { name: "Edit" }).click();
  await drawer.getByLabel("Main question").fill("Is it lawful here?");
  // Who goes back finds again what was typed.
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await open.click();
  await drawer.getByRole("button", { name: "Continue editing" }).click();
  await expect(drawer.getByLabel("Main question")).toHaveValue("Is it lawful here?");
  await expect(drawer.getByLabel("Reviewers")).toHaveValue("lawyer\nbuyer");
  await drawer.getByLabel("Time to approve (seconds)").fill("60");
  await drawer.getByRole("button", { name: "Save version 2" }).click();
  await expect(drawer.getByRole("list", { name: "Versions" }).getByRole("listitem")).toHaveCount(2);
  await expect(drawer.getByRole("list", { name: "Who decides" })).toContainText(
    "Time to approve: 60 s, then abort",
  );
  await expectAccessibleInBothThemes(page);
  const kept = await (await request.get(`${url}/api/v1/templates/${templateId}`)).json();
  expect(kept.body.tasks[0].review).toMatchObject({
    focus: "Is it lawful here?",
    reviewers: ["lawyer", "buyer"],
    consensus: "unanimous",
    previousTasks: ["draft"],
    approvalTimeoutSeconds: 60,
  });
});
