import { describe, expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import { readPlan } from "@/lib/core/plan";
import { planOf } from "@/lib/testing/run-world";
import { changeLines } from "./change-lines";
import { tailPrefill } from "./tail-text";

describe("what the tail editor begins with", () => {
  const left = planOf({ id: "write", title: "Write it", input: "{{results.a}}", dependsOn: ["a"] });

  it("is what is left of the plan, without what goes unsaid", () => {
    const text = tailPrefill({ tail: null, remaining: left });
    expect(JSON.parse(text)).toEqual({
      title: "Plan",
      tasks: [{ id: "write", title: "Write it", input: "{{results.a}}", dependsOn: ["a"] }],
    });
    expect(text).toContain('"dependsOn": ["a"]');
  });

  it("is the reviewer's tail where there is one, and reads back as the same plan", () => {
    const tail = {
      ...planOf({ id: "b", maxRetries: 4, agent: "coder" }),
      agents: { coder: { prompt: "Code.", tools: ["x"] } },
    };
    const text = tailPrefill({ tail: tail as Json, remaining: left });
    expect(readPlan(text).plan?.tasks).toMatchObject([{ id: "b", maxRetries: 4, agent: "coder" }]);
    expect(readPlan(text).plan?.agents.coder).toMatchObject({ prompt: "Code.", tools: ["x"] });
  });

  it("is an empty plan where nothing is left", () => {
    expect(JSON.parse(tailPrefill({ tail: null }))).toEqual({ title: "", tasks: [] });
  });
});

describe("the lines of a change", () => {
  it("tell a task that comes again under a new id from a new one", () => {
    const before = planOf({ id: "a" }, { id: "b", title: "Deploy" }, { id: "c", title: "Notify" });
    const after = planOf({ id: "a" }, { id: "x", title: "Retrain" }, { id: "y", title: "Deploy" });
    expect(changeLines(before, after)).toEqual([
      { sign: "+", text: "Retrain" },
      { sign: "~", text: "Deploy: written anew" },
      { sign: "−", text: "Notify" },
    ]);
  });
});
