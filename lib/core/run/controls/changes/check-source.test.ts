import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { gateOf, settings } from "@/lib/testing/runs/settled-run";
import { storePlan } from "../../../plan/store";

const TOOLS = [
  { name: "mail", sideEffects: "external" },
  { name: "look", sideEffects: "read" },
] as const;
const GATHER: TaskDraft = { id: "gather", title: "Gather", input: "Gather the list" };
const CHECK: TaskDraft = {
  id: "check",
  title: "Check the list",
  input: "Check it",
  dependsOn: ["gather"],
  verification: '(= data/result "approved by Anna")',
};
const SEND: TaskDraft = {
  id: "send",
  title: "Send it",
  type: "direct",
  input: '(tool/mail {:to "all"})',
  dependsOn: ["check"],
};
const program = (input: string, more: Partial<TaskDraft> = {}): TaskDraft => ({
  ...CHECK,
  type: "direct",
  input,
  ...more,
});
const by = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };
const OPERATOR = { id: "olga", name: "Olga", roles: [], mayReview: false };

const written = (...tasks: TaskDraft[]) =>
  new RunWorld({
    plan: planOf(...tasks),
    by: ANNA,
    settings: { ...settings, afterApproval: "replan" },
    tools: TOOLS,
  });

/** The tasks as a model writes them: what it does otherwise, or behind other work, has another id. */
function renumbered(before: readonly TaskDraft[], after: readonly TaskDraft[]): TaskDraft[] {
  const renamed = new Map<string, string>();
  return after.map((task) => {
    const dependsOn = (task.dependsOn ?? []).map((id) => renamed.get(id) ?? id);
    const same = before.find(({ id }) => id === task.id);
    const now = { ...task, dependsOn };
    if (!same || JSON.stringify({ ...same, dependsOn: same.dependsOn ?? [] }) === JSON.stringify(now))
      return now;
    renamed.set(task.id, `${task.id}_v2`);
    return { ...now, id: `${task.id}_v2`, replaces: task.id };
  });
}

function replanned(before: TaskDraft[], after: TaskDraft[]): RunWorld {
  const world = written(...before);
  world.send({ type: "request_replan", instruction: "faster" }, ANNA);
  world.replan(offer(planOf(...renumbered(before, after)), storePlan(planOf(...before)).plan, TOOLS));
  return world;
}

const lacksIn = (world: RunWorld) => {
  const [refused] = world.events.flatMap(({ type, payload }) =>
    type === "replan_refused" ? payload.reason : [],
  );
  return refused?.code === "control_weakened"
    ? refused.controls.flatMap(({ exposed }) => exposed.map(({ taskId, lacks }) => [taskId, ...lacks]))
    : [];
};

const OVER_LIST = program("(get data/results :gather)");
const CONSTANT = '"approved by Anna"';

describe("what takes a check of people over that was made for work", () => {
  it.each<[string, TaskDraft[], TaskDraft[]]>([
    ["a constant for an agent", [GATHER, CHECK, SEND], [GATHER, program(CONSTANT), SEND]],
    [
      "a constant under another id",
      [GATHER, CHECK, SEND],
      [
        GATHER,
        program(CONSTANT, { id: "check_v2", replaces: "check" }),
        { ...SEND, dependsOn: ["check_v2"] },
      ],
    ],
    [
      "one that is put together",
      [GATHER, CHECK, SEND],
      [GATHER, program('(str "approved " "by Anna")'), SEND],
    ],
    [
      "one beside what it was given",
      [GATHER, CHECK, SEND],
      [GATHER, program(`(do (:gather data/results) ${CONSTANT})`), SEND],
    ],
    [
      "one that what it was given only chooses",
      [GATHER, CHECK, SEND],
      [GATHER, program(`(if (some? data/results) ${CONSTANT} "no")`), SEND],
    ],
    [
      "one where nothing is given",
      [GATHER, CHECK, SEND],
      [GATHER, program(`(get data/results :gather ${CONSTANT})`), SEND],
    ],
    ["one for a program over results", [GATHER, OVER_LIST, SEND], [GATHER, program(CONSTANT), SEND]],
    [
      "one for what a tool gives",
      [program('(:state (tool/look {:at "list"}))', { dependsOn: [] }), SEND],
      [program(CONSTANT, { dependsOn: [] }), SEND],
    ],
    [
      "one that another program wrote",
      [GATHER, OVER_LIST, SEND],
      [
        GATHER,
        { id: "word", title: "Word", type: "direct", input: CONSTANT },
        program("(get data/results :word)", { dependsOn: ["gather", "word"] }),
        SEND,
      ],
    ],
    [
      "one in the place of the work that it read",
      [GATHER, OVER_LIST, SEND],
      [{ ...GATHER, type: "direct", input: CONSTANT }, OVER_LIST, SEND],
    ],
    [
      "nothing that flows in",
      [GATHER, OVER_LIST, SEND],
      [program("(count data/results)", { dependsOn: [] }), SEND],
    ],
  ])("asks where it is %s", (_, before, after) => {
    const world = replanned(before, after);
    expect(lacksIn(world)).toEqual([[expect.stringMatching(/^check/), "source"]]);
    world.replan(offer(planOf(...renumbered(before, after)), storePlan(planOf(...before)).plan, TOOLS));
    expect(gateOf(world)).toMatchObject({ kind: "control_waiver", subject: { control: "(checks)" } });
    const edit = planOf(...after);
    expect(written(...before).edit(edit, "so", { by: OPERATOR })).toMatchObject({
      error: { code: "forbidden" },
    });
    expect(written(...before).edit(edit, "so", { by })).toMatchObject({ ok: true });
  });

  it.each<[string, TaskDraft[], TaskDraft[]]>([
    ["work of its own", [GATHER, CHECK, SEND], [GATHER, { ...CHECK, input: "Check it well" }, SEND]],
    ["a program over the same results", [GATHER, CHECK, SEND], [GATHER, OVER_LIST, SEND]],
    [
      "what a tool gives",
      [GATHER, CHECK, SEND],
      [GATHER, program('(:state (tool/look {:at "list"}))'), SEND],
    ],
    [
      "a program with the words that it had",
      [GATHER, program('(if (:gather data/results) "approved by Anna" "no")'), SEND],
      [GATHER, program('(if (seq (:gather data/results)) "approved by Anna" "no")'), SEND],
    ],
    [
      "another constant where no work was before",
      [program('"draft"', { dependsOn: [] }), SEND],
      [program(CONSTANT, { dependsOn: [] }), SEND],
    ],
  ])("asks nobody where it is %s", (_, before, after) => {
    expect(replanned(before, after).state).toMatchObject({ planVersion: 2, openApprovals: {} });
  });

  it("is held to the work that people wrote, however many versions come between", () => {
    const world = replanned([GATHER, CHECK, SEND], [GATHER, OVER_LIST, SEND]);
    world.readPlan();
    world.send({ type: "request_replan", instruction: "faster" }, ANNA);
    const after = [
      GATHER,
      program(CONSTANT, { id: "check_v3", replaces: "check" }),
      { ...SEND, id: "send_v3", replaces: "send", dependsOn: ["check_v3"] },
    ];
    const lineages = new Map(Object.values(world.state.tasks).map(({ id, spec }) => [id, spec.lineage]));
    const parent = storePlan(world.plan as NonNullable<RunWorld["plan"]>, lineages).plan;
    world.replan(offer(planOf(...after), parent, TOOLS));
    expect(lacksIn(world)).toEqual([["check_v3", "source"]]);
  });
});
