import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storePlan } from "../../../plan/store";
import type { OfferedPlan } from "../../commands";
import type { RunSettings } from "../../settings";
import { carryChecks, heldChecksOf } from "./checks";

const CHECKED: TaskDraft = {
  id: "count",
  title: "Count",
  input: "Count",
  verification: "(pos? data/result)",
  outputSchema: { type: "number", minimum: 0 },
  llmReview: "Is it the right number?",
  onVerificationFailure: "replan",
};
const BARE: TaskDraft = { id: "count2", title: "Count", input: "Count again" };
const by = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };

const settings = {
  llmReviewCritical: false,
  replanGraceMs: 0,
  critic: { mode: "off", minScore: 0 },
} as const;

/** A run with this plan of a person or a model, of which a replan is wanted. */
function wanted(tasks: TaskDraft[], options: { byModel?: true; approved?: true } = {}): RunWorld {
  const plan = planOf(...tasks);
  const given: Partial<RunSettings> = { ...settings, planApproval: options.approved ?? false };
  const world = options.byModel
    ? new RunWorld({ settings: given })
    : new RunWorld({ plan, by: ANNA, settings: given });
  if (options.byModel) {
    world.plan = plan;
    world.start();
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(plan) });
  }
  const [approvalId] = Object.keys(world.state.openApprovals);
  if (approvalId)
    world.send({ type: "decide_approval", approvalId, verb: "approve", provenance: "person", by }, ANNA);
  world.send({ type: "request_replan", instruction: "faster" }, ANNA);
  return world;
}

const next = (world: RunWorld, ...tasks: TaskDraft[]): OfferedPlan =>
  offer(planOf(...tasks), storePlan(world.plan as NonNullable<RunWorld["plan"]>).plan);

const exposedIn = (world: RunWorld) => {
  const { reason } = world.last("replan_refused").payload;
  return reason.code === "control_weakened" ? reason.controls.map(({ exposed }) => exposed) : [];
};

const AND_TEXT = '(and (string? data/result) (not= data/result "a b"))';
/** A check with a character as the language writes it, and what comes behind it on its line. */
const charThen = (char: string, rest: string) => `(and (includes? data/result \\${char}) ${rest})`;

const NONE = { over: new Set<string>(), answered: new Set<string>() };

describe("a check that a person wrote", () => {
  it.each([
    ["predicate", { verification: "true" }],
    ["predicate", { verification: undefined }],
    ["schema", { outputSchema: { type: "number" } }],
    ["model_review", { llmReview: true }],
  ])("goes back to the model that changes its %s: %j", (part, change) => {
    const world = wanted([CHECKED]);
    world.replan(next(world, { ...CHECKED, id: "count2", replaces: "count", ...change }));
    expect(exposedIn(world)).toMatchObject([[{ taskId: "count2", title: "Count", lacks: [part] }]]);
  });

  it.each([
    [AND_TEXT, '(and (string? data/result) ; a text\n  (not= data/result "a b"))', []],
    [AND_TEXT, '(and,(string?\tdata/result)(not= data/result "a b"))', []],
    [AND_TEXT, '(and (string? data/result) (not= data/result "a  b"))', ["predicate"]],
    [AND_TEXT, '(and (string? data/result) (not= data/result "; a b"))', ["predicate"]],
    ...[";", ",", '"', "(", "\\", ")"].map((char) => [
      charThen(char, "(f? data/result)"),
      charThen(char, "true"),
      ["predicate"],
    ]),
    ["(not closed", "(not closed", []],
    ["(not closed", "(not,closed", ["predicate"]],
  ] as [string, string, string[]][])(
    "is the same as far as its predicate is read as the same: %s and %s",
    (verification, other, lacks) => {
      const written = { ...BARE, verification };
      const [held] = heldChecksOf(storePlan(planOf(written)).plan.tasks, {}, settings);
      const { changed: lost } = carryChecks(
        held ? [held] : [],
        storePlan(planOf({ ...written, verification: other })).plan.tasks,
        NONE,
        settings,
      );
      expect(lost.flatMap(({ weaknesses }) => weaknesses)).toEqual(lacks);
    },
  );

  it("is dropped by leave of people alone, and then is none any more", () => {
    const world = wanted([CHECKED]);
    const plan = next(world, BARE);
    world.replan(plan);
    world.replan(plan);
    const [approvalId = ""] = Object.keys(world.state.openApprovals);
    const gate = world.state.approvals[approvalId];
    expect(gate).toMatchObject({ kind: "control_waiver", subject: { control: "(checks)" }, assignees: [] });
    expect(world.state.planVersion).toBe(1);
    world.send({ type: "decide_approval", approvalId, verb: "approve", provenance: "person", by }, ANNA);
    expect(world.last("plan_version_adopted").payload).toMatchObject({ version: 2, waives: ["(checks)"] });
    expect(world.state.heldChecks).toEqual([]);
  });

  it("asks nobody where another task takes all of it over, and is held there", () => {
    const world = wanted([CHECKED]);
    const { verification, llmReview } = CHECKED;
    // The order of a schema's keywords says nothing.
    const schema = { minimum: 0, type: "number" };
    const checks = { verification, llmReview, outputSchema: schema };
    world.replan(next(world, { ...BARE, ...checks, replaces: "count" }, { id: "more" }));
    expect(world.state.planVersion).toBe(2);
    expect(world.state.heldChecks.map(({ taskId }) => taskId)).toEqual(["count2"]);
    world.readPlan();
    world.send({ type: "request_replan", instruction: "faster" }, ANNA);
    world.replan(next(world, { id: "more" }));
    expect(exposedIn(world)).toMatchObject([[{ taskId: "count2" }]]);
  });

  it("is not met by a task of other work that carries it", () => {
    const world = wanted([CHECKED]);
    const { verification, llmReview, outputSchema } = CHECKED;
    const trivial = { id: "one", title: "One", input: "Say 1", verification, llmReview, outputSchema };
    world.replan(next(world, trivial, BARE));
    expect(exposedIn(world)).toMatchObject([[{ taskId: "count" }]]);
  });

  it("is met by the same work under another id", () => {
    const world = wanted([CHECKED]);
    world.replan(next(world, { ...CHECKED, id: "again" }));
    expect(world.state.heldChecks.map(({ taskId }) => taskId)).toEqual(["again"]);
  });

  it("asks nobody once its task has succeeded", () => {
    const world = new RunWorld({
      plan: planOf(CHECKED, { id: "then", dependsOn: ["count"] }),
      by: ANNA,
      settings,
    });
    world.start();
    world.succeed("count", 3);
    world.send({ type: "request_replan", instruction: "faster" }, ANNA);
    world.replan(next(world, CHECKED, { id: "last", dependsOn: ["count"] }));
    expect(world.state.planVersion).toBe(2);
  });

  it("may be changed by people: their plan's checks take its place", () => {
    const world = wanted([CHECKED]);
    expect(world.edit(planOf({ ...CHECKED, verification: "true" }), "too strict")).toMatchObject({
      ok: true,
    });
    const [held] = world.state.heldChecks;
    expect(held).toEqual(
      heldChecksOf(
        world.state.order.flatMap((id) => world.state.tasks[id]?.spec ?? []),
        world.state.reach,
        world.state.settings,
      )[0],
    );
    expect(world.last("plan_version_adopted").payload.waives).toBeUndefined();
  });
});

describe("a check that a model wrote", () => {
  it("may be repaired by a model", () => {
    const world = wanted([CHECKED], { byModel: true });
    world.replan(next(world, { ...CHECKED, id: "count2", verification: "true" }));
    expect(world.state.planVersion).toBe(2);
  });

  it("is a person's from the approval of its plan on", () => {
    const world = wanted([CHECKED], { byModel: true, approved: true });
    world.replan(next(world, { ...CHECKED, id: "count2", replaces: "count", verification: "true" }));
    expect(exposedIn(world)).toMatchObject([[{ lacks: ["predicate"] }]]);
  });
});

describe("a check by the setting that has models judge critical results", () => {
  const tools = [{ name: "mail", sideEffects: "external" }] as const;
  const COUNT: TaskDraft = { id: "count", title: "Count", input: "Count" };
  const SEND: TaskDraft = {
    id: "send",
    title: "Send",
    type: "direct",
    input: '(tool/mail {:to "all"})',
    dependsOn: ["count"],
  };
  const judged = { ...settings, llmReviewCritical: true } as const;

  function asked(plan: TaskDraft[], version: TaskDraft[], given: object = judged): RunWorld {
    const world = new RunWorld({
      plan: planOf(...plan),
      by: ANNA,
      settings: { ...settings, ...given },
      tools,
    });
    world.send({ type: "request_replan", instruction: "faster" }, ANNA);
    world.replan(offer(planOf(...version), storePlan(planOf(...plan)).plan, tools));
    return world;
  }

  it.each<[string, TaskDraft[], string[][]]>([
    [
      "is not judged any more",
      [{ ...COUNT, critical: false, onVerificationFailure: "replan" }, SEND],
      [["count", "model_review", "refusal"]],
    ],
    ["is not waited for any more", [COUNT, { ...SEND, dependsOn: [] }], [["send", "unchecked"]]],
    ["is gone", [{ ...SEND, dependsOn: [] }], [["count", "model_review", "refusal"]]],
  ])("is a person's before an act, where it %s", (_what, version, found) => {
    const exposed = exposedIn(asked([COUNT, SEND], version)).flat();
    expect(exposed.map(({ taskId, lacks }) => [taskId, ...lacks])).toEqual(found);
    expect(asked([COUNT, SEND], version, {}).types()).not.toContain("replan_refused");
  });

  it("holds nothing where nothing acts after it, and is the same as the general review of the task's own", () => {
    const quiet = { id: "sum", title: "Sum", input: "Sum", dependsOn: ["count"] };
    expect(
      asked(
        [COUNT, quiet],
        [quiet].map((one) => ({ ...one, dependsOn: [] })),
      ).state.planVersion,
    ).toBe(2);
    const own = { ...COUNT, id: "count_v2", replaces: "count", llmReview: true, critical: true };
    const after = [own, { ...SEND, dependsOn: ["count_v2"] }];
    expect(asked([COUNT, SEND], after).state.planVersion).toBe(2);
  });

  it("is up to those who may review where a person takes it away", () => {
    const world = new RunWorld({ plan: planOf(COUNT, SEND), by: ANNA, settings: judged, tools });
    const operator = { ...by, mayReview: false };
    const loose = planOf({ ...COUNT, critical: false }, SEND);
    expect(world.edit(loose, "so", { by: operator })).toMatchObject({ error: { code: "forbidden" } });
    const skip = { type: "skip_task", taskId: "count", reason: "so" } as const;
    expect(world.send({ ...skip, by: operator }, ANNA)).toMatchObject({ error: { code: "forbidden" } });
    expect(world.edit(loose, "so", { by })).toMatchObject({ ok: true });
  });
});

describe("carryChecks", () => {
  const stored = (...tasks: TaskDraft[]) => storePlan(planOf(...tasks)).plan.tasks;

  it("takes one task for one check, and none that has a held check of its own", () => {
    const twin = { ...CHECKED, id: "twin" };
    const held = heldChecksOf(stored(CHECKED, twin), {}, settings);
    const after = stored({ ...CHECKED, id: "one" });
    expect(carryChecks(held, after, NONE, settings)).toMatchObject({
      carried: [{ now: { taskId: "one" } }],
      changed: [{ taskId: "twin", weaknesses: ["predicate", "schema", "model_review", "refusal"] }],
    });
    expect(carryChecks(held, stored(twin), NONE, settings)).toMatchObject({
      carried: [{ now: { taskId: "twin" } }],
      changed: [{ taskId: "count" }],
    });
  });

  it("keeps the parts that a version leaves", () => {
    const held = heldChecksOf(stored(CHECKED), {}, settings);
    const { carried } = carryChecks(held, stored({ ...CHECKED, verification: "true" }), NONE, settings);
    expect(carried.map(({ now }) => Object.keys(now.parts))).toEqual([
      ["schema", "model_review", "refusal", "source"],
    ]);
  });
});
