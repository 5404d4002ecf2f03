import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { fickleServer } from "@/lib/testing/mcp/servers";
import { type McpWorld, openMcpWorld } from "@/lib/testing/mcp/world";
import { toolContext } from "@/lib/testing/tools/tool-context";

const folder = mkdtempSync(join(tmpdir(), "mcp-silent-"));
let worlds: McpWorld[] = [];

afterEach(async () => {
  await Promise.all(worlds.map((world) => world.close()));
  worlds = [];
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a server that does not say its tools", () => {
  it.each(["when it is connected", "once it is connected"])(
    "fails a call with its cause where it does not say its tools in time, and sends nothing: %s",
    async (when) => {
      const silent = join(folder, `silent-${when}`);
      const log = join(folder, `log-${when}`);
      writeFileSync(log, "");
      const config = fickleServer({ FICKLE_LOG: log, FICKLE_SILENT: silent }, { timeoutMs: 2_500 });
      const world = await openMcpWorld([config]);
      worlds.push(world);
      const run = (name: string) => world.tools.run(`fickle__${name}`, {}, toolContext());
      /** Asks again where a busy machine starts the server too slowly. */
      const isAnswered = (name: string) =>
        expect.poll(() => run(name), { timeout: 20_000 }).toMatchObject({ ok: true });
      if (when === "once it is connected") await isAnswered("pid");
      writeFileSync(silent, "");
      expect(await run("flood")).toEqual({
        ok: false,
        code: "failed",
        message: expect.stringMatching(/^fickle__flood failed: The MCP server fickle .*within 2000 ms\./),
      });
      expect(readFileSync(log, "utf8")).not.toContain("called flood");
      rmSync(silent);
      if (when === "once it is connected") await isAnswered("flood");
    },
  );
});
