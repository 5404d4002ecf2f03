import { unique } from "./api";
import { expectAccessible, expectNoSideScroll, PHONE } from "./checks";
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
  await expect(drawer).toContainText("No prompt has carried it.");
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
  await expect(drawer).toContainText("Plans that carried it before it was revoked");
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
