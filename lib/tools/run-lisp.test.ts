import { describe, expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import { toolContext } from "@/lib/testing/tools/tool-context";
import { runLisp } from "./run-lisp";
import { createToolbox } from "./toolbox";

const run = (args: Json) => createToolbox([runLisp]).run("run_lisp", args, toolContext());

describe("run_lisp", () => {
  it.each<[program: string, data: Json, value: Json]>([
    ["(+ 1 2)", {}, 3],
    ['(map (fn [row] (get row "n")) data/rows)', { rows: [{ n: 1 }, { n: 2 }] }, [1, 2]],
    ["data/missing", {}, null],
    ["(count data/text)", { text: "abc" }, 3],
  ])("%s", async (program, data, value) => {
    expect(await run({ program, data })).toEqual({ ok: true, output: { value } });
  });

  it.each([
    ["(+ 1", "parse_error"],
    ["(nope 1)", "nope"],
    ["(tool/now {})", "tool"],
    ["(loop [] (recur))", "limit_exceeded"],
    ['(fail "no")', "no"],
  ])("gives what is wrong with %s as words, with its place", async (program, words) => {
    const result = await run({ program });
    expect(result).toMatchObject({ ok: false, code: "failed", message: expect.stringContaining(words) });
    expect(result).toMatchObject({ message: expect.stringContaining("line 1") });
  });

  it("is told in one line", () => {
    expect(runLisp.summarize({ program: "(+ 1\n   2)" })).toBe("Evaluate (+ 1 2)");
  });
});
