import { globSync } from "node:fs";
import { createElement } from "react";
import { createServer } from "vite";
import { projectRoot } from "../scripts/lib/paths";
import { expectAccessible, expectReadableColours } from "./checks";
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
    const { renderWhole } = await vite.ssrLoadModule("/lib/testing/render.tsx");
    return await renderWhole(createElement(Styleguide));
  } finally {
    await vite.close();
  }
}

/** So many specimens stand on the page at a time: what axe takes grows faster than a page does. */
const AT_A_TIME = 6;

/** Runs in the page: leaves these specimens on it, in one scheme. */
function showSpecimens({ from, to, scheme }: { from: number; to: number; scheme: string }): void {
  const main = document.querySelector("main") as HTMLElement;
  const kept = window as unknown as { heading: Element; specimens?: HTMLElement[] };
  if (!kept.specimens) {
    kept.specimens = [...main.querySelectorAll<HTMLElement>("[data-specimen]")];
    kept.heading = main.querySelector("h1") as Element;
  }
  const shown = kept.specimens.slice(from, to).map((specimen) => {
    const copy = specimen.cloneNode(true) as HTMLElement;
    for (const one of copy.querySelectorAll<HTMLElement>("[data-theme]"))
      if (one.dataset.theme !== scheme) one.remove();
    return copy;
  });
  main.replaceChildren(kept.heading, ...shown);
}

test("every specimen of the style guide is accessible, in light and in dark", async ({ page }) => {
  test.setTimeout(300_000);
  const styles = globSync(".next/static/**/*.css").map(
    (file) => `<link rel="stylesheet" href="/${file.replace(/^\.next/, "_next")}">`,
  );
  expect(styles.length).toBeGreaterThan(1);
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Style guide</title>${styles.join("")}</head><body><main>${await drawSpecimens()}</main></body></html>`;
  await page.route("**/specimens", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto("/specimens");
  const count = await page.locator("[data-specimen]").count();
  expect(count).toBeGreaterThan(40);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (let from = 0; from < count; from += AT_A_TIME) {
      await page.evaluate(showSpecimens, { from, to: from + AT_A_TIME, scheme });
      await test.step(`${scheme}, from ${from}`, () =>
        // Each stands on a page of its own, beside no other of its name, below headings that are not here.
        scheme === "light"
          ? expectAccessible(page, ["landmark-unique", "heading-order"])
          : expectReadableColours(page));
    }
  }
});
