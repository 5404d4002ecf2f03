import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import { resolveBrowser } from "../scripts/browser";
import { startServer } from "./server";

/** Name of the variable by which the test processes learn the address of the server they share. */
export const serverVariable = "WAYMARK_E2E_URL";

/**
 * Starts the server that all test files share, unless WAYMARK_E2E_URL names one already. What it printed
 * is kept beside the traces.
 */
export default async function setUp({ projects }: FullConfig): Promise<() => Promise<void>> {
  await resolveBrowser();
  const outputDir = projects[0]?.outputDir ?? "test-results";
  if (process.env[serverVariable]) return async () => {};
  const server = await startServer();
  process.env[serverVariable] = server.url;
  return async () => {
    await server.stop();
    await mkdir(outputDir, { recursive: true });
    await writeFile(join(outputDir, "server.log"), server.output());
  };
}
