import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../lib/paths";

type Plans = { results: Record<string, number>[]; levelsMs: number; garbageMs: number };
type Agents = Record<"policyCheckMs" | "costRecordMs" | "chunkMs" | "reflectionRatio", number>;

const kept = <T>(name: string) =>
  JSON.parse(readFileSync(join(projectRoot, "bench/results", `${name}.json`), "utf8")) as T;

const growth = kept<{ ratio: number }>("growth");
const predicates = kept<{ least: number }>("predicates");
const plans = kept<Plans>("plans");
const agents = kept<Agents>("agents");
const effectWindow = kept<{ p99Ms: number }>("effect-window");
const slowestActMs = Math.max(
  ...plans.results.flatMap(({ read, readText, validate, critic, diff }) =>
    [read, readText, validate, critic, diff].map((ms) => ms ?? Number.NaN),
  ),
);

it.each<[figure: string, measured: number, most: number]>([
  ["a task of 2 000 takes, over one of 100", growth.ratio, 1.3],
  ["microseconds of a predicate that is parsed once", 1_000_000 / predicates.least, 20],
  ["milliseconds of an act on a plan of 2 000 tasks", slowestActMs, 200],
  ["milliseconds for the levels of 10 000 tasks", plans.levelsMs, 200],
  ["milliseconds until 5 MB of brackets are refused", plans.garbageMs, 5_000],
  ["milliseconds of a policy check", agents.policyCheckMs, 0.1],
  ["milliseconds of a call's record of cost", agents.costRecordMs, 0.1],
  ["milliseconds until a chunk is on its way", agents.chunkMs, 1],
  ["milliseconds from the last look at a lease to the request, at 99 %", effectWindow.p99Ms, 10],
  ["a run with answer reflection takes, over one without", agents.reflectionRatio, 1.1],
])("%s: %f, at most %f", (_, measured, most) => {
  expect(measured).toBeGreaterThan(0);
  expect(measured).toBeLessThanOrEqual(most);
});
