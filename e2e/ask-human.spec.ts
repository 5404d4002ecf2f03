import type { APIRequestContext, Page } from "@playwright/test";
import type { JsonObject } from "../lib/core/json";
import { startRun, unique } from "./api";
import { expectAccessible, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

const agents = { helper: { prompt: "Find out.", tools: ["ask_human"] } };

/** A run whose agent asks this of a person. */
async function ask(request: APIRequestContext, mission: string, args: JsonObject): Promise<string> {
  const task = { id: "ask", title: "Find out", agent: "helper", input: { tool: "ask_human", args } };
  const settings = { summarizer: "off" };
  return startRun(request, { mission, plan: { title: "Ask", agents, tasks: [task] }, settings });
}

async function openGate(page: Page, mission: string) {
  await page.goto(`/inbox?q=${encodeURIComponent(mission)}`);
  await page.getByRole("button", { name: mission }).click();
  return page.locator("[data-gate]");
}

/** What the agent was given for an answer. */
async function answerOf(request: APIRequestContext, runId: string): Promise<unknown> {
  const { items } = await (
    await request.get(`/api/v1/runs/${runId}/trajectories?taskId=ask&attempt=1`)
  ).json();
  return items[0].body.observation;
}

test("an agent asks for data by a form, and is given what fits it", async ({ page, request }) => {
  const mission = unique("Book the venue");
  const form = {
    type: "object",
    properties: {
      seats: { type: "integer", title: "Seats", minimum: 1 },
      catering: { type: "boolean", title: "Catering" },
    },
    required: ["seats"],
  };
  const runId = await ask(request, mission, { question: "How large is the event? Guess if need be.", form });
  const panel = await openGate(page, mission);
  await expect(panel).toContainText("A tool asks");
  await expect(panel).toContainText("How large is the event? Guess if need be.");
  await panel.getByRole("button", { name: "Send answer" }).click();
  await expect(panel).toContainText(/Seats/);
  await panel.getByLabel("Seats").fill("many");
  await panel.getByRole("button", { name: "Send answer" }).click();
  await expect(panel.getByRole("textbox", { name: "Seats" })).toHaveAttribute("aria-invalid", "true");
  await panel.getByLabel("Seats").fill("120");
  await panel.getByLabel("Catering (optional)").selectOption("true");
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Send answer" }).click();
  await expect(panel).toContainText("Answered by Local operator");
  await page.goto(`/runs/${runId}`);
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();
  expect(await answerOf(request, runId)).toEqual({ seats: 120, catering: true });
});

test("an answer comes by HTTP too, and none at all is told to the agent", async ({ request }) => {
  const runId = await ask(request, unique("Name the ship"), { question: "What is its name?" });
  const gate = async () => {
    const { items } = await (await request.get(`/api/v1/approvals?runId=${runId}`)).json();
    return items.find((one: { runId: string }) => one.runId === runId);
  };
  await expect.poll(gate).toMatchObject({ kind: "tool_input", verbs: ["respond", "reject"] });
  const { id } = await gate();
  const decision = await request.post(`/api/v1/approvals/${id}/decision`, {
    data: { verb: "reject", comment: "It has none." },
  });
  expect(decision.status(), await decision.text()).toBe(200);
  const steps = async () =>
    (await (await request.get(`/api/v1/runs/${runId}/trajectories?taskId=ask&attempt=1`)).json()).items;
  await expect
    .poll(async () => (await steps())[0]?.body.error)
    .toBe('A person did not answer "ask_human": It has none.');
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("a question is answered by a touch on one of its options, or in words", async ({ page, request }) => {
    const mission = unique("Choose a region");
    const long = "europe-west, close to the customers and with the shortest way to the archive";
    const runId = await ask(request, mission, {
      question: "Which region should the servers run in?",
      options: ["us-east", long],
    });
    const panel = await openGate(page, mission);
    await expect(panel.getByRole("button", { name: "us-east" })).toBeVisible();
    await expect(panel.getByLabel("Or write your own")).toBeVisible();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await panel.getByRole("button", { name: long }).tap();
    await expect(panel).toContainText("Answered by Local operator");
    await page.goto(`/runs/${runId}`);
    await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();
    expect(await answerOf(request, runId)).toBe(long);
  });
});
