import { describe, expect, it } from "vitest";
import { createRun } from "@/lib/services/runs/create";
import { planToFlow } from "../graph/plan-to-flow";
import { createInput } from "./create-input";
import { figuresOf } from "./plan-preview";
import { previewState, readPasted } from "./plan-reading";
import { SAMPLE_PLAN } from "./sample-plan";

describe("a pasted plan", () => {
  it("is nothing while the field is empty", () => {
    expect(readPasted(" \n", [])).toBeUndefined();
  });

  it("says what is wrong at the task it belongs to", () => {
    const reading = readPasted('{"tasks":[{"id":"a","depends_on":["b"]},{"id":"b","depends_on":["a"]}]}', []);
    expect(reading?.errors.map((issue) => issue.code)).toContain("cycle_detected");
  });

  it("may use the tools that exist, and no others", () => {
    const plan = JSON.stringify({ agents: { x: { tools: ["search"] } }, tasks: [{ id: "a", agent: "x" }] });
    expect(readPasted(plan, ["search"])?.errors).toEqual([]);
    expect(readPasted(plan, [])?.errors.map((issue) => issue.code)).toEqual(["unknown_tool"]);
  });

  it("that we offer as an example is without fault, and can be drawn", () => {
    const reading = readPasted(SAMPLE_PLAN, []);
    expect(reading).toMatchObject({ errors: [], warnings: [] });
    if (!reading?.plan) throw new Error("no plan");
    expect(figuresOf(reading.plan)).toBe("6 tasks in 5 levels, 1 review, 1 human gate");
    const { nodes, edges } = planToFlow(previewState(reading.plan));
    expect(nodes.map((node) => node.status)).toEqual(Array(6).fill("pending"));
    expect(edges).toHaveLength(6);
  });
});

describe("a draft", () => {
  it("leaves the defaults to the server", () => {
    const input = createInput({ mission: "Go", plan: " " });
    expect(input).toEqual({ mission: "Go", settings: {} });
    expect(createRun.schema.parse(input).settings.reviewMode).toBe("hold");
  });

  it("carries what was chosen", () => {
    const draft = { mission: "", plan: "Step 1: Go", planApproval: true, model: "m" };
    expect(createInput({ ...draft, reviewMode: "manual" })).toEqual({
      mission: "",
      plan: "Step 1: Go",
      settings: { planApproval: true, reviewMode: "manual", models: { default: "m" } },
    });
  });
});
