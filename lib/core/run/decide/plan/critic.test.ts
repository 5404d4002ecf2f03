import { describe, expect, it } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { questionOf } from "@/lib/testing/runs/question-of";
import { ANNA, offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { byteLength } from "../../../bytes";
import type { Critique, Finding } from "../../../plan/critic/types";
import { MAX_EVENT_BYTES, needsWorker, statusOf } from "../..";
import type { PlanCritique } from "../../events/critique";
import { statedReason } from "../../reasons";
import { type RunSettings, runSettings } from "../../settings";
import { MAX_STORED_FINDINGS, truncateCritique } from "../../truncate/critique";

const finding = (n: number, over: Partial<Finding> = {}): Finding => ({
  key: `orphan_task:t${n}`,
  code: "orphan_task",
  severity: "info",
  message: `Nothing uses t${n}.`,
  recommendation: "Use it or drop it.",
  taskId: `t${n}`,
  ...over,
});
const critiqueOf = (score: number, findings = [finding(1)]): Critique => ({
  score,
  summary: `The plan scores ${score} of 10: one note.`,
  findings,
  recommendations: [],
});
const scored = (score: number): PlanCritique => truncateCritique(critiqueOf(score), { by: "static" }).kept;

const plan = planOf({ id: "a" }, { id: "b", dependsOn: ["a"] });
const critic = (minScore: number, mode: RunSettings["critic"]["mode"] = "static") => ({
  critic: { mode, minScore },
});

/** A run whose planner has written the plan. */
function drafted(score: number, settings: Partial<RunSettings>): RunWorld {
  const world = new RunWorld({ settings });
  world.start();
  const key = world.keyOfKind("plan");
  world.send({ type: "plan_drafted", key, plan: { ...offer(plan), critique: scored(score) } });
  return world;
}

const gate = (world: RunWorld) => world.last("approval_opened").payload;
const answer = (world: RunWorld, verb: GateVerb, digest = gate(world).digest) =>
  world.send(
    { type: "decide_approval", approvalId: gate(world).approvalId, verb, digest, provenance: "person" },
    ANNA,
  );

describe("a drafted plan", () => {
  it("runs whatever the critic says, unless the run asks for a score", () => {
    expect(runSettings.parse({}).critic).toEqual({ mode: "static", minScore: 0 });
    const world = drafted(1, {});
    expect(statusOf(world.state)).toBe("running");
    expect(world.state.critiques).toMatchObject({ 1: { score: 1, by: "static", verdicts: {} } });
  });

  it("runs at the score that is asked for", () => {
    expect(drafted(6, critic(6)).types()).not.toContain("approval_opened");
  });

  it("waits for a person below it, who is told the score and why", () => {
    const world = drafted(5, critic(6));
    expect(statusOf(world.state)).toBe("waiting");
    expect(needsWorker(world.state)).toBe(false);
    expect(gate(world)).toMatchObject({
      kind: "plan_approval",
      planVersion: 1,
      verbs: ["approve", "request_changes", "reject"],
    });
    expect(questionOf(gate(world))).toBe(
      "Run this plan? “Plan” (2 tasks)\nThe plan scores 5 of 10: one note. This run asks for 6.\n- Nothing uses t1.",
    );
    expect(answer(world, "approve", "another plan")).toMatchObject({ error: { code: "superseded" } });
    answer(world, "approve");
    expect(statusOf(world.state)).toBe("running");
  });

  it("ends the run when the person rejects it", () => {
    const world = drafted(5, critic(6));
    answer(world, "reject");
    expect(world.state.finished?.reason).toBe("plan_rejected");
  });

  it("asks once when the run wants every plan approved", () => {
    const world = drafted(5, { ...critic(6), planApproval: true });
    expect(world.types().filter((type) => type === "approval_opened")).toHaveLength(1);
    expect(questionOf(gate(world))).toContain("5 of 10");
  });
});

describe("a plan that comes with the run", () => {
  it("runs, or waits for a person when it is too weak; nobody is asked to write another", () => {
    const fine = new RunWorld({ plan, critique: scored(9), settings: critic(6) });
    expect(statusOf(fine.state)).toBe("running");
    const world = new RunWorld({ plan, critique: scored(5), settings: critic(6) });
    expect(statusOf(world.state)).toBe("waiting");
    expect(world.startable()).toEqual([]);
    expect(gate(world).planVersion).toBe(1);
    expect(questionOf(gate(world))).toContain("5 of 10");
    answer(world, "approve");
    expect(world.start()).toEqual(["a"]);
  });

  it("says whether it was written for this run or brought from elsewhere", () => {
    const origin = (world: RunWorld) => world.last("plan_version_adopted").payload;
    expect(origin(new RunWorld({ plan }))).toMatchObject({
      origin: "person",
      cause: { code: "plan_given" },
    });
    expect(origin(new RunWorld({ plan, origin: "import" }))).toMatchObject({
      origin: "import",
      cause: { code: "plan_imported" },
    });
  });

  it("is asked about on the terms of its run: under four eyes not its author", () => {
    const settings = { ...critic(6), fourEyes: true };
    const world = new RunWorld({ plan, settings, critique: scored(5), by: ANNA });
    expect(gate(world)).toMatchObject({ kind: "plan_approval", fourEyes: true });
    const { approvalId, digest } = gate(world);
    const answer = {
      type: "decide_approval",
      approvalId,
      digest,
      verb: "approve",
      provenance: "person",
    } as const;
    const by = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };
    expect(world.send({ ...answer, by }, ANNA)).toMatchObject({ error: { code: "forbidden" } });
    expect(world.send({ ...answer, by: { ...by, id: "bob", name: "Bob" } })).toMatchObject({ ok: true });
  });

  it("is shown to the model critic first, if the run asks for one", () => {
    const world = new RunWorld({ plan, settings: critic(6, "model") });
    expect(statusOf(world.state)).toBe("planning");
    expect(world.startable()).toMatchObject([{ kind: "critique_plan", key: "run_1/-/1/critique_plan/1" }]);
    world.start();
    const key = world.keyOfKind("critique_plan");
    world.send({
      type: "plan_judged",
      key,
      critique: { ...scored(5), notes: [statedReason("No model answered.")] },
    });
    expect(gate(world)).toMatchObject({ kind: "plan_approval", planVersion: 1 });
    expect(questionOf(gate(world))).toMatch(/5 of 10[\s\S]*No model answered\.$/);
    expect(world.startable()).toEqual([]);
    answer(world, "approve");
    expect(statusOf(world.state)).toBe("running");
    world.send({ type: "plan_judged", key, critique: scored(9) });
    expect(world.types().at(-1)).toBe("late_result");
    expect(world.state.critiques[1]?.score).toBe(5);
  });
});

describe("a verdict on a finding", () => {
  const review = (world: RunWorld, over: object = {}) =>
    world.send(
      {
        type: "review_finding",
        planVersion: 1,
        findingKey: "orphan_task:t1",
        verdict: "waived",
        reason: " A side effect. ",
        ...over,
      },
      ANNA,
    );

  it("is kept with the version, who and why included; the last one counts and the events have both", () => {
    const world = drafted(5, critic(6));
    review(world);
    const at = world.now;
    expect(world.state.critiques[1]?.verdicts).toEqual({
      "orphan_task:t1": { verdict: "waived", reason: "A side effect.", by: ANNA, at },
    });
    review(world, { verdict: "accepted", reason: "It was right." });
    expect(world.state.critiques[1]?.verdicts).toMatchObject({
      "orphan_task:t1": { verdict: "accepted", reason: "It was right." },
    });
    expect(world.types().filter((type) => type === "finding_reviewed")).toHaveLength(2);
    expect(statusOf(world.state)).toBe("waiting");
  });

  it.each([
    ["without a reason", { reason: " " }, "invalid_input"],
    ["on a version without a critique", { planVersion: 2 }, "not_found"],
  ])("is refused %s", (_, over, code) => {
    expect(review(drafted(5, critic(6)), over)).toMatchObject({ ok: false, error: { code } });
  });

  it("is refused on an ended run", () => {
    const world = drafted(5, critic(6));
    answer(world, "reject");
    expect(review(world)).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
  });
});

describe("a critique as events carry it", () => {
  it("has how plan and mission cover each other beside the findings, each with what is too large of it apart", () => {
    const small = { demands: [{ demand: "it", tasks: ["a"] }], unquoted: [], extra: [] };
    const one = truncateCritique(critiqueOf(9, [finding(0)]), { by: "model" }, small);
    expect(one).toMatchObject({ kept: { coverage: { inline: small } }, blobs: [] });
    const large = { ...small, extra: Array.from({ length: 300 }, (_, n) => `task_${n}`) };
    const many = Array.from({ length: 60 }, (_, n) => finding(n));
    const two = truncateCritique(critiqueOf(9, many), { by: "model" }, large);
    expect(two.blobs).toHaveLength(2);
    expect(two.blobs[1]?.body).toEqual(large);
    expect(two.kept.coverage).toMatchObject({ ref: two.blobs[1]?.digest });
    expect(truncateCritique(critiqueOf(9), { by: "static" }).kept).not.toHaveProperty("coverage");
  });

  const texts = { message: "字".repeat(900), recommendation: "字".repeat(900) };

  it("has the first findings, which are the gravest, and the messages of three", () => {
    const many = Array.from({ length: 60 }, (_, n) => finding(n));
    const worst = finding(99, { severity: "critical", code: "parallel_explosion", message: "Too wide." });
    const warning = finding(98, { severity: "warning", message: "No gate." });
    const { kept, blobs } = truncateCritique(critiqueOf(2, [worst, warning, ...many]), { by: "model" });
    expect(kept).toMatchObject({ by: "model", score: 2, omitted: 12 });
    expect(kept.gravest).toEqual(["Too wide.", "No gate.", "Nothing uses t0."]);
    expect(blobs).toMatchObject([{ digest: "ref" in kept.findings && kept.findings.ref }]);
    expect(blobs[0]?.body).toHaveLength(MAX_STORED_FINDINGS);
  });

  it("stays under the size of an event whatever is in it", () => {
    const cause = { code: "model_failed", failure: "context_overflow", text: "字".repeat(150) } as const;
    const notes = [
      { code: "critic_failed" as const, cause },
      { code: "redraft_weaker" as const, score: 2 },
    ];
    const origin = { by: "model", notes, improvedFrom: 1 } as const;
    for (const count of [1, 2, 200]) {
      const findings = Array.from({ length: count }, (_, n) => finding(n, texts));
      const long = { ...critiqueOf(1, findings), summary: "字".repeat(900) };
      const demands = Array.from({ length: count }, (_, n) => ({
        demand: "字".repeat(300),
        tasks: [`t${n}`],
      }));
      const { kept } = truncateCritique(long, origin, { demands, unquoted: [], extra: ["t0"] });
      const world = new RunWorld({ plan, critique: kept, settings: critic(10) });
      for (const event of world.events) {
        expect(byteLength(JSON.stringify(event))).toBeLessThan(MAX_EVENT_BYTES);
      }
    }
  });
});
