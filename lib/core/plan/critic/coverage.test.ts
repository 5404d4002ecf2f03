import { describe, expect, it } from "vitest";
import { planOf } from "@/lib/testing/runs/run-world";
import { coverageOf } from "./coverage";
import type { Demand } from "./types";

const MISSION =
  'Find which region lost most revenue in Q3,\nwrite a "one-page" memo with figures, and send it.';

const PLAN = planOf(
  { id: "load" },
  { id: "sum", dependsOn: ["load"] },
  { id: "memo", dependsOn: ["sum"] },
  { id: "look", type: "planning_review", dependsOn: ["memo"] },
  { id: "ok", type: "human_review", dependsOn: ["look"] },
  { id: "send", dependsOn: ["ok"] },
  { id: "slides", dependsOn: ["sum"] },
  { id: "publish", dependsOn: ["slides"] },
);

const covered = (demands: Demand[], ended: string[] = []) =>
  coverageOf({ mission: MISSION, plan: PLAN, ended: new Set(ended) }, demands);

const region: Demand = { demand: "which region lost most revenue", tasks: ["sum"] };
const memo: Demand = { demand: "write a one-page memo", tasks: ["memo"] };
const sent: Demand = { demand: "send it", tasks: [] };

describe("the coverage of a mission", () => {
  it("names each demand with its tasks, and the tasks that serve none, neither themselves nor through others", () => {
    expect(covered([region, memo, sent])).toEqual({
      demands: [region, memo, sent],
      unquoted: [],
      extra: ["send", "slides", "publish"],
    });
  });

  it("counts what leads to an answer through a control, and asks no service of controls and reviews", () => {
    expect(covered([{ demand: "send it", tasks: ["send"] }])?.extra).toEqual(["slides", "publish"]);
    expect(covered([region])?.extra).toEqual(["memo", "send", "slides", "publish"]);
  });

  it("leaves out of the tasks that serve nothing those that have ended", () => {
    expect(covered([region, memo], ["send", "slides"])?.extra).toEqual(["publish"]);
  });

  it.each([
    ["case, marks and white space", "WRITE a one page  memo"],
    ["words left out", "Find which region … in Q3"],
    ["three dots", "“Find which region... write a one-page memo”"],
  ])("takes a demand for the mission's own whatever %s", (_, demand) => {
    expect(covered([{ demand, tasks: ["memo"] }])?.demands).toHaveLength(1);
  });

  it.each(["publish the slides", "write a memo", "memo … region", "…", "?!"])(
    "counts nothing that the mission does not say: %s",
    (demand) => {
      const told = { demand, tasks: ["slides", "publish"] };
      expect(covered([told])).toBeUndefined();
      expect(covered([region, told])).toMatchObject({
        demands: [region],
        unquoted: [told],
        extra: ["memo", "send", "slides", "publish"],
      });
    },
  );

  it("says nothing of a demand that names no task of the plan, and leaves ids out that are none", () => {
    expect(covered([{ demand: "send it", tasks: ["mail"] }])).toBeUndefined();
    expect(covered([{ ...sent, tasks: ["mail"] }, region])?.demands).toEqual([region]);
    expect(covered([{ ...memo, tasks: ["mail", "memo", "memo"] }])?.demands).toEqual([memo]);
  });

  it("puts together what is named twice, and claims nothing where nothing was named", () => {
    expect(covered([memo, { ...memo, tasks: ["sum"] }])?.demands).toEqual([
      { ...memo, tasks: ["memo", "sum"] },
    ]);
    expect(covered([])).toBeUndefined();
  });
});
