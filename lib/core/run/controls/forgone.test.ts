import { describe, expect, it } from "vitest";
import type { RunWorld } from "@/lib/testing/runs/run-world";
import { settings as ASKED } from "@/lib/testing/runs/settled-run";
import { actor, answersWish, BOB, CARL, PAT, running } from "@/lib/testing/runs/wished-run";
import { describeForgone, describeWayBack } from "../../describe/gates/stuck";
import type { Answerer } from "../../people";
import { storeValue } from "../../stored-value";
import type { ApprovalState } from "../state";
import { forgoneBy, isTakenBack } from "./forgone";

const approve = (world: RunWorld, taskId: string, by: Answerer) => {
  const gate = Object.values(world.state.approvals).findLast((one) => one.taskId === taskId);
  const answer = { type: "decide_approval", verb: "approve", provenance: "person" } as const;
  const voter = { ...by, mayReview: true };
  return world.send({ ...answer, approvalId: gate?.approvalId ?? "", by: voter }, actor(by));
};

describe("what somebody forgoes who writes the plan or wishes for a change of it", () => {
  it("is said before, with who else can let it pass, and is so afterwards", () => {
    const world = running();
    expect(forgoneBy(world.state, [PAT, BOB], ["bob"])).toEqual([
      { title: "Release?", able: [], isStuck: true },
    ]);
    expect(forgoneBy(world.state, [PAT, BOB, CARL], ["bob"])).toEqual([
      { title: "Release?", able: ["Carl"], isStuck: false },
    ]);
    answersWish(world);
    expect(world.state.planVersion).toBe(2);
    world.start();
    world.succeed("find_v2", "it");
    world.start();
    const shown = storeValue("it").stored;
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Release?", ...world.keyOf("ask_v2") });
    expect(forgoneBy(world.state, [PAT, BOB], ["bob"])).toEqual([]);
    expect(approve(world, "ask_v2", BOB)).toMatchObject({ error: { code: "forbidden" } });
    expect(approve(world, "ask_v2", CARL)).toMatchObject({ ok: true });
  });

  it("is nothing of those who could not anyway, nor where nobody is bound", () => {
    const { state } = running();
    expect(forgoneBy(state, [PAT, BOB], ["pat"])).toEqual([]);
    expect(forgoneBy(state, [PAT, { ...BOB, capabilities: ["view", "operate"] }], ["bob"])).toEqual([]);
    expect(forgoneBy(running({ assignees: ["Carl"] }).state, [PAT, BOB, CARL], ["bob"])).toEqual([]);
    expect(forgoneBy(running({ fourEyes: false }).state, [PAT, BOB], ["bob"])).toEqual([]);
  });

  it("counts those whose comments go out with it, and who are too few for a quorum", () => {
    const { state } = running({ quorum: 2 });
    expect(forgoneBy(state, [PAT, BOB, CARL], ["bob"])).toEqual([
      { title: "Release?", able: ["Carl"], isStuck: true },
    ]);
    expect(forgoneBy(running().state, [PAT, BOB, CARL], ["bob", "carl"])).toMatchObject([
      { able: [], isStuck: true },
    ]);
  });

  it("is also the version that people are asked about, but not one's own edit", () => {
    const { state } = running({ fourEyes: false }, { ...ASKED, fourEyes: true });
    const titles = (isOwn: boolean) =>
      forgoneBy(state, [PAT, BOB], ["bob"], { isOwn }).map(({ title }) => title);
    expect(titles(false)).toEqual([undefined, "Release?"]);
    expect(titles(true)).toEqual(["Release?"]);
  });

  it("is given back by who rejects the change, where only the wish had made them authors", () => {
    const world = running({}, { ...ASKED, fourEyes: true });
    answersWish(world);
    const gate = Object.values(world.state.approvals).find(({ kind }) => kind === "plan_change");
    expect(isTakenBack(world.state, gate as ApprovalState, [PAT, BOB])).toBe(true);
    expect(isTakenBack(world.state, gate as ApprovalState, [PAT])).toBe(false);
    const no = { type: "decide_approval", verb: "reject", provenance: "person" } as const;
    const by = { ...BOB, mayReview: true };
    world.send({ ...no, approvalId: (gate as ApprovalState).approvalId, by }, actor(BOB));
    expect(forgoneBy(world.state, [PAT, BOB], ["bob"]).map(({ title }) => title)).toContain("Release?");
    expect(describeWayBack(world.state)).toContain("plan v1 stays in force");
  });
});

describe("describeForgone", () => {
  it("says what cannot be approved, who else can, and whom it takes where nobody can", () => {
    const one = { title: "Release?", able: [], isStuck: true };
    expect(describeForgone([one, { ...one, title: undefined }], "send")).toEqual([
      "If you send this, you count as an author of the plan and cannot approve “Release?” and the version that comes of it yourself; nobody else here can. Somebody else with the right to review is needed: an administrator can make them a key.",
    ]);
    const others = [
      { title: "Release?", able: ["Carl"], isStuck: false },
      { title: "Audit?", able: ["Carl"], isStuck: true },
    ];
    expect(describeForgone(others, "apply")).toEqual([
      "If you apply this, you count as an author of the plan and cannot approve “Release?” yourself. Carl can.",
      expect.stringMatching(
        /cannot approve “Audit\?” yourself; only Carl can, fewer than it takes\. Somebody/,
      ),
    ]);
    const many = ["a", "b", "c", "d", "e"].map((title) => ({ ...one, title }));
    expect(describeForgone(many, "send")[0]).toContain("“a”, “b”, “c” and 2 more yourself");
    expect(describeForgone([], "send")).toEqual([]);
  });
});
