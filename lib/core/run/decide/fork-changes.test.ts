import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { holdingReview } from "@/lib/testing/runs/waiting-gate";
import { gateSpec, reviewSpec } from "../../plan/schema";
import { storePlan } from "../../plan/store";
import { toolPolicy } from "../../policy";
import { storeValue } from "../../stored-value";
import { fold } from "..";
import { draft } from "../events";
import { beforeDecision } from "../events/fork";
import { givenAnswerFor } from "../gates/given";
import { type RunSettings, runSettings } from "../settings";
import { withEnvelope } from "../with-envelope";
import { givenRefusal } from "./fork-changes";
import { risingLimits, settingsOfFork } from "./fork-settings";

const BO = { id: "bo", name: "Bo", roles: [], mayReview: true };

type Given = { gate?: object; review?: object; settings?: Partial<RunSettings> };

/** A run that waits at a gate or a review for people, with work behind it. */
function waiting({ gate, review, settings }: Given = {}): RunWorld {
  const asks: TaskDraft = gate
    ? { id: "g", type: "human_review", gate: gateSpec.parse(gate) }
    : { id: "g", type: "planning_review", review: reviewSpec.parse(review ?? {}) };
  const plan = planOf({ id: "a" }, { ...asks, dependsOn: ["a"] }, { id: "b", dependsOn: ["g"] });
  const world = new RunWorld({ plan, by: ANNA, settings: { reviewMode: "manual", ...settings } }).run("a");
  return asked(world, gate !== undefined);
}

function asked(world: RunWorld, isGate: boolean): RunWorld {
  world.start();
  if (isGate) {
    const shown = storeValue("x").stored;
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Go?", ...world.keyOf("g") });
  } else {
    const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "r" };
    world.send({ type: "review_read", proposal, ...world.keyOf("g") });
  }
  return world;
}

const refusal = ({ forked }: RunWorld) => (forked?.ok === false ? forked.error : undefined);
const settingsWith = (world: RunWorld, given: object) =>
  runSettings.parse(settingsOfFork(world.state, JSON.parse(JSON.stringify(given))));

describe("a decision that comes with a fork", () => {
  it("answers the review that was open there, as its person would, and leaves the parent as it was", () => {
    const world = waiting();
    const before = JSON.stringify([world.state, world.events]);
    const fork = world.fork(world.state.seq, 1, { reviews: { g: { verb: "ABORT", reason: "too risky" } } });
    expect(fork.state.finished?.reason).toBe("aborted_by_person");
    expect(fork.last("approval_decided")).toMatchObject({ actor: ANNA, payload: { provenance: "person" } });
    const serves = { attempt: 1 };
    expect(fork.last("reviews_given").payload.reviews.g).toEqual({
      verb: "ABORT",
      reason: "too risky",
      serves,
    });
    expect(JSON.stringify([world.state, world.events])).toBe(before);
    expect(fold("run_2", structuredClone(fork.events))).toEqual(JSON.parse(JSON.stringify(fork.state)));
  });

  it("lets an open gate pass, after which its task has ended and is not asked again", () => {
    const world = waiting({ gate: {} });
    const { digest } = world.last("approval_opened").payload;
    const answer = { verb: "approve" as const };
    const fork = world.fork(99, 1, { reviews: { g: { ...answer, digest } } });
    expect(refusal(world.fork(99, 1, { reviews: { g: answer } }))?.code).toBe("invalid_input");
    const other = world.fork(99, 1, { reviews: { g: { ...answer, digest: "other" } } });
    expect(refusal(other)?.code).toBe("superseded");
    expect(fork.last("reviews_given").payload.reviews.g).not.toHaveProperty("digest");
    expect(fork.status("g")).toBe("succeeded");
    expect(fork.state.openApprovals).toEqual({});
    expect(fork.start()).toEqual(["b"]);
  });

  it.each<[string, Partial<RunSettings>, boolean]>([
    ["no other settings", {}, true],
    ["settings that govern nothing it sets free", { maxTurns: 3 }, true],
    ["other constraints", { constraints: "Send all" }, false],
    ["other models", { models: { agent: "other" } }, false],
  ])("lets an open gate pass by what its parent showed in a fork with %s: %s", (_what, given, passes) => {
    const world = waiting({ gate: {} });
    const { digest } = world.last("approval_opened").payload;
    const settings = settingsWith(world, given);
    const fork = (verb: "approve" | "reject") =>
      refusal(world.fork(99, 1, { settings, reviews: { g: { verb, digest, reason: "so" } } }))?.code;
    expect(fork("approve")).toBe(passes ? undefined : "superseded");
    expect(fork("reject")).toBeUndefined();
  });

  it("is applied to a held decision at once", () => {
    const world = holdingReview("CONTINUE");
    const reviews = { r: { verb: "ABORT" as const, reason: "no" } };
    expect(world.fork(world.state.seq, 1, { reviews }).state.finished?.reason).toBe("aborted_by_person");
    expect(refusal(world.fork(world.state.seq, 1, { reviews: { r: { verb: "ABORT" } } }))).toMatchObject({
      code: "invalid_input",
      message: expect.stringMatching(/^reviews\.r: .*Say why/),
    });
  });

  it("serves the attempt that begins in the fork, be it the second, and none after it", () => {
    const world = waiting();
    const begun = world.last("effects_started").seq;
    const fork = world.fork(begun, 1, { reviews: { g: { verb: "COMPLETE" } } });
    const task = fork.state.tasks.g;
    expect(task?.attempt).toBe(2);
    expect(task && givenAnswerFor(fork.state, task)).toMatchObject({ verb: "COMPLETE" });
    expect(task && givenAnswerFor(fork.state, { ...task, attempt: 3 })).toBeUndefined();
    fork.start();
    fork.send({ type: "review_given", ...fork.keyOf("g") });
    expect(fork.state.phase).toBe("finishing");
  });

  it("serves a question that had been asked again before", () => {
    const world = waiting({ gate: {} });
    const plan = planOf(
      { id: "a" },
      { id: "g", type: "human_review", gate: gateSpec.parse({}), dependsOn: ["a"] },
      { id: "b", input: "other work", dependsOn: ["g"] },
    );
    expect(world.edit(plan, "so").ok).toBe(true);
    const fork = world.fork(world.state.seq, 1, { reviews: { g: { verb: "approve" } } });
    fork.start();
    const shown = storeValue("x").stored;
    fork.send({ type: "gate_shown", shown, digest: "d", prompt: "Go?", fits: true, ...fork.keyOf("g") });
    expect(fork.status("g")).toBe("succeeded");
  });

  it("foresees what nobody is bound to, and what no plan version has had before", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    const plan = planOf({ id: "a" }, { id: "new", type: "planning_review", dependsOn: ["a"] });
    const changes = {
      plan: offer(plan, storePlan(world.plan as NonNullable<typeof world.plan>).plan),
      reason: "look once",
      reviews: { new: { verb: "CONTINUE" as const } },
    };
    const fork = world.fork(world.state.seq, 1, changes).run("a");
    fork.start();
    fork.send({ type: "review_given", ...fork.keyOf("new") });
    expect(fork.last("review_decided").payload).toMatchObject({
      decision: "CONTINUE",
      provenance: "session_rule",
    });
  });

  it.each<[string, Given, object, number?]>([
    ["of several people, open", { gate: { quorum: 2 } }, { verb: "approve" }],
    ["of other people, open", { gate: { assignees: ["bo"] } }, { verb: "approve" }],
    ["of its author, open", { gate: { fourEyes: true } }, { verb: "approve" }],
    ["of several people, later", { gate: { quorum: 2 } }, { verb: "reject" }, 3],
    ["of other people, later", { gate: { assignees: ["anna"] } }, { verb: "approve" }, 3],
    ["of two pairs of eyes, later", { settings: { fourEyes: true } }, { verb: "CONTINUE" }, 3],
    ["of a person, later", { review: { requiresHumanApproval: true } }, { verb: "CONTINUE" }, 3],
  ])("is refused at a gate %s, and there is no fork", (_name, given, answer, seq) => {
    const world = waiting(given);
    const at = seq ?? world.state.seq;
    const fork = world.fork(at, 1, { reviews: { g: answer as { verb: "approve" } } });
    expect(refusal(fork)).toMatchObject({
      code: "forbidden",
      message: expect.stringMatching(/^reviews\.g: /),
    });
    expect(fork.types()).not.toContain("run_forked");
  });

  it.each<[string, Given, object, number?]>([
    ["by one of its people", { gate: { assignees: ["anna"] } }, { verb: "approve" }],
    ["that takes several, rejected by one", { gate: { quorum: 2 } }, { verb: "reject" }],
    ["that stops the run, by its author", { settings: { fourEyes: true } }, { verb: "ABORT", reason: "no" }],
    ["that stops the run, in advance", { review: { requiresHumanApproval: true } }, { verb: "ABORT" }, 3],
  ])("is taken at a gate %s", (_name, given, answer, seq) => {
    const world = waiting(given);
    const { digest } = seq ? {} : world.last("approval_opened").payload;
    const seen = { ...(answer as { verb: "approve" }), ...(digest && { digest }) };
    const fork = world.fork(seq ?? world.state.seq, 1, { reviews: { g: seen } });
    expect(fork.forked).toMatchObject({ ok: true });
  });

  it("is refused for what the fork has no question of", () => {
    const world = waiting({ gate: { requiresReason: true } });
    const by = (reviews: Record<string, { verb: "approve" | "reject" }>, seq = world.state.seq) =>
      refusal(world.fork(seq, 1, { by: BO, reviews }))?.code;
    expect(by({ nobody: { verb: "approve" } })).toBe("invalid_input");
    expect(by({ a: { verb: "approve" } })).toBe("not_allowed_now");
    expect(by({ g: { verb: "reject" } }, 3)).toBe("invalid_input");
    expect(by({ g: { verb: "reject" } })).toBe("invalid_input");
  });

  it("that ends the run leaves the others without a question", () => {
    const ask = (id: string) => ({ id, type: "planning_review" as const });
    const world = new RunWorld({ plan: planOf(ask("g"), ask("h")), settings: { reviewMode: "manual" } });
    world.start();
    for (const id of ["g", "h"]) {
      const proposal = { decision: "CONTINUE" as const, reasoning: "fine", answers: [], reviewer: "r" };
      world.send({ type: "review_read", proposal, ...world.keyOf(id) });
    }
    const answer = { verb: "ABORT" as const, reason: "no" };
    expect(world.fork(99, 1, { reviews: { g: answer, h: answer } }).forked).toMatchObject({ ok: true });
  });
});

describe("settings that come with a fork", () => {
  it("are those of the parent with the changes, raised limits among them", () => {
    const world = waiting({ settings: { maxTokens: 100, critic: { mode: "off", minScore: 3 } } });
    world.send({ type: "raise_budget", counter: "maxTokens", limit: 500 }, ANNA);
    const settings = settingsWith(world, { critic: { mode: "static" }, maxTurns: 9, maxTokens: 400 });
    expect(settings).toMatchObject({ critic: { mode: "static", minScore: 3 }, maxTokens: 400, maxTurns: 9 });
    expect(risingLimits(world.state, settings)).toEqual(["maxTurns"]);
    const fork = world.fork(world.state.seq, 1, { settings });
    expect(fork.state.settings).toEqual(settings);
    expect(fork.state.raised).toEqual({ replansByLineage: {} });
    expect(settingsWith(world, {}).maxTokens).toBe(500);
  });

  it("ask the models that they name, not what these were replaced by", () => {
    const world = waiting();
    const facts = { actor: ANNA, commandId: "replaced", at: world.now };
    const replaced = draft("model_replaced", { model: "m", by: "other" });
    world.events.push(withEnvelope(world.state, replaced, facts));
    const models = (given: object) =>
      world.fork(99, 1, { settings: settingsWith(world, given) }).state.replacementModels;
    expect(models({ maxTurns: 3 })).toEqual({ m: "other" });
    expect(models({ models: { default: "m" } })).toEqual({});
  });

  it("may carry other tags, and put held decisions before people", () => {
    const world = holdingReview("CONTINUE");
    const settings = settingsWith(world, { reviewMode: "manual" });
    const fork = world.fork(world.state.seq, 1, { settings, tags: ["other"] });
    expect(fork.state.tags).toEqual(["other"]);
    expect(fork.state.held).toEqual({});
    expect(Object.values(fork.state.approvals)).toMatchObject([{ kind: "review_decision", status: "open" }]);
  });

  it("may not widen what binds the run's tools and its people", () => {
    const policy = toolPolicy.parse({ denied: ["deploy"] });
    const world = waiting({ settings: { toolPolicy: policy, fourEyes: true } });
    const fork = (given: object) =>
      refusal(world.fork(world.state.seq, 1, { settings: { ...world.state.settings, ...given } }));
    expect(fork({ toolPolicy: toolPolicy.parse({}) })).toMatchObject({
      code: "invalid_input",
      details: { problem: "policy_widened", issues: [{ path: "settings.toolPolicy.denied" }] },
    });
    expect(fork({ toolPolicy: undefined })?.details).toMatchObject({ problem: "policy_widened" });
    expect(fork({ fourEyes: false })?.details).toMatchObject({ problem: "control_weakened" });
    expect(fork({ toolPolicy: toolPolicy.parse({ denied: ["deploy", "mail"] }) })).toBeUndefined();
  });

  it("forget what was raised for one task once the limit of all tasks is another", () => {
    const world = waiting();
    world.send({ type: "raise_budget", counter: "maxReplansPerTask", limit: 9, lineage: "b" }, ANNA);
    const raised = (given: object) =>
      world.fork(world.state.seq, 1, { settings: settingsWith(world, given) }).state.raised.replansByLineage;
    expect(raised({ maxTurns: 3 })).toEqual({ b: 9 });
    expect(raised({ maxReplansPerTask: 1 })).toEqual({});
  });
});

describe("a plan that comes with a fork", () => {
  const gate = { id: "gate", type: "human_review" as const, dependsOn: ["draft"] };
  const send = { id: "send", dependsOn: ["gate"] };
  const plan = planOf({ id: "draft" }, gate, send);

  function passed(assignees: string[]): RunWorld {
    const bound = planOf({ id: "draft" }, { ...gate, gate: gateSpec.parse({ assignees }) }, send);
    return new RunWorld({ plan: bound, by: ANNA }).run("draft");
  }
  const changed = (world: RunWorld, next: ReturnType<typeof planOf>) =>
    world.fork(world.state.seq, 1, {
      plan: offer(next, storePlan(world.plan as ReturnType<typeof planOf>).plan),
      reason: "shorter",
    });

  it("is its next version by that person, and keeps what has ended", () => {
    const world = new RunWorld({ plan }).run("draft");
    const fork = changed(world, planOf({ id: "draft" }, gate, { ...send, input: "Send it all" }));
    expect(fork.last("plan_version_adopted")).toMatchObject({
      actor: ANNA,
      payload: { version: 2, origin: "person", cause: { text: "shorter" } },
    });
    expect(fork.state.tasks.draft).toEqual(world.state.tasks.draft);
    expect(world.state.planVersion).toBe(1);
  });

  it("may change nothing that has ended, nor do without a control of others", () => {
    const world = passed(["bo"]);
    expect(refusal(changed(world, planOf({ id: "other" })))?.code).toBe("invalid_plan");
    const without = planOf({ id: "draft" }, { ...send, dependsOn: ["draft"] });
    expect(refusal(changed(world, without))?.code).toBe("forbidden");
    expect(changed(world, without).types()).not.toContain("run_forked");
    expect(changed(passed(["anna"]), without).forked).toMatchObject({ ok: true });
  });
});

describe("beforeDecision", () => {
  it("is the last event before the command that decided", () => {
    const world = waiting();
    const asked = world.state.seq;
    const { approvalId } = world.last("approval_opened").payload;
    expect(beforeDecision(world.events, { approvalId })).toBeUndefined();
    const by = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };
    world.send({ type: "decide_approval", approvalId, verb: "CONTINUE", provenance: "person", by }, ANNA);
    world.run("b");
    expect(beforeDecision(world.events, { approvalId })).toBe(asked);
    expect(beforeDecision(world.events, { taskId: "g" })).toBe(asked);
    expect(beforeDecision(world.events, { taskId: "b" })).toBeUndefined();
  });

  it("is where the reviewer was asked when its decision was applied at once, and where silence began", () => {
    const auto = waiting({ settings: { reviewMode: "auto" } });
    const before = beforeDecision(auto.events, { taskId: "g" }) ?? 0;
    expect(auto.events[before - 1]?.type).toBe("review_started");
    const fork = auto.fork(before, 1, { reviews: { g: { verb: "ABORT" } } });
    expect(fork.forked).toMatchObject({ ok: true });
    const silent = waiting({ gate: { timeoutSeconds: 5 } });
    const asked = silent.state.seq;
    silent.tick(6_000);
    expect(beforeDecision(silent.events, { taskId: "g" })).toBe(asked);
  });
});

it("says beforehand which decisions may come with a fork", () => {
  const { state } = waiting({ gate: { requiresReason: true } }).fork(99);
  expect(givenRefusal(state, "g", "reject", BO, 0)).toBeUndefined();
  expect(givenRefusal(state, "a", "approve", BO, 0)).toMatchObject({ code: "not_allowed_now" });
});
