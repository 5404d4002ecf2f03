import { describe, expect, it } from "vitest";
import { readPlan } from "../plan";
import { agent as agentSchema, type Plan } from "../plan/schema";
import { agentProblem, nameInPlan, type OwnAgent, ownAgent, planOfAgent } from "./agents";

const agent = agentSchema.parse({
  prompt: "Read laws",
  tools: ["search"],
  maxTurns: 3,
  hints: { preferred: ["search"] },
});
const own: OwnAgent = { name: "Law reader", useWhen: "For contracts", agent };

describe("an agent as a template", () => {
  it("is a plan of one task, and comes back from it and from what a reader makes of it", () => {
    const body = planOfAgent(own);
    expect(ownAgent({ name: own.name, body })).toEqual(own);
    const { plan, errors } = readPlan(JSON.stringify(body));
    expect(errors).toEqual([]);
    expect(ownAgent({ name: own.name, body: plan as Plan })).toEqual(own);
    expect(agentProblem({ name: own.name, body })).toBeUndefined();
    const bare: OwnAgent = { name: "Plain", agent: agentSchema.parse({}) };
    for (const one of [bare, { ...bare, useWhen: "" }])
      expect(ownAgent({ name: "Plain", body: planOfAgent(one) })).toEqual(bare);
  });

  it("is nothing else", () => {
    const body = planOfAgent(own);
    const task = body.tasks[0] as Plan["tasks"][number];
    const others: Plan[] = [
      { ...body, agents: {} },
      { ...body, agents: { ...body.agents, other: agent } },
      { ...body, tasks: [] },
      { ...body, tasks: [task, { ...task, id: "b" }] },
      { ...body, tasks: [{ ...task, agent: "default" }] },
      { ...body, tasks: [{ ...task, type: "direct" }] },
    ];
    for (const one of others) {
      expect(ownAgent({ name: own.name, body: one })).toBeUndefined();
      expect(agentProblem({ name: own.name, body: one })).toContain("one agent");
    }
    expect(agentProblem({ name: "supervisor", body })).toContain("every plan has");
  });
});

describe("nameInPlan", () => {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const other = agentSchema.parse({ prompt: "Other" });

  it("is its own name, that of the same agent, or the next that is free", () => {
    expect(nameInPlan(own, {}, isSame)).toEqual({ name: "Law reader", isThere: false });
    expect(nameInPlan(own, { "Law reader": agent }, isSame)).toEqual({ name: "Law reader", isThere: true });
    expect(nameInPlan(own, { "Law reader": other }, isSame)).toEqual({
      name: "Law reader 2",
      isThere: false,
    });
    const both = { "Law reader": other, "Law reader 2": agent };
    expect(nameInPlan(own, both, isSame)).toEqual({ name: "Law reader 2", isThere: true });
  });
});
