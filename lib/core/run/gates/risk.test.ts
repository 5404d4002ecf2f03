import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { waitingAtGate, withAgents } from "@/lib/testing/runs/waiting-gate";
import { describeRisk } from "../../describe/gates/answers";
import type { ApprovalState } from "../state";
import { changingTools, decisionRisk, firstTasks, nextTasks, riskOf } from "./risk";
import type { GateVerb } from "./table";

const EFFECTS = { deploy: "external", look: "read" } as const;

const gateOf = (part: Partial<ApprovalState>): ApprovalState => ({ ...waitingAtGate().gate, ...part });

describe("an answer takes a second step", () => {
  it("where what starts next can change something outside", () => {
    const { state, gate } = waitingAtGate({
      id: "go",
      title: "Go live",
      agent: "deployer",
      dependsOn: ["ask"],
    });
    const asked = { state, gate, effects: EFFECTS };
    const risk = riskOf(asked, "approve");
    expect(risk).toEqual({ code: "starts_changes", tasks: [{ title: "Go live", tools: ["deploy"] }] });
    expect(risk && describeRisk(risk)).toContain("“Go live” (by deploy)");
    expect(riskOf(asked, "edit")).toEqual(risk);
    expect(riskOf(asked, "reject")).toBeUndefined();
  });

  it("not where nothing waits for it, be its task unknown", () => {
    const { state, gate } = waitingAtGate();
    expect(riskOf({ state, gate, effects: EFFECTS }, "approve")).toBeUndefined();
    expect(nextTasks(state, "gone")).toEqual([]);
  });

  it("not where it only reads, and in doubt it does", () => {
    const { state, gate } = waitingAtGate({ id: "see", agent: "reader", dependsOn: ["ask"] });
    expect(riskOf({ state, gate, effects: EFFECTS }, "approve")).toBeUndefined();
    expect(riskOf({ state, gate, effects: undefined }, "approve")).toBeDefined();
  });

  it("where the run ends, or something may happen twice", () => {
    const asked = (part: Partial<ApprovalState>) => ({
      state: waitingAtGate().state,
      gate: gateOf(part),
      effects: EFFECTS,
    });
    const said = (part: Partial<ApprovalState>, verb: GateVerb) => {
      const risk = riskOf(asked(part), verb);
      return risk && describeRisk(risk);
    };
    expect(said({ kind: "unknown_outcome", subject: { tool: "deploy" } }, "run")).toContain("twice");
    const done = { tool: "deploy", earlier: "done", earlierAt: 1 };
    expect(said({ kind: "tool_approval", subject: done }, "approve")).toContain("runs it again");
    expect(riskOf(asked({ kind: "tool_approval", subject: done }), "edit")).toBeUndefined();
    expect(riskOf(asked({ kind: "tool_approval" }), "approve")).toBeUndefined();
    expect(said({ kind: "budget" }, "abort")).toContain("Aborting ends the run and cannot be undone");
    expect(riskOf(asked({ kind: "budget" }), "raise")).toBeUndefined();
    expect(said({ kind: "plan_approval" }, "reject")).toContain(
      "Rejecting ends the run and cannot be undone",
    );
    expect(decisionRisk("ABORT")).toEqual({ code: "ends_run", verb: "ABORT" });
    expect(decisionRisk("REPLAN")).toBeUndefined();
  });

  it("counts only tasks that call tools themselves", () => {
    const { state } = waitingAtGate({ id: "check", type: "planning_review", dependsOn: ["ask"] });
    const check = state.tasks.check;
    expect(check && changingTools(state, check, EFFECTS)).toEqual([]);
  });

  it("where a plan begins with what changes something, and not where a gate answers nothing of a task", () => {
    const world = new RunWorld({
      plan: withAgents({ id: "go", agent: "deployer" }),
      settings: { critic: { mode: "static", minScore: 10 } },
    });
    const { state } = world;
    const plan = gateOf({ kind: "plan_approval" });
    expect(riskOf({ state, gate: plan, effects: EFFECTS }, "approve")).toMatchObject({
      code: "starts_changes",
      tasks: [{ tools: ["deploy"] }],
    });
    const { taskId: _taskId, ...loose } = gateOf({});
    expect(riskOf({ state, gate: loose, effects: EFFECTS }, "approve")).toBeUndefined();
  });

  it("counts every tool of the supervisor, and none before tools are known", () => {
    const { state } = waitingAtGate(
      { id: "any", agent: "supervisor", dependsOn: ["ask"] },
      { id: "d", type: "direct", dependsOn: ["ask"] },
    );
    const { any, d } = state.tasks;
    expect(any && changingTools(state, any, EFFECTS)).toEqual(["deploy"]);
    expect(any && changingTools(state, any, undefined)).toEqual([]);
    expect(d && changingTools(state, d, EFFECTS)).toEqual([]);
  });
});

it("a version that waits starts with what is ready behind what has ended", () => {
  const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }, { id: "c" }) });
  expect(firstTasks(world.state).map(({ id }) => id)).toEqual(["a", "c"]);
  world.start();
  world.succeed("a");
  expect(firstTasks(world.state).map(({ id }) => id)).toEqual(["b"]);
});
