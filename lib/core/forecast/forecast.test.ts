import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forecastPlan, forecastRest, type History, type PlannedWork, quantile, type TaskSample } from ".";
import { rangeOf, sumOfRanges, ZERO } from "./range";
import { makespanOf, type OpenTask } from "./remaining";

const sample = (some: Partial<TaskSample> = {}): TaskSample => ({
  type: "task",
  model: "acme:large",
  tools: ["look"],
  microUsd: 100,
  ms: 1_000,
  writes: 0,
  toolCalls: {},
  ...some,
});
const times = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one);
const work = (id: string, some: Partial<PlannedWork> = {}): PlannedWork => ({
  id,
  type: "task",
  model: "acme:large",
  tools: ["look"],
  ...some,
});
const tools: Record<string, { sideEffects: "read" | "write"; costHint?: number }> = {
  look: { sideEffects: "read" },
  pay: { sideEffects: "write" },
  search: { sideEffects: "read", costHint: 0.01 },
};
const planOf = (tasks: PlannedWork[], history: Partial<History>) =>
  forecastPlan(
    { tasks, modelOfRole: () => "acme:large", demo: false },
    { runs: 10, tasks: [], roles: [], ...history },
    (name) => tools[name],
  );
const open = (id: string, ...dependsOn: string[]) => ({ id, dependsOn });
const estimateOf = (task: PlannedWork, samples: TaskSample[]) =>
  planOf([task], { tasks: samples }).estimates[0];

describe("rangeOf", () => {
  it("is from the tenth to the ninetieth percentile around the mean", () => {
    expect(rangeOf([50, 10, 30, 20, 40])).toEqual({ low: 14, expected: 30, high: 46 });
    expect(rangeOf([7])).toEqual({ low: 7, expected: 7, high: 7 });
    expect(quantile([0, 10], 0.25)).toBe(2.5);
  });

  it("never has the mean outside", () => {
    const figures = fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(figures, (given) => {
        const { low, expected, high } = rangeOf(given);
        return low <= expected && expected <= high;
      }),
    );
  });
});

it("sumOfRanges adds means, and distances less than in full: not everything is high at once", () => {
  const one = { low: 7, expected: 10, high: 13 };
  expect(sumOfRanges([one, { low: 6, expected: 10, high: 14 }])).toEqual({ low: 15, expected: 20, high: 25 });
  expect(sumOfRanges([])).toEqual(ZERO);
});

describe("an estimate of a task", () => {
  it("goes by type, model and tools, whatever the order of the tools", () => {
    const samples = [
      ...times(3, sample({ tools: ["b", "a"], microUsd: 50 })),
      ...times(9, sample({ tools: [], microUsd: 900 })),
    ];
    expect(estimateOf(work("t", { tools: ["a", "b"] }), samples)).toMatchObject({
      n: 3,
      microUsd: { expected: 50 },
    });
  });

  it("goes by coarser keys where there are too few, its money never by another model", () => {
    const others = times(4, sample({ tools: ["pay"], microUsd: 70, ms: 9_000 }));
    expect(estimateOf(work("t"), [sample(), ...others])).toMatchObject({ n: 5, ms: { expected: 7_400 } });
    expect(estimateOf(work("t", { model: "acme:small" }), others)).toMatchObject({
      microUsd: "no_history",
      ms: { expected: 9_000 },
    });
  });

  it("is unknown without history, and without a price", () => {
    expect(estimateOf(work("t"), times(2, sample()))).toMatchObject({
      microUsd: "no_history",
      ms: "no_history",
    });
    expect(estimateOf(work("t"), times(5, sample({ microUsd: null })))).toMatchObject({
      microUsd: "no_price",
    });
  });

  it("writes nothing where no tool can, and else what such tasks wrote", () => {
    expect(estimateOf(work("t"), [])?.writes).toEqual(ZERO);
    const pays = times(4, sample({ tools: ["pay"], writes: 2, model: "other" }));
    expect(estimateOf(work("t", { tools: ["pay"] }), pays)?.writes).toMatchObject({ expected: 2 });
    expect(estimateOf(work("t", { tools: ["pay"] }), [])?.writes).toBe("no_history");
    expect(estimateOf(work("t", { tools: ["gone"] }), [])?.writes).toBe("no_history");
    expect(estimateOf(work("t", { type: "direct", tools: [], model: null }), [])?.writes).toBe("no_history");
  });

  it("takes nothing of a person's task, whose time is theirs", () => {
    expect(estimateOf(work("t", { type: "human_review" }), [])).toMatchObject({ microUsd: ZERO, ms: ZERO });
  });

  it("has what its tools charge by their own hints apart", () => {
    const searched = sample({ tools: ["search"], toolCalls: { search: 2, look: 5, gone: 1 } });
    expect(estimateOf(work("t", { tools: ["search"] }), times(3, searched))?.toolMicroUsd).toBe(20_000);
  });
});

describe("roles around the tasks", () => {
  const roles = [
    ...times(10, { role: "planner", model: "acme:large", microUsd: 5_000, ms: 10 }),
    ...times(10, { role: "answer", model: "acme:large", microUsd: 1_000, ms: 100 }),
    ...times(5, { role: "replanner", model: "acme:large", microUsd: 400, ms: 60 }),
    { role: "refiner", model: "acme:large", microUsd: 9, ms: 9 },
  ];

  it("are those after the plan, as often as runs had them", () => {
    const { roles: found } = planOf([], { roles });
    expect(found).toEqual([
      { role: "answer", share: 1, microUsd: rangeOf([1_000]), ms: rangeOf([100]) },
      {
        role: "replanner",
        share: 0.5,
        microUsd: { low: 0, expected: 200, high: 400 },
        ms: { low: 0, expected: 30, high: 60 },
      },
    ]);
  });

  it("count with money and time of the rest, their unknown money left out", () => {
    const rest = forecastRest(planOf([], { roles }), { tasks: [], slots: 1 });
    expect(rest.money).toMatchObject({ expected: 1_200, unknown: 0, tasks: 0 });
    expect(rest.time.expected).toBe(130);
    const other = forecastPlan(
      { tasks: [], modelOfRole: () => "acme:new", demo: true },
      { runs: 10, tasks: [], roles },
      () => undefined,
    );
    expect(other.roles.map(({ microUsd }) => microUsd)).toEqual(["no_history", "no_history"]);
    expect(forecastRest(other, { tasks: [], slots: 1 })).toMatchObject({
      money: { expected: 0, unknownRoles: 2 },
      demo: true,
    });
    const { money, time, writes } = forecastRest(planOf([], { runs: 2 }), { tasks: [], slots: 1 });
    expect([money, time, writes].map(({ unknownRoles }) => unknownRoles)).toEqual([1, 1, 0]);
  });
});

describe("forecastRest", () => {
  const forecast = planOf(
    [
      work("a"),
      work("b"),
      work("c"),
      work("new", { model: "acme:new", tools: ["pay"], type: "synthesis_gate" }),
    ],
    { tasks: times(3, sample()) },
  );

  it("is of the open tasks alone, and says how many of them are unknown", () => {
    const rest = forecastRest(forecast, { tasks: [open("b"), open("c", "b"), open("new")], slots: 10 });
    expect(rest).toMatchObject({
      money: { expected: 200, unknown: 1, unpriced: 0, tasks: 3 },
      time: { expected: 2_000, unknown: 1 },
      writes: { expected: 0, unknown: 1 },
      runs: 10,
    });
    expect(forecastRest(forecast, { tasks: [open("unheard")], slots: 1 }).money).toMatchObject({
      unknown: 1,
    });
  });

  it("shares an estimate between tasks of one kind", () => {
    expect(forecast.estimates).toHaveLength(2);
    expect(forecast.tasks).toMatchObject({ a: 0, b: 0, c: 0, new: 1 });
  });
});

describe("makespanOf", () => {
  const ms: Record<string, number> = { a: 5, b: 3, c: 4, d: 2 };
  const makespan = (tasks: OpenTask[], slots: number) =>
    makespanOf(tasks, slots)(tasks.map(({ id }) => ms[id] ?? 0));

  it("is the longest way where slots suffice, and the sum where there is one", () => {
    const tasks = [open("a"), open("b"), open("c", "b", "ended"), open("d", "a", "c", "c")];
    expect(makespan(tasks, 10)).toBe(9);
    expect(makespan(tasks, 1)).toBe(14);
    expect(makespan([], 4)).toBe(0);
  });

  it("lets what is ready go first, whatever the order of the plan", () => {
    const tasks = [open("c", "b"), open("b"), open("a"), open("d", "a")];
    expect(makespan(tasks, 2)).toBe(7);
    expect(makespan([open("a"), open("b"), open("x")], 2)).toBe(5);
  });

  it("never ends before the longest way, nor after all in a row", () => {
    const sizes = fc.array(fc.record({ ms: fc.nat(100), up: fc.array(fc.nat(9), { maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 5 }), (given, slots) => {
        const tasks = given.map(({ up }, at) =>
          open(`${at}`, ...up.flatMap((back) => (at - back - 1 >= 0 ? [`${at - back - 1}`] : []))),
        );
        const durations = given.map((one) => one.ms);
        const got = makespanOf(tasks, slots)(durations);
        const longest = makespanOf(tasks, tasks.length)(durations);
        return longest <= got && got <= given.reduce((sum, one) => sum + one.ms, 0);
      }),
    );
  });
});
