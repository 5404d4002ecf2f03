import { isSameJson } from "../../json";
import { getOwn } from "../../own";
import type { WorkerCommand } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { RunState } from "../state";
import { lateResult } from "./late-results";

/** Notes what a piece of work is shown; the same again, after a worker was lost, is no news. */
export function decideLessonsShown(
  { inFlight, lessonsShown = {} }: RunState,
  { type, ...shown }: Extract<WorkerCommand, { type: "lessons_shown" }>,
): DraftEvent[] {
  if (!getOwn(inFlight, shown.key)) return lateResult(shown.key, type);
  if (isSameJson(getOwn(lessonsShown, shown.key), shown.lessons)) return [];
  return [draft("lessons_shown", shown)];
}

/** The same for missions that the planner is shown. */
export function decideMissionsShown(
  { inFlight, missionsShown = {} }: RunState,
  { type, ...shown }: Extract<WorkerCommand, { type: "missions_shown" }>,
): DraftEvent[] {
  if (!getOwn(inFlight, shown.key)) return lateResult(shown.key, type);
  if (isSameJson(getOwn(missionsShown, shown.key), shown.missions)) return [];
  return [draft("missions_shown", shown)];
}

/** The same for examples. */
export function decideExamplesShown(
  { inFlight, examplesShown = {} }: RunState,
  { type, ...shown }: Extract<WorkerCommand, { type: "examples_shown" }>,
): DraftEvent[] {
  if (!getOwn(inFlight, shown.key)) return lateResult(shown.key, type);
  if (isSameJson(getOwn(examplesShown, shown.key), shown.examples)) return [];
  return [draft("examples_shown", shown)];
}
