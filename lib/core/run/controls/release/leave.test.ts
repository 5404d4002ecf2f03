import { describe, expect, it } from "vitest";
import { askedUnder, personOf } from "@/lib/testing/runs/asked-question";
import { ANNA, offer, type TaskDraft } from "@/lib/testing/runs/run-world";
import { KNOWN_TOOLS, withAgents } from "@/lib/testing/runs/waiting-gate";
import { describeSay } from "../../../describe/gates/words";
import { storePlan } from "../../../plan/store";
import { storeValue } from "../../../stored-value";
import type { CallAsk } from "../../commands";
import { sayBoundAt } from "../../gates/terms";
import type { ApprovalState } from "../../state";
import { holdOn } from "../hold";
import { takesSeveral } from "./leave";
import { releasesOver } from "./release";

const QUESTION: Partial<CallAsk> = { kind: "tool_input" };
const said = ({ state, gate }: ReturnType<typeof askedUnder>) => describeSay(sayBoundAt(state, gate));

describe("the answer to an agent's question on which released work rests", () => {
  it("is nobody's alone where several people let the work act, and says so before one is given", () => {
    for (const isAskedFirst of [true, false]) {
      const { world, state, gate } = askedUnder({ quorum: 2 }, ["Bob", "Carl"], QUESTION, isAskedFirst);
      expect(gate.verbs.includes("respond")).toBe(isAskedFirst);
      expect(takesSeveral(state, gate, "respond")).toBe(true);
      expect(takesSeveral(state, gate, "reject")).toBe(false);
      const [line, ...more] = said({ world, state, gate });
      expect(more).toEqual([]);
      expect(line).toContain("That takes 2 people (anyone who may review), and no answer of one");
      expect(line).toContain("Request a replan that says it instead");
      if (!isAskedFirst) continue;
      const answer = { type: "decide_approval", verb: "respond", provenance: "person" } as const;
      const given = { approvalId: gate.approvalId, value: storeValue("prod").stored, by: personOf("Bob") };
      expect(world.send({ ...answer, ...given })).toMatchObject({
        error: { code: "forbidden", message: line },
      });
    }
  });

  it("is for those who may let the work act by themselves", () => {
    const asked = askedUnder({ assignees: ["Bob"] }, ["Bob"], QUESTION, true);
    expect(takesSeveral(asked.state, asked.gate, "respond")).toBe(false);
    expect(said(asked)).toEqual([expect.stringMatching(/So Bob may give it\.$/)]);
    const eyes = askedUnder({ fourEyes: true }, ["Bob"], QUESTION, true);
    expect(said(eyes)).toEqual([
      expect.stringMatching(/So anyone who may review may give it, but not Anna\.$/),
    ]);
    // Asked once they had, the gate has the terms for its own.
    expect(said(askedUnder({ assignees: ["Bob"] }, ["Bob"], QUESTION))).toEqual([]);
  });

  it("is everyone's where nobody is bound, and what became of a call each of several can tell", () => {
    expect(said(askedUnder({}, ["Bob"], QUESTION))).toEqual([]);
    const unknown = askedUnder({ quorum: 2 }, ["Bob", "Carl"], { kind: "unknown_outcome" });
    expect(takesSeveral(unknown.state, unknown.gate, "happened")).toBe(false);
  });

  it("says nothing of a gate's own terms again", () => {
    const { state } = askedUnder({ fourEyes: true }, [], QUESTION);
    const own = Object.values(state.approvals).find(({ taskId }) => taskId === "ok") as ApprovalState;
    expect(own.verbs).toContain("edit");
    expect(sayBoundAt(state, own)).toEqual([]);
  });

  it("can be said by a replan instead, of which the same people are asked before it acts", () => {
    const { world } = askedUnder({ quorum: 2 }, ["Bob", "Carl"], QUESTION);
    const wished = world.send({ type: "request_replan", instruction: "Ship to prod" }, ANNA);
    expect(wished).toMatchObject({ ok: true });
    const [ok, , ship] = world.plan?.tasks ?? [];
    const prep = { id: "prep_v2", title: "Prepare", agent: "reader", input: "It is prod" };
    const lineages = new Map(Object.values(world.state.tasks).map(({ id, spec }) => [id, spec.lineage]));
    const plan = withAgents(ok as TaskDraft, prep, { ...ship, id: "ship_v2", dependsOn: ["ok", "prep_v2"] });
    world.replan(
      offer(plan, storePlan(world.plan as NonNullable<typeof world.plan>, lineages).plan, KNOWN_TOOLS),
    );
    expect(world.state.planVersion).toBe(2);
    expect(releasesOver(world.state, "prep_v2")).toEqual([]);
    expect(holdOn(world.state, { taskId: "ship_v2", tool: "deploy" })).toMatchObject({
      obligations: ["1/ok", "2/ok"],
    });
  });
});
