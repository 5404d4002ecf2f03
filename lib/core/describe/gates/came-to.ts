import { quoted } from "../../legible/marked";
import type { TaskState } from "../../run/state";
import { taskStatusDisplay } from "../looks/task-status";
import { formatReason } from "../reason";
import { actorName } from "./words";

/** How work ended that an act reads, and by whose hand (docs/engine.md, "The release"). */
export function describeEnd(task: TaskState): string {
  const { status, diagnosis, skippedBy, endorsed } = task;
  if (diagnosis?.code === "skipped_by_person" && status === "skipped") {
    const who = skippedBy ? actorName(skippedBy) : "a person";
    return `Skipped by ${who}: ${quoted(diagnosis.text)}`;
  }
  const { word } = taskStatusDisplay(task);
  const how = word.charAt(0).toUpperCase() + word.slice(1);
  if (endorsed && status === "succeeded") return `${how}: ${quoted(endorsed.reason)}`;
  return diagnosis && status !== "succeeded" ? `${how}: ${formatReason(diagnosis)}` : how;
}

/** A word that people gave the agent of a task at work. */
export const steeredBy = ({ by }: { by: Parameters<typeof actorName>[0] }): string =>
  `Steered by ${actorName(by)}`;
