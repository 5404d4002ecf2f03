import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findsFault, isIncomplete, SET_NAMES, type SetName, touchedText } from "@/lib/core/evaluation";
import { check } from "@/lib/core/lisp";
import { critiquePlan, readPlan, validatePlan } from "@/lib/core/plan";
import { restOf, untouchable } from "@/lib/core/refinement/rest";
import { signOf } from "@/lib/core/refinement/signs";
import { planOf, toolFacts } from "./cases/plans";
import { refineBaseOf } from "./cases/refinements";
import { loadMissions, loadSet, MISSION_FILES, SETS_FOLDER } from "./sets";

describe("labeled sets", () => {
  it.each(SET_NAMES)("%s can be read", (name) => {
    expect(loadSet(name).length).toBeGreaterThan(0);
  });

  it("have as many items as docs/evaluation.md says", () => {
    const answers = loadSet("answers");
    const kinds = answers.map(({ kind }) => kind).filter(isIncomplete);
    expect(kinds).toHaveLength(60);
    expect(new Set(kinds).size).toBe(4);
    expect(answers.length - kinds.length).toBe(60);
    const reviews = loadSet("reviews");
    expect(reviews).toHaveLength(30);
    expect(reviews.filter(({ byFigure }) => byFigure).length).toBeGreaterThanOrEqual(10);
    expect(loadSet("predicates")).toHaveLength(40);
    const plans = loadSet("plans");
    expect(plans.filter(({ fault }) => fault)).toHaveLength(20);
    expect(plans.filter(({ fault }) => !fault)).toHaveLength(20);
    expect(loadSet("drafts")).toHaveLength(20);
    const refinements = loadSet("refinements");
    expect(refinements).toHaveLength(20);
    const fitting = refinements.filter(({ touches }) => touchedText(touches) === "nothing");
    expect(fitting).toHaveLength(10);
    expect(fitting.filter(({ hostile }) => hostile)).toHaveLength(4);
  });
});

describe("plans", () => {
  const plans = loadSet("plans").map((item) => {
    const tools = item.tools.map(toolFacts);
    const plan = planOf(item);
    const { findings } = critiquePlan(plan, { tools });
    return { ...item, plan, findings, issues: validatePlan(plan, { tools }) };
  });
  const faulty = plans.flatMap(({ fault, ...item }) => (fault ? [{ ...item, fault }] : []));
  const sound = plans.filter(({ fault }) => !fault);

  it.each(faulty)("of $id can run, and no rule sees their fault", ({ issues, findings, fault, plan }) => {
    expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(findsFault(findings, fault)).toBe(false);
    const ids = plan.tasks.map(({ id }) => id);
    expect(fault.tasks.filter((task) => !ids.includes(task))).toEqual([]);
  });

  it.each(sound)("of $id have nothing that a rule finds fault with", ({ issues, findings }) => {
    expect(issues).toEqual([]);
    expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
  });

  it("stand there with a fault and without it, for the same missions", () => {
    expect(sound.map(({ id, mission }) => [id, mission])).toEqual(
      faulty.map(({ id, mission }) => [`${id}-sound`, mission]),
    );
  });
});

describe("examples of missions", () => {
  it.each(loadSet("drafts"))(
    "of $id can run with the tools of the mission",
    ({ example, tools, mission }) => {
      const { plan, errors, warnings } = readPlan(example.plan);
      expect([errors, warnings]).toEqual([[], []]);
      expect(plan && validatePlan(plan, { tools: tools.map(toolFacts) })).toEqual([]);
      expect(example.mission).not.toBe(mission);
    },
  );
});

describe("missions", () => {
  it.each(loadMissions())("$id have checks that can be read, and what they name is there", (item) => {
    expect(item.ends.flatMap(({ check: source }) => check(source))).toEqual([]);
    const files = [...item.attachments, ...(item.folder?.files ?? [])];
    expect(files.filter((name) => !existsSync(new URL(name, MISSION_FILES)))).toEqual([]);
    const names = item.keys.map(({ name }) => name);
    expect(item.people.filter(({ by }) => by !== undefined && !names.includes(by))).toEqual([]);
    const says = item.ends.map((end) => end.says);
    expect(item.recorded?.untrue.filter((one) => !says.includes(one)) ?? []).toEqual([]);
  });

  it("have recorded answers of ten, in three manners", () => {
    const manners = loadMissions().flatMap(({ recorded }) => recorded?.manner ?? []);
    expect(manners).toHaveLength(10);
    expect(new Set(manners).size).toBe(3);
  });
});

describe("refinements", () => {
  it.each(loadSet("refinements"))("of $id touch what may be touched of a plan that can run", (item) => {
    const tools = item.tools.map(toolFacts);
    const base = refineBaseOf(item, tools);
    const { current, unstarted, usedIds } = base;
    expect(validatePlan(current, { tools })).toEqual([]);
    const ended = [...item.completed, ...item.results].map(({ id }) => id);
    expect([...ended, ...unstarted].sort()).toEqual([...usedIds].sort());
    const rest = restOf(base);
    const { modify, add, skip } = item.touches;
    expect([...modify, ...skip].filter((id) => untouchable(rest.byId.get(id), rest))).toEqual([]);
    // New tasks have agents that the refiner sees: those of tasks that have not ended.
    const agents = current.tasks.flatMap(({ id, agent }) => (unstarted.has(id) ? [agent] : []));
    expect(agents).toEqual(expect.arrayContaining(add));
  });
});

it("the rule before a refinement finds as much as docs/engine.md says", () => {
  const asks = loadSet("refinements").filter((item) => {
    const { tasks } = refineBaseOf(item, item.tools.map(toolFacts)).current;
    return item.results.some(({ id, status, value }) => {
      const behind = new Set([id]);
      for (const task of tasks) if (task.dependsOn.some((one) => behind.has(one))) behind.add(task.id);
      const later = tasks
        .filter((task) => task.id !== id && behind.has(task.id))
        .map(({ title, input, details }) => [title, JSON.stringify(input), ...details]);
      return signOf({ id, isOtherwise: status === "skipped", value }, later, item.mission) !== undefined;
    });
  });
  const isNeeded = ({ touches }: (typeof asks)[number]) => Object.values(touches).flat().length > 0;
  expect(asks.filter(isNeeded)).toHaveLength(7);
  expect(asks.filter((item) => !isNeeded(item))).toHaveLength(2);
});

describe("the second reading", () => {
  const seconds = readFileSync(new URL("second-reading.jsonl", SETS_FOLDER), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { set: SetName; id: string; label: string });

  it.each([
    ["answers", loadSet("answers").map(({ id, kind }) => [id, isIncomplete(kind) ? "incomplete" : "good"])],
    ["reviews", loadSet("reviews").map(({ id, decision }) => [id, decision])],
    ["plans", loadSet("plans").map(({ id, fault }) => [id, fault ? "faulty" : "sound"])],
    ["refinements", loadSet("refinements").map(({ id, touches }) => [id, touchedText(touches)])],
    // Of the two values in a row of chance, the one that passes was to be named.
    ["predicates", loadSet("predicates").map(({ id }) => [id, "first"])],
  ])("agrees with the labels of %s", (name, labels) => {
    const read = seconds.filter(({ set }) => set === name).map(({ id, label }) => [id, label]);
    expect(read).toEqual(labels);
  });
});
