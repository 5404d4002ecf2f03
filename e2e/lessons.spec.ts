import type { APIRequestContext } from "@playwright/test";
import { unique } from "./api";
import { expectAccessible, expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

test("a lesson is proposed, accepted, edited by two, and revoked", async ({ page, request }) => {
  const text = unique("Measure the latency before you release");
  await page.goto("/lessons");
  await page.getByRole("button", { name: "Propose lesson" }).click();
  const form = page.getByRole("dialog", { name: "Propose a lesson" });
  await form.getByRole("button", { name: "Propose", exact: true }).click();
  await expect(form.getByText("Enter the lesson in a sentence.")).toBeVisible();
  await form.getByLabel("Lesson").fill("x".repeat(501));
  await expect(form.getByText("At most 500 characters; 1 too many.")).toBeVisible();
  await form.getByLabel("Lesson").fill(text);
  await form.getByLabel("Tags").fill("release, latency");
  await form.getByLabel("Tags").press("Control+Enter");
  await expect(form).toBeHidden();
  const row = page.getByRole("listitem").filter({ hasText: text }).first();
  await expect(row).toContainText("proposed");
  await row.getByRole("button", { name: /^Accept/ }).click();
  await expect(row).toContainText("accepted");
  await expectAccessible(page);

  await row.getByRole("button", { name: /^Open/ }).click();
  const drawer = page.getByRole("dialog", { name: "Lesson" });
  await expect(drawer).toContainText("Not shown in any prompt yet.");
  await expect(page).toHaveURL(/lesson=les_/);
  await drawer.getByRole("button", { name: "Edit" }).click();
  await drawer.getByLabel("Lesson").fill(`${text}, twice`);
  const lessonId = new URL(page.url()).searchParams.get("lesson") ?? "";
  const inTheMeantime = await request.post(`/api/v1/lessons/${lessonId}/revoke`, {
    data: { expectedVersion: 2 },
  });
  expect(inTheMeantime.status()).toBe(200);
  await drawer.getByRole("button", { name: "Save new version" }).click();
  await expect(drawer.getByRole("alert")).toContainText(
    "changed this lesson in the meantime: it is at version 3 and revoked",
  );
  await expect(drawer.getByLabel("Lesson")).toHaveValue(`${text}, twice`);
  await page.reload();
  await expect(drawer).toContainText("revoked");
  await drawer.getByRole("button", { name: "Accept again" }).click();
  await expect(drawer).toContainText("Version 4, accepted");
  await drawer.getByRole("button", { name: "Edit" }).click();
  await drawer.getByLabel("Lesson").fill(`${text}, twice`);
  await drawer.getByRole("button", { name: "Save new version" }).click();
  await expect(drawer).toContainText("Version 5, accepted");
  await drawer.getByRole("button", { name: "Revoke" }).click();
  await expect(drawer).toContainText("Shown to, before it was revoked");
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await page.goto("/lessons?status=revoked");
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: `${text}, twice` })
      .first(),
  ).toBeVisible();
  await expectNoSideScroll(page);
  const tooLong = await request.post("/api/v1/lessons", { data: { text: "x".repeat(501) } });
  expect(tooLong.status()).toBe(400);
  const stale = await request.post(`/api/v1/lessons/${lessonId}/accept`, { data: { expectedVersion: 1 } });
  expect(stale.status()).toBe(409);
});

const FRAUD = "Deploy the fraud detection model to production";

/** Plays the fraud sample to its end with lessons on. Returns its id and how often it replanned. */
async function playFraud(
  request: APIRequestContext,
  url: string,
): Promise<{ runId: string; replans: number }> {
  const settings = { reviewMode: "auto", replanCooldownMs: 0, lessons: { use: true, propose: true } };
  const created = await request.post(`${url}/api/v1/runs`, { data: { mission: FRAUD, settings } });
  const { runId } = await created.json();
  const read = async (path: string) => (await request.get(`${url}/api/v1/${path}`)).json();
  await expect.poll(async () => (await read(`approvals?runId=${runId}`)).items.length).toBe(1);
  const [{ id, digest }] = (await read(`approvals?runId=${runId}`)).items;
  await request.post(`${url}/api/v1/approvals/${id}/decision`, { data: { verb: "approve", digest } });
  await expect.poll(async () => (await read(`runs/${runId}`)).status).toBe("completed");
  return { runId, replans: (await read(`runs/${runId}/report`)).replans };
}

test("the lesson of a replan spares the next run its own, and the page tells which prompts carried it", async ({
  page,
  request,
  startServer,
}) => {
  test.setTimeout(180_000);
  // On a server of its own: an accepted lesson would teach the fraud runs of other tests.
  const { url } = await startServer();
  const first = await playFraud(request, url);
  expect(first.replans).toBe(1);
  await page.goto(`${url}/lessons`);
  const row = page.getByRole("listitem").filter({ hasText: "Remedy: Analyze the accuracy" }).first();
  await expect(row).toContainText("proposed");
  await expect(row).toContainText("demo");
  await row.getByRole("button", { name: /^Accept/ }).click();
  await expect(row).toContainText("accepted");
  const taught = await playFraud(request, url);
  expect(taught.replans).toBe(0);
  await page.reload();
  await row.getByRole("button", { name: /^Open/ }).click();
  const drawer = page.getByRole("dialog", { name: "Lesson" });
  const effect = drawer.getByRole("table", { name: "Runs without it and with it" });
  await expect(effect.getByRole("row", { name: "Runs with a replan" })).toContainText("1 of 1");
  await expect(effect.getByRole("row", { name: "Runs with a replan" })).toContainText("0 of 1");
  await expectAccessibleInBothThemes(page);
  await drawer.getByRole("button", { name: "Revoke" }).click();
  const carried = drawer.getByRole("list", { name: "Prompts that showed it" });
  await expect(carried.getByRole("listitem")).toHaveCount(3);
  await expect(carried).toContainText("Planner, plan version 1");
  await expect(carried.getByRole("link").first()).toHaveAttribute("href", `/runs/${taught.runId}`);
  await expect(drawer.getByRole("button", { name: "Accept again" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await drawer.getByRole("list", { name: "Where it comes from" }).getByRole("link").first().click();
  await page.waitForURL(/tab=replans/);
  await page.goto(`${url}/runs/${taught.runId}?tab=reflection`);
  const plannedWith = page.getByTestId("planned-with");
  await expect(plannedWith.getByRole("link")).toHaveAttribute("href", `/runs/${first.runId}`);
  await expect(plannedWith).toContainText("completed (answer_complete) · 1 replan");
  await expectAccessible(page);
  expect((await playFraud(request, url)).replans).toBe(1);
});
