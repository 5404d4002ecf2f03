import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { RunState } from "../run";
import type { ReplanEntry } from "../run/state";
import { lessonsOfRun } from "./of-run";

const tasks = [
  { id: "a" },
  { id: "r", type: "planning_review" as const, dependsOn: ["a"] },
  { id: "b", dependsOn: ["r"] },
];

/** A run whose review is overridden with this reason, and which is then aborted. */
function overridden(reason: string, propose = true): RunWorld {
  const settings = { reviewMode: "hold" as const, reviewHoldMs: 15_000, lessons: { propose } as never };
  const world = new RunWorld({ plan: planOf(...tasks), settings });
  world.run("a").start();
  const proposal = { decision: "CONTINUE" as const, reasoning: "Fine.", answers: [], reviewer: "lead" };
  world.send({ type: "review_read", ...world.keyOf("r"), proposal });
  world.send({ type: "override_review", taskId: "r", decision: "ABORT", reason }, ANNA);
  return world;
}

const STARTED = 1_000;
const replan = (number: number, change: Partial<ReplanEntry> = {}) =>
  ({
    kind: "replan",
    number,
    outcome: "adopted",
    startedAt: STARTED,
    toVersion: 2,
    reason: { code: "stated", text: `Cause ${number}.` },
    ...change,
  }) as ReplanEntry;

/** The same run as one that was completed after these replans, whose second version has new tasks. */
function completed(state: Readonly<RunState>, ...replanHistory: ReplanEntry[]): RunState {
  const [known] = Object.values(state.tasks);
  if (!known) throw new Error("No task");
  const added = (id: string, order: number, spec: object = {}) => ({
    [id]: {
      ...known,
      id,
      order,
      sinceVersion: 2,
      spec: { ...known.spec, lineage: id, title: `Do ${id}`, ...spec },
    },
  });
  const news = {
    ...added("n3", 13),
    ...added("n2", 12),
    ...added("n1", 11),
    ...added("taken", 10, { lineage: "b" }),
    ...added("ok", 9, { type: "human_review" }),
  };
  return {
    ...structuredClone(state as RunState),
    tasks: { ...state.tasks, ...news },
    finished: { reason: "answer_complete", at: 1 },
    replanHistory,
  };
}

describe("lessonsOfRun", () => {
  it("takes an override's reason word for word, without its secrets, behind the review and what was decided there", () => {
    const { state } = overridden("Never deploy on Fridays; token=abcd1234");
    expect(lessonsOfRun(state)).toEqual([
      {
        text: "At “r” (ABORT): Never deploy on Fridays; [hidden]",
        source: "override",
        runId: state.runId,
        subject: "review:r:1",
        by: ANNA.name,
      },
    ]);
  });

  it("proposes nothing while the run goes on, nor where it is not to", () => {
    const { finished: _end, ...open } = overridden("Never on Fridays").state;
    expect(lessonsOfRun(open as RunState)).toEqual([]);
    expect(lessonsOfRun(overridden("Never on Fridays", false).state)).toEqual([]);
  });

  it("takes cause and remedy of a replan that was adopted in a run that was completed", () => {
    const { state } = overridden("Never on Fridays");
    const ended = completed(
      state,
      replan(1),
      replan(2, { outcome: "failed" }),
      replan(3, { kind: "iteration" }),
    );
    const [, ...fromReplans] = lessonsOfRun(ended);
    expect(fromReplans).toEqual([
      { text: "Cause 1. Remedy: Do n1; Do n2", source: "replan", runId: state.runId, subject: "replan:1" },
    ]);
    expect(lessonsOfRun({ ...ended, finished: { reason: "no_path", at: 1 } })).toHaveLength(1);
    expect(lessonsOfRun(completed(state, replan(1, { toVersion: 9 })))).toHaveLength(1);
  });

  it("takes what a person asked for behind where they did", () => {
    const { state } = overridden("");
    const asked = (taskId?: string) =>
      replan(1, { trigger: "person", ...(taskId !== undefined && { taskId }) });
    const texts = (entry: ReplanEntry) => lessonsOfRun(completed(state, entry)).map(({ text }) => text);
    const { title } = state.tasks.r?.spec ?? {};
    expect(texts(asked("r"))).toContain(`A person asked at “${title}”: Cause 1. Remedy: Do n1; Do n2`);
    expect(texts(asked())).toContain("A person asked: Cause 1. Remedy: Do n1; Do n2");
  });

  it("proposes at most three texts, those of people first, and each of equal ones with what it follows from", () => {
    const { state } = overridden("Never on Fridays");
    const all = [replan(1), replan(2), replan(3, { reason: { code: "stated", text: "CAUSE 1" } }), replan(4)];
    expect(lessonsOfRun(completed(state, ...all)).map(({ subject }) => subject)).toEqual([
      "review:r:1",
      "replan:1",
      "replan:2",
    ]);
    const same = [replan(1), replan(5, { reason: { code: "stated", text: "cause  1." } }), replan(2)];
    expect(lessonsOfRun(completed(state, ...same)).map(({ subject }) => subject)).toEqual([
      "review:r:1",
      "replan:1",
      "replan:5",
      "replan:2",
    ]);
  });

  it("ascribes what a fork copied to the run in which it happened", () => {
    const { state } = overridden("Never on Fridays");
    const [at] = (state.overrides ?? []).map((one) => one.at);
    const fork = (forkedAt: number) => ({ ...state, parent: { runId: "run_parent", seq: 5, at: forkedAt } });
    expect(lessonsOfRun(fork((at ?? 0) + 1))).toMatchObject([{ runId: "run_parent" }]);
    expect(lessonsOfRun(fork(at ?? 0))).toMatchObject([{ runId: state.runId }]);
  });

  it("takes a model's lesson in retrospect, and neither what it would improve in this run nor the word of rules", () => {
    const { state } = overridden("Never on Fridays");
    const said = {
      goalAchieved: "partial" as const,
      efficiency: 0.5,
      unnecessaryTasks: [],
      workedWell: [],
      improvements: ["Measure first", "Ask less"],
      lesson: "Plan the load tests",
    };
    const textsOf = (retrospect: RunState["retrospect"]) =>
      lessonsOfRun({ ...state, ...(retrospect && { retrospect }) }).map(({ text }) => text);
    expect(textsOf(said)).toEqual(["At “r” (ABORT): Never on Fridays", "Plan the load tests"]);
    expect(textsOf({ ...said, byRule: { code: "no_plan" } } as never)).toHaveLength(1);
    expect(textsOf({ skipped: "few_tasks" })).toHaveLength(1);
  });

  it("takes the advice of a self-critique before replans, and no mistake of this run", () => {
    const { state } = overridden("Never on Fridays");
    const said = {
      wasBestApproach: false,
      simplerAlternatives: [],
      mistakes: ["Five orders"],
      selfRating: 0.4,
    };
    const selfCritiques = [
      { ...said, expertAdvice: "Ask for unit costs before a plan that needs them", iteration: 0 },
      { failed: { code: "stated" as const, text: "away" }, iteration: 1 },
      { ...said, expertAdvice: "", iteration: 2 },
    ];
    const lessons = lessonsOfRun({ ...completed(state, replan(1)), selfCritiques });
    expect(lessons.slice(1).map(({ text, subject }) => [text, subject])).toEqual([
      ["Ask for unit costs before a plan that needs them", "self_critique:0"],
      ["Cause 1. Remedy: Do n1; Do n2", "replan:1"],
    ]);
  });

  it("leaves out a reason without words", () => {
    const { state } = overridden("Never on Fridays");
    const [one] = state.overrides ?? [];
    if (!one) throw new Error("No override");
    const silent = {
      ...one,
      reasoning: { code: "stated" as const, text: " " },
      by: { kind: "worker" as const, id: "w" },
    };
    expect(lessonsOfRun({ ...state, overrides: [silent] })).toEqual([]);
  });
});
