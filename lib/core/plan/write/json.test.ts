import { describe, expect, it } from "vitest";
import { readPlan } from "../index";
import { planLines } from "./json";

describe("a plan as prompts show it", () => {
  it("has one line for each agent and task, nothing that goes unsaid, and reads back as the same plan", () => {
    const { plan } = readPlan({
      title: "Sales",
      objective: "Know the year",
      agents: { analyst: { prompt: "You query." } },
      tasks: [
        { id: "a", title: "Sum", agent: "analyst", input: "Sum it", onFailure: "stop", details: [] },
        { id: "b", title: "Tell", input: "Tell {{results.a}}", dependsOn: ["a"] },
      ],
    });
    if (!plan) throw new Error("No plan");
    const text = planLines(plan);
    expect(text.split("\n")).toEqual([
      '{"title":"Sales","objective":"Know the year","agents":{',
      '"analyst":{"prompt":"You query."}',
      '},"tasks":[',
      '{"id":"a","title":"Sum","agent":"analyst","input":"Sum it"},',
      '{"id":"b","title":"Tell","input":"Tell {{results.a}}","dependsOn":["a"]}',
      "]}",
    ]);
    expect(readPlan(text).plan).toEqual(plan);
    expect(planLines({ ...plan, agents: {} })).not.toContain("agents");
  });
});
