import { isSameJson } from "../../json";
import type { WorkerCommand } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { RunState } from "../state";
import { lateResult } from "./late-results";

/** Notes which examples a piece of work is shown; the same again, after a worker was lost, is no news. */
export function decideExamplesShown(
  { inFlight, examplesShown = {} }: RunState,
  { type, ...shown }: Extract<WorkerCommand, { type: "examples_shown" }>,
): DraftEvent[] {
  if (!inFlight[shown.key]) return lateResult(shown.key, type);
  if (isSameJson(examplesShown[shown.key], shown.examples)) return [];
  return [draft("examples_shown", shown)];
}
