import type { APIRequestContext, Page } from "@playwright/test";
import type { RunEvent } from "../lib/core/run/events";
import { startRun } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

// Comments cannot be had.
test.use({ expectedFault: /net::ERR_FAILED .*\/comments$/ });

const gateOf = async (request: APIRequestContext, runId: string, version: number) => {
  const run = async () => (await request.get(`/api/v1/runs/${runId}`)).json();
  await expect
    .poll(async () => {
      const { planVersion, openApprovals } = await run();
      return [planVersion, openApprovals.length];
    })
    .toEqual([version, 1]);
};

async function comment(request: APIRequestContext, runId: string, data: object): Promise<string> {
  const added = await request.post(`/api/v1/runs/${runId}/comments`, { data: { version: 1, ...data } });
  expect(added.status(), await added.text()).toBe(201);
  return (await added.json()).commentId;
}

const threadOf = (page: Page, id: string) => page.locator(`[data-comment="${id}"]`);

test("comments on a draft go out as one revision, come back with what became of them, and a person resolves them", async ({
  page,
  request,
}) => {
  const mission = "Compare the two offers, then write a recommendation";
  const runId = await startRun(request, { mission, settings: { planApproval: true } });
  await gateOf(request, runId, 1);
  const { plan } = await (await request.get(`/api/v1/runs/${runId}/plan`)).json();
  const [first, last] = [plan.tasks[0], plan.tasks.at(-1)];
  const seeded = await comment(request, runId, {
    target: { kind: "field", taskId: last.id, field: "verification" },
    text: "Count the words.",
  });

  // Nobody approves before it is known how many are open, nor where nobody can tell.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/comments", (route) => held.then(() => route.abort()));
  await page.goto(`/runs/${runId}`);
  const open = page.getByTestId("open-comments");
  const gate = page.locator("[data-gate][data-open=true]");
  const approve = gate.getByRole("button", { name: "Approve" });
  await expect(open).toHaveText("Counting open comments…");
  await expect(gate.getByRole("button", { name: "Reject" })).toBeEnabled();
  await expect(approve).toBeDisabled();
  await gate.press("a");
  release();
  await expect(open).toContainText("Could not load the comments");
  await expect(approve).toBeDisabled();
  await page.unroute("**/comments");
  await open.getByRole("button", { name: "Try again" }).click();
  await expect(open).toContainText("1 comment open");
  await expect(approve).toBeEnabled();
  await page.locator("body").press("j");
  await expect(page).toHaveURL(new RegExp(`task=${first.id}`));
  await page.locator("body").press("m");
  const panel = page.getByTestId("comments");
  const words = panel.getByRole("textbox", { name: "Comment" });
  await expect(words).toBeFocused();
  await words.fill("Mention the delivery times.");
  // Its place goes with the words: over another selection, and over a reload that begins with it.
  await page.locator(`.react-flow__node [data-task="${last.id}"]`).click();
  await expect(page).toHaveURL(new RegExp(`task=${last.id}`));
  const about = panel.getByRole("combobox", { name: "Comment on" });
  await expect(about.locator("option:checked")).toHaveText(first.title);
  await page.reload();
  await expect(words).toHaveValue("Mention the delivery times.");
  await expect(about.locator("option:checked")).toHaveText(first.title);
  await expect(panel).toContainText(`stays about “${first.title}”`);
  await panel.getByRole("button", { name: `Change to “${last.title}”` }).click();
  await expect(about.locator("option:checked")).toHaveText(last.title);
  await page.locator(`.react-flow__node [data-task="${first.id}"]`).click();
  await panel.getByRole("button", { name: `Change to “${first.title}”` }).click();
  // What is missing can be commented on like what is there.
  const missing = about.locator("option").filter({ hasText: "(none)" });
  await expect(missing.filter({ hasText: `${first.title} › check` })).toHaveCount(1);
  await expect(missing.filter({ hasText: `${first.title} › agent model` })).toHaveCount(1);
  await about.selectOption(`${first.title} › instructions`);
  await words.press("Control+Enter");
  await expect(page.locator(`.react-flow__node [data-task="${first.id}"] [data-pin]`)).toHaveText(/1/);
  await expect(open).toContainText("2 comments open");
  // What others say comes by itself; it is left out of the round, and a model is asked about it.
  const other = await comment(request, runId, { target: { kind: "plan" }, text: "Is it worth it?" });
  await expect(threadOf(page, other)).toBeAttached();
  await expect(words).toBeFocused();
  await expect(words).toBeInViewport({ ratio: 0.9 });
  await threadOf(page, other).getByRole("button", { name: "Ask" }).click();
  await threadOf(page, other).getByRole("textbox", { name: "Question" }).fill("How many tasks are there?");
  await threadOf(page, other).getByRole("textbox", { name: "Question" }).press("Control+Enter");
  await expect(threadOf(page, other)).toContainText(`The plan has ${plan.tasks.length} tasks`);
  await expect(threadOf(page, other)).toContainText("Model’s answer on v1");
  await threadOf(page, other).getByRole("checkbox").uncheck();
  await expectAccessibleInBothThemes(page);

  await panel.getByRole("button", { name: "Send 2 comments as one revision" }).click();
  await expect(page.getByTestId("round-changes")).toContainText("What changed since v1");
  await expect(panel).toContainText("1 of 10 revisions used");
  await expect(page.locator("[data-inspector]")).toContainText(/Changed since plan v1.*Proposed plan/s);
  const thread = panel.locator("[data-comment]").filter({ hasText: "Mention the delivery times." });
  await expect(thread).toContainText("Addressed: instructions changed");
  await expect(threadOf(page, seeded)).toContainText("Declined");
  await expect(threadOf(page, other)).toHaveAttribute("data-status", "open");
  await thread.getByRole("button", { name: /^Resolve/ }).click();
  await expect(thread).toHaveAttribute("data-status", "resolved");
  await panel.getByRole("button", { name: "Resolved 1" }).click();
  await expect(threadOf(page, seeded)).toHaveCount(0);

  await page.setViewportSize(PHONE);
  const sheet = page.getByRole("dialog", { name: "Comments" });
  await expect(sheet.locator("[data-comment]")).toContainText("Mention the delivery times.");
  await expectNoSideScroll(page);
});

test("a comment on a plan that runs opens by its address, and replaces what is left of the plan", async ({
  page,
  browser,
  request,
}) => {
  const tasks = [
    { id: "ask", type: "human_review", title: "Ask about the tree", input: "May we?" },
    { id: "plant", title: "Plant the tree", input: "Plant it", depends_on: ["ask"] },
  ];
  const runId = await startRun(request, { mission: "Plant a tree", plan: { title: "Tree", tasks } });
  await gateOf(request, runId, 1);
  const id = await comment(request, runId, {
    target: { kind: "task", taskId: "plant" },
    label: "needs_check",
    text: "Look whether it stands.",
  });

  // The link of a thread, copied by keys, leads another person to it.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/runs/${runId}?comments=open`);
  await threadOf(page, id)
    .getByRole("button", { name: /^Copy link/ })
    .press("Enter");
  await expect(threadOf(page, id).getByRole("button", { name: "Copied" })).toBeFocused();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const elsewhere = await browser.newContext();
  const reader = await elsewhere.newPage();
  await reader.goto(link);
  await expect(reader).toHaveURL(/task=plant/);
  await expect(threadOf(reader, id)).toContainText("Look whether it stands.");
  await elsewhere.close();

  await page.goto(`/runs/${runId}?comment=${id}`);
  await expect(page).toHaveURL(/task=plant/);
  await expect(threadOf(page, id)).toContainText("needs check");
  // On what a task waits for, with a label in place of words about what is wanted; and a word more in the thread.
  const form = page.getByRole("form", { name: "New comment" });
  await form.getByRole("combobox").selectOption("Ask about the tree → Plant the tree");
  await form.getByRole("button", { name: "good" }).click();
  await expect(form.getByRole("button", { name: "good" })).toHaveAttribute("aria-pressed", "true");
  await form.getByRole("textbox").fill("It has to wait.");
  await form.getByRole("textbox").press("Control+Enter");
  const edge = page.locator("[data-comment]").filter({ hasText: "It has to wait." });
  await expect(edge).toContainText("Ask about the tree → Plant the tree");
  await expect(edge).toContainText("good");
  await edge.getByRole("button", { name: "Reply" }).click();
  await edge.getByRole("textbox", { name: "Reply" }).fill("As it did last year.");
  await edge.getByRole("textbox", { name: "Reply" }).press("Control+Enter");
  await expect(edge.getByRole("textbox")).toHaveCount(0);
  await expect(edge).toContainText("You As it did last year.");
  await page.getByRole("button", { name: "Send 2 comments as one revision" }).click();
  await expect(threadOf(page, id)).toContainText("Addressed: +1 task");
  await expect(edge).toHaveAttribute("data-status", "answered");
  await expect(page.getByTestId("round-changes")).toContainText("Check: Plant the tree");
  await edge.getByRole("button", { name: /^Resolve/ }).click();
  await expect(edge).toHaveAttribute("data-status", "resolved");

  // A version without its task leaves an open comment behind; its thread leads to the version that has it.
  const { plan } = await (await request.get(`/api/v1/runs/${runId}/plan`)).json();
  const planted = plan.tasks.find(({ title }: { title: string }) => title === "Plant the tree");
  const target = { kind: "task", taskId: planted.id };
  const left = await comment(request, runId, { target, version: 2, text: "Which tree?" });
  const kept = plan.tasks.filter(({ type }: { type: string }) => type === "human_review");
  const edit = {
    type: "edit_plan",
    expectedPlanVersion: 2,
    reason: "No tree",
    plan: { ...plan, tasks: kept },
  };
  const edited = await request.post(`/api/v1/runs/${runId}/commands`, { data: edit });
  expect(edited.status(), await edited.text()).toBe(200);
  await page.getByRole("button", { name: "Stale 1" }).click();
  await expect(threadOf(page, left)).toContainText("Not in plan v3");
  await threadOf(page, left).getByRole("button", { name: "on version 2" }).click();
  await expect(page).toHaveURL(/from=3&to=2/);
  const node = page.locator(`.react-flow__node [data-task="${planted.id}"]`);
  // All that nobody has settled of it there.
  await expect(node.locator("[data-pin]")).toHaveText(/2 comments/);
  await expect(page).toHaveURL(new RegExp(`task=${planted.id}`));
  await expect(threadOf(page, left)).not.toContainText("Not in plan");
  // What is said there is about that version, and stays with it.
  await expect(form).toContainText("About version 2, which is shown.");
  await form.getByRole("textbox").fill("Why was it dropped?");
  await form.getByRole("textbox").press("Control+Enter");
  const why = page.locator("[data-comment]").filter({ hasText: "Why was it dropped?" });
  await expect(why).toContainText("Plant the tree");
  await expect(why).not.toContainText("Not in plan");
  await page.getByRole("button", { name: "Stop comparing" }).click();
  await expect(threadOf(page, left)).toContainText("Not in plan v3");
  await expect(why).toContainText("Not in plan v3; made on version 2");
  await expect(form).not.toContainText("which is shown");

  // At a past moment each is what it was then: not yet made, sent, answered, settled once somebody had, in the words of then.
  const { items } = await (await request.get(`/api/v1/runs/${runId}/events?limit=1000`)).json();
  const seqsOf = (wanted: string) =>
    (items as RunEvent[]).flatMap(({ type, seq }) => (type === wanted ? seq : []));
  const [asked = 0] = seqsOf("replan_requested");
  const [, answered = 0, replaced = 0] = seqsOf("plan_version_adopted");
  await request.post(`/api/v1/comments/${left}`, { data: { text: "Which oak?" } });
  await page.goto(`/runs/${runId}?comments=open&at=${asked - 1}`);
  await expect(page.getByTestId("comments")).toContainText("No comments yet");
  const slider = page.getByRole("slider", { name: "Moment of the run" });
  for (const [seq, ...statuses] of [
    [asked, "sent", "sent"],
    [answered, "addressed", "answered"],
    [replaced, "addressed", "resolved"],
  ] as const) {
    await slider.fill(String(seq));
    await expect(threadOf(page, id)).toHaveAttribute("data-status", statuses[0]);
    await expect(edge).toHaveAttribute("data-status", statuses[1]);
    await expect(threadOf(page, left)).toHaveCount(seq === replaced ? 1 : 0);
    const answer = seq === asked ? "" : " The answer is v2.";
    await expect(page.getByTestId("comments")).toContainText(`Round 1: 2 comments on v1.${answer}`);
  }
  await expect(threadOf(page, left)).toContainText("Which tree?");
});
