import { describe, expect, it } from "vitest";
import { readPlan } from "@/lib/core/plan";
import { planOf } from "@/lib/testing/runs/run-world";
import { tailPrefill } from "./plan-text";

describe("what the tail editor begins with", () => {
  const left = planOf({ id: "write", title: "Write it", input: "{{results.a}}", dependsOn: ["a"] });

  it("is what is left of the plan, as text without what goes unsaid", () => {
    const text = tailPrefill({ tail: null, remaining: left });
    expect(text).toBe(`PLAN: Plan

Step 1: Write it
- Task id: write
- Agent: default
- Depends on: a
- Task input: {{results.a}}
`);
    expect(readPlan(text)).toEqual({ plan: left, warnings: [], errors: [] });
  });

  it("is the reviewer's tail where there is one, and reads back as the same plan", () => {
    const tail = {
      ...planOf({ id: "b", maxRetries: 4, agent: "coder" }),
      agents: { coder: { prompt: "Code.", tools: ["x"] } },
    };
    const idle = { ...tail, agents: { ...tail.agents, idle: { prompt: "Wait.", tools: [] } } };
    const text = tailPrefill({ tail: idle, remaining: left });
    expect(readPlan(text)).toEqual({ plan: tail, warnings: [], errors: [] });
  });

  it("is the beginning of a plan where nothing is left", () => {
    expect(tailPrefill({ tail: null })).toBe("PLAN: \n\nStep 1: \n");
    expect(tailPrefill({ tail: null, remaining: { ...left, tasks: [] } })).toContain("Step 1:");
  });
});
