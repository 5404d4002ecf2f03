import { readFile, stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { startRun } from "./api";
import { expectAccessibleInBothThemes, expectNoSideScroll, PHONE } from "./checks";
import { expect, test } from "./fixtures";

test("a finished run is taken away as one file, which shows all of it without scripts and without a server", async ({
  page,
  request,
  browser,
}, info) => {
  test.setTimeout(90_000);
  const runId = await startRun(request, {
    mission: "Bring the prices of the shop in line with the supplier price list",
    settings: { reviewMode: "auto", replanCooldownMs: 0 },
  });
  await page.goto(`/runs/${runId}`);
  const exporting = page.getByRole("button", { name: "Export", exact: true });
  await expect(exporting).toBeVisible({ timeout: 30_000 });
  const take = async (name: string) => {
    await exporting.click();
    const saved = page.waitForEvent("download");
    await page.getByRole("menuitem", { name }).click();
    const download = await saved;
    const path = info.outputPath(download.suggestedFilename());
    await download.saveAs(path);
    return path;
  };
  const picture = await readFile(await take("Export graph (PNG)"));
  expect(picture.subarray(1, 4).toString()).toBe("PNG");
  expect(picture.length).toBeGreaterThan(20_000);
  const graphFile = await readFile(await take("Export graph (SVG)"), "utf8");
  expect(graphFile).toMatch(/^<svg[^>]*>[\s\S]*Look up the missing prices[\s\S]*<\/svg>\s*$/);
  const drawing = await readFile(await take("Export plan (Mermaid)"), "utf8");
  expect(drawing).toMatch(/^flowchart TD\n[\s\S]*"Look up the missing prices \(#10003; verified\)"\]:::ok/);

  const path = await take("Export report (HTML)");
  expect(path).toMatch(/-report\.html$/);
  expect((await stat(path)).size).toBeLessThan(500_000);
  const elsewhere = await browser.newContext({ javaScriptEnabled: false });
  const report = await elsewhere.newPage();
  const said: string[] = [];
  report.on("console", (message) => said.push(message.text()));
  report.on("request", (asked) => said.push(asked.url()));
  const address = pathToFileURL(path).href;
  await report.goto(address);
  await expect(report.getByRole("heading", { level: 1 })).toBeVisible();
  const graph = report.getByRole("img", { name: /^Graph of \d+ tasks/ });
  await expect(graph).toBeVisible();
  await expect(graph.locator("text").filter({ hasText: "verified (" }).first()).toBeVisible();
  await expect(report.getByRole("img", { name: /^Timeline of \d+ tasks/ })).toBeVisible();
  const part = (name: string) =>
    report.locator("section").filter({ has: report.getByRole("heading", { name, exact: true, level: 2 }) });
  await expect(part("Decisions")).toContainText("Proposed: ");
  await expect(part("Costs")).toContainText("By plan version");
  await expect(part("Log").locator("li").first()).toContainText("mission");
  await expect(part("Log").locator("li").last()).toContainText("finished");
  await report.setViewportSize(PHONE);
  await expectNoSideScroll(report);
  expect(said.filter((one) => one !== address)).toEqual([]);
  await elsewhere.close();

  const sighted = await browser.newPage();
  await sighted.goto(address);
  await expectAccessibleInBothThemes(sighted);

  // Printed, also by somebody whose page is dark: on white, without its contents, and with all of it.
  await sighted.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(sighted.getByRole("navigation", { includeHidden: true })).toBeHidden();
  const printed = await sighted.evaluate(() => ({
    grounds: [document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor),
    ink: getComputedStyle(document.body).color,
    scheme: getComputedStyle(document.documentElement).colorScheme,
    cut: [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((one) => getComputedStyle(one).overflow !== "visible" && !one.closest("svg"))
      .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.outerHTML.slice(0, 80)),
  }));
  const brightness = (color: string) => Math.max(...(color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
  expect(printed.grounds).toEqual(["rgba(0, 0, 0, 0)", "rgba(0, 0, 0, 0)"]);
  expect([printed.scheme, printed.cut]).toEqual(["light", []]);
  expect(brightness(printed.ink)).toBeLessThan(100);
  expect((await sighted.pdf()).length).toBeGreaterThan(10_000);
  await sighted.close();
});
