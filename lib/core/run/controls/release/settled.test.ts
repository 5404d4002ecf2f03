import { describe, expect, it } from "vitest";
import { CONTRADICTS, refining, writeRefinement } from "@/lib/testing/runs/refined-run";
import { summarizeWithGap } from "@/lib/testing/runs/replan-stories";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import {
  answer,
  by,
  FIND,
  FOUND_OTHERWISE,
  gateOf,
  next,
  OTHER,
  settings,
  settled,
  TELL,
  wish,
} from "@/lib/testing/runs/settled-run";
import { truncateCritique } from "../../truncate/critique";

describe("a settled plan", () => {
  it.each(["person", "approved"] as const)("is changed by a model with leave of people: %s", (author) => {
    const world = settled({ author });
    world.run("find");
    wish(world);
    world.replan(next(world, FIND, OTHER));
    expect(world.state.planVersion).toBe(1);
    expect(gateOf(world)).toMatchObject({
      kind: "plan_change",
      planVersion: 2,
      verbs: ["approve", "request_changes", "reject"],
      question: {
        version: 2,
        ended: 1,
        tasks: 2,
        cause: { code: "stated", text: "faster" },
        changes: { added: ["Shout"], changed: [], removed: ["Tell"] },
      },
      onTimeout: "reject",
    });
    expect(world.startable()).toEqual([]);
    // Who may not answer closes the question in no other way.
    const olga = { ...by, id: "olga", name: "Olga", mayReview: false };
    const more = planOf(FIND, TELL, { id: "more", input: "More" });
    expect(world.edit(more, "so", { by: olga })).toMatchObject({ error: { code: "forbidden" } });
    answer(world, "approve");
    expect(world.last("plan_version_adopted").payload).toMatchObject({ version: 2 });
    expect(world.last("plan_version_adopted").payload.waives).toBeUndefined();
    expect(world.start()).toEqual(["shout"]);
  });

  it("is changed by leave of those who approved it where the run says nothing", () => {
    const world = settled({ author: "approved", settings: { afterApproval: undefined } });
    world.run("find");
    wish(world);
    world.replan(next(world, FIND, OTHER));
    expect(world.state.planVersion).toBe(1);
    expect(gateOf(world)).toMatchObject({ kind: "plan_change" });
  });

  it.each([
    ["nobody has seen the plan", { author: "model" }],
    ["the run does not ask", { settings: { afterApproval: "replan" } }],
    [
      "it was approved, and the run does not ask",
      { author: "approved", settings: { afterApproval: "replan" } },
    ],
    ["it was written alone, and the run says nothing", { settings: { afterApproval: undefined } }],
  ] as const)("is none where %s", (_why, options) => {
    const world = settled(options);
    world.run("find");
    wish(world);
    world.replan(next(world, FIND, OTHER));
    expect(world.state.planVersion).toBe(2);
  });

  it("keeps its version when the change is rejected, and continues", () => {
    const world = settled();
    world.run("find");
    wish(world);
    world.replan(next(world, FIND, OTHER));
    answer(world, "reject", "we need it told");
    expect(world.last("plan_version_declined").payload).toMatchObject({
      reason: { code: "version_rejected", planVersion: 2, text: "we need it told" },
    });
    expect(world.state.replanHistory.at(-1)).toMatchObject({ outcome: "refused" });
    expect(world.state.counters).toMatchObject({ replans: 1, wishes: 1 });
    expect(world.start()).toEqual(["tell"]);
  });

  it("keeps its version when nobody answers in time", () => {
    const world = settled();
    world.run("find");
    wish(world);
    world.replan(next(world, FIND, OTHER));
    world.tick(3_600_000);
    expect(world.last("replan_withdrawn").payload.reason).toEqual({ code: "unanswered", escalations: 0 });
    expect(world.start()).toEqual(["tell"]);
  });

  it("asks what is to become of a failure when its change is rejected", () => {
    const world = settled();
    world.start();
    world.fail("find");
    world.replan(next(world, FIND, FOUND_OTHERWISE, OTHER));
    expect(gateOf(world)?.kind).toBe("plan_change");
    answer(world, "reject");
    expect(gateOf(world)?.kind).toBe("replan_failed");
  });

  it("asks what is to become of a failure when nobody answers in time about its change", () => {
    const world = settled();
    world.start();
    world.fail("find");
    world.replan(next(world, FIND, FOUND_OTHERWISE, OTHER));
    expect(gateOf(world)?.kind).toBe("plan_change");
    world.tick(3_600_000);
    expect(world.last("plan_version_declined").payload).toMatchObject({
      reason: { code: "unanswered", escalations: 0 },
    });
    expect(world.state.planVersion).toBe(1);
    expect(gateOf(world)?.kind).toBe("replan_failed");
  });

  it("has its change written again as people wish, as long as the run takes wishes", () => {
    const world = settled({ settings: { maxWishes: 2 } });
    world.run("find");
    wish(world);
    world.replan(next(world, FIND, OTHER));
    expect(answer(world, "request_changes")).toMatchObject({ ok: false });
    answer(world, "request_changes", "whisper it");
    const proposed = { added: ["Shout"], changed: [], removed: ["Tell"] };
    const reason = { code: "changes_requested", text: "whisper it", proposed };
    expect(world.state.replan).toMatchObject({ tries: 1, refused: reason });
    expect(world.state.counters).toMatchObject({ replans: 2, wishes: 2 });
    const WHISPER: TaskDraft = { id: "whisper", title: "Whisper", dependsOn: ["find"] };
    world.replan(next(world, FIND, WHISPER));
    expect(gateOf(world)?.verbs).toEqual(["approve", "reject"]);
    answer(world, "approve");
    expect(world.start()).toEqual(["whisper"]);
  });

  it("is changed by people without asking: their edit, and their own tail", () => {
    const world = settled();
    world.edit(planOf(FIND, OTHER), "shout it");
    expect(world.state.planVersion).toBe(2);
    expect(gateOf(world)).toBeUndefined();
  });

  it("stays settled through repairs, and what people let change is theirs", () => {
    const checked: TaskDraft = { ...OTHER, verification: "(string? data/result)" };
    const world = settled();
    world.run("find");
    wish(world);
    world.replan(next(world, FIND, checked));
    answer(world, "approve");
    expect(world.state.heldChecks.map(({ taskId }) => taskId)).toEqual(["shout"]);
    expect(world.state.planSettled).toBe("approved");
  });

  it("shows what the critic finds in the change, and does not ask about it again", () => {
    const world = settled({ settings: { critic: { mode: "static", minScore: 7 } } });
    world.run("find");
    wish(world);
    const weak = { score: 3, summary: "Weak.", findings: [], recommendations: [] };
    const critique = truncateCritique(weak, { by: "static" }).kept;
    world.replan({ ...next(world, FIND, OTHER), critique });
    expect(gateOf(world)?.question).toMatchObject({ weakness: { summary: "Weak.", minScore: 7 } });
    answer(world, "approve");
    expect(gateOf(world)).toBeUndefined();
    expect(world.start()).toEqual(["shout"]);
  });
});

describe("what else changes a settled plan", () => {
  it("is a refinement, about which people are asked", () => {
    const plan = planOf(FIND, TELL);
    const world = new RunWorld({ plan, by: ANNA, settings: { ...settings, ...refining() } });
    world.start();
    world.succeed("find", CONTRADICTS);
    world.start();
    writeRefinement(world, { modify: { tell: { input: "Sing it" } } });
    expect(gateOf(world)?.kind).toBe("plan_refinement");
  });

  it("is an iteration, whose plan is put before people", () => {
    const world = settled({ tasks: [FIND], settings: { summarizer: "on" } });
    world.run("find");
    summarizeWithGap(world);
    world.start();
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: next(world, FIND, OTHER) });
    expect(gateOf(world)).toMatchObject({ kind: "plan_approval", planVersion: 2 });
    answer(world, "approve");
    expect(world.start()).toEqual(["shout"]);
  });

  it("is a tail that weakens controls too: everyone and their people are asked, and one answer of many is enough to stop it", () => {
    const checked: TaskDraft = { ...TELL, verification: "(string? data/result)" };
    const world = settled({ tasks: [FIND, checked] });
    world.run("find");
    wish(world);
    const plan = next(world, FIND, OTHER);
    world.replan(plan);
    expect(world.state.replan?.refused?.code).toBe("control_weakened");
    world.replan(plan);
    const kinds = () => Object.keys(world.state.openApprovals).map((id) => world.state.approvals[id]?.kind);
    expect(kinds()).toEqual(["plan_change", "control_waiver"]);
    answer(world, "request_changes", "keep the check");
    expect(kinds()).toEqual([]);
    const other = next(world, FIND, { ...OTHER, id: "cry" });
    world.replan(other);
    world.replan(other);
    expect(kinds()).toEqual(["plan_change", "control_waiver"]);
    answer(world, "approve");
    expect(world.state.planVersion).toBe(1);
    answer(world, "approve");
    expect(world.last("plan_version_adopted").payload).toMatchObject({ version: 2, waives: ["(checks)"] });
  });
});
