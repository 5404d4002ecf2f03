import { globSync } from "node:fs";
import { createElement } from "react";
import { createServer } from "vite";
import { projectRoot } from "../scripts/lib/paths";
import { expectAccessible, expectReadableColours } from "./checks";
import { expect, test } from "./fixtures";

/** All specimens as the server would draw them: builds have no page of them. */
async function drawSpecimens(): Promise<string> {
  const vite = await createServer({
    root: projectRoot,
    configFile: false,
    appType: "custom",
    logLevel: "error",
    resolve: { alias: { "@": projectRoot } },
    css: { postcss: { plugins: [] } },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    const { Styleguide } = await vite.ssrLoadModule("/components/styleguide/styleguide.tsx");
    const { renderWhole } = await vite.ssrLoadModule("/lib/testing/render.tsx");
    return await renderWhole(createElement(Styleguide));
  } finally {
    await vite.close();
  }
}

test("every specimen of the style guide is accessible, in light and in dark", async ({ page }) => {
  test.setTimeout(120_000);
  const styles = globSync(".next/static/**/*.css").map(
    (file) => `<link rel="stylesheet" href="/${file.replace(/^\.next/, "_next")}">`,
  );
  expect(styles.length).toBeGreaterThan(1);
  const drawn = await drawSpecimens();
  for (const [scheme, other] of [
    ["light", "dark"],
    ["dark", "light"],
  ] as const) {
    const head = `<meta charset="utf-8"><title>Style guide</title>${styles.join("")}<style>[data-theme=${other}] { display: none }</style>`;
    const body = `<!doctype html><html lang="en"><head>${head}</head><body><main>${drawn}</main></body></html>`;
    await page.route(`**/${scheme}`, (route) => route.fulfill({ contentType: "text/html", body }));
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`/${scheme}`);
    expect(await page.locator("[data-specimen]").count()).toBeGreaterThan(40);
    // Each stands on a page of its own, beside no other of its name, below headings that are not here.
    if (scheme === "light") await expectAccessible(page, ["landmark-unique", "heading-order"]);
    else await expectReadableColours(page);
  }
});
