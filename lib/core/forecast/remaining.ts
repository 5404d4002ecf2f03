import { addTo, MIN_SAMPLES } from "./plan-forecast";
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
  const estimates = tasks.map(({ id }) => forecast.estimates[forecast.tasks[id] ?? -1]);
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
  const makespan = (side: keyof Range) =>
    makespanMs(tasks, new Map(tasks.map(({ id }, at) => [id, timeAt(parts[at], side)])), slots);
  const around = sumOfRanges(forecast.roles.map(({ ms }) => ms));
  return {
    low: makespan("low") + around.low,
    expected: makespan("expected") + around.expected,
    high: makespan("high") + around.high,
    ...unknownOf(parts),
    unknownRoles: unknownRolesOf(forecast),
  };
}

const timeAt = (part: Range | Unknown | undefined, side: keyof Range): number =>
  (part && isRange(part) ? part : ZERO)[side];

/** How long tasks take that begin as soon as what they wait for has ended and one of the slots is free. */
export function makespanMs(
  tasks: readonly OpenTask[],
  ms: ReadonlyMap<string, number>,
  slots: number,
): number {
  const open = new Set(tasks.map(({ id }) => id));
  const waitsFor = new Map(tasks.map(({ id, dependsOn }) => [id, countIn(open, dependsOn)]));
  const dependents = new Map<string, string[]>();
  for (const { id, dependsOn } of tasks) for (const on of new Set(dependsOn)) addTo(dependents, on, id);
  const busyUntil = Array.from({ length: Math.max(1, Math.min(slots, tasks.length)) }, () => 0);
  const readyAt = new Map<string, number>();
  // In the order in which they become ready.
  const ready = tasks.flatMap(({ id }) => (waitsFor.get(id) === 0 ? [{ id, at: 0 }] : []));
  let last = 0;
  for (let next = ready.shift(); next; next = ready.shift()) {
    const slot = busyUntil.indexOf(Math.min(...busyUntil));
    const end = Math.max(next.at, busyUntil[slot] as number) + (ms.get(next.id) ?? 0);
    busyUntil[slot] = end;
    last = Math.max(last, end);
    for (const id of dependents.get(next.id) ?? []) {
      const at = Math.max(readyAt.get(id) ?? 0, end);
      readyAt.set(id, at);
      waitsFor.set(id, (waitsFor.get(id) ?? 0) - 1);
      if (waitsFor.get(id) === 0) ready.splice(placeOf(ready, at), 0, { id, at });
    }
  }
  return last;
}

const countIn = (open: ReadonlySet<string>, ids: readonly string[]): number =>
  new Set(ids.filter((id) => open.has(id))).size;

/** Where one that is ready at this moment stands: behind all that are ready no later. */
function placeOf(ready: readonly { at: number }[], at: number): number {
  let [from, to] = [0, ready.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ready[middle] as { at: number }).at <= at) from = middle + 1;
    else to = middle;
  }
  return from;
}
