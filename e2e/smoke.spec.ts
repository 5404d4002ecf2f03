import { expect, test } from "./fixtures";

test("the console opens, and all that it asks for comes", async ({ page }) => {
  const faults: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    // A prefetch that a fresher page made superfluous is given up by the page itself.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") faults.push(request.url());
  });
  await page.goto("/");
  await expect(page).toHaveTitle(/Waymark/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(faults).toEqual([]);
});
