import { describe, expect, it } from "vitest";
import { gateTitle } from "@/lib/core/describe/headline";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { successorOf } from "../closed-note";
import { consequenceOf, decisionHelp, verbHelp } from "./consequences";
import { argumentsOf } from "./gate-context";

describe("what an approval leads to", () => {
  it("names what starts next, or that nothing does", () => {
    const { state, gate } = waitingAtGate({ id: "send", title: "Send it", dependsOn: ["ask"] });
    expect(consequenceOf(state, gate)).toContain("Then “Send it” starts.");
    const last = waitingAtGate();
    expect(consequenceOf(last.state, last.gate)).toContain("the run comes to its end");
  });

  it("says what becomes of a call that asks, by each of its verbs", () => {
    const world = new RunWorld({ plan: planOf({ id: "t" }) });
    world.start();
    world.ask("t", { kind: "tool_approval", prompt: "May deploy run: Deploy 1? A rule asks." }, {});
    const { state } = world;
    const [tool, unknown] = Object.values(state.approvals);
    if (!tool || !unknown) throw new Error("no gates opened");
    expect(consequenceOf(state, tool)).toMatch(/^deploy runs with these arguments, .* goes on without it\.$/);
    expect(consequenceOf(state, unknown)).toMatch(/taken for what deploy gave.* not run again/);
    expect(consequenceOf(state, { ...unknown, verbs: ["run", "abort"], subject: {} })).toMatch(
      /^The tool is run again/,
    );
    expect(gateTitle(state, tool)).toBe("May deploy run: Deploy 1?");
    expect(verbHelp("reject", "tool_approval")).toContain("goes on");
    expect(verbHelp("reject", "human_review")).toContain("fails");
    expect(verbHelp("abort", "unknown_outcome")).toBe(verbHelp("abort"));
  });

  it("says what is left when a review goes on", () => {
    const { state } = waitingAtGate({ id: "one", dependsOn: ["ask"] }, { id: "two", dependsOn: ["ask"] });
    expect(decisionHelp(state, "ask", "CONTINUE")).toContain("2 tasks left");
    expect(decisionHelp(state, "ask", "ABORT")).toContain("ends for good");
  });
});

it("lays out the arguments of a call, also where they are cut", () => {
  expect(argumentsOf('It may have happened. Arguments: {"to":"prod"}')).toBe('{\n  "to": "prod"\n}');
  expect(argumentsOf('It may have happened. Arguments: {"to":"pr')).toBe('{"to":"pr');
  expect(argumentsOf("Run this plan?")).toBeUndefined();
});

it("finds the question that took a superseded one's place", () => {
  const { state, gate } = waitingAtGate();
  const next = { ...gate, approvalId: "later", openedSeq: gate.openedSeq + 5 };
  const other = { ...next, approvalId: "other", taskId: "else" };
  const approvals = { ...state.approvals, other, later: next };
  expect(successorOf({ ...state, approvals }, gate)?.approvalId).toBe("later");
});
