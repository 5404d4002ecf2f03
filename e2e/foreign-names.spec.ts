import type { APIRequestContext } from "@playwright/test";
import { startRun, unique } from "./api";
import { expect, test } from "./fixtures";

/** Text, as an object literal would take the first key for its prototype. */
const FORM =
  '{"type": "object", "properties": {"__proto__": {"type": "string", "title": "Verdict"}}, "required": ["__proto__"]}';

/** A run that asks by a form whose field, tasks and results have names of an object's own; nothing calls a model. */
const startOddRun = (request: APIRequestContext, mission: string): Promise<string> =>
  startRun(request, {
    mission,
    plan: `{"title": "Names", "tasks": [
      {"id": "__proto__", "type": "direct", "title": "First of them", "input": "{\\"__proto__\\" 7}"},
      {"id": "constructor", "type": "human_review", "title": "Look at it", "depends_on": ["__proto__"],
       "gate": {"prompt": "Is it right?", "form": ${FORM}}},
      {"id": "toString", "type": "direct", "title": "Last of them", "depends_on": ["constructor"],
       "input": "(get (get data/depends \\"constructor\\") \\"__proto__\\")"}]}`,
    settings: { summarizer: "off" },
  });

test("a page shows tasks and asks for fields that have the names of an object's own", async ({
  page,
  request,
}) => {
  const runId = await startOddRun(request, unique("Name it"));
  await page.goto(`/runs/${runId}`);
  const nodes = page.locator(".react-flow__node");
  await expect(nodes).toHaveCount(3);
  await expect(nodes.filter({ hasText: "First of them" })).toBeVisible();
  const gate = page.locator("aside [data-gate]");
  await gate.getByLabel("Verdict").fill("well done");
  await gate.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible();
  await page.reload();
  await expect(nodes).toHaveCount(3);
  await nodes.filter({ hasText: "First of them" }).click();
  await expect(page.getByText('"__proto__": 7').or(page.getByText('{"__proto__":7}')).first()).toBeVisible();
  const report = await (await request.get(`/api/v1/runs/${runId}/report`)).text();
  expect(report).toContain("well done");
});

test("the inbox asks for such a field as for any other", async ({ page, request }) => {
  const mission = unique("Name that");
  await startOddRun(request, mission);
  await page.goto(`/inbox?q=${encodeURIComponent(mission)}`);
  await page.getByRole("button", { name: mission }).click();
  const gate = page.locator("[data-gate]");
  await gate.getByLabel("Verdict").fill("well done");
  await gate.getByRole("button", { name: "Send answer" }).click();
  await expect(gate).toContainText("Answered by Local operator");
});
