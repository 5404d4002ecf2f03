import { describe, expect, it } from "vitest";
import { planOf } from "@/lib/testing/runs/run-world";
import { reviewedBefore, sourcesOf } from "./flows";
import { reviewSpec } from "./schema";

const review = (id: string, dependsOn: string[], ...previousTasks: string[]) => ({
  id,
  type: "planning_review" as const,
  dependsOn,
  review: reviewSpec.parse({ previousTasks }),
});

describe("what flows into a task", () => {
  it.each<[string, ReturnType<typeof review>, string[]]>([
    ["what it waits for", review("r", ["b"]), ["b"]],
    ["nothing twice that it waits for through others", review("r", ["b"], "a", "b"), ["b"]],
    ["what a review looks at without waiting for it", review("r", ["b"], "x"), ["b", "x"]],
    ["nothing that comes after it", review("r", ["b"], "after"), ["b"]],
  ])("is %s", (_what, task, sources) => {
    const { tasks } = planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }, { id: "x" }, task, {
      id: "after",
      dependsOn: ["r"],
    });
    const found = tasks.find(({ id }) => id === "r");
    expect(found && sourcesOf(tasks)(found)).toEqual(sources);
  });

  it("comes through reviews that follow on each other, once, and no decision", () => {
    const { tasks } = planOf({ id: "a" }, { id: "x" }, review("r", ["a"], "x", "gone"), review("s", ["r"]), {
      id: "act",
      dependsOn: ["s", "a"],
    });
    const taskOf = (id: string) => tasks.find((task) => task.id === id);
    expect(reviewedBefore({ dependsOn: ["s", "a"] }, taskOf)).toEqual(["x"]);
    expect(reviewedBefore({ dependsOn: ["s"] }, taskOf).sort()).toEqual(["a", "x"]);
    expect(reviewedBefore({ dependsOn: ["s"], uses: ["x"] }, taskOf)).toEqual(["a"]);
  });
});
