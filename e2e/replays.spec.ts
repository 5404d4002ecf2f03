import { startRun, unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

/** The clock is a tool that gives something else each time. */
const PLAN = {
  title: "Time",
  tasks: [
    { id: "clock", type: "direct", title: "Read the clock", input: "(tool/now {})" },
    { id: "sum", type: "direct", title: "Add up", input: '(tool/calculator {"expression" "2+3"})' },
  ],
};

test("an attempt is replayed, and its page says where a tool gives something else", async ({
  page,
  request,
}) => {
  const runId = await startRun(request, { mission: unique("What time is it?"), plan: PLAN });
  await expect
    .poll(async () => (await (await request.get(`/api/v1/runs/${runId}`)).json()).status)
    .toBe("completed");
  const query = "taskId=clock&attempt=1";
  const exported = await request.get(`/api/v1/runs/${runId}/trajectories/export?${query}`);
  const recorded = (await exported.json()).steps[0].observation as { iso: string };

  await page.goto(`/runs/${runId}?task=clock`);
  await page.getByRole("tab", { name: "Trajectory" }).click();
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Replay attempt" });
  await dialog.getByLabel("Ignored paths").fill("unixMs\nweek day[");
  await expect(dialog.getByText("“week day[” is not a path")).toBeVisible();
  await dialog.getByLabel("Ignored paths").fill("unixMs\nweekday");
  await dialog.getByRole("button", { name: "Replay" }).click();

  await expect(page).toHaveURL(/\/replays\/rpl_/);
  await expect(page.getByText("Mismatched: 1 difference in 1 compared call.")).toBeVisible();
  const difference = page.getByRole("list", { name: "Differences" }).getByRole("listitem");
  await expect(difference).toHaveCount(1);
  await expect(difference).toContainText("Step 1");
  await expect(difference).toContainText("now");
  await expect(difference.getByText("iso", { exact: true })).toBeVisible();
  await expect(difference).toContainText(`Recorded"${recorded.iso}"`);
  await expect(difference).toContainText(/Now"20/);
  const run = page.getByRole("region", { name: "Run of the attempt" });
  await expect(run.locator('[data-task="clock"]')).toContainText("replay mismatched (1)");
  await expect(run.locator('[data-task="sum"]')).not.toContainText("replay");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);

  await page.goto("/replays?show=differs");
  const row = page.getByRole("list", { name: "Replays" }).getByRole("listitem");
  await expect(row.filter({ hasText: "Read the clock, attempt 1" }).first()).toContainText("mismatched");
  await expectAccessibleInBothThemes(page);
  await expectNoSideScroll(page);
  // The same again from a file, with what it says of the clock left out.
  await page.getByRole("button", { name: "Replay a file" }).click();
  const file = page.getByRole("dialog", { name: "Replay a file" });
  await file.getByLabel("Replay or trajectory").fill("[]");
  await file.getByRole("button", { name: "Replay", exact: true }).click();
  await expect(file.getByText("The trajectory has no steps")).toBeVisible();
  const sum = await request.get(`/api/v1/runs/${runId}/trajectories/export?taskId=sum&attempt=1`);
  await file.getByLabel("Replay or trajectory").fill(await sum.text());
  await file.getByRole("button", { name: "Replay", exact: true }).click();
  await expect(page.getByText("Matched: 1 call compared, no differences.")).toBeVisible();
});
