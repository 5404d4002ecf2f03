import { describe, expect, it } from "vitest";
import { familyTree } from "./family";

const run = (runId: string, parentRunId: string | null) => ({ runId, parentRunId });

describe("familyTree", () => {
  it("puts each run below its parent, siblings as they come", () => {
    const members = [run("a", null), run("b", "a"), run("c", "a"), run("d", "b")];
    expect(familyTree(members).map(({ runId, depth }) => `${runId}${depth}`)).toEqual([
      "a0",
      "b1",
      "d2",
      "c1",
    ]);
  });

  it("begins with every run whose parent is none of them", () => {
    const members = [run("b", "gone"), run("c", "gone"), run("d", "c")];
    expect(familyTree(members).map(({ runId, depth }) => `${runId}${depth}`)).toEqual(["b0", "c0", "d1"]);
  });
});
