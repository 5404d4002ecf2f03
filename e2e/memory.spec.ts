import { startRun, unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

const program = '(apply str (map (fn [n] (str "line " n ": all quiet\\n")) (range 4000)))';
const plan = {
  title: "Read the log",
  // Room for the task and little else: what the tool gives has to be summarized before the answer.
  agents: { reader: { prompt: "You read logs.", tools: ["run_lisp"], tokenBudget: 1_600 } },
  tasks: [
    {
      id: "read",
      title: "Read the log",
      agent: "reader",
      input: JSON.stringify({ tool: "run_lisp", args: { program } }),
    },
  ],
};

test("a large output and a summary of steps are shown where the agent met them, with the way to all of it", async ({
  page,
  request,
}) => {
  test.setTimeout(90_000);
  const settings = { summarizer: "off", detailOnDemand: true };
  const runId = await startRun(request, { mission: unique("Read the log"), plan, settings });
  await page.goto(`/runs/${runId}`);
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible({ timeout: 20_000 });
  await page.locator('.react-flow__node [data-task="read"]').click();
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await expect(inspector).toContainText("Generated just before the task started");
  await inspector.getByRole("tab", { name: "Trajectory" }).click();
  const first = inspector.locator("[data-step='1']");
  await expect(first).toContainText("The agent saw this preview");
  await expect(first).toContainText("characters are left out here");
  const card = inspector.locator("[data-summary='1']");
  await expect(card).toContainText("Step 1 was summarized by a model");
  await card.locator("summary").click();
  await expect(card).toContainText("step 1: run_lisp");
  const sticksOut = await card.evaluate((one) => one.scrollWidth - one.clientWidth);
  expect(sticksOut).toBeLessThanOrEqual(0);
  await expect(inspector.locator("[data-step='2']")).toContainText("Answer");
  await expectAccessibleInBothThemes(page);

  const link = first.getByRole("link", { name: /Open full output \(86,902 characters\)/ });
  const whole = await request.get((await link.getAttribute("href")) ?? "");
  expect((await whole.json()).value.value).toContain("line 3999: all quiet");

  await inspector.getByRole("tab", { name: "Cost" }).click();
  await expect(inspector).toContainText("trajectory_summarizer");
  await inspector.getByRole("tab", { name: "Trajectory" }).click();
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
});
