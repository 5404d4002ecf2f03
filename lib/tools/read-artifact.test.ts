import { describe, expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import { toolContext } from "@/lib/testing/tools/tool-context";
import { createToolbox } from ".";
import { readArtifact } from "./read-artifact";

const stored: Record<string, Json> = {
  log: `${"all quiet\n".repeat(3_000)}ERROR: the disk is full\n${"all quiet\n".repeat(3_000)}`,
  table: { rows: [{ name: "a" }, { name: "b" }], total: 2 },
  list: [1, 2, 3],
};
const context = toolContext({ readArtifact: async (digest) => stored[digest] });
const box = createToolbox([readArtifact]);
const look = async (args: Json) => {
  const result = await box.run("read_artifact", args, context);
  return result.ok ? result.output : result;
};

describe("read_artifact", () => {
  it("reads from the beginning, and on from where it stopped, to the end", async () => {
    let read = "";
    for (let offset: number | null = 0; offset !== null; ) {
      const part = (await look({ artifact: "log", offset })) as { text: string; nextOffset: number | null };
      expect(part.text.length).toBeLessThanOrEqual(20_000);
      read += part.text;
      offset = part.nextOffset;
    }
    expect(read).toBe(stored.log);
  });

  it("reads as little as is asked for, and nothing behind the end", async () => {
    expect(await look({ artifact: "log", chars: 9 })).toEqual({
      text: "all quiet",
      offset: 0,
      chars: 60_024,
      nextOffset: 9,
    });
    expect(await look({ artifact: "log", offset: 99_999 })).toMatchObject({ text: "", nextOffset: null });
  });

  it("finds words in any case, tells where, and counts those that it does not show", async () => {
    expect(await look({ artifact: "log", find: "error" })).toMatchObject({
      count: 1,
      matches: [{ offset: 30_000, around: expect.stringContaining("ERROR: the disk is full") }],
    });
    const many = (await look({ artifact: "log", find: "quiet" })) as { count: number; matches: Json[] };
    expect(many.count).toBe(6_000);
    expect(many.matches).toHaveLength(20);
    expect(await look({ artifact: "log", find: "fire" })).toMatchObject({ count: 0, matches: [] });
  });

  it("picks a value by its path, and searches in it", async () => {
    expect(await look({ artifact: "table", path: "rows[1].name" })).toMatchObject({ text: "b" });
    expect(await look({ artifact: "table", path: "rows" })).toMatchObject({
      text: '[{"name":"a"},{"name":"b"}]',
    });
    expect(await look({ artifact: "table", path: "rows", find: '"B"' })).toMatchObject({ count: 1 });
  });

  it.each([
    ["table", ["rows", "total"]],
    ["list", "a list of 3"],
    ["log", "a single value, read it by offset"],
  ])("says what there is at the top of %s when the path leads nowhere", async (artifact, keys) => {
    expect(await look({ artifact, path: "lines.0" })).toEqual({ found: false, keys });
  });

  it("knows nothing but what the run has", async () => {
    expect(await look({ artifact: "other" })).toMatchObject({
      code: "failed",
      message: expect.stringContaining("no tool call of this run"),
    });
  });

  it("tells people what it does", () => {
    expect(box.summarize("read_artifact", { artifact: "log", find: "x" })).toBe(
      "Look into the large result log for “x”",
    );
    expect(box.summarize("read_artifact", { artifact: "log", path: "a.b" })).toContain("at a.b");
    expect(box.summarize("read_artifact", { artifact: "log" })).toContain("from character 0");
  });
});
