import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createSafeHttp } from "@/lib/adapters/safe-http";
import { toolContext } from "@/lib/testing/tools/tool-context";
import { webTools } from "@/lib/tools/http";
import { createToolbox } from "@/lib/tools/toolbox";
import { median, rounded, writeRows } from "./results";

const CALLS = 500;
const WARM_UP = 20;
const TARGET_MS = 10;

/**
 * How long a writing call stands between the last look at its lease and its request, in which a worker that is stopped
 * cannot be held back (docs/engine.md, "Leases"): from `mayBegin` to the first byte at a server of this machine, whose
 * name is looked up and to which each call connects again.
 */
export async function benchEffectWindow(): Promise<boolean> {
  let arrivedAt = 0;
  const server = createServer((_, response) => response.end("done"));
  server.on("connection", (socket) => {
    socket.prependOnceListener("data", () => {
      arrivedAt = performance.now();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  const host = `localhost:${port}`;
  const box = createToolbox(webTools(createSafeHttp({ privateHosts: [host] })));
  const windowsMs: number[] = [];
  for (let call = 0; call < WARM_UP + CALLS; call += 1) {
    let askedAt = 0;
    const mayBegin = async () => {
      askedAt = performance.now();
      return true;
    };
    const args = { method: "POST", url: `http://${host}/`, body: { call } };
    const result = await box.run("http_request", args, toolContext({ mayBegin }));
    if (!result.ok) throw new Error(`The call failed: ${JSON.stringify(result)}`);
    if (call >= WARM_UP) windowsMs.push(arrivedAt - askedAt);
  }
  await new Promise((resolve) => server.close(resolve));
  const sorted = windowsMs.toSorted((a, b) => a - b);
  const p99Ms = sorted[Math.floor(0.99 * sorted.length)] ?? Number.NaN;
  const row = {
    row: "milliseconds from the last look at a lease to the request, at 99 %",
    value: rounded(p99Ms),
    target: TARGET_MS,
    figures: {
      calls: CALLS,
      medianMs: rounded(median(sorted)),
      maxMs: rounded(sorted.at(-1) ?? Number.NaN),
    },
  };
  return writeRows("effect-window", [row]);
}
