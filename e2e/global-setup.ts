import { resolveBrowser } from "../scripts/browser";
import { startServer } from "./server";

/** Name of the variable by which the test processes learn the address of the server they share. */
export const serverVariable = "WAYMARK_E2E_URL";

/** Starts the server that all test files share, unless WAYMARK_E2E_URL names one already. */
export default async function setUp(): Promise<() => Promise<void>> {
  await resolveBrowser();
  if (process.env[serverVariable]) return async () => {};
  const server = await startServer();
  process.env[serverVariable] = server.url;
  return () => server.stop();
}
