import { describe, expect, it } from "vitest";
import {
  askedRun,
  CONTRADICTS,
  factsOf,
  refinedOffer,
  refining,
  writeRefinement,
} from "@/lib/testing/runs/refined-run";
import { ANNA, planOf, type RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { releaseOfGate } from "../../controls/release/asked";
import { riskOf } from "../../gates/risk";
import type { GateVerb } from "../../gates/table";
import { statedReason } from "../../reasons";
import { truncateCritique } from "../../truncate/critique";

const TASKS: TaskDraft[] = [
  { id: "a" },
  { id: "x" },
  { id: "b", dependsOn: ["a"], input: "old" },
  { id: "c", dependsOn: ["b"] },
];
const NEW: TaskDraft = { id: "n", dependsOn: ["a"] };
const ask = refining({ apply: "ask" });

const gateOf = (world: RunWorld) => {
  const { approvalId } = world.last("approval_opened").payload;
  return world.state.approvals[approvalId];
};

function answer(world: RunWorld, verb: GateVerb, comment?: string) {
  const { approvalId = "", digest = "" } = gateOf(world) ?? {};
  const by = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };
  const said = { approvalId, verb, digest, provenance: "person", by, ...(comment && { comment }) } as const;
  const outcome = world.send({ type: "decide_approval", ...said }, ANNA);
  world.readPlan();
  return outcome;
}

describe("a refinement that is adopted by itself", () => {
  it("brings a version of its own, and counts as no replan", () => {
    const world = askedRun(TASKS);
    writeRefinement(world, { modify: { b: { input: "new" } }, add: [NEW], skip: ["c"] });
    expect(world.last("plan_version_adopted").payload).toMatchObject({
      version: 2,
      parent: 1,
      origin: "refinement",
      author: "refiner",
      cause: { code: "refined", number: 1, text: "better so" },
    });
    expect(world.last("refined").payload).toMatchObject({
      number: 1,
      outcome: "adopted",
      toVersion: 2,
      modified: [{ taskId: "b" }],
      added: [{ taskId: "n" }],
      skipped: [{ taskId: "c" }],
    });
    expect(world.state.tasks.b?.spec.input).toBe("new");
    expect(world.state.tasks.c).toMatchObject({
      status: "skipped",
      diagnosis: { code: "skipped_by_refinement", number: 1, text: "because of c" },
    });
    expect(world.state.counters.replans).toBe(0);
    expect(world.state.replanHistory).toEqual([]);
    expect(world.state.refinements?.entries).toMatchObject([
      { status: "adopted", fromVersion: 1, toVersion: 2 },
    ]);
    expect(world.start()).toEqual(["b", "n"]);
  });

  it("brings no version where it only skips", () => {
    const world = askedRun(TASKS);
    writeRefinement(world, { skip: ["b"] });
    expect(world.state.planVersion).toBe(1);
    expect(world.last("refined").payload).not.toHaveProperty("toVersion");
    expect(world.start()).toEqual(["c"]);
  });

  it("leaves the plan to its author, whom four eyes bind", () => {
    const world = askedRun(TASKS);
    world.state.planAuthor = ANNA;
    writeRefinement(world, { add: [NEW] });
    expect(world.state.planAuthor).toEqual(ANNA);
  });

  it("is not, when a task of it has begun: it can be put together again", () => {
    const world = askedRun(TASKS);
    const key = world.keyOfKind("refine");
    const before = world.events.length;
    expect(writeRefinement(world, { modify: { x: { input: "new" } } })).toMatchObject({ ok: true });
    expect(writeRefinement(world, { skip: ["x"] })).toMatchObject({ ok: true });
    expect(world.events).toHaveLength(before);
    writeRefinement(world, { modify: { b: { input: "new" } } }, { key });
    expect(world.state.planVersion).toBe(2);
  });

  it("is not, when the condition of a control rests on what it skips", () => {
    const review = { requiresHumanApproval: true, condition: { previousFailed: true } };
    const world = askedRun([...TASKS, { id: "r", type: "planning_review", dependsOn: ["b"], review }]);
    const before = world.events.length;
    expect(writeRefinement(world, { skip: ["b"] })).toMatchObject({ ok: true });
    expect(world.events).toHaveLength(before);
    writeRefinement(world, { skip: ["c"] });
    expect(world.status("c")).toBe("skipped");
  });

  it("is refused as the plan that was in force already, now or before", () => {
    const world = askedRun([...TASKS, { id: "y" }]);
    writeRefinement(world, { modify: {} });
    expect(world.last("refined").payload).toMatchObject({
      outcome: "refused",
      reason: { code: "plan_repeated", planVersion: 1 },
    });
    world.succeed("x", CONTRADICTS);
    world.start();
    writeRefinement(world, { modify: { c: { input: "new" } } });
    world.succeed("y", CONTRADICTS);
    world.start();
    writeRefinement(world, { modify: { c: { input: "" } } });
    expect(world.last("refined").payload.reason).toEqual({ code: "plan_repeated", planVersion: 1 });
  });

  it("is refused when it changes what is over", () => {
    const world = askedRun(TASKS);
    const { key, ...plan } = {
      key: world.keyOfKind("refine"),
      ...refinedOffer(world, { modify: { a: { input: "x" } } }),
    };
    world.send({ type: "refinement_written", key, facts: factsOf({}), plan });
    expect(world.last("refined").payload).toMatchObject({
      outcome: "refused",
      issues: [{ code: "done_prefix", taskId: "a" }],
    });
  });

  it("is refused, and never offered, when it weakens a control", () => {
    const gated: TaskDraft[] = [
      { id: "a" },
      { id: "g", type: "human_review", dependsOn: ["a"] },
      { id: "w", dependsOn: ["g"] },
    ];
    for (const settings of [refining(), ask]) {
      const world = askedRun(gated, settings);
      writeRefinement(world, { add: [NEW] }, { reach: { n: ["deploy"], w: ["deploy"] } });
      expect(world.last("refined").payload).toMatchObject({
        outcome: "refused",
        reason: { code: "control_weakened" },
      });
      expect(world.types()).not.toContain("plan_version_offered");
      expect(world.types()).not.toContain("refinement_offered");
    }
  });

  it("is refused where the critic finds the plan with it too weak, and kept with its critique where not", () => {
    const critique = (score: number) =>
      truncateCritique({ score, summary: "", findings: [], recommendations: [] }, { by: "static" }).kept;
    const settings = { ...refining(), critic: { mode: "static" as const, minScore: 6 } };
    const weak = askedRun(TASKS, settings);
    writeRefinement(weak, { add: [NEW] }, { critique: critique(5) });
    expect(weak.last("refined").payload.reason).toEqual({ code: "plan_too_weak", score: 5, minScore: 6 });
    const sound = askedRun(TASKS, settings);
    writeRefinement(sound, { add: [NEW] }, { critique: critique(7) });
    expect(sound.state.critiques[2]).toMatchObject({ score: 7 });
  });
});

describe("without changes", () => {
  const told = (dropped: ReturnType<typeof factsOf>["dropped"]) => {
    const world = askedRun(TASKS);
    const key = world.keyOfKind("refine");
    world.send({ type: "refinement_unneeded", key, facts: factsOf({ dropped }) });
    return world.last("refined").payload;
  };

  it("it says so, or that nothing of it fitted, and why", () => {
    expect(told([])).toMatchObject({ outcome: "unneeded", summary: "better so" });
    const dropped = [{ part: "skip", taskId: "x", why: "started" }] as const;
    expect(told([...dropped])).toMatchObject({ outcome: "inapplicable", dropped });
  });

  it("it says what was wrong with what was written, or that nothing was", () => {
    const failed = askedRun(TASKS);
    const reason = statedReason("503");
    failed.send({ type: "refinement_unwritten", key: failed.keyOfKind("refine"), reason, issues: [] });
    expect(failed.last("refined").payload).toMatchObject({ outcome: "failed", reason });
    const invalid = askedRun(TASKS);
    const issues = [{ code: "missing_agent", message: "no such agent" }];
    const facts = factsOf({ add: [NEW] });
    const said = { key: invalid.keyOfKind("refine"), reason, issues, facts };
    invalid.send({ type: "refinement_unwritten", ...said });
    expect(invalid.last("refined").payload).toMatchObject({ outcome: "refused", issues, ...facts });
    expect(invalid.state.planVersion).toBe(1);
  });

  it.each(["refinement_unneeded", "refinement_unwritten", "refinement_written"] as const)(
    "%s comes too late when nobody waits for it any more",
    (type) => {
      const world = askedRun(TASKS);
      const key = world.keyOfKind("refine");
      world.tick(20_000);
      world.send({ type, key, facts: factsOf({}), reason: statedReason("x"), issues: [] });
      expect(world.last("late_result").payload).toEqual({ key, kind: type });
      expect(world.types().filter((one) => one === "refined")).toHaveLength(1);
    },
  );
});

describe("a refinement that people are asked about", () => {
  it("takes a second step where it sets something free that acts, and not for what runs anyway", () => {
    const acting = (changes: Parameters<typeof writeRefinement>[1], ...more: TaskDraft[]) => {
      const world = askedRun([{ id: "a" }, { id: "b", title: "Mail it", dependsOn: ["a"] }, ...more], ask);
      writeRefinement(world, changes);
      const gate = gateOf(world);
      if (!gate) throw new Error("no gate");
      return [
        riskOf(world.state, gate, "approve"),
        releaseOfGate(world.state, gate).map(({ task }) => task.id),
      ];
    };
    const starts = (title: string) => ({ code: "starts_changes", tasks: [{ title, tools: ["*"] }] });
    expect(acting({ add: [{ id: "n", title: "Note it" }] })).toEqual([starts("Note it"), ["n"]]);
    expect(acting({ modify: { b: { input: "Mail it elsewhere" } } })).toEqual([starts("Mail it"), ["b"]]);
    // The same once more is one more.
    expect(acting({ add: [{ id: "n", title: "Mail it", dependsOn: ["a"] }] })).toEqual([
      starts("Mail it"),
      ["n"],
    ]);
    expect(acting({ skip: ["b"] })).toEqual([undefined, []]);
    const last = { id: "d", title: "Tell it", dependsOn: ["b"] };
    expect(acting({ skip: ["b"] }, last)).toMatchObject([starts("Tell it"), ["d"]]);
  });

  const offered = (settings: Parameters<typeof askedRun>[1] = ask) => {
    const world = askedRun([...TASKS, { id: "d", dependsOn: ["b"] }, { id: "y" }], settings);
    writeRefinement(world, {
      modify: { b: { input: "new" } },
      add: [{ id: "n", dependsOn: ["d"] }],
      skip: ["c"],
    });
    return world;
  };

  it.each([
    ["where the run says so", ask, true],
    ["under manual reviews", { ...refining(), reviewMode: "manual" as const }, true],
    [
      "not under manual reviews where the run says otherwise",
      { ...refining({ apply: "auto" }), reviewMode: "manual" as const },
      false,
    ],
    ["not by itself", refining(), false],
  ])("opens a gate %s", (_, settings, asks) => {
    expect(offered(settings).types().includes("refinement_offered")).toBe(asks);
  });

  it("opens a gate in a run whose plans are approved", () => {
    const world = askedRun(TASKS, { ...refining(), planApproval: true });
    const approve = { approvalId: "apr_1-1", verb: "approve", provenance: "person" } as const;
    world.send({ type: "decide_approval", ...approve }, ANNA);
    world.start();
    if (world.status("a") === "running") world.succeed("a", CONTRADICTS);
    world.start();
    writeRefinement(world, { modify: { b: { input: "new" } } });
    expect(world.types()).toContain("refinement_offered");
  });

  it("shows what changes, binds the answer to it, and has a deadline", () => {
    const world = offered();
    expect(gateOf(world)).toMatchObject({
      kind: "plan_refinement",
      verbs: ["approve", "reject"],
      planVersion: 2,
      deadlineAt: world.now + 3_600_000,
      onTimeout: "reject",
      question: {
        about: "refinement",
        summary: "better so",
        modified: [{ taskId: "b", title: "b", reason: "because of b" }],
        added: [{ taskId: "n", title: "n" }],
        skipped: [{ taskId: "c", title: "c" }],
      },
    });
    const stale = {
      approvalId: gateOf(world)?.approvalId ?? "",
      verb: "approve",
      digest: "other",
      provenance: "person",
    } as const;
    expect(world.send({ type: "decide_approval", ...stale }, ANNA)).toMatchObject({
      error: { code: "superseded" },
    });
  });

  it("holds the tasks that it names until then, and no others", () => {
    const world = offered();
    expect(world.state.refinements?.offered?.holds).toEqual(["b", "c", "d"]);
    expect(world.start()).toEqual([]);
    world.succeed("x", CONTRADICTS);
    world.succeed("y", CONTRADICTS);
    expect(world.start()).toEqual([]);
    expect(world.types().filter((type) => type === "refinement_started")).toHaveLength(1);
    answer(world, "approve");
    expect(world.start()).toEqual(["b"]);
  });

  it("is adopted exactly as it was shown", () => {
    const world = offered();
    expect(answer(world, "approve")).toMatchObject({ ok: true });
    expect(world.state.planVersion).toBe(2);
    expect(world.state.tasks.b?.spec.input).toBe("new");
    expect(world.status("c")).toBe("skipped");
    expect(world.last("refined").payload).toMatchObject({ outcome: "adopted", toVersion: 2 });
    expect(world.types().filter((type) => type === "approval_cleared")).toEqual([]);
  });

  it("adopts skips alone", () => {
    const world = askedRun(TASKS, ask);
    writeRefinement(world, { skip: ["c"] });
    expect(gateOf(world)?.planVersion).toBe(1);
    answer(world, "approve");
    expect(world.status("c")).toBe("skipped");
  });

  it("is overtaken when a task of it was decided on in the meantime", () => {
    const world = offered();
    world.send({ type: "skip_task", taskId: "b", reason: "not needed" }, ANNA);
    answer(world, "approve");
    expect(world.state.planVersion).toBe(1);
    expect(world.last("refined").payload).toMatchObject({
      outcome: "superseded",
      reason: { code: "plan_outdated" },
    });
  });

  it("is not adopted where the plan was in force in the meantime, or weakens a control by now", () => {
    const world = offered();
    const digest = world.state.refinements?.offered?.plan?.digest ?? "";
    world.state.planDigests[digest] = 1;
    answer(world, "approve");
    expect(world.last("refined").payload).toMatchObject({
      outcome: "superseded",
      reason: { code: "plan_repeated" },
    });
  });

  it("is overtaken by another version, which closes its gate", () => {
    const world = offered();
    world.edit({ ...planOf(...TASKS, { id: "d", dependsOn: ["b"] }, { id: "y" }), title: "Mine" }, "words");
    expect(world.last("approval_cleared").payload.reason).toEqual({ code: "plan_replaced", planVersion: 2 });
    expect(world.last("refined").payload).toMatchObject({
      outcome: "superseded",
      reason: { code: "plan_outdated" },
    });
    expect(world.start()).toContain("b");
  });

  it("gives way to a wish for another plan", () => {
    const world = offered();
    world.send({ type: "request_replan", instruction: "shorter" }, ANNA);
    expect(world.last("refined").payload.outcome).toBe("withdrawn");
    expect(Object.keys(world.state.openApprovals)).toEqual([]);
  });

  it.each([
    [
      "rejected",
      (world: RunWorld) => void answer(world, "reject", "leave it"),
      { code: "stated", text: "leave it" },
    ],
    ["rejected", (world: RunWorld) => void answer(world, "reject"), undefined],
    ["expired", (world: RunWorld) => void world.tick(3_600_000), undefined],
  ])("leaves the plan as it is when %s", (outcome, decide, reason) => {
    const world = offered();
    decide(world);
    expect(world.last("refined").payload.outcome).toBe(outcome);
    expect(world.last("refined").payload.reason).toEqual(reason);
    expect(world.state.planVersion).toBe(1);
    expect(world.start()).toContain("b");
  });

  it("is asked again in a fork, where its tasks still wait", () => {
    const world = offered();
    const fork = world.fork(world.events.length);
    expect(gateOf(fork)).toMatchObject({ kind: "plan_refinement", supersedes: expect.anything() });
    fork.start();
    expect(fork.status("b")).toBe("pending");
    answer(fork, "approve");
    expect(fork.status("c")).toBe("skipped");
  });

  it("ends with the run", () => {
    const world = offered();
    world.send({ type: "cancel" }, ANNA);
    expect(world.state.refinements?.entries.at(-1)?.status).toBe("withdrawn");
    expect(world.state.refinements).not.toHaveProperty("offered");
  });
});
