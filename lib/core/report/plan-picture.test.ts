import { describe, expect, it } from "vitest";
import { planOf } from "@/lib/testing/runs/run-world";
import { planPicture } from "./plan-picture";

describe("a plan as a picture", () => {
  const plan = planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }, { id: "c", dependsOn: ["a"] });

  it("has its tasks and edges where the layout of its run has them, and nothing else of that", () => {
    const layout = {
      nodes: [
        ["a", 0, 0],
        ["b", 300, 0],
        ["c", 300, 120],
        ["dropped", 900, 0],
      ] as [string, number, number][],
      edges: [["a→b", 216, 37, 300, 37]] as [string, ...number[]][],
    };
    const { fileName, contentType, text } = planPicture(plan, { layout, version: 2 });
    expect([fileName, contentType]).toEqual(["plan-v2.svg", "image/svg+xml"]);
    const places = [...text.matchAll(/<g transform="translate\(([\d.]+) ([\d.]+)\)"/g)].map(([, x, y]) =>
      [x, y].map(Number),
    );
    expect(places).toEqual([
      [0, 0],
      [300, 0],
      [300, 120],
    ]);
    expect(text).toContain("Plan v2 · 3 tasks · as planned");
    // One has its way from the layout, the other goes straight.
    expect(text.match(/stroke-width="1.25"/g)).toHaveLength(2);
    expect(text).not.toContain("dropped");
  });

  it("is named after its title where it has no version, and leaves out what has no place", () => {
    const one = planPicture(planOf({ id: "a" }), { layout: { nodes: [], edges: [] } });
    expect(one.fileName).toBe("plan.svg");
    expect(one.text).not.toContain("<g transform");
  });
});
