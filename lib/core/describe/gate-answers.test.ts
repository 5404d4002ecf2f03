import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { consequenceOf, decisionHelp, verbHelp } from "./gate-answers";
import { gateTitle } from "./headline";

describe("what an approval leads to", () => {
  it("names what starts next, or that nothing does", () => {
    const { state, gate } = waitingAtGate({ id: "send", title: "Send it", dependsOn: ["ask"] });
    expect(consequenceOf(state, gate)).toContain("Then “Send it” starts.");
    const last = waitingAtGate();
    expect(consequenceOf(last.state, last.gate)).toContain("the run finishes");
  });

  it("says what becomes of a call that asks, by each of its verbs", () => {
    const world = new RunWorld({ plan: planOf({ id: "t" }) });
    world.start();
    world.ask("t", { kind: "tool_approval", prompt: "May deploy run: Deploy 1? A rule asks." }, {});
    const { state } = world;
    const [tool, unknown] = Object.values(state.approvals);
    if (!tool || !unknown) throw new Error("no gates opened");
    expect(consequenceOf(state, tool)).toMatch(
      /^deploy runs with these arguments and .* continues without it\.$/,
    );
    expect(consequenceOf(state, unknown)).toMatch(/used as the output of deploy.* not run again/);
    expect(consequenceOf(state, { ...unknown, verbs: ["run", "abort"], subject: {} })).toMatch(
      /^The tool runs again/,
    );
    expect(gateTitle(state, tool)).toBe("May deploy run: Deploy 1?");
    expect(verbHelp("reject", tool)).toContain("continues");
    expect(verbHelp("reject", { kind: "human_review" })).toContain("fails");
    expect(verbHelp("abort", unknown)).toBe(verbHelp("abort", { kind: "budget" }));
  });

  it("says what is left when a review goes on", () => {
    const { state } = waitingAtGate({ id: "one", dependsOn: ["ask"] }, { id: "two", dependsOn: ["ask"] });
    expect(decisionHelp(state, "ask", "CONTINUE")).toContain("2 tasks left");
    expect(decisionHelp(state, "ask", "ABORT")).toContain("cannot be undone");
  });
});
