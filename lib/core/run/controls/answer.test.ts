import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { formatRejection } from "../../describe/gates/rejection";
import type { GateSpec } from "../../plan/schema";
import { storePlan } from "../../plan/store";
import { storeValue } from "../../stored-value";
import type { GateVerb } from "../gates/table";

const FORM = { type: "object", properties: { day: { type: "string" } }, required: ["day"] };

const gateOf = (fields: Partial<GateSpec> = {}) => ({
  prompt: "?",
  assignees: [],
  quorum: 1,
  onTimeout: "reject" as const,
  ...fields,
});

const gate = (id: string, of: string, fields: Partial<GateSpec> = {}): TaskDraft => ({
  id,
  type: "human_review",
  dependsOn: [of],
  maxRetries: 0,
  gate: gateOf(fields),
});

const replaced = (of: string, ...dependsOn: string[]): TaskDraft => ({
  id: `${of}_v2`,
  replaces: of,
  dependsOn,
});

/** The gate asks, and Anna answers. */
function answered(world: RunWorld, id: string, verb: GateVerb): void {
  world.start();
  const shown = storeValue("what there is").stored;
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "?", ...world.keyOf(id) });
  const { approvalId } = world.last("approval_opened").payload;
  const value = verb === "respond" ? { value: storeValue({ day: "17" }).stored } : {};
  const by = { id: "anna", name: "Anna", roles: [], mayReview: true };
  const decide = { type: "decide_approval", approvalId, verb, comment: "so", provenance: "person" } as const;
  expect(world.send({ ...decide, ...value, by }, ANNA)).toMatchObject({ ok: true });
}

/** A model plans the rest again, as a review or a refusal has it: these tasks stay, and those come behind them. */
function replanned(world: RunWorld, kept: string[], ...added: TaskDraft[]): void {
  const before = storePlan(world.plan as never).plan;
  const tasks = (world.plan?.tasks ?? []).filter(({ id }) => kept.includes(id));
  const plan = planOf(...(tasks as TaskDraft[]), ...added);
  const waiver = { ...ANNA, id: "bob", name: "Bob" };
  expect(world.replan(offer(plan, before), { waive: true, waiver })).toMatchObject({ ok: true });
  world.plan = plan;
}

/** A review has the rest planned again. */
function reviewed(world: RunWorld): void {
  world.start();
  const proposal = { decision: "REPLAN" as const, reasoning: "not free", answers: [], reviewer: "r" };
  world.send({ type: "review_read", proposal, ...world.keyOf("check") });
}

const isHeld = (world: RunWorld): boolean => {
  world.start();
  expect(world.state.phase === "finishing" || Object.keys(world.state.openApprovals).length > 0).toBe(true);
  return Object.keys(world.state.openApprovals).some((id) => {
    return world.state.approvals[id]?.kind === "answer_release";
  });
};

describe("the answer of a run whose rest was replanned after its control was passed", () => {
  const story = (fields: Partial<GateSpec>, verb: GateVerb, ...added: TaskDraft[]): RunWorld => {
    const world = new RunWorld({
      settings: { reviewMode: "auto" },
      plan: planOf(
        ...[{ id: "choose" }, gate("ask", "choose", fields)],
        { id: "check", type: "planning_review", dependsOn: ["choose", "ask"] },
        { id: "write", dependsOn: ["check", "ask"] },
      ),
    }).run("choose");
    answered(world, "ask", verb);
    reviewed(world);
    replanned(world, ["choose", "ask", "check"], ...added);
    return world.run(...added.map(({ id }) => id));
  };

  it("is asked about by no question that was answered", () => {
    const replanned = [replaced("choose", "ask"), replaced("write", "choose_v2")];
    expect(isHeld(story({ form: FORM }, "respond", ...replanned))).toBe(false);
    expect(isHeld(story({}, "approve", ...replanned))).toBe(true);
  });

  it("is not asked about again where what was let pass stays, and its work behind it is done otherwise", () => {
    expect(isHeld(story({}, "approve", replaced("write", "ask")))).toBe(false);
    expect(isHeld(story({}, "approve", replaced("write", "choose")))).toBe(true);
    expect(isHeld(story({}, "approve", { id: "other", dependsOn: ["ask"] }))).toBe(true);
  });
});

describe("the answer of a run whose control asked for changes", () => {
  const story = (first: Partial<GateSpec>, second: TaskDraft): RunWorld => {
    const world = new RunWorld({ plan: planOf({ id: "draft" }, gate("agree", "draft", first)) }).run("draft");
    answered(world, "agree", "request_changes");
    replanned(world, ["draft", "agree"], replaced("draft"), second);
    world.run("draft_v2");
    answered(world, "agree_v2", "approve");
    return world;
  };
  const again: TaskDraft = { ...gate("agree_v2", "draft_v2"), replaces: "agree" };

  it("is let pass by those who may let both pass, whatever the second asks for", () => {
    expect(isHeld(story({ assignees: ["Anna"] }, again))).toBe(false);
  });

  it("is asked about where the second does not show what the first did, or is no gate's of its people", () => {
    expect(isHeld(story({ assignees: ["Anna"] }, { ...again, input: "No result" }))).toBe(true);
    const quorum = { quorum: 2 };
    expect(isHeld(story(quorum, again))).toBe(true);
  });
});

describe("a question about the answer", () => {
  it("shows the results that stand, is bound to them, and says what rejecting comes to", () => {
    const ask = (came: string) => {
      const world = new RunWorld({ plan: planOf({ id: "draft" }, gate("agree", "draft")) }).run("draft");
      answered(world, "agree", "reject");
      replanned(world, ["draft", "agree"], replaced("draft"));
      world.start();
      world.succeed("draft_v2", came);
      expect(isHeld(world)).toBe(true);
      return world;
    };
    const [world, other] = [ask("Dear all"), ask("Dear Ines")];
    const { digest, question } = world.last("approval_opened").payload;
    expect(question).toMatchObject({
      restsOn: { results: [{ taskId: "draft_v2", title: "draft_v2", preview: "Dear all" }], more: 0 },
    });
    expect(other.last("approval_opened").payload.digest).not.toBe(digest);
    expect(formatRejection(world.state, { kind: "answer_release" })).toBe(
      "Rejecting ends the run without an answer: its result stays on the run's page, not approved.",
    );
  });
});

describe("the answer of a run whose control was refused", () => {
  const story = (fields: Partial<GateSpec>, ...added: TaskDraft[]): RunWorld => {
    const world = new RunWorld({
      by: ANNA,
      plan: planOf(
        ...[{ id: "stock" }, { id: "draft", dependsOn: ["stock"] }, gate("agree", "draft", fields)],
        { id: "order", dependsOn: ["agree"] },
      ),
    }).run("stock", "draft");
    answered(world, "agree", "reject");
    replanned(world, ["stock", "draft", "agree"], ...added);
    return world.run(...added.map(({ id }) => id));
  };

  it("rests on what the question waited for or not", () => {
    expect(isHeld(story({ form: FORM }, { id: "missing" }))).toBe(false);
    expect(isHeld(story({ form: FORM }, replaced("order", "stock")))).toBe(true);
  });

  it("is asked about where who refused is no second pair of eyes", () => {
    expect(isHeld(story({ form: FORM, fourEyes: true }, { id: "missing" }))).toBe(true);
  });

  it("is asked about where anything was done since", () => {
    expect(isHeld(story({}, { id: "missing" }))).toBe(true);
    expect(isHeld(story({}, replaced("draft", "stock")))).toBe(true);
  });
});
