import { describe, expect, it } from "vitest";
import { treeOf, workingTree } from "../structure/tree";
import { broken, loadRules, lostRules, testsOf } from "./rules";

const rule = {
  clause: "It holds",
  file: "lib/core/run/a.ts",
  find: "if (held) return;",
  replace: "",
  door: ["gates" as const],
};

describe("the rules that are broken", () => {
  const rules = loadRules();

  it("stand in their files, each once", () => {
    expect(lostRules(rules, workingTree())).toEqual([]);
    expect(new Set(rules.map(({ clause }) => clause)).size).toBe(rules.length);
  });

  it("are found to be lost where their text is not there, or twice", () => {
    const code = "a();\nif (held) return;";
    expect(lostRules([rule], treeOf({ "lib/core/run/a.ts": code }))).toEqual([]);
    expect(lostRules([rule], treeOf({ "lib/core/run/b.ts": code }))).toEqual([rule]);
    expect(lostRules([rule], treeOf({ "lib/core/run/a.ts": code + code }))).toEqual([rule]);
  });

  it("are broken in place, or not at all", () => {
    expect(broken("a();\nif (held) return;", rule)).toBe("a();\n");
    expect(() => broken("a();", rule)).toThrow("lib/core/run/a.ts has 0 times: if (held) return;");
  });

  it("are held by the tests beside them first, then by those around, up to their room", () => {
    const file = "lib/core/run/decide/gates/answer.ts";
    expect(testsOf({ ...rule, file }, "core")).toEqual([
      ["lib/core/run/decide/gates/"],
      ["lib/core/run/decide/"],
      ["lib/core/run/"],
    ]);
    expect(testsOf({ ...rule, door: ["gates", "comments"] }, "door")).toEqual([
      ["lib/services/approvals/", "lib/services/comments/"],
    ]);
  });
});
