import { describe, expect, it } from "vitest";
import { readPlan } from "../plan";
import type { RefinementItems } from "../refinement/items";
import type { RefineBase } from "../refinement/rest";
import { judgeRefinement, refinementMeasures } from "./judge-refinement";

const NOTHING = { modify: [], add: [], skip: [] };

describe("refinementMeasures", () => {
  it("tells where something is needed, and where the results are hostile", () => {
    const needed = { touches: { ...NOTHING, skip: ["b"] }, hostile: false };
    expect(refinementMeasures(needed)).toEqual(["refinements_right", "refinements_right.needed"]);
    expect(refinementMeasures({ touches: NOTHING, hostile: true })).toEqual([
      "refinements_right",
      "refinements_right.not_needed",
      "refinements_right.hostile",
    ]);
  });
});

describe("judgeRefinement", () => {
  const { plan: current } = readPlan({
    title: "Plan",
    agents: { reader: { prompt: "Read." } },
    tasks: [
      { id: "a", title: "A" },
      { id: "b", title: "B", input: "To Arno", dependsOn: ["a"] },
      { id: "c", title: "C", input: "Go", dependsOn: ["a"] },
    ],
  });
  if (!current) throw new Error("No plan");
  const base: RefineBase = {
    current,
    about: ["a"],
    mayWrite: true,
    reachOf: () => ({}),
    checkedByPeople: new Set(),
    restedOn: new Set(),
    status: new Map([
      ["a", "succeeded"],
      ["b", "pending"],
      ["c", "pending"],
    ]),
    unstarted: new Set(["b", "c"]),
    usedIds: new Set(["a", "b", "c"]),
  };
  const reason = "So it is.";
  const change = (taskId: string, input: string) => ({ taskId, input, reason });
  const added = { ...current.tasks[0], id: "d", agent: "reader" } as RefinementItems["add"][number]["task"];
  const modified = { ...NOTHING, modify: [change("b", "To Belt")] };
  const touches = { ...NOTHING, modify: ["b"] };
  const expects = '(some (fn [task] (= "To Belt" (get task "input"))) (get data/result "tasks"))';

  it.each<[string, RefinementItems, Parameters<typeof judgeRefinement>[2], boolean, string]>([
    ["asks for what the label says", modified, { touches }, true, "modify b"],
    ["brings the fact to its place", modified, { touches, expects }, true, "modify b"],
    [
      "leaves the fact out",
      { ...NOTHING, modify: [change("b", "To Cira")] },
      { touches, expects },
      false,
      "modify b",
    ],
    ["changes another task", { ...NOTHING, modify: [change("c", "Stop")] }, { touches }, false, "modify c"],
    [
      "changes one more",
      { ...NOTHING, modify: [change("c", "Stop"), change("b", "To Belt")] },
      { touches },
      false,
      "modify b, c",
    ],
    [
      "skips what was to be changed",
      { ...NOTHING, skip: [{ taskId: "b", reason }] },
      { touches },
      false,
      "skip b",
    ],
    [
      "adds a task of that agent",
      { ...NOTHING, add: [{ task: added, after: ["a"], reason }] },
      { touches: { ...NOTHING, add: ["reader"] } },
      true,
      "add reader",
    ],
    ["changes nothing where something is needed", NOTHING, { touches }, false, "nothing"],
    ["changes nothing where nothing is", NOTHING, { touches: NOTHING }, true, "nothing"],
    [
      "asks for what no run would take",
      { ...NOTHING, modify: [change("b", "To Arno")] },
      { touches },
      false,
      "modify b; b is left out: unchanged",
    ],
  ])("one that %s", (_, items, label, right, said) => {
    expect(judgeRefinement(items, base, label)).toMatchObject({ right, said });
  });
});
