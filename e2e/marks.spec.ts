import { startRun } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

const plan = {
  title: "Reviewed",
  tasks: [
    { id: "collect", title: "Collect the figures", input: "figures" },
    { id: "check", title: "Look at the figures", type: "planning_review", depends_on: ["collect"] },
    { id: "write", title: "Write the report", input: "{{results.collect}}", depends_on: ["check"] },
  ],
};

test("an answer and a decision are marked afterwards, with a note, and stay marked", async ({
  page,
  request,
}) => {
  const settings = { reviewMode: "auto" };
  const runId = await startRun(request, { mission: "Report on the quarter", plan, settings });
  await page.goto(`/runs/${runId}?tab=answer`);
  const answer = page.getByTestId("mark");
  await expect(answer).toContainText("Was this answer right?");
  await answer.getByRole("button", { name: "Wrong" }).click();
  await expect(answer).toContainText("Wrong, says Local operator");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Promote to example…" }).click();
  const dialog = page.getByRole("dialog", { name: "Promote to an example" });
  await expect(dialog).toContainText("Local operator marked the answer of this run wrong.");
  await page.keyboard.press("Escape");
  await answer.getByRole("button", { name: "Add note" }).click();
  await answer.getByLabel("Note").fill("The second quarter is missing.");
  await answer.getByRole("button", { name: "Save note" }).click();
  await expect(answer.locator("q")).toHaveText("The second quarter is missing.");

  await page.reload();
  await expect(answer.getByRole("button", { name: "Wrong" })).toHaveAttribute("aria-pressed", "true");
  await answer.getByRole("button", { name: "Right" }).click();
  await expect(answer).toContainText("Right, says Local operator");
  await expect(answer.locator("q")).toHaveCount(0);
  await answer.getByRole("button", { name: "Promote to example" }).click();
  await expect(dialog.getByRole("button", { name: "Add to library" })).toBeVisible();
  await expect(dialog).not.toContainText("marked the answer");
  await page.keyboard.press("Escape");
  await expectAccessibleInBothThemes(page);

  await page.goto(`/runs/${runId}?task=check`);
  await page.getByRole("tab", { name: "Decisions" }).click();
  const decision = page.getByTestId("mark").filter({ hasText: "Was this decision right?" });
  await decision.getByRole("button", { name: "Right" }).click();
  await expect(decision).toContainText("Right, says Local operator");
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);

  const { items } = await (await request.get(`/api/v1/runs/${runId}/marks`)).json();
  expect(items).toMatchObject([
    { kind: "answer", verdict: "right" },
    { subject: "review:check:1", verdict: "right" },
  ]);
});
