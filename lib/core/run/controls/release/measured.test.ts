import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { gateOf, settings } from "@/lib/testing/runs/settled-run";
import { storePlan } from "../../../plan/store";
import { storeValue } from "../../../stored-value";
import { measuresOf } from "./measured";

const TOOLS = [{ name: "mail", sideEffects: "external" }] as const;
const LOAD: TaskDraft = { id: "load", title: "Load", input: "Load it", maxRetries: 0, onFailure: "replan" };
const MEASURE: TaskDraft = {
  id: "measure",
  title: "Measure",
  type: "direct",
  input: "{:accuracy 0.5}",
  dependsOn: ["load"],
};
const LOOK: TaskDraft = {
  id: "look",
  title: "Look at it",
  type: "planning_review",
  dependsOn: ["measure"],
  review: { requiresHumanApproval: true, condition: { metric: { accuracy: "<0.97" } } },
};
const SEND: TaskDraft = { id: "send", type: "direct", input: "(tool/mail {})", dependsOn: ["look"] };
const LOADED_AGAIN: TaskDraft = { ...LOAD, id: "load_v2", replaces: "load" };

const written = (...tasks: TaskDraft[]) =>
  new RunWorld({
    plan: planOf(...tasks),
    by: ANNA,
    settings: { ...settings, afterApproval: "replan" },
    tools: TOOLS,
  });

/** Of the run's own plan the loading has failed, and a model writes this. */
const replanned = (...tasks: TaskDraft[]): RunWorld => replannedFrom([LOAD, MEASURE, LOOK, SEND], ...tasks);

function replannedFrom(first: TaskDraft[], ...tasks: TaskDraft[]): RunWorld {
  const world = written(...first);
  world.start();
  world.fail("load");
  const lineages = new Map(Object.values(world.state.tasks).map((task) => [task.id, task.spec.lineage]));
  const before = storePlan(world.plan as NonNullable<RunWorld["plan"]>, lineages).plan;
  world.replan(offer(planOf(...tasks), before, TOOLS));
  expect(world.state).toMatchObject({ planVersion: 2, openApprovals: {} });
  return world;
}

/** The condition says that nobody needs to be asked. */
function notNeeded(world: RunWorld): void {
  world.start();
  const id = world.state.order.find((one) => one.startsWith("look")) as string;
  world.send({ type: "review_not_needed", ...world.keyOf(id), shown: "accuracy 0.99 < 0.97" });
  world.start();
}

const behind = (id: string) => [{ ...MEASURE, dependsOn: [id] }, LOOK, SEND];

describe("a control with a condition", () => {
  it.each<[string, TaskDraft[]]>([
    [
      "another program",
      [
        LOADED_AGAIN,
        {
          ...MEASURE,
          id: "measure2",
          replaces: "measure",
          input: "{:accuracy 0.99}",
          dependsOn: ["load_v2"],
        },
        { ...LOOK, dependsOn: ["measure2"] },
        SEND,
      ],
    ],
    ["other work before it", [{ ...LOADED_AGAIN, input: "Load what fits" }, ...behind("load_v2")]],
    [
      "another of the results before it",
      [
        LOADED_AGAIN,
        { ...MEASURE, dependsOn: ["load_v2"] },
        { ...LOOK, id: "look2", replaces: "look", review: { ...LOOK.review, previousTasks: ["load_v2"] } },
        { ...SEND, id: "send2", dependsOn: ["look2"] },
      ],
    ],
    ["the same under another name", [{ ...LOADED_AGAIN, id: "again" }, ...behind("again")]],
    ["less before it", [{ ...MEASURE, dependsOn: [] }, LOOK, SEND]],
  ])("asks people whatever it says once a model has changed what it measures: %s", (_, tasks) => {
    const world = replanned(LOAD, ...tasks);
    for (const id of ["load_v2", "again", "measure", "measure2"]) if (world.state.tasks[id]) world.run(id);
    notNeeded(world);
    expect(world.status("send2") ?? world.status("send")).toBe("pending");
    expect(gateOf(world)).toMatchObject({
      kind: "review_decision",
      question: { problem: { code: "measure_changed", condition: "accuracy 0.99 < 0.97" } },
    });
  });

  const BY_AGENT: TaskDraft = { id: "measure", title: "Measure", input: "Measure it", dependsOn: ["load"] };

  it.each<[string, TaskDraft]>([
    ["an agent", BY_AGENT],
    ["a program, which finds it by its name", MEASURE],
  ])("asks nobody where the same work is done once more before %s", (_, measure) => {
    const after = { ...measure, dependsOn: ["load_v2"] };
    const world = replannedFrom([LOAD, measure, LOOK, SEND], LOAD, LOADED_AGAIN, after, LOOK, SEND);
    world.run("load_v2", "measure");
    notNeeded(world);
    expect(world.status("look")).toBe("skipped");
  });

  it("measures by the names under which its predicate finds results, in whatever order it waits for them", () => {
    const at = (more: string, ...dependsOn: string[]) =>
      measuresOf(
        storePlan(planOf(LOAD, { ...LOAD, id: more, replaces: "more" }, { ...LOOK, dependsOn })).plan.tasks,
      ).get("look");
    expect(at("more", "load", "more")).toBe(at("more", "more", "load"));
    expect(at("more", "load", "more")).toBe(at("more_v2", "load", "more_v2"));
    expect(at("more", "load", "more")).not.toBe(at("again", "load", "again"));
  });

  const REVIEWER = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };
  const OPERATOR = { id: "olga", name: "Olga", roles: [], mayReview: false };
  const other = { ...MEASURE, input: "{:accuracy 0.99}" };

  it.each<[string, TaskDraft]>([
    ["an act", SEND],
    ["work that acts on nothing", { id: "tell", input: "Tell it", dependsOn: ["look"] }],
  ])(
    "lets those alone change what it measures before %s who may review, and then hears them",
    (_, behind) => {
      const world = written(LOAD, MEASURE, LOOK, behind);
      const edit = (by: typeof REVIEWER) => world.edit(planOf(LOAD, other, LOOK, behind), "better", { by });
      expect(edit(OPERATOR)).toMatchObject({ ok: false, error: { code: "forbidden" } });
      expect(edit(REVIEWER)).toMatchObject({ ok: true });
      world.run("load", "measure");
      notNeeded(world);
      expect(world.status("look")).toBe("skipped");
    },
  );

  it("does not take what a model has changed for people's because somebody edits another thing", () => {
    const changed = { ...LOADED_AGAIN, input: "Load what fits" };
    const world = replanned(LOAD, changed, ...behind("load_v2"));
    world.readPlan();
    const more: TaskDraft = { id: "more", input: "More" };
    const plan = planOf(LOAD, changed, ...behind("load_v2"), more);
    expect(world.edit(plan, "one more", { by: OPERATOR })).toMatchObject({ ok: true });
    world.run("load_v2", "measure");
    notNeeded(world);
    expect(gateOf(world)).toMatchObject({ kind: "review_decision" });
  });

  it.each<[string, TaskDraft]>([
    ["an act", SEND],
    ["work that acts on nothing", { id: "tell", input: "Tell it", dependsOn: ["look"] }],
  ])(
    "leaves it to those who may review to do without the work or to give its result before %s",
    (_, behind) => {
      const world = written(LOAD, MEASURE, LOOK, behind);
      const { stored: value } = storeValue({ accuracy: 0.99 });
      for (const taskId of ["load", "measure"]) {
        const supply = { type: "supply_result", taskId, value, reason: "because" } as const;
        const skip = { type: "skip_task", taskId, reason: "because" } as const;
        for (const command of [supply, skip])
          expect(world.send({ ...command, by: OPERATOR })).toMatchObject({
            ok: false,
            error: { code: "forbidden" },
          });
        expect(world.send({ ...supply, by: REVIEWER })).toMatchObject({ ok: true });
      }
    },
  );
});
