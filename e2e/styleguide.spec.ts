import { globSync } from "node:fs";
import { createElement } from "react";
import { createServer } from "vite";
import { projectRoot } from "../scripts/lib/paths";
import { expectAccessible } from "./checks";
import { expect, test } from "./fixtures";

/** All specimens as the server would draw them: builds have no page of them. */
async function drawSpecimens(): Promise<string> {
  const vite = await createServer({
    ...{ root: projectRoot, configFile: false, appType: "custom", logLevel: "error" },
    resolve: { alias: { "@": projectRoot } },
    css: { postcss: { plugins: [] } },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    const { Styleguide } = await vite.ssrLoadModule("/components/styleguide/styleguide.tsx");
    const { loaded, renderHtml } = await vite.ssrLoadModule("/lib/testing/render.tsx");
    return await loaded(() => renderHtml(createElement(Styleguide)));
  } finally {
    await vite.close();
  }
}

test("every specimen of the style guide is accessible, in light and in dark", async ({ page }) => {
  const styles = globSync(".next/static/**/*.css").map(
    (file) => `<link rel="stylesheet" href="/${file.replace(/^\.next/, "_next")}">`,
  );
  expect(styles.length).toBeGreaterThan(1);
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Style guide</title>${styles.join("")}</head><body><main>${await drawSpecimens()}</main></body></html>`;
  await page.route("**/specimens", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto("/specimens");
  const drawn = page.locator("[data-specimen]");
  expect(await drawn.count()).toBeGreaterThan(50);
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme as "light" | "dark" });
    await page.evaluate((shown) => {
      for (const one of document.querySelectorAll<HTMLElement>("[data-specimen] [data-theme]"))
        one.style.display = one.dataset.theme === shown ? "" : "none";
    }, scheme);
    // Each stands on a page of its own, beside no other of its name.
    await test.step(scheme, () => expectAccessible(page, ["landmark-unique"]));
  }
});
