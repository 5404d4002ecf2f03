import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FullConfig, request } from "@playwright/test";
import { resolveBrowser } from "../scripts/browser";
import { destroyDatabase, prepareCluster, temporaryDataDir } from "../scripts/database";
import { clusterVariable, startServer } from "./server";

/** The variable by which the test processes learn the address of the server they share, as `npm start` prints it. */
export const serverVariable = "WAYMARK_E2E_URL";
/** The variable that holds the cookies of a browser that was let in there, as JSON. */
export const cookiesVariable = "WAYMARK_E2E_COOKIES";

/**
 * Starts the server that all test files share, from nothing, unless WAYMARK_E2E_URL names one already, and prepares the
 * database of those that tests have of their own. What it printed is kept beside the traces.
 */
export default async function setUp({ projects }: FullConfig): Promise<() => Promise<void>> {
  await resolveBrowser();
  const outputDir = projects[0]?.outputDir ?? "test-results";
  const prepared = await temporaryDataDir("e2e");
  const running = process.env[serverVariable];
  const [server] = await Promise.all([running ? undefined : startServer(), prepareCluster(prepared)]);
  process.env[clusterVariable] = prepared;
  const link = server?.link ?? running ?? "";
  process.env[serverVariable] = link;
  await signIn(link);
  return async () => {
    await destroyDatabase(prepared);
    if (!server) return;
    await server.stop();
    await mkdir(outputDir, { recursive: true });
    await writeFile(join(outputDir, "server.log"), server.output());
  };
}

async function signIn(link: string): Promise<void> {
  const browser = await request.newContext();
  await browser.get(link);
  process.env[cookiesVariable] = JSON.stringify((await browser.storageState()).cookies);
  await browser.dispose();
}
