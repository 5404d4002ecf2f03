import { describe, expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import { attachmentsOf, toolContext } from "@/lib/testing/tools/tool-context";
import { builtInTools, createToolbox } from ".";

const clock = { nowMs: () => Date.UTC(2026, 9, 5, 8, 30) };
const tools = builtInTools(clock);
const box = createToolbox(tools);
const attachments = attachmentsOf({
  "contract.md": "Termination needs a notice period of three months.",
  "sales.csv": "region,amount\nnorth,10\n",
});
/** What the examples of tools look into. */
const context = () => toolContext({ attachments, readArtifact: async () => "An error, and no more." });

async function run(name: string, args: Json): Promise<Json> {
  const result = await box.run(name, args, context());
  if (!result.ok && result.code === "paused") return { asks: result.pause.payload.question };
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.output;
}

describe("every tool that comes along", () => {
  it("states that a call costs nothing", () => {
    expect(box.list().filter(({ costHint }) => costHint !== 0)).toEqual([]);
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))("%s explains itself", (_, tool) => {
    expect(tool.name).toMatch(/^[a-z][a-z_]*$/);
    expect(tool.description).toMatch(/\.$/);
    expect(tool.timeoutMs).toBeGreaterThan(0);
    expect(tool.examples?.length).toBeGreaterThan(0);
    expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    for (const example of tool.examples ?? []) expect(tool.summarize(example)).not.toMatch(/undefined|\n/);
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))("%s runs its examples", async (name, tool) => {
    for (const example of tool.examples ?? []) {
      expect(box.checkArguments(name, example)).toBeUndefined();
      expect(await run(name, example)).toBeTypeOf("object");
    }
  });
});

describe("now", () => {
  it("reads the clock it was given", async () => {
    expect(await run("now", {})).toEqual({
      iso: "2026-10-05T08:30:00.000Z",
      unixMs: clock.nowMs(),
      weekday: "Monday",
    });
  });
});

describe("json_query", () => {
  const data: Json = {
    items: [{ name: "a", tags: ["x", "y"] }, { name: "b" }],
    meta: { count: 2 },
    none: null,
  };

  it.each([
    ["items.0.name", "a"],
    ["items[1].name", "b"],
    ["items.*.name", ["a", "b"]],
    ["items.*.tags", [["x", "y"]]],
    ["meta.*", [2]],
    ["", data],
  ])("%j", async (path, value) => {
    expect(await run("json_query", { data, path })).toEqual({ found: true, value });
  });

  it.each(["items.7", "items.length", "meta.constructor", "__proto__", "meta.count.more", "meta.count.*"])(
    "finds nothing at %s",
    async (path) => {
      expect(await run("json_query", { data, path })).toEqual({ found: false, value: null });
    },
  );

  it("tells a null that is there from nothing", async () => {
    expect(await run("json_query", { data, path: "none" })).toEqual({ found: true, value: null });
    expect(box.summarize("json_query", { data, path: "" })).toBe("Pick everything from JSON data");
  });
});
