import { expect, test } from "./fixtures";

test.use({ fetchesAhead: true });

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

test("the console can be installed: its manifest and icons come with the session", async ({
  page,
  request,
}) => {
  await page.goto("/runs");
  const link = page.locator('link[rel="manifest"]');
  await expect(link).toHaveAttribute("crossorigin", "use-credentials");
  const manifest = await (await request.get((await link.getAttribute("href")) ?? "")).json();
  expect(manifest).toMatchObject({ name: "Waymark", display: "standalone", start_url: "/" });
  await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute("href", /apple-icon/);
  for (const { src, sizes } of manifest.icons) {
    const png = await (await request.get(src)).body();
    // Width and height stand at a fixed place of a PNG (RFC 2083, 4.1.1).
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
});
