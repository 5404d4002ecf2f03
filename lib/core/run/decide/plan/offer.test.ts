import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { formatWeakened } from "../../../describe/controls";
import type { Voter } from "../../../people";
import type { Lineages } from "../../../plan/lineage";
import type { Plan } from "../../../plan/schema";
import { storePlan } from "../../../plan/store";
import { storeValue } from "../../../stored-value";
import { nextEffects, statusOf } from "../..";
import type { OfferedPlan } from "../../commands";
import type { ActorRef } from "../../events/envelope";
import type { GateVerb } from "../../gates/table";
import type { RunSettings } from "../../settings";

const BOB: Extract<ActorRef, { kind: "person" }> = { kind: "person", id: "bob", name: "Bob" };
const voter = ({ id, name }: { id: string; name: string }): Voter => ({
  id,
  name,
  roles: [],
  mayReview: true,
});

const BAD: TaskDraft = { id: "bad", maxRetries: 0, onFailure: "replan" };
const gate = (id: string, fields: object = {}): TaskDraft => ({
  id,
  type: "human_review",
  title: `Release ${id}`,
  gate: { prompt: "", assignees: [], quorum: 1, onTimeout: "reject", ...fields },
});
const SEND: TaskDraft = { id: "send", title: "Send it", input: "Send", dependsOn: ["g"] };
const SEND_NOW: TaskDraft = { id: "send_now", title: "Send now", input: "Send now" };

const lineages: Lineages = new Map();
const reach = { send: ["mail"], send_now: ["mail"] };
const offered = (plan: Plan, parent?: Plan): OfferedPlan => ({
  ...offer(plan, parent && storePlan(parent, lineages).plan),
  reach,
});

/** A run whose first task fails, behind which a replan is asked for. */
function failed(gates: TaskDraft[], settings: Partial<RunSettings> = {}): RunWorld {
  const behind = gates.map((one) => ({ dependsOn: ["bad"], ...one }));
  const plan = planOf(BAD, ...behind, { ...SEND, dependsOn: gates.map(({ id }) => id) });
  const world = new RunWorld({
    settings: { replanGraceMs: 0, critic: { mode: "off", minScore: 0 }, ...settings },
  });
  world.plan = plan;
  world.start();
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offered(plan) });
  world.start();
  world.fail("bad");
  return world;
}

const tail = (world: RunWorld): OfferedPlan => offered(planOf(BAD, SEND_NOW), world.plan);

/** The replanner insists on a tail that weakens. */
function insisted(
  gates = [gate("g", { assignees: ["Bob"] })],
  settings: Partial<RunSettings> = {},
): RunWorld {
  const world = failed(gates, settings);
  world.replan(tail(world));
  world.replan(tail(world));
  return world;
}

const waivers = ({ state }: RunWorld) =>
  Object.keys(state.openApprovals).flatMap((id) => {
    const one = state.approvals[id];
    return one?.kind === "control_waiver" ? [one] : [];
  });

const answer = (
  world: RunWorld,
  verb: GateVerb,
  by = BOB,
  more: { comment?: string; digest?: string } = {},
) =>
  world.send(
    {
      type: "decide_approval",
      approvalId: waivers(world)[0]?.approvalId ?? "none",
      verb,
      provenance: "person",
      by: voter(by),
      ...more,
    },
    by,
  );

describe("a tail that weakens a control", () => {
  it("goes back to the replanner once, with what it exposes", () => {
    const world = failed([gate("g")]);
    world.replan(tail(world));
    expect(world.last("replan_refused").payload.reason).toMatchObject({
      code: "control_weakened",
      controls: [
        {
          control: "g",
          title: "Release g",
          exposed: [
            { taskId: "send_now", title: "Send now", lacks: [] },
            { taskId: "(answer)", lacks: [] },
          ],
        },
      ],
    });
    expect(world.state.planVersion).toBe(1);
    expect(nextEffects(world.state)).toMatchObject([{ kind: "replan", key: "run_1/-/1/replan/2" }]);
    world.replan(offered(planOf(BAD, gate("g2"), { ...SEND_NOW, dependsOn: ["g2"] }), world.plan));
    expect(world.state.planVersion).toBe(2);
  });

  it("then asks the people of each weakened control, under its terms, and waits", () => {
    const terms = {
      assignees: ["Bob"],
      quorum: 2,
      timeoutSeconds: 60,
      onTimeout: "escalate",
      escalateTo: ["Cy"],
    };
    const world = insisted([
      gate("g", terms),
      gate("h", { fourEyes: true, timeoutSeconds: 9, onTimeout: "approve" }),
    ]);
    const [first, second, ...others] = waivers(world);
    expect(others).toEqual([]);
    const { timeoutSeconds, ...kept } = terms;
    expect(first).toMatchObject({
      ...kept,
      timeoutMs: timeoutSeconds * 1_000,
      planVersion: 2,
      verbs: ["approve", "request_changes", "reject"],
      question: {
        about: "control",
        version: 2,
        changes: { added: ["Send now"], removed: ["Release g", "Release h", "Send it"] },
      },
    });
    expect(second).toMatchObject({ fourEyes: true, onTimeout: "reject" });
    expect(world.state.offered).toMatchObject({ version: 2, pending: ["g", "h"] });
    expect(world.state.planVersion).toBe(1);
    expect(statusOf(world.state)).toBe("waiting");
  });

  it("takes effect when all let it pass, and says so; what they let pass may act", () => {
    const world = insisted([gate("g", { assignees: ["Bob"] }), gate("h", { assignees: ["Bob"] })]);
    expect(answer(world, "approve", ANNA)).toMatchObject({ ok: false, error: { code: "forbidden" } });
    answer(world, "approve");
    expect(world.state.planVersion).toBe(1);
    answer(world, "approve");
    expect(world.last("plan_version_adopted")).toMatchObject({
      actor: { kind: "system" },
      payload: { version: 2, origin: "replan", author: "replanner", waives: ["g", "h"] },
    });
    expect(world.state.planAuthor).toBeUndefined();
    expect(world.state.offered).toBeUndefined();
    expect(world.state.releases.map(({ control }) => control)).toEqual(["g", "h"]);
    expect(world.start()).toEqual(["send_now"]);
  });

  it("is bound to what people were shown", () => {
    const world = insisted();
    expect(answer(world, "approve", BOB, { digest: "other" })).toMatchObject({
      ok: false,
      error: { code: "superseded" },
    });
    const [one] = waivers(world);
    expect(answer(world, "approve", BOB, { digest: one?.digest ?? "" })).toMatchObject({ ok: true });
  });

  it("leaves the old version when one of them rejects, and people say what becomes of the failure", () => {
    const world = insisted([gate("g", { assignees: ["Bob"] }), gate("h")]);
    answer(world, "reject", BOB, { comment: "never without me" });
    expect(world.state).toMatchObject({ phase: "executing", planVersion: 1 });
    expect(world.state.offered).toBeUndefined();
    expect(waivers(world)).toEqual([]);
    const why = { code: "control_kept", control: "Release g", text: "never without me" };
    expect(world.state.replan?.refused).toEqual(why);
    const [open] = Object.keys(world.state.openApprovals);
    const retry = {
      approvalId: open as string,
      verb: "retry",
      provenance: "person",
      by: voter(ANNA),
    } as const;
    world.send({ type: "decide_approval", ...retry }, ANNA);
    expect(nextEffects(world.state)).toMatchObject([{ kind: "replan", key: "run_1/-/1/replan/3" }]);
  });

  it("is written again with the words of a person who wants it otherwise", () => {
    const world = insisted([gate("g", { assignees: ["Bob"] }), gate("h")]);
    expect(answer(world, "request_changes")).toMatchObject({ ok: false });
    answer(world, "request_changes", BOB, { comment: "Give the gate to operations" });
    expect(waivers(world)).toEqual([]);
    expect(world.last("plan_version_declined").payload).toMatchObject({
      again: true,
      reason: { code: "changes_requested", text: "Give the gate to operations" },
    });
    expect(nextEffects(world.state)).toMatchObject([{ kind: "replan" }]);
  });

  it("names the tools and addresses that come free, to the writer and at the gate", () => {
    const world = failed([gate("g")]);
    const free = offered(planOf(BAD, { ...SEND_NOW, input: "Post to https://prod.example" }), world.plan);
    world.replan(free);
    expect(world.last("replan_refused").payload.reason).toMatchObject({
      controls: [
        { exposed: [{ tools: ["mail"], targets: ["https://prod.example"] }, { taskId: "(answer)" }] },
      ],
    });
    world.replan(free);
    const [asked] = waivers(world);
    const { question } = asked ?? {};
    const said = question?.about === "control" ? formatWeakened(question.weakened) : "";
    expect(said).toContain("(may call mail to https://prod.example): nobody is asked");
  });

  it("leaves the old version to run where no failure called for another", () => {
    const plan = planOf({ id: "draft" }, gate("g"), SEND);
    const world = new RunWorld();
    world.start();
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offered(plan) });
    world.plan = plan;
    world.send({ type: "request_replan", instruction: "faster" }, ANNA);
    const next = offered(planOf({ ...SEND_NOW, dependsOn: [] }), plan);
    world.replan(next);
    world.replan(next);
    answer(world, "reject", ANNA);
    expect(world.state.replan).toBeUndefined();
    expect(world.state.replanHistory).toMatchObject([
      { outcome: "refused", failure: { code: "control_kept" } },
    ]);
    expect(world.start().sort()).toEqual(["draft", "g"]);
  });

  it("counts silence as a rejection, whatever silence did at the control", () => {
    const world = insisted([gate("g", { timeoutSeconds: 10, onTimeout: "approve" })]);
    world.tick(10_000);
    expect(world.last("approval_expired").payload).toMatchObject({ verb: "reject" });
    expect(world.state.planVersion).toBe(1);
  });

  it("is refused at once where the run says so", () => {
    const world = insisted(undefined, { controls: "refuse" });
    expect(waivers(world)).toEqual([]);
    expect(world.state.replanFailed?.reason).toMatchObject({ code: "control_weakened" });
  });

  it("gives way to a person's plan", () => {
    const world = insisted([gate("g")]);
    const edited = {
      ...offered(planOf(BAD, gate("g"), SEND, { id: "note" }), world.plan),
      reach: { send: ["mail"] },
    };
    const command = { type: "edit_plan", plan: edited, expectedPlanVersion: 1, reason: "mine" } as const;
    expect(world.send({ ...command, by: voter(ANNA) }, ANNA)).toMatchObject({ ok: true });
    expect(world.state.offered).toBeUndefined();
    expect(Object.keys(world.state.openApprovals)).toEqual([]);
  });

  it("is written again when what it drops has ended in the meantime", () => {
    const world = failed([gate("g"), { id: "slow", dependsOn: [] }]);
    world.start();
    const state = world.state;
    const drop = offered(planOf(BAD, SEND_NOW), world.plan);
    world.replan(drop);
    world.replan(drop);
    expect(waivers(world)).toHaveLength(1);
    world.succeed("slow");
    answer(world, "approve", ANNA);
    expect(world.last("plan_version_declined").payload).toMatchObject({ again: true });
    expect(state.planVersion).toBe(1);
    expect(nextEffects(state)).toMatchObject([{ kind: "replan" }]);
  });

  it("is written again when it weakens more by then than people were asked about", () => {
    const world = insisted([gate("g"), gate("h")]);
    Object.assign(world.state.offered ?? {}, { controls: ["g"], pending: ["g"] });
    answer(world, "approve", ANNA);
    expect(world.last("plan_version_declined").payload).toMatchObject({
      again: true,
      reason: { code: "control_weakened", controls: [{ control: "h" }] },
    });
    expect(world.state.planVersion).toBe(1);
  });

  it("is written and asked about again in a fork", () => {
    const world = insisted([gate("g"), gate("h")]);
    answer(world, "approve", ANNA);
    const fork = world.fork(world.state.seq);
    expect(fork.state.offered).toBeUndefined();
    expect(waivers(fork)).toEqual([]);
    fork.replan(tail(fork));
    expect(fork.last("replan_refused").payload.reason.code).toBe("control_weakened");
    fork.replan(tail(fork));
    expect(waivers(fork)).toHaveLength(2);
  });
});

describe("a draft that weakens a control of the one before", () => {
  const first = planOf({ id: "draft" }, gate("g"), SEND);
  const next = planOf({ id: "draft" }, { ...SEND_NOW });

  /** Changes are asked for at the gate of the first draft. */
  function redrafted(settings: Partial<RunSettings> = {}): RunWorld {
    const world = new RunWorld({ settings: { planApproval: true, ...settings } });
    world.start();
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offered(first) });
    const [approvalId = ""] = Object.keys(world.state.openApprovals);
    const wish = { approvalId, verb: "request_changes", comment: "shorter", provenance: "person" } as const;
    world.send({ type: "decide_approval", ...wish, by: voter(ANNA) }, ANNA);
    return world;
  }
  const draft = (world: RunWorld) => {
    world.start();
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offered(next, first) });
  };

  it("goes back once, then asks; approved, it is asked about like every draft", () => {
    const world = redrafted();
    draft(world);
    expect(world.last("plan_rejected").payload).toMatchObject({ again: { code: "control_weakened" } });
    draft(world);
    answer(world, "approve", ANNA);
    expect(world.state).toMatchObject({ planVersion: 2, phase: "planning" });
    expect(world.last("approval_opened").payload.kind).toBe("plan_approval");
  });

  it.each([["ask" as const], ["refuse" as const]])(
    "declined, leaves the draft before at its gate (%s)",
    (controls) => {
      const world = redrafted({ controls });
      draft(world);
      draft(world);
      if (controls === "ask") answer(world, "reject", ANNA);
      expect(world.state).toMatchObject({ planVersion: 1, phase: "planning" });
      const open = Object.keys(world.state.openApprovals).map((id) => world.state.approvals[id]);
      expect(open).toMatchObject([{ kind: "plan_approval", planVersion: 1 }]);
      expect(nextEffects(world.state)).toEqual([]);
    },
  );

  it("is refused at once where its gates have nobody who may answer", () => {
    const world = redrafted();
    world.start();
    const unpassable = [{ code: "gate_unpassable", message: "Nobody here is Ben.", taskId: "send_now" }];
    const key = world.keyOfKind("plan");
    world.send({ type: "plan_drafted", key, plan: offered(next, first), unpassable });
    expect(world.last("plan_rejected").payload).toMatchObject({ issues: unpassable });
    expect(world.last("run_finished").payload.reason).toBe("plan_rejected");
  });
});

describe("an iteration that weakens a control", () => {
  it("ends with the answer that there is when its people keep it", () => {
    const plan = planOf(gate("g"), SEND);
    const world = new RunWorld({
      settings: { summarizer: "on", maxIterations: 1, critic: { mode: "off", minScore: 0 } },
    });
    world.start();
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offered(plan) });
    world.start();
    const { stored: shown } = storeValue("");
    world.send({ type: "gate_shown", ...world.keyOf("g"), shown, digest: "d", prompt: "?" });
    const [approvalId = ""] = Object.keys(world.state.openApprovals);
    world.send(
      { type: "decide_approval", approvalId, verb: "approve", provenance: "person", by: voter(ANNA) },
      ANNA,
    );
    world.run("send");
    world.start();
    const summary = {
      finalAnswer: shown,
      qualityScore: 0.4,
      qualityReasoning: "",
      needReplan: true,
      replanReason: "more",
      usedEvidence: [],
    };
    world.send({ type: "summary_written", key: world.keyOfKind("summarize"), summary });
    const done = [gate("g"), SEND];
    const next = offered(planOf(...done, { ...SEND_NOW, dependsOn: [] }), plan);
    for (let n = 0; n < 2; n += 1) {
      world.start();
      world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: next });
    }
    expect(waivers(world)).toHaveLength(1);
    answer(world, "reject", ANNA, { comment: "enough" });
    expect(world.last("run_finished").payload).toMatchObject({
      reason: "completed_early",
      because: [{ code: "iteration_unplanned", cause: { code: "control_kept", text: "enough" } }],
      answer: { digest: shown.digest },
    });
  });
});
