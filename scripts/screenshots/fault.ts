import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import type { TestServer } from "@/e2e/server";

type OpenConsole = { name: string; context: BrowserContext };

/** Takes the runs page of each console while the server has lost its database; a server is good for nothing after it. */
export async function takeFault(server: TestServer, consoles: OpenConsole[], folder: string): Promise<void> {
  const pages = await Promise.all(
    consoles.map(async ({ name, context }) => {
      const page = await context.newPage();
      await page.goto(server.url);
      return { name, page };
    }),
  );
  const [postmaster = ""] = readFileSync(join(server.dataDir, "pg/postmaster.pid"), "utf8").split("\n");
  // The supervisor would start the database again within the second.
  process.kill(server.pid, "SIGSTOP");
  try {
    process.kill(Number(postmaster), "SIGKILL");
    for (const { name, page } of pages) {
      await page.getByRole("link", { name: "Runs" }).locator("visible=true").first().click();
      await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor();
      await page.screenshot({ path: join(folder, `fault-${name}.png`) });
      console.log(`fault-${name}`);
    }
  } finally {
    process.kill(server.pid, "SIGCONT");
  }
}
