import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findsFault, isIncomplete, SET_NAMES, type SetName } from "@/lib/core/evaluation";
import { critiquePlan, readPlan, validatePlan } from "@/lib/core/plan";
import { planOf, toolFacts } from "./cases/plans";
import { loadSet, SETS_FOLDER } from "./sets";

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
    expect(loadSet("missions")).toHaveLength(20);
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
  it.each(loadSet("missions"))(
    "of $id can run with the tools of the mission",
    ({ example, tools, mission }) => {
      const { plan, errors, warnings } = readPlan(example.plan);
      expect([errors, warnings]).toEqual([[], []]);
      expect(plan && validatePlan(plan, { tools: tools.map(toolFacts) })).toEqual([]);
      expect(example.mission).not.toBe(mission);
    },
  );
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
    // Of the two values in a row of chance, the one that passes was to be named.
    ["predicates", loadSet("predicates").map(({ id }) => [id, "first"])],
  ])("agrees with the labels of %s", (name, labels) => {
    const read = seconds.filter(({ set }) => set === name).map(({ id, label }) => [id, label]);
    expect(read).toEqual(labels);
  });
});
