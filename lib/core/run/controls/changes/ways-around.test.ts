import fc from "fast-check";
import { expect, it } from "vitest";
import { Assault, attackArb, promiseOf } from "@/lib/testing/runs/control-attacks";
import { breachesOf } from "@/lib/testing/runs/control-oracle";
import { PromiseAssault, promiseAttackArb } from "@/lib/testing/runs/promise-attacks";
import { promiseBreachesOf } from "@/lib/testing/runs/promise-oracle";
import { playSwaps } from "@/lib/testing/runs/swaps/series";
import { scaled } from "@/lib/testing/scaled";

it("nothing happens without the people of a gate, whatever people, models and plans try", () => {
  const holds = fc.property(attackArb, (attack) => {
    const { world } = new Assault(attack);
    expect(breachesOf(world.events, promiseOf(attack))).toEqual([]);
  });
  fc.assert(holds, { numRuns: scaled(1_000) });
}, 120_000);

it("no policy of an agent, check of a person or unasked gate is got rid of, whatever models and plans try", () => {
  const holds = fc.property(promiseAttackArb, (attack) => {
    expect(promiseBreachesOf(new PromiseAssault(attack).world.events)).toEqual([]);
  });
  fc.assert(holds, { numRuns: scaled(1_000) });
}, 120_000);

it("nothing acts that was not shown to enough people, whatever of a plan is swapped, and nobody is asked twice for the same", () => {
  expect(playSwaps(1, scaled(100)).failures).toEqual([]);
}, 120_000);
