import { describe, expect, it } from "vitest";
import { askedUnder, personOf } from "@/lib/testing/runs/asked-question";
import { ANNA, offer, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { KNOWN_TOOLS, withAgents } from "@/lib/testing/runs/waiting-gate";
import { describeSay } from "../../../describe/gates/words";
import { storePlan } from "../../../plan/store";
import { storeValue } from "../../../stored-value";
import type { CallAsk } from "../../commands";
import { sayBoundAt } from "../../gates/terms";
import type { ApprovalState } from "../../state";
import { holdOn } from "../hold";
import { answerDenial, peopleNeeded, sayTermsAt } from "./leave";
import { releasesOver } from "./release";

const QUESTION: Partial<CallAsk> = { kind: "tool_input" };
const said = ({ state, gate }: ReturnType<typeof askedUnder>) => describeSay(sayBoundAt(state, gate));

describe("the answer to an agent's question on which released work rests", () => {
  it("takes as many people with the same answer as let the work act, whenever it is asked", () => {
    for (const isAskedFirst of [true, false]) {
      const { world, state, gate } = askedUnder({ quorum: 2 }, ["Bob", "Carl"], QUESTION, isAskedFirst);
      expect(gate.verbs).toEqual(["respond", "reject"]);
      expect([peopleNeeded(state, gate, "respond"), peopleNeeded(state, gate, "reject")]).toEqual([2, 1]);
      // Asked once they had, the gate has the terms for its own.
      expect(said({ world, state, gate })).toEqual(
        isAskedFirst
          ? [expect.stringMatching(/So it takes 2 people who give the same: anyone who may review\.$/)]
          : [],
      );
      const respond = (name: string, value: string) => {
        const answer = { type: "decide_approval", verb: "respond", provenance: "person" } as const;
        const by = personOf(name);
        const actor = { kind: "person", id: by.id, name } as const;
        const given = { approvalId: gate.approvalId, value: storeValue(value).stored, by };
        return world.send({ ...answer, ...given }, actor);
      };
      const open = () => world.state.openApprovals[gate.approvalId] === true;
      expect([respond("Bob", "prod"), respond("Carl", "staging")]).toMatchObject([
        { ok: true },
        { ok: true },
      ]);
      expect(open()).toBe(true);
      // Who comes over counts for the other answer alone.
      expect(respond("Bob", "staging")).toMatchObject({ ok: true });
      expect(open()).toBe(false);
      expect(world.state.approvals[gate.approvalId]?.decided).toMatchObject({
        verb: "respond",
        value: { inline: "staging" },
      });
      expect(world.state.approvals[gate.approvalId]?.votes?.map(({ by }) => by.id)).toEqual(["carl", "bob"]);
    }
  });

  it("is for those who may let the work act by themselves", () => {
    const asked = askedUnder({ assignees: ["Bob"] }, ["Bob"], QUESTION, true);
    expect(peopleNeeded(asked.state, asked.gate, "respond")).toBe(1);
    expect(said(asked)).toEqual([expect.stringMatching(/So Bob may give it\.$/)]);
    const eyes = askedUnder({ fourEyes: true }, ["Bob"], QUESTION, true);
    expect(said(eyes)).toEqual([
      expect.stringMatching(/So anyone who may review may give it, but not Anna\.$/),
    ]);
    // Asked once they had, the gate has the terms for its own.
    expect(said(askedUnder({ assignees: ["Bob"] }, ["Bob"], QUESTION))).toEqual([]);
  });

  it("and consent to a tool that asks in the middle of that work are theirs too, by as many", () => {
    const consent: Partial<CallAsk> = {
      kind: "tool_approval",
      tool: "deploy",
      prompt: "This replaces PROD. Go on?",
      pause: { reason: "approval_required" },
    };
    const { gate } = askedUnder({ quorum: 2, assignees: ["Bob", "Carl"] }, ["Bob", "Carl"], consent);
    expect(gate).toMatchObject({ kind: "tool_approval", assignees: ["Bob", "Carl"], quorum: 2 });
    expect(askedUnder({ fourEyes: true }, ["Bob"], consent).gate.fourEyes).toBe(true);
    // Where a policy alone asks, anyone who may review answers.
    const { gate: byPolicy } = askedUnder({ assignees: ["Bob"] }, ["Bob"], { kind: "tool_approval" });
    expect(byPolicy.assignees).toEqual([]);
  });

  it("is everyone's where nobody is bound, and what became of a call each of several can tell", () => {
    expect(said(askedUnder({}, ["Bob"], QUESTION))).toEqual([]);
    const unknown = askedUnder({ quorum: 2 }, ["Bob", "Carl"], { kind: "unknown_outcome" });
    expect(peopleNeeded(unknown.state, unknown.gate, "happened")).toBe(1);
    expect(answerDenial(unknown.state, unknown.gate, "happened", personOf("Bob"))).toBeUndefined();
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

it("another model for work that failed is theirs who let it act, since it may be tried again", () => {
  const gate = { prompt: "", assignees: ["Bob"], quorum: 1 };
  const ok = { id: "ok", type: "human_review", input: "All is well", gate } as TaskDraft;
  const ship: TaskDraft = {
    id: "ship",
    agent: "deployer",
    dependsOn: ["ok"],
    critical: false,
    maxRetries: 0,
  };
  const side: TaskDraft = { id: "side", agent: "reader", dependsOn: ["ship"] };
  const world = new RunWorld({ plan: withAgents(ok, ship, side), tools: KNOWN_TOOLS, by: ANNA });
  const model = { kind: "model_unavailable" } as const;
  world.start();
  const shown = storeValue("All is well").stored;
  world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("ok") });
  const [approvalId = ""] = Object.keys(world.state.openApprovals);
  const answer = { type: "decide_approval", verb: "approve", provenance: "person" } as const;
  const bob = { kind: "person", id: "bob", name: "Bob" } as const;
  world.send({ ...answer, approvalId, by: personOf("Bob") }, bob);
  world.start();
  world.fail("ship");
  world.start();
  expect(["ship", "side"].map((id) => world.status(id))).toEqual(["failed", "running"]);
  expect(sayTermsAt(world.state, model, "other").map(({ assignees }) => assignees)).toEqual([["Bob"]]);
});
