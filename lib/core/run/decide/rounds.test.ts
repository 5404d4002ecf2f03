import { describe, expect, it } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { ANNA, offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { CheckedDisposition, Round } from "../../comments/schema";
import { formatReason } from "../../describe/reason";
import { storePlan } from "../../plan/store";
import { usedOf } from "../ledger/budgets";

const round = (number = 1): Round => ({
  number,
  comments: [
    { id: "cmt_1", text: "Why?", anchor: { kind: "plan", version: 1, digest: "d", excerpt: "Plan" } },
  ],
});
const dispositions: CheckedDisposition[] = [
  {
    comment: "cmt_1",
    outcome: "answered",
    note: "Because.",
    change: { fields: [], added: 0, removed: false },
  },
];

function send(world: RunWorld, verb: GateVerb, more: { comment?: string; round?: Round }) {
  const { approvalId } = world.last("approval_opened").payload;
  return world.send({ type: "decide_approval", approvalId, verb, provenance: "person", ...more }, ANNA);
}

const first = planOf({ id: "a" });
const next = (input: string) => offer(planOf({ id: "a", input }), storePlan(first).plan);

function drafted(settings: object = {}) {
  const world = new RunWorld({ settings: { planApproval: true, ...settings } });
  world.start();
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(first) });
  return world;
}

function redraft(world: RunWorld, input = "changed") {
  world.start();
  const plan = { ...next(input), dispositions };
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan });
}

describe("a round of comments on a draft", () => {
  it("asks for changes without other words, and its answer comes with the next version", () => {
    const world = drafted();
    expect(send(world, "request_changes", { round: round() })).toMatchObject({ ok: true });
    expect(world.last("approval_decided").payload).toMatchObject({
      round: round(),
      because: { code: "comments_sent", round: 1, comments: 1 },
    });
    expect(world.state).toMatchObject({ planFeedback: "", planRound: round() });
    redraft(world);
    const { cause, dispositions: said } = world.last("plan_version_adopted").payload;
    expect(formatReason(cause)).toBe("revision round 1: 1 comment");
    expect(said).toEqual(dispositions);
    expect(world.state.planRound).toBeUndefined();
    expect(world.state.openApprovals).not.toEqual({});
  });

  it("counts as a wish, and no more than the limit are taken", () => {
    const world = drafted({ maxWishes: 1 });
    send(world, "request_changes", { round: round(), comment: "Be quick." });
    expect(usedOf(world.state, "maxWishes", world.now)).toBe(1);
    expect(usedOf(world.state, "maxTotalReplans", world.now)).toBe(0);
    redraft(world);
    expect(send(world, "request_changes", { round: round(2) })).toMatchObject({
      ok: false,
      error: { code: "not_allowed_now", details: { limit: 1 } },
    });
    expect(send(world, "request_changes", { comment: "words alone" })).toMatchObject({ ok: true });
  });

  it("goes with no other answer", () => {
    expect(send(drafted(), "approve", { round: round() })).toMatchObject({
      ok: false,
      error: { code: "invalid_input" },
    });
  });
});

describe("a round of comments on a plan that runs", () => {
  it("is a replan that a person asks for, and is kept for its prompt", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) });
    const asked = { type: "request_replan", instruction: " ", round: round() } as const;
    expect(world.send({ ...asked, round: undefined as never }, ANNA)).toMatchObject({ ok: false });
    expect(world.send(asked, ANNA)).toMatchObject({ ok: true });
    expect(world.state.replan?.cause).toMatchObject({ trigger: "person", round: round() });
    expect(world.state.replanHistory[0]).toMatchObject({
      reason: { code: "comments_sent", round: 1, comments: 1 },
    });
    expect(world.state.replanHistory[0]).not.toHaveProperty("round");
    expect(usedOf(world.state, "maxWishes", world.now)).toBe(1);
  });
});

describe("a round of comments on the change of an approved plan", () => {
  const find = { id: "a" };
  const tell = { id: "b", dependsOn: ["a"] };
  const more = (id: string): Round => {
    const [comment] = round().comments;
    return { number: 2, comments: comment ? [{ ...comment, id }] : [] };
  };

  function changing(wish: { round?: Round; instruction: string }) {
    const settings = { planApproval: true, maxWishes: 2, replanGraceMs: 0 };
    const world = new RunWorld({ settings });
    const plan = planOf(find, tell);
    world.plan = plan;
    world.start();
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(plan) });
    send(world, "approve", {});
    world.run("a");
    world.send({ type: "request_replan", ...wish }, ANNA);
    const changed = offer(planOf(find, { id: "shout", dependsOn: ["a"] }), storePlan(plan).plan);
    world.replan({ reach: {}, ...changed });
    expect(world.last("approval_opened").payload.kind).toBe("plan_change");
    return world;
  }

  it("has it written again for them and for what it was wished for, and counts as a wish", () => {
    const world = changing({ instruction: "", round: round() });
    expect(send(world, "reject", { round: more("cmt_2") })).toMatchObject({ ok: false });
    expect(send(world, "request_changes", { round: more("cmt_2"), comment: "Quietly." })).toMatchObject({
      ok: true,
    });
    const { replan, counters } = world.state;
    expect(replan?.cause.round).toMatchObject({ number: 2, comments: [{ id: "cmt_1" }, { id: "cmt_2" }] });
    expect(formatReason(replan?.refused as never)).toContain(
      "People want it changed: revision round 2: 1 comment. Quietly.",
    );
    expect(counters.wishes).toBe(2);
  });

  it("stands for a comment that is sent again, and needs no round before it", () => {
    const again = changing({ instruction: "", round: round() });
    send(again, "request_changes", { round: more("cmt_1") });
    expect(again.state.replan?.cause.round).toEqual(more("cmt_1"));
    const first = changing({ instruction: "faster" });
    send(first, "request_changes", { round: more("cmt_2") });
    expect(first.state.replan?.cause.round).toEqual(more("cmt_2"));
  });
});

describe("what people ask of a plan that runs", () => {
  it.each(["fail", "finish"] as const)(
    "is refused beyond its limit where a limit would %s the run",
    (onBudget) => {
      const world = new RunWorld({ plan: first, settings: { maxWishes: 0, onBudget } });
      const asked = world.send({ type: "request_replan", instruction: "", round: round() }, ANNA);
      expect(asked).toMatchObject({ ok: false, error: { code: "not_allowed_now", details: { limit: 0 } } });
      expect(world.state).toMatchObject({ phase: "executing", counters: { wishes: 0 } });
    },
  );
});
