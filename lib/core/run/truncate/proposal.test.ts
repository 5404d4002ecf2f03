import { describe, expect, it } from "vitest";
import { planOf } from "@/lib/testing/runs/run-world";
import { byteLength } from "../../bytes";
import { storePlan } from "../../plan/store";
import { tailDigest } from "../controls/release/tails";
import { truncateProposal } from "./proposal";

const answer = (text: string) => ({ question: text, answer: "yes" as const, evidence: text });

describe("a proposal that is kept", () => {
  it("is as it was read while it is short", () => {
    const written = { decision: "CONTINUE" as const, reasoning: "All is well.", answers: [answer("Good?")] };
    expect(truncateProposal(written, "ann")).toEqual({
      proposal: { ...written, reviewer: "ann" },
      blobs: [],
    });
  });

  it.each([
    ["letters", "x"],
    ["another script", "界"],
    ["signs that JSON writes longer", '"'],
    ["pairs of code units", "😀"],
  ])("stays small enough for an event: %s", (_, sign) => {
    const endless = sign.repeat(50_000);
    const answers = Array.from({ length: 40 }, () => answer(endless));
    for (const decision of ["ABORT", "COMPLETE"] as const) {
      const ends = { abortReason: endless, finalResult: endless };
      const written = { decision, reasoning: endless, answers, deviation: endless, ...ends };
      const { proposal } = truncateProposal(written, "ann");
      expect(byteLength(JSON.stringify(proposal))).toBeLessThan(7_600);
      expect(proposal.answers).toHaveLength(10);
      const [shown = "", left] = proposal.reasoning.split("\n");
      expect(endless.startsWith(shown)).toBe(true);
      expect(left).toBe(`‹${endless.length - shown.length} more characters are not shown›`);
      expect(proposal.moreAnswers).toBe(30);
      expect(proposal.reasoning.length).toBeGreaterThan(400);
      expect(proposal.deviation?.length).toBeGreaterThan(100);
    }
  });

  it("keeps the tail of a REPLAN and a long result of a COMPLETE beside it, and only what its decision needs", () => {
    const all = {
      reasoning: "",
      answers: [],
      updatedPlan: { title: "Tail", tasks: [] },
      finalResult: "y".repeat(3_000),
      abortReason: "no",
    };
    const replan = truncateProposal({ ...all, decision: "REPLAN" }, "ann");
    expect(replan.blobs).toMatchObject([{ digest: replan.proposal.tail, body: { title: "Tail" } }]);
    expect(replan.proposal).not.toHaveProperty("finalResult");
    const complete = truncateProposal({ ...all, decision: "COMPLETE" }, "ann");
    expect(complete.blobs).toMatchObject([{ body: all.finalResult }]);
    expect(complete.proposal).not.toHaveProperty("tail");
    expect(truncateProposal({ ...all, decision: "ABORT" }, "ann").proposal).toMatchObject({
      abortReason: "no",
    });
    const bare = { reasoning: "", answers: [] };
    expect(truncateProposal({ ...bare, decision: "REPLAN" }, "ann").proposal).not.toHaveProperty("tail");
    expect(truncateProposal({ ...bare, decision: "COMPLETE" }, "ann").blobs).toEqual([]);
    expect(truncateProposal({ ...bare, decision: "ABORT" }, "ann").proposal).not.toHaveProperty(
      "abortReason",
    );
  });
});

describe("a proposed tail whose plan is known", () => {
  const REPLAN = { decision: "REPLAN" as const, reasoning: "", answers: [], updatedPlan: { title: "Tail" } };
  /** A review with as many tasks behind it, each of which may act by five tools. */
  const tailOf = (count: number) => {
    const ids = Array.from({ length: count }, (_, n) => `t${n}`);
    const behind = ids.map((id) => ({ id, title: `${id} ${"界".repeat(60)}`, dependsOn: ["r"] }));
    const { tasks } = storePlan(planOf({ id: "r", type: "planning_review" }, ...behind)).plan;
    const reach = Object.fromEntries(ids.map((id) => [id, ["a", "b", "c", "d", "e"]]));
    const plan = {
      tasks,
      reach,
      settings: { fourEyes: false },
      ended: new Set<string>(),
      over: new Set<string>(),
    };
    return { plan, review: "r", added: new Set(ids), footing: { agents: [], tasks: ["r"], digest: "f" } };
  };
  const keptOf = (count: number) => {
    const tail = tailOf(count);
    const { tailRelease } = truncateProposal(REPLAN, "ann", tail).proposal;
    expect(tailRelease).toMatchObject({ digest: tailDigest(tail), footing: tail.footing });
    return tailRelease;
  };

  it("says what it sets free, in short", () => {
    const [act] = keptOf(1)?.acts ?? [];
    expect(act?.tools).toEqual(["a", "b", "c"]);
    expect(act?.title).toMatch(/^t0 界+/);
    expect(byteLength(act?.title ?? "")).toBeLessThanOrEqual(160);
  });

  it("counts the tasks that are not named", () => {
    expect(keptOf(4)).not.toHaveProperty("omitted");
    const many = keptOf(6);
    expect(many?.acts).toHaveLength(4);
    expect(many?.omitted).toBe(2);
  });

  it("sets nothing free where none was written", () => {
    const { updatedPlan: _updatedPlan, ...bare } = REPLAN;
    const { proposal } = truncateProposal(bare, "ann", tailOf(1));
    expect(proposal).not.toHaveProperty("tailRelease");
  });
});
