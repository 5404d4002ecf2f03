import { startServer } from "@/e2e/server";
import { withBrowser } from "./console/browser";
import { canvasRows } from "./console/canvas";
import { pasteRows } from "./console/paste";
import { streamRows } from "./console/stream";
import { type Measured, writeRows } from "./results";

const PARTS = { canvas: canvasRows, paste: pasteRows, stream: streamRows };

/** What the console makes people wait for at 1 000 tasks, in a real Chromium before a server of its own. */
export async function benchConsole(): Promise<boolean> {
  const server = await startServer({ env: { WAYMARK_QUOTAS: "off" } });
  try {
    return await withBrowser(server, async (visit) => {
      const rows: Measured[] = [];
      for (const [name, measure] of Object.entries(PARTS)) {
        console.log(`Measuring: ${name} …`);
        rows.push(...(await measure(server, visit)));
      }
      return writeRows("console", rows);
    });
  } finally {
    await server.stop();
  }
}
