import { describe, expect, it } from "vitest";
import { treeOf } from "../structure/tree";
import { partsOf, sampleLines } from "./scopes";

const code = Array.from({ length: 40 }, (_, n) => `export const x${n} = ${n} > 1;`).join("\n");
const tree = treeOf({
  "lib/core/cost/price.ts": `import "./a";\n\n/** Says. */\nexport type A = 1;\n${code}`,
  "lib/core/cost/price.test.ts": code,
  "lib/core/run/decide/answer.ts": code,
  "components/button.ts": code,
});

describe("the sample of mutants elsewhere", () => {
  it("is the same for the same seed, and another for another", () => {
    const [one, again, other] = [1, 1, 2].map((seed) => sampleLines(tree, seed, 10));
    expect(one).toEqual(again);
    expect(one).not.toEqual(other);
    expect(new Set(one).size).toBe(10);
  });

  it("takes lines with code outside the gated scopes, and as many as there are", () => {
    const lines = sampleLines(tree, 1, 1_000);
    expect(lines).toHaveLength(40);
    expect(lines.every((line) => /^lib\/core\/cost\/price\.ts:(\d+)-\1$/.test(line))).toBe(true);
    expect(lines).not.toContain("lib/core/cost/price.ts:4-4");
  });

  it("is held against the tests of the room that each line stands in", () => {
    const rooms = treeOf({
      "lib/core/json.ts": "a();",
      "lib/core/cost/price.ts": "a();",
      "lib/core/cost/list/price.ts": "b();",
      "lib/http/guard.ts": "a();",
      "lib/services/runs/list.ts": "a();",
    });
    expect(partsOf("elsewhere", rooms, 1).map(({ testsIn, mutate }) => [testsIn, ...mutate.sort()])).toEqual([
      ["lib/core", "lib/core/json.ts:1-1"],
      ["lib/core/cost", "lib/core/cost/list/price.ts:1-1", "lib/core/cost/price.ts:1-1"],
      ["lib/http", "lib/http/guard.ts:1-1"],
      ["lib/services", "lib/services/runs/list.ts:1-1"],
    ]);
  });
});

describe("a gated scope", () => {
  it("is mutated whole, or in the files and folders that are named", () => {
    expect(partsOf("review", tree, 1)).toEqual([
      { mutate: ["lib/core/review/*.ts", "!**/*.test.ts"], testsIn: "lib/core/review" },
    ]);
    const paths = ["lib/core/run/decide/gates", "lib/core/run/decide/answer.ts"];
    expect(partsOf("decide", tree, 1, paths).flatMap(({ mutate }) => mutate)).toEqual([
      "lib/core/run/decide/gates/**/*.ts",
      "lib/core/run/decide/answer.ts",
      "!**/*.test.ts",
    ]);
  });
});
