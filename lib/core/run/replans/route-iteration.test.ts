import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runSettings } from "../settings";
import { DEFAULT_MAX_ITERATIONS, routeIteration } from "./route-iteration";

describe("the way after a summary", () => {
  it.each`
    needReplan | iteration | limit | closed   | decision     | limitReached
    ${false}   | ${0}      | ${2}  | ${false} | ${"finish"}  | ${false}
    ${true}    | ${0}      | ${2}  | ${false} | ${"iterate"} | ${false}
    ${true}    | ${1}      | ${2}  | ${false} | ${"iterate"} | ${false}
    ${true}    | ${2}      | ${2}  | ${false} | ${"finish"}  | ${true}
    ${true}    | ${3}      | ${2}  | ${false} | ${"finish"}  | ${true}
    ${false}   | ${2}      | ${2}  | ${false} | ${"finish"}  | ${false}
    ${true}    | ${0}      | ${0}  | ${false} | ${"finish"}  | ${true}
    ${true}    | ${6}      | ${7}  | ${false} | ${"iterate"} | ${false}
    ${true}    | ${0}      | ${2}  | ${true}  | ${"finish"}  | ${false}
    ${true}    | ${2}      | ${2}  | ${true}  | ${"finish"}  | ${false}
  `(
    "needReplan $needReplan, iteration $iteration of $limit, closed $closed: $decision",
    ({ needReplan, iteration, limit, closed, decision, limitReached }) => {
      const route = routeIteration({ needReplan, iteration, limit, closed });
      expect(route).toEqual({ needReplan, iteration, limit, decision, limitReached });
    },
  );

  it.each<[string, string | undefined, boolean]>([
    ["B is missing.", "B is missing.", true],
    ["b is Missing", "B is missing.", true],
    ["The load tests of service B are missing.", "Load tests of the service B are missing", true],
    ["2 of 5 tests fail.", "3 of 5 tests fail.", false],
    ["C is missing, and so is its report.", "B is missing.", false],
    ["B is missing.", undefined, false],
    ["", "", false],
  ])("stops where “%s” was missing before as “%s”: %s", (reason, earlierReason, repeated) => {
    const facts = { needReplan: true, iteration: 1, limit: 3, closed: false, reason, earlierReason };
    expect(routeIteration(facts)).toMatchObject({
      decision: repeated ? "finish" : "iterate",
      limitReached: false,
      ...(repeated && { repeated }),
    });
    expect(routeIteration({ ...facts, iteration: 3 })).toMatchObject({ limitReached: true });
    expect(routeIteration({ ...facts, iteration: 3 })).not.toHaveProperty("repeated");
  });

  it("never leads to more iterations than the limit, whatever the summaries say", () => {
    fc.assert(
      fc.property(fc.nat(20), fc.array(fc.boolean(), { maxLength: 60 }), (limit, needs) => {
        let iteration = 0;
        for (const needReplan of needs) {
          if (routeIteration({ needReplan, iteration, limit, closed: false }).decision === "iterate")
            iteration += 1;
        }
        expect(iteration).toBe(Math.min(limit, needs.filter(Boolean).length));
      }),
    );
  });
});

it("allows two iterations unless the run says otherwise, and none with 0", () => {
  expect(runSettings.parse({}).maxIterations).toBe(DEFAULT_MAX_ITERATIONS);
  expect(runSettings.parse({ maxIterations: 0 }).maxIterations).toBe(0);
  expect(runSettings.parse({ maxIterations: 7 }).maxIterations).toBe(7);
  expect(DEFAULT_MAX_ITERATIONS).toBe(2);
});
