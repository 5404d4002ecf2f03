import { startServer } from "@/e2e/server";
import { withBrowser } from "./console/browser";
import { canvasRows } from "./console/canvas";
import { editRows } from "./console/edit";
import { largeRows } from "./console/large";
import { pasteRows } from "./console/paste";
import { streamRows } from "./console/stream";
import { travelRows } from "./console/travel";
import { type Measured, replaceRows } from "./results";

/** Rows by what their names begin with, in their order. */
const ORDER = [
  "ms until the graph of 3",
  "ms until the graph of 1000",
  "ms until the graph of a run",
  "bytes of the",
  "elements of the graph",
  "ms of the longest main-thread task of a pan",
  "ms of the longest main-thread task of a step",
  "ms from the key of a step",
  "ms until a pasted plan",
  "ms until the tasks of that plan",
  "ms of the longest main-thread task while a plan of 1 000 tasks is typed",
  "ms of the longest main-thread task while a plan of 1 000 tasks is edited",
  "ms from the commit",
];

const PARTS = {
  canvas: canvasRows,
  large: largeRows,
  travel: travelRows,
  paste: pasteRows,
  edit: editRows,
  stream: streamRows,
};

/** What the console makes people wait for at 1 000 tasks, in a real Chromium before a server of its own. `-- console stream`: that part alone. */
export async function benchConsole(): Promise<boolean> {
  const part = process.argv[3];
  const server = await startServer({ env: { WAYMARK_QUOTAS: "off" } });
  try {
    return await withBrowser(server, async (visit) => {
      const rows: Measured[] = [];
      for (const [name, measure] of Object.entries(PARTS)) {
        if (part !== undefined && name !== part) continue;
        console.log(`Measuring: ${name} …`);
        rows.push(...(await measure(server, visit)));
      }
      return replaceRows("console", rows, ORDER);
    });
  } finally {
    await server.stop();
  }
}
