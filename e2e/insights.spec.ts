import { startRun, unique } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

test("from a bar of insights to the runs behind it, and to their file", async ({ page, request }) => {
  const tag = unique("tag").replace(" ", "-");
  const plan = { tasks: [{ id: "ask", type: "human_review", title: "Go", input: "Go?" }] };
  for (let n = 1; n <= 5; n += 1) {
    const runId = await startRun(request, { mission: `${tag} no ${n}`, plan, tags: [tag] });
    const ended = await request.post(`/api/v1/runs/${runId}/commands`, { data: { type: "cancel" } });
    expect(ended.ok()).toBe(true);
  }
  await page.goto("/insights");
  await page.getByLabel("Tag", { exact: true }).fill(tag);
  await page.getByLabel("Runs", { exact: true }).selectOption("demo");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(new RegExp(`tag=${tag}.*runs=demo`));
  const success = page.getByRole("region", { name: "Success after replanning" });
  await expect(success).toContainText("n = 5 runs");
  await expect(success).toContainText("0 of 5");
  // Parts of pictures that come one by one may be late, and React gives those a style that the policy refuses.
  const sent = await (await page.request.get(page.url())).text();
  expect(sent).toContain("<rect");
  expect(sent).not.toMatch(/\[\\?"\$\\?",\\?"(g|rect|line|text)\\?"/);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);

  await success.getByRole("link", { name: "No replan" }).first().click();
  await expect(page).toHaveURL(/\/runs\?.*behind=replans%3Anone/);
  await expect(page.locator("[data-run]")).toHaveCount(5);
  await expect(
    page.getByRole("link", { name: /^no replan · ended .* simulated: show all runs/ }),
  ).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export as JSONL" }).click();
  expect((await download).suggestedFilename()).toBe("runs.jsonl");
  await page.getByRole("link", { name: new RegExp(`${tag} no 5`) }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`${tag} no 5`);
});
