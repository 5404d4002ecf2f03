import { getOwn } from "../own";
import { MIN_SAMPLES } from "./plan-forecast";
import { type Range, sumOfRanges, ZERO } from "./range";
import type { Estimate, Forecast, PlanForecast, TaskEstimate, Unknown } from "./types";

/** A task that has not ended, with what of its plan it waits for. */
export type OpenTask = { id: string; dependsOn: readonly string[] };

/**
 * What the rest of a run is expected to take: money and writes as sums over its open tasks and the roles around them,
 * time by the way of the tasks through so many slots. Tasks without an estimate are counted as unknown.
 */
export function forecastRest(
  forecast: PlanForecast,
  { tasks, slots }: { tasks: readonly OpenTask[]; slots: number },
): Forecast {
  const estimates = tasks.map(({ id }) => forecast.estimates[getOwn(forecast.tasks, id) ?? -1]);
  const money = sumOf(estimates.map((one) => one?.microUsd ?? "no_history"));
  const roles = forecast.roles.map(({ microUsd }) => microUsd);
  const known = roles.filter(isRange);
  const unknownRoles = unknownRolesOf(forecast, roles.length - known.length);
  return {
    money: { ...money, ...sumOfRanges([money, ...known]), unknownRoles },
    time: timeOf(tasks, estimates, forecast, slots),
    writes: sumOf(estimates.map((one) => one?.writes ?? "no_history")),
    toolMicroUsd: estimates.reduce((sum, one) => sum + (one?.toolMicroUsd ?? 0), 0),
    demo: forecast.demo,
    runs: forecast.runs,
  };
}

const unknownRolesOf = ({ runs }: PlanForecast, unknown = 0): number =>
  runs < MIN_SAMPLES ? Math.max(1, unknown) : unknown;

const isRange = (value: Range | Unknown): value is Range => typeof value !== "string";

function sumOf(parts: readonly (Range | Unknown)[]): Estimate {
  return { ...sumOfRanges(parts.filter(isRange)), ...unknownOf(parts) };
}

const unknownOf = (parts: readonly (Range | Unknown)[]) => ({
  unknown: parts.filter((one) => !isRange(one)).length,
  unpriced: parts.filter((one) => one === "no_price").length,
  tasks: parts.length,
  unknownRoles: 0,
});

function timeOf(
  tasks: readonly OpenTask[],
  estimates: readonly (TaskEstimate | undefined)[],
  forecast: PlanForecast,
  slots: number,
): Estimate {
  const parts = estimates.map((one) => one?.ms ?? "no_history");
  const makespan = makespanOf(tasks, slots);
  const onSide = (side: keyof Range) => makespan(parts.map((part) => (isRange(part) ? part : ZERO)[side]));
  const around = sumOfRanges(forecast.roles.map(({ ms }) => ms));
  return {
    low: onSide("low") + around.low,
    expected: onSide("expected") + around.expected,
    high: onSide("high") + around.high,
    ...unknownOf(parts),
    unknownRoles: unknownRolesOf(forecast),
  };
}

/** A task that is free to begin at a moment, by its place among the open ones. */
type Ready = { task: number; at: number };

/**
 * Tells how long tasks take that begin as soon as what they wait for has ended and one of the slots is free, by the
 * milliseconds of each, in the order of the tasks. Asked several times of the same tasks, it reads their graph once.
 */
export function makespanOf(tasks: readonly OpenTask[], slots: number): (ms: readonly number[]) => number {
  const places = new Map(tasks.map(({ id }, place) => [id, place]));
  const dependents: number[][] = tasks.map(() => []);
  const waitsFor = tasks.map(({ dependsOn }, place) => {
    const open = [...new Set(dependsOn)].flatMap((id) => places.get(id) ?? []);
    for (const on of open) dependents[on]?.push(place);
    return open.length;
  });
  return (ms) => {
    const left = [...waitsFor];
    const readyAt = tasks.map(() => 0);
    const busyUntil = Array.from({ length: Math.max(1, Math.min(slots, tasks.length)) }, () => 0);
    // In the order in which they become ready; those before `next` have begun.
    const ready: Ready[] = waitsFor.flatMap((count, task) => (count === 0 ? [{ task, at: 0 }] : []));
    let last = 0;
    for (let next = 0; next < ready.length; next += 1) {
      const { task, at } = ready[next] as Ready;
      const slot = busyUntil.indexOf(Math.min(...busyUntil));
      const end = Math.max(at, busyUntil[slot] as number) + (ms[task] as number);
      busyUntil[slot] = end;
      last = Math.max(last, end);
      for (const dependent of dependents[task] as number[]) {
        readyAt[dependent] = Math.max(readyAt[dependent] as number, end);
        left[dependent] = (left[dependent] as number) - 1;
        if (left[dependent] === 0) insertReady(ready, next + 1, dependent, readyAt[dependent] as number);
      }
    }
    return last;
  };
}

/** Puts a task behind all that are ready no later, and never before a place. */
function insertReady(ready: Ready[], first: number, task: number, at: number): void {
  let [from, to] = [first, ready.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ready[middle] as Ready).at <= at) from = middle + 1;
    else to = middle;
  }
  ready.splice(from, 0, { task, at });
}
