import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { isSameJson } from "@/lib/core/json";
import type * as Reach from "@/lib/core/plan/reach";
import type * as Controls from "@/lib/core/run/apply/controls";
import type * as Operator from "@/lib/core/run/apply/operator";
import type * as Checks from "@/lib/core/run/controls/changes/checks";
import type * as Policies from "@/lib/core/run/controls/changes/policies";
import type * as Weakened from "@/lib/core/run/controls/changes/weakened";
import type * as HoldModule from "@/lib/core/run/controls/hold";
import type * as ReleaseModule from "@/lib/core/run/controls/release/release";
import type * as Terms from "@/lib/core/run/controls/terms/terms";
import type * as Create from "@/lib/core/run/decide/create";
import { draft } from "@/lib/core/run/events";
import type * as Rules from "@/lib/core/run/gates/rules";
import type { RunState } from "@/lib/core/run/state";
import type * as Dependencies from "@/lib/core/run/state/dependencies";
import { Assault, type Attack, attackArb, promiseOf } from "@/lib/testing/runs/control-attacks";
import { breachesOf } from "@/lib/testing/runs/control-oracle";
import { PromiseAssault, type PromiseAttack, promiseAttackArb } from "@/lib/testing/runs/promise-attacks";
import { promiseBreachesOf } from "@/lib/testing/runs/promise-oracle";
import { playSwaps } from "@/lib/testing/runs/swaps/series";

/** A clause of the rules that is taken away, to see that the property needs it. */
const seeded = vi.hoisted(() => ({ without: "" }));
const isWithout = (clause: string): boolean => seeded.without === clause;

vi.mock("@/lib/core/run/controls/hold", async (original) => {
  const real = await original<typeof HoldModule>();
  return {
    ...real,
    holdOn: (...[state, act, call]: Parameters<typeof real.holdOn>) => {
      if (isWithout("tool" in act ? "calls" : "the answer")) return undefined;
      const passed = (state as RunState).releases.some(({ from }) => from === "control");
      return isWithout("the same work") && passed ? undefined : real.holdOn(state, act, call);
    },
  };
});
vi.mock("@/lib/core/run/controls/release/release", async (original) => {
  const real = await original<typeof ReleaseModule>();
  const releaseDigest: typeof real.releaseDigest = (...given) =>
    isWithout("what a gate releases") ? "" : real.releaseDigest(...given);
  return { ...real, releaseDigest };
});
vi.mock("@/lib/core/run/controls/changes/weakened", async (original) => {
  const real = await original<typeof Weakened>();
  const weakenedBy: typeof real.weakenedBy = (...given) =>
    isWithout("adoption") ? [] : real.weakenedBy(...given);
  return { ...real, weakenedBy };
});
vi.mock("@/lib/core/run/controls/changes/policies", async (original) => {
  const real = await original<typeof Policies>();
  const exposedByPolicy: typeof real.exposedByPolicy = (...given) =>
    isWithout("policies at adoption") ? [] : real.exposedByPolicy(...given);
  const policiesHeldOver: typeof real.policiesHeldOver = (...given) =>
    isWithout("policies at the call") ? [] : real.policiesHeldOver(...given);
  return { ...real, exposedByPolicy, policiesHeldOver };
});
vi.mock("@/lib/core/run/controls/changes/checks", async (original) => {
  const real = await original<typeof Checks>();
  const carryChecks: typeof real.carryChecks = (held, tasks, over, settings) => {
    // Without the clause any task with the same check takes it over.
    const anywhere = held.map((one) => {
      const same = real.heldChecksOf(tasks, {}, settings).find(({ parts }) => isSameJson(parts, one.parts));
      return same && isWithout("the task of a check") ? { ...same, parts: one.parts } : one;
    });
    const carried = real.carryChecks(anywhere, tasks, over, settings);
    const unasked = carried.changed.filter(({ weaknesses }) => !weaknesses.some(isWithout));
    return { ...carried, changed: unasked };
  };
  return { ...real, carryChecks };
});
vi.mock("@/lib/core/run/decide/create", async (original) => {
  const real = await original<typeof Create>();
  const decideCreate: typeof real.decideCreate = (state, command) => {
    const given = Object.entries(command.initialResults ?? {});
    if (!isWithout("results given in advance") || given.length === 0)
      return real.decideCreate(state, command);
    const { initialResults: _none, ...rest } = command;
    const decided = real.decideCreate(state, rest);
    const done = given.map(([taskId, value]) =>
      draft("task_succeeded", { taskId, attempt: 1, value, fingerprint: "f", source: "initial" }),
    );
    return Array.isArray(decided) ? [...decided, ...done] : decided;
  };
  return { ...real, decideCreate };
});
vi.mock("@/lib/core/run/controls/terms/terms", async (original) => {
  const real = await original<typeof Terms>();
  const weaknessesOf: typeof real.weaknessesOf = (...given) =>
    real.weaknessesOf(...given).filter((weakness) => !isWithout(weakness));
  return { ...real, weaknessesOf };
});
vi.mock("@/lib/core/plan/reach", async (original) => {
  const real = await original<typeof Reach>();
  const reachOf: typeof real.reachOf = (plan, tools) => {
    const tasks = plan.tasks.filter(({ type }) => type !== "direct" || !isWithout("direct programs"));
    return real.reachOf({ ...plan, tasks }, tools);
  };
  return { ...real, reachOf };
});
vi.mock("@/lib/core/run/gates/rules", async (original) => {
  const real = await original<typeof Rules>();
  const bypassDenialReason: typeof real.bypassDenialReason = (...given) =>
    isWithout("interventions") ? undefined : real.bypassDenialReason(...given);
  const denialReason: typeof real.denialReason = (...given) =>
    isWithout("answers") ? undefined : real.denialReason(...given);
  return { ...real, bypassDenialReason, denialReason };
});
vi.mock("@/lib/core/run/apply/operator", async (original) => {
  const real = await original<typeof Operator>();
  const applyForked: typeof real.applyForked = (state, ...given) => {
    const { releases } = state;
    const heldPolicies = structuredClone(state.heldPolicies);
    real.applyForked(state, ...given);
    if (isWithout("forks")) state.releases = releases;
    if (isWithout("policies in forks")) state.heldPolicies = heldPolicies;
  };
  return { ...real, applyForked };
});
vi.mock("@/lib/core/run/apply/controls", async (original) => {
  const real = await original<typeof Controls>();
  const addObligations: typeof real.addObligations = (state, event) => {
    if (isWithout("earlier versions")) state.obligations = [];
    real.addObligations(state, event);
  };
  const holdChecks: typeof real.holdChecks = (state, byPerson) => {
    const approves = byPerson && state.planAuthor === undefined;
    if (!isWithout("approved checks") || !approves) real.holdChecks(state, byPerson);
  };
  return { ...real, addObligations, holdChecks };
});
vi.mock("@/lib/core/run/state/dependencies", async (original) => {
  const real = await original<typeof Dependencies>();
  const propagateEnd: typeof real.propagateEnd = (state, ended, options) => {
    if (!isWithout("refused gates") || ended.spec.type !== "human_review" || ended.status === "succeeded")
      return real.propagateEnd(state, ended, options);
    real.propagateEnd(state, { ...ended, status: "succeeded" }, options);
  };
  return { ...real, propagateEnd };
});

const holds = (attack: Attack): void => {
  const { world } = new Assault(attack);
  expect(breachesOf(world.events, promiseOf(attack))).toEqual([]);
};

/** The property on what people, models and plans try fails without any of these: an isolated test, since it mocks modules. */
describe("that nothing happens without the people of a gate", () => {
  it("holds with all clauses", { timeout: 180_000 }, () => {
    fc.assert(fc.property(attackArb, holds), { numRuns: 300, seed: 7 });
  });

  it.each([
    "calls",
    "the answer",
    "the same work",
    "adoption",
    "interventions",
    "answers",
    "forks",
    "earlier versions",
    "refused gates",
    "assignees",
    "quorum",
    "four_eyes",
    "form",
    "timeout",
    "escalation",
    "shown",
    "direct programs",
  ])("rests on the clause about %s", { timeout: 180_000 }, (clause) => {
    seeded.without = clause;
    const { failed } = fc.check(fc.property(attackArb, holds), {
      numRuns: 2_000,
      seed: 7,
      endOnFailure: true,
    });
    seeded.without = "";
    expect(failed).toBe(true);
  });
});

const keepsPromises = (attack: PromiseAttack): void => {
  expect(promiseBreachesOf(new PromiseAssault(attack).world.events)).toEqual([]);
};

describe("that no policy, check or unasked gate is got rid of", () => {
  it("holds with all clauses", { timeout: 180_000 }, () => {
    fc.assert(fc.property(promiseAttackArb, keepsPromises), { numRuns: 300, seed: 7 });
  });

  it.each([
    "policies at adoption",
    "policies at the call",
    "policies in forks",
    "predicate",
    "schema",
    "model_review",
    "the task of a check",
    "approved checks",
    "results given in advance",
  ])("rests on the clause about %s", { timeout: 180_000 }, (clause) => {
    seeded.without = clause;
    const { failed } = fc.check(fc.property(promiseAttackArb, keepsPromises), {
      numRuns: 2_000,
      // It meets each of them early: with 7, more than a thousand attacks come before the first that forks show.
      seed: 1,
      endOnFailure: true,
    });
    seeded.without = "";
    expect(failed).toBe(true);
  });
});

/** Plays stories until one fails: what it takes to see that a clause is gone. */
function failsWithin(seeds: number): boolean {
  for (let seed = 1; seed <= seeds; seed += 20) if (playSwaps(seed, 20).failures.length > 0) return true;
  return false;
}

describe("that nothing acts that was not shown", () => {
  it("holds with all clauses", { timeout: 180_000 }, () => {
    expect(failsWithin(100)).toBe(false);
  });

  it.each(["calls", "the same work", "what a gate releases", "direct programs", "answers"])(
    "rests on the clause about %s",
    (clause) => {
      seeded.without = clause;
      const failed = failsWithin(2_000);
      seeded.without = "";
      expect(failed).toBe(true);
    },
  );
});
