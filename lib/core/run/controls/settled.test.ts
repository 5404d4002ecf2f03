import { describe, expect, it } from "vitest";
import { refining, writeRefinement } from "@/lib/testing/runs/refined-run";
import { summarizeWithGap } from "@/lib/testing/runs/replan-stories";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storePlan } from "../../plan/store";
import type { OfferedPlan } from "../commands";
import type { GateVerb } from "../gates/table";
import type { RunSettings } from "../settings";
import { truncateCritique } from "../truncate/critique";

const by = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };
const settings = {
  replanGraceMs: 0,
  critic: { mode: "off", minScore: 0 },
  afterApproval: "ask",
} as const satisfies Partial<RunSettings>;

const FIND: TaskDraft = { id: "find", title: "Find", input: "Find it" };
const TELL: TaskDraft = { id: "tell", title: "Tell", input: "Tell it", dependsOn: ["find"] };
const FOUND_OTHERWISE: TaskDraft = {
  id: "find2",
  title: "Find",
  input: "Find it elsewhere",
  replaces: "find",
};

type Options = {
  tasks?: TaskDraft[];
  settings?: Partial<RunSettings>;
  author?: "person" | "approved" | "model";
};

/** A run whose plan a person wrote or approved, or that a model wrote and nobody has seen. */
function settled({ tasks = [FIND, TELL], author = "person", ...options }: Options = {}): RunWorld {
  const plan = planOf(...tasks);
  const given: Partial<RunSettings> = {
    ...{ ...settings, planApproval: author === "approved" },
    ...options.settings,
  };
  if (given.afterApproval === undefined) delete given.afterApproval;
  if (author === "person") return new RunWorld({ plan, by: ANNA, settings: given });
  const world = new RunWorld({ settings: given });
  world.plan = plan;
  world.start();
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(plan) });
  if (author === "approved") answer(world, "approve");
  return world;
}

function answer(world: RunWorld, verb: GateVerb, comment?: string) {
  const [approvalId = ""] = Object.keys(world.state.openApprovals);
  const said = comment === undefined ? {} : { comment };
  return world.send({ type: "decide_approval", approvalId, verb, provenance: "person", by, ...said }, ANNA);
}

const wish = (world: RunWorld) => world.send({ type: "request_replan", instruction: "faster" }, ANNA);

const next = (world: RunWorld, ...tasks: TaskDraft[]): OfferedPlan => {
  const lineages = new Map(Object.values(world.state.tasks).map((task) => [task.id, task.spec.lineage]));
  const plan = planOf(...tasks);
  const offered = offer(plan, storePlan(world.plan as NonNullable<RunWorld["plan"]>, lineages).plan);
  return { reach: {}, ...offered };
};

const gateOf = (world: RunWorld) => {
  const [id = ""] = Object.keys(world.state.openApprovals);
  return world.state.approvals[id];
};

const OTHER: TaskDraft = { id: "shout", title: "Shout", input: "Shout it", dependsOn: ["find"] };

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
    world.succeed("find");
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

describe("a tail of a review", () => {
  const REVIEW: TaskDraft = { id: "look", type: "planning_review", title: "Look", dependsOn: ["find"] };

  const BOB = { ...by, id: "bob", name: "Bob" };

  /** A review proposes a tail, Anna or Bob lets it pass, and a version is written: that tail, or another. */
  function reviewed(
    given: Partial<RunSettings>,
    tail: string | undefined,
    voter = by,
    own?: string,
  ): RunWorld {
    const after: TaskDraft = { ...TELL, dependsOn: ["look"] };
    const world = settled({ tasks: [FIND, REVIEW, after], settings: given });
    world.run("find");
    world.start();
    const decision = "REPLAN" as const;
    const proposal = { decision, reasoning: "better", answers: [], reviewer: "reviewer", tail: "blob" };
    world.send({ type: "review_read", ...world.keyOf("look"), proposal });
    const [approvalId] = Object.keys(world.state.openApprovals);
    const decided = { verb: "REPLAN", provenance: "person", by: voter, ...(own && { tail: own }) } as const;
    const actor = { kind: "person" as const, id: voter.id, name: voter.name };
    if (approvalId) world.send({ type: "decide_approval", approvalId, ...decided }, actor);
    else if (given.reviewMode === "hold")
      world.send({ type: "override_review", taskId: "look", decision, reason: "so" }, actor);
    const shout: TaskDraft = { ...OTHER, dependsOn: ["look"] };
    world.replan(next(world, FIND, REVIEW, shout), tail === undefined ? {} : { tail });
    return world;
  }

  it.each<[string, Partial<RunSettings>, string | undefined, number, string?]>([
    ["a model decided on it", { reviewMode: "auto" }, "blob", 1],
    ["a person decided on it", { reviewMode: "manual" }, "blob", 2],
    ["a person decided on it, and another was written", { reviewMode: "manual" }, undefined, 1],
    ["a person wrote it", { reviewMode: "manual" }, "own", 2, "own"],
    ["a person wrote it, and another was written", { reviewMode: "manual" }, undefined, 1, "own"],
  ])("is asked about unless people decided on exactly that one: %s", (_, given, tail, version, own) => {
    const world = reviewed(given, tail, by, own);
    expect(world.state.planVersion).toBe(version);
    if (version === 1) expect(gateOf(world)).toMatchObject({ kind: "plan_change" });
  });

  it.each<[string, Partial<RunSettings>, typeof by, number, string?]>([
    ["another than the author decides on it", { reviewMode: "manual" }, BOB, 2],
    ["another than the author writes it", { reviewMode: "manual" }, BOB, 1, "own"],
    ["the author decides while it is held", { reviewMode: "hold", reviewHoldMs: 60_000 }, by, 1],
    ["another decides while it is held", { reviewMode: "hold", reviewHoldMs: 60_000 }, BOB, 1],
  ])("takes a second pair of eyes where the run does: %s", (_, given, voter, version, own) => {
    const world = reviewed({ ...given, fourEyes: true }, own ?? "blob", voter, own);
    expect(world.state.planVersion).toBe(version);
    if (version === 1) expect(gateOf(world)).toMatchObject({ kind: "plan_change", fourEyes: true });
  });

  it("may not be let pass by the one who wrote it", () => {
    const world = reviewed({ reviewMode: "manual", fourEyes: true }, "own", BOB, "own");
    const [approvalId = ""] = Object.keys(world.state.openApprovals);
    const approve = { type: "decide_approval", approvalId, verb: "approve", provenance: "person" } as const;
    expect(world.send({ ...approve, by: BOB })).toMatchObject({ ok: false, error: { code: "forbidden" } });
    const CLEO = { ...by, id: "cleo", name: "Cleo" };
    expect(world.send({ ...approve, by: CLEO })).toMatchObject({ ok: true });
    expect(world.state.planVersion).toBe(2);
  });
});

describe("a repair of failed work", () => {
  const repaired = (world: RunWorld, plan: OfferedPlan): boolean => {
    world.start();
    world.fail("find");
    world.replan(plan);
    return world.state.planVersion === 2;
  };
  const TELL_AFTER: TaskDraft = { ...TELL, id: "tell2", replaces: "tell", dependsOn: ["find2"] };

  it("goes on without asking, under whatever ids the rest gets", () => {
    const world = settled();
    expect(repaired(world, next(world, FIND, FOUND_OTHERWISE, TELL_AFTER))).toBe(true);
    expect(world.state.planSettled).toBe("written");
  });

  it.each<[string, TaskDraft[], Partial<OfferedPlan>]>([
    ["drops other work", [FIND, FOUND_OTHERWISE], {}],
    ["adds other work", [FIND, FOUND_OTHERWISE, TELL_AFTER, OTHER], {}],
    ["does other work otherwise", [FIND, FOUND_OTHERWISE, { ...TELL_AFTER, input: "Sing it" }], {}],
    ["has other work wait for less", [FIND, FOUND_OTHERWISE, { ...TELL_AFTER, dependsOn: [] }], {}],
    ["is of another type", [FIND, { ...FOUND_OTHERWISE, type: "synthesis_gate" }, TELL_AFTER], {}],
    [
      "changes things by other tools",
      [FIND, FOUND_OTHERWISE, TELL_AFTER],
      { reach: { find2: ["send_mail"] } },
    ],
    ["may change nobody knows what", [FIND, FOUND_OTHERWISE, TELL_AFTER], { reach: undefined } as object],
  ])("is none that %s", (_what, tasks, change) => {
    const world = settled();
    const { reach, ...plan } = { ...next(world, ...tasks), ...change };
    expect(repaired(world, { ...plan, ...(reach && { reach }) })).toBe(false);
    expect(gateOf(world)?.kind).toBe("plan_change");
  });

  const MAIL: TaskDraft = {
    id: "find",
    title: "Send",
    type: "direct",
    input: '(tool/http_request {:url "https://staging.invalid"})',
  };
  const repairedMail = (repair: TaskDraft, mail = MAIL) => {
    const world = settled({ tasks: [mail], author: "approved", settings: { afterApproval: undefined } });
    world.start();
    world.fail("find");
    world.replan({ ...next(world, mail, repair), reach: { [repair.id]: ["http_request"] } });
    return world;
  };
  const AGAIN: TaskDraft = { ...MAIL, id: "find2", replaces: "find" };
  const AGENT: TaskDraft = { id: "find", title: "Send", agent: "supervisor", input: "Send to staging only" };

  it.each<[string, TaskDraft, TaskDraft]>([
    ["target", MAIL, { ...AGAIN, input: '(tool/http_request {:url "https://production.invalid"})' }],
    ["program", MAIL, { ...AGAIN, input: "(do (tool/http_request {}) (tool/http_request {}))" }],
    ["prompt", AGENT, { ...AGENT, id: "find2", replaces: "find", input: "Delete everything" }],
    ["title", AGENT, { ...AGENT, id: "find2", replaces: "find", title: "Send to production" }],
  ])("is asked about with another %s, where it may act", (_what, mail, repair) => {
    const world = repairedMail(repair, mail);
    expect(world.state.planVersion).toBe(1);
    expect(gateOf(world)).toMatchObject({ kind: "plan_change", planVersion: 2 });
  });

  const REPORT: TaskDraft = { id: "report", title: "Report", input: "Sum up" };
  const SALARIES: TaskDraft = { id: "salaries", title: "Salaries", input: "Collect them" };
  const SEND: TaskDraft = { ...AGENT, id: "send", dependsOn: ["report"] };
  const SEND_2: TaskDraft = { ...SEND, id: "send2", replaces: "send" };

  it.each<[string, TaskDraft[], boolean]>([
    ["as it was", [SEND_2], false],
    ["with other results", [{ ...SEND_2, dependsOn: ["salaries"] }], true],
    ["with more results", [{ ...SEND_2, dependsOn: ["report", "salaries"] }], true],
    ["twice", [SEND_2, { ...SEND_2, id: "send3" }], true],
  ])(
    "that acts is asked about unless it is made once, from the same results: %s",
    (_what, repairs, isAsked) => {
      const before = [REPORT, SALARIES];
      const world = settled({
        tasks: [...before, SEND],
        author: "approved",
        settings: { afterApproval: undefined },
      });
      world.run("report");
      world.run("salaries");
      world.start();
      world.fail("send");
      const reach = Object.fromEntries(repairs.map(({ id }) => [id, ["http_request"]]));
      world.replan({ ...next(world, ...before, SEND, ...repairs), reach });
      expect(gateOf(world)?.kind).toBe(isAsked ? "plan_change" : undefined);
    },
  );

  it("begins with no other results where an act rests on it", () => {
    const world = settled({
      tasks: [SALARIES, FIND, TELL],
      author: "approved",
      settings: { afterApproval: undefined },
    });
    world.run("salaries");
    world.start();
    world.fail("find");
    const found: TaskDraft = { ...FOUND_OTHERWISE, dependsOn: ["salaries"] };
    const tell: TaskDraft = { ...TELL, id: "tell2", replaces: "tell", dependsOn: ["find2"] };
    world.replan({ ...next(world, SALARIES, FIND, found, tell), reach: { tell2: ["http_request"] } });
    expect(gateOf(world)?.kind).toBe("plan_change");
  });

  it("is not asked about where it is the same work again", () => {
    const world = repairedMail(AGAIN);
    expect(world.state.planVersion).toBe(2);
    expect(gateOf(world)).toBeUndefined();
  });
});
