import { startServer } from "@/e2e/server";
import { withBrowser } from "./console/browser";
import { canvasRows } from "./console/canvas";
import { machineLoad, writeRows } from "./results";

/** What the console makes people wait for at 1 000 tasks, in a real Chromium before a server of its own. */
export async function benchConsole(): Promise<boolean> {
  const loadBefore = machineLoad();
  const server = await startServer();
  try {
    const rows = await withBrowser(server, async (visit) => [...(await canvasRows(server, visit))]);
    return writeRows("console", rows, { loadBefore });
  } finally {
    await server.stop();
  }
}
