import { describe, expect, it, vi } from "vitest";
import * as hydration from "@/lib/client/use-is-hydrated";
import { describeVerdict } from "@/lib/core/describe/policy";
import { explainPolicy, toolPolicy } from "@/lib/core/policy";
import { statedReason } from "@/lib/core/run/reasons";
import type { ApprovalState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { renderText } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { voteOf } from "@/lib/testing/runs/votes";
import { type DraftVerdict, EMPTY, saveDraft } from "../drafts/kept-drafts";
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
  marks: DraftVerdict[],
  change: (gate: ApprovalState, n: number) => ApprovalState = (one) => one,
) {
  const { state, gates } = waiting(name);
  const shown = gates.map(change);
  for (const [n, mark] of marks.entries()) saveDraft(`apr_${name}-${n}`, { ...EMPTY, mark });
  using _ = vi.spyOn(hydration, "useIsHydrated").mockReturnValue(true);
  return renderText(
    <CallVerdicts
      state={state}
      gate={shown[1] as ApprovalState}
      gates={shown}
      onEdit={() => undefined}
      next="Next gate"
    />,
    {
      queries: gates.map(({ approvalId }, n) => ({
        queryKey: ["approval-context", { runId: state.runId, approvalId, version: 1 }],
        data: { cost: COST, call: ruled(`Policy ${n}`) },
      })),
    },
  );
}

/** What a policy says of a call that it asks about. */
function ruled(name: string) {
  const source = { level: "workspace" as const, id: "p", name };
  const rule = { tool: "deploy", path: "version", operator: ">", value: 9, effect: "ask" };
  const said = describeVerdict(
    explainPolicy({ ...toolPolicy.parse({ rules: [rule] }), source }, { name: "deploy" }, { version: 10 }),
  );
  return { ...said, policies: [said], inputSchema: {} };
}

const COST = { usd: 0.02, knownUsd: 0.02, unknownCalls: 0, modelCalls: 1 };
const APPROVED = { verdict: "accept" } as const;
const REJECTED = { verdict: "reject", reason: "Open incident." } as const;

describe("calls of one agent that wait together", () => {
  it("lead to the arguments that others propose for one of them, and say how far these have come", () => {
    const value = storeValue({ version: "2" }).stored;
    const votes = [voteOf("Ada", { verb: "edit", value })];
    const text = panel("proposed", [], (one, n) => (n === 1 ? { ...one, quorum: 2, votes } : one));
    expect(text).toContain("1 of 2 agreed on “{'version':'2'}” (Ada)");
    expect(text.match(/Proposed arguments…|Edit…/g)).toEqual(["Edit…", "Proposed arguments…", "Edit…"]);
  });

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

  it("say of each who asks for it and why, as a call that waits alone does", () => {
    const reasons = [statedReason("Two people asked for it.")];
    const question = { about: "call" as const, tool: "deploy", agent: "ops", summary: "2.3.0", reasons };
    const text = panel("ruled", [], (gate, n) => ({
      ...gate,
      prompt: undefined,
      question: n === 1 ? { ...question, reasons: [statedReason("Another reason.")] } : question,
    }));
    for (const n of [0, 1, 2]) expect(text).toContain(`ask workspace policy "Policy ${n}" , rule 1`);
    expect(text.match(/Two people asked for it\./g)).toHaveLength(2);
    expect(text).toContain("Another reason.");
    expect(text).toContain("Let “ops” run deploy?");
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
