import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { startRun, unique, untilWaiting } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE, readAll, sectionOf, WIDE } from "./checks";
import { expect, forgetShifts, test } from "./fixtures";

/** A press is for what its person saw: an answer is no other one's, and what changed under it is asked about once more. */

const deploy = (to: string) => `(tool/deploy {:environment "${to}" :service "web-app" :version "1.4.0"})`;
const tasksTo = (to: string) => [
  { id: "ask", type: "human_review", title: "May it go live?", input: "The build is green." },
  { id: "wait", title: "Wait for the window", type: "direct", input: "1", depends_on: ["ask"] },
  { id: "ship", title: "Ship it", type: "direct", input: deploy(to), depends_on: ["wait"] },
];
const settings = { summarizer: "off", replanOnFailure: false };

async function begin(page: Page, request: APIRequestContext, mission: string): Promise<string> {
  const runId = await startRun(request, {
    mission,
    plan: { title: "Live", tasks: tasksTo("staging") },
    settings,
  });
  await untilWaiting(request, runId);
  await page.goto(`/runs/${runId}`);
  return runId;
}

/** Somebody else changes the work two tasks behind the gate. */
async function swap(request: APIRequestContext, runId: string, to: string): Promise<void> {
  const { version } = await (await request.get(`/api/v1/runs/${runId}/plan`)).json();
  const plan = { title: "Live", tasks: tasksTo(to) };
  const data = { type: "edit_plan", plan, expectedPlanVersion: version, reason: "another target" };
  const response = await request.post(`/api/v1/runs/${runId}/commands`, { data });
  expect(response.status(), await response.text()).toBe(200);
}

const tasksOf = async (request: APIRequestContext, runId: string) =>
  (await (await request.get(`/api/v1/runs/${runId}/snapshot`)).json()).state.tasks;

type Gate = { id: string; digest: string; taskId?: string };

const approveTwice = async (gate: Locator) => {
  await readAll(gate);
  await gate.getByRole("button", { name: "Approve" }).click();
  await gate.getByRole("button", { name: "Yes, approve" }).click();
};

test.describe("a press on Approve while what it releases changes", () => {
  // The refusal is the answer that the page asked for.
  test.use({ expectedFault: /409/ });

  test("releases nothing, and the gate asks again with the change, in two steps", async ({
    page,
    request,
  }) => {
    const runId = await begin(page, request, unique("Swap"));
    const gate = page.locator("[data-gate][data-open=true]");
    await expect(gate).toContainText("staging");
    let answers = 0;
    await page.route("**/decision", async (route) => {
      answers += 1;
      if (answers === 1) await swap(request, runId, "production");
      await route.continue();
    });
    await approveTwice(gate);
    const changed = sectionOf(gate, "What you would release has changed");
    await expect(changed).toContainText(/“Ship it” is now: .*production.* \(before: .*staging/);
    expect((await tasksOf(request, runId)).ask.status).toBe("waiting");
    await expectNoSideScroll(page);
    await readAll(gate);
    await expect(gate.getByRole("button", { name: "Yes, approve" })).toHaveCount(0);
    await gate.getByRole("button", { name: "Approve" }).click();
    await expect(gate.getByRole("alert").filter({ hasText: "“Ship it”" })).toBeVisible();
    expect(answers).toBe(1);
    await gate.getByRole("button", { name: "Yes, approve" }).click();
    await expect(page.getByRole("region", { name: "Decided gates" })).toContainText(
      "Approved by Local operator",
    );
    expect(answers).toBe(2);
  });
});

test.describe("a key of a request", () => {
  test.use({ expectedFault: /409/ });

  test("that answered one gate loses no answer to another", async ({ page, request }) => {
    const gate = (id: string) => ({ id, type: "human_review", title: `May ${id} pass?`, input: id });
    const plan = { title: "Two gates", tasks: [gate("first"), gate("second")] };
    const runId = await startRun(request, { mission: unique("Keys"), plan, settings });
    await untilWaiting(request, runId);
    const { items } = await (await request.get(`/api/v1/approvals?runId=${runId}`)).json();
    const [first, second] = ["first", "second"].map((id) => items.find((one: Gate) => one.taskId === id));
    await page.goto("/settings/api");
    const answer = (of: Gate, verb: string, key: string) =>
      page.evaluate(
        async ([id, digest, said, name]) => {
          const response = await fetch(`/api/v1/approvals/${id}/decision`, {
            method: "POST",
            headers: { "content-type": "application/json", "idempotency-key": name },
            body: JSON.stringify({ verb: said, digest }),
          });
          return { ...(await response.json()), status: response.status };
        },
        [of.id, of.digest, verb, key] as const,
      );
    const key = crypto.randomUUID();
    const conflict = { status: 409, code: "conflict" };
    expect(await answer(first, "approve", key)).toMatchObject({ status: 200, verb: "approve" });
    expect(await answer(second, "reject", key)).toMatchObject(conflict);
    expect(await answer(first, "reject", key)).toMatchObject(conflict);
    // The same request once more is the same answer, and the other gate still asks.
    expect(await answer(first, "approve", key)).toMatchObject({ status: 200, verb: "approve" });
    await page.goto(`/runs/${runId}`);
    const open = page.locator("[data-gate][data-open=true]");
    await expect(open).toHaveCount(1);
    await expect(open).toContainText("May second pass?");
    await page.goto("/settings/api");
    expect(await answer(second, "reject", crypto.randomUUID())).toMatchObject({
      status: 200,
      verb: "reject",
    });
    const tasks = await tasksOf(request, runId);
    expect([tasks.first.status, tasks.second.status]).toEqual(["succeeded", "failed"]);
  });
});

test.describe("a gate that is skipped", () => {
  test.use({ expectedFault: /409/ });

  for (const [size, viewport] of Object.entries({ WIDE, PHONE }))
    test(`shows what comes free by it, and again what has changed, before it lets that act: ${size}`, async ({
      page,
      request,
    }) => {
      await page.setViewportSize(viewport);
      const runId = await begin(page, request, unique("Skip"));
      await page.goto(`/runs/${runId}?task=ask`);
      await page.getByRole("button", { name: "Skip", exact: true }).click();
      const form = page.locator("form").filter({ hasText: "Why skip it?" });
      await expect(form).toContainText("Releases work that acts outside");
      await expect(form).toContainText("staging");
      await form.getByLabel("Why skip it?").fill("Ada is away.");
      const skip = form.getByRole("button", { name: "Skip the task" });
      await readAll(form);
      await expect(skip).toBeEnabled();
      await skip.click();
      await expect(form.getByRole("alert").filter({ hasText: "“Ship it” (by deploy" })).toBeVisible();
      await swap(request, runId, "production");
      // What was confirmed is not what there is now.
      await expect(form.getByRole("button", { name: /^Yes/ })).toHaveCount(0);
      await expect(sectionOf(form, "What this lets act has changed")).toContainText("production");
      // Another plan moves what stands on a page, asked for by somebody else.
      await forgetShifts(page);
      await expectNoSideScroll(page);
      await expectAccessibleInBothThemes(page);
      await readAll(form);
      await skip.click();
      await form.getByRole("button", { name: "Yes, skip the task" }).click();
      await expect(form).toHaveCount(0);
      expect((await tasksOf(request, runId)).ask.status).toBe("skipped");
    });
});

const LETTER = [
  "# Letter to customers",
  "",
  "We change the price of **two** plans. Read [the terms](https://terms.example/2027) first.",
  "",
  "| Plan | Now | From May |",
  "| --- | ---: | ---: |",
  "| Basic | 5 EUR | 6 EUR |",
  "| Team | 20 EUR | 24 EUR |",
].join("\n");

test("a text at a gate is drawn with its tables, as a quotation that leads nowhere, and as it was written", async ({
  page,
  request,
}) => {
  const ask = { id: "ask", type: "human_review", title: "Send this letter?", input: LETTER };
  const runId = await startRun(request, {
    mission: unique("Letter"),
    plan: { title: "Letter", tasks: [ask] },
    settings,
  });
  await untilWaiting(request, runId);
  await page.goto(`/runs/${runId}`);
  const gate = page.locator("[data-gate][data-open=true]");
  const value = sectionOf(gate, "Evidence");
  await expect(value.getByRole("cell", { name: "24 EUR" })).toBeVisible();
  await expect(value).toContainText("[the terms](https://terms.example/2027)");
  await expect(value.getByRole("link")).toHaveCount(0);
  await expect(value.getByRole("heading", { name: "Letter to customers" })).toHaveCount(0);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessibleInBothThemes(page);
  await value.getByRole("button", { name: "As written" }).click();
  await expect(value).toContainText("| Team | 20 EUR | 24 EUR |");
  // Asked again about another text, the gate has the words that differ.
  const { version } = await (await request.get(`/api/v1/runs/${runId}/plan`)).json();
  const plan = { title: "Letter", tasks: [{ ...ask, input: LETTER.replace("24 EUR", "25 EUR") }] };
  const data = { type: "edit_plan", plan, expectedPlanVersion: version, reason: "another price" };
  const edited = await request.post(`/api/v1/runs/${runId}/commands`, { data });
  expect(edited.status(), await edited.text()).toBe(200);
  await page.setViewportSize(WIDE);
  const again = page.locator("[data-gate][data-open=true]");
  await expect(again.locator("del")).toHaveText("24");
  await expect(again.locator("ins")).toHaveText("25");
  await expect(sectionOf(again, "Changed since plan v1")).toContainText(
    "Send this letter?: instructions changed",
  );
});
