import { describe, expect, it } from "vitest";
import type { ApprovalState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { renderText } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { Kept } from "../../styleguide/specimen";
import { quickAnswers } from "../node-decision";
import { CallVerdicts } from "./call-verdicts";

function waiting(name: string) {
  const world = new RunWorld({ plan: planOf({ id: "t", title: "Release" }) });
  world.start();
  const ask = { kind: "tool_approval" as const };
  world.ask("t", ask, ask, ask);
  const gates = Object.values(world.state.approvals).map((gate, n) => ({
    ...gate,
    approvalId: `apr_${name}-${n}`,
  }));
  return { state: world.state, gates };
}

/** The panel of three calls, opened from the second of them, as a tab shows it that keeps these marks. */
function panel(
  name: string,
  marks: object[],
  change: (gate: ApprovalState, n: number) => ApprovalState = (one) => one,
) {
  const { state, gates } = waiting(name);
  const shown = gates.map(change);
  const kept = marks.map((mark, n) => [`decision/apr_${name}-${n}`, { comment: "", mark }]);
  return renderText(
    <Kept values={Object.fromEntries(kept)}>
      <CallVerdicts
        state={state}
        gate={shown[1] as ApprovalState}
        gates={shown}
        onEdit={() => undefined}
        next="Next gate"
      />
    </Kept>,
    {
      queries: [
        {
          queryKey: ["approval-context", { runId: state.runId, approvalId: `apr_${name}-1`, version: 1 }],
          data: { cost: COST },
        },
      ],
    },
  );
}

const COST = { usd: 0.02, knownUsd: 0.02, unknownCalls: 0, modelCalls: 1 };
const APPROVED = { verdict: "accept" };
const REJECTED = { verdict: "reject", reason: "Open incident." };

describe("calls of one agent that wait together", () => {
  it("are marked in one list, and one footer says what it sends of them", () => {
    const none = panel("none", []);
    expect(none).toMatch(
      /3 calls of “Release” .*3 calls wait together 3 calls .*Approve .*Reject .*Approve all/,
    );
    expect(none).toMatch(/Mark each call: approve or reject$/);
    const some = panel("some", [APPROVED, REJECTED]);
    expect(some).toMatch(/Send 2 answers: 1 approved, 1 rejected, 1 left$/);
    expect(some.match(/Send/g)).toHaveLength(1);
    expect(some).toContain("Reason to reject call 2");
    expect(some).toContain("Comment for the agent (optional)");
    expect(panel("all", [APPROVED, REJECTED, APPROVED])).toMatch(/Send 3 answers: 2 approved, 1 rejected$/);
  });

  it("show what was said of those that are answered, and nothing to press there", () => {
    const by = { kind: "person" as const, id: "ada", name: "Ada" };
    const close = (verb: "approve" | "reject", comment = "") => ({
      by,
      at: 1,
      verb,
      comment,
      provenance: "person" as const,
    });
    const closed = (gate: ApprovalState, n: number): ApprovalState =>
      n === 2
        ? gate
        : {
            ...gate,
            status: "decided",
            decided: n === 0 ? close("approve") : close("reject", "Open incident."),
          };
    const part = panel("part", [REJECTED], closed);
    expect(part).toMatch(
      /1 call waits 1 call .*Answered .*Approved by Ada, .*Rejected by Ada, .*Open incident\./,
    );
    const done = panel("done", [], (gate, n) =>
      n === 2 ? { ...gate, status: "cancelled" } : closed(gate, n),
    );
    expect(done).toMatch(/1 approved, 1 rejected Next gate$/);
    expect(done).not.toMatch(/Send|Approve all|Mark each/);
  });

  it("show no beginning in the place of arguments that are kept apart: these are fetched, of each call", () => {
    const shown = storeValue({ to: "ann", text: "All is well. ".repeat(600) }).stored;
    const apart = panel("apart", [APPROVED, APPROVED, APPROVED], (gate) => ({ ...gate, shown }));
    expect(apart).toContain("3 calls wait together");
    expect(apart).not.toContain("All is well.");
  });

  it("take no quick answer on the node, which would pass over the others", () => {
    const { state } = waiting("node");
    const [gate] = Object.values(state.approvals);
    expect(gate && quickAnswers(state, gate)).toEqual({
      answers: [],
      begins: [],
      openLabel: "Decide 3 calls",
    });
  });
});
