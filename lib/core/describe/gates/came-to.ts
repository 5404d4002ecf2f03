import { quoted } from "../../legible/marked";
import type { Evidence } from "../../run/gates/acts";
import type { GivenAtCall } from "../../run/gates/said";
import type { TaskState } from "../../run/state";
import type { StoredValue } from "../../stored-value";
import { withMore } from "../amounts";
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

/** A value that people gave one of its calls. */
export function givenBy({ as, tool, by: { name } }: GivenAtCall): string {
  if (as === "answer") return `Answer to its question, by ${name}`;
  const of = tool === "" ? "a call" : `a call of ${tool}`;
  return as === "arguments"
    ? `Arguments of ${of}, changed by ${name}`
    : `What ${of} came to, as ${name} says`;
}

const VALUE_TYPES: Readonly<Record<StoredValue["facts"]["type"], string>> = {
  null: "null",
  boolean: "true or false",
  number: "number",
  string: "text",
  list: "list",
  map: "object",
};

/** A label with the type of the value under it: the text "false" reads like false, and a program does otherwise with it. */
export const labelWithType = (label: string, { facts }: Pick<StoredValue, "facts">): string =>
  `${label} (${VALUE_TYPES[facts.type]})`;

const MAX_NAMED = 3;

/**
 * Says beside the evidence of a gate what the work that it releases reads, which stands with that work; of no evidence that
 * there is none. Undefined where the results before the gate are all. `isReleaseShown` is false of a gate that had closed,
 * of which nobody can tell what its release read.
 */
export function describeEvidence(
  { before, read }: Evidence,
  { isReleaseShown }: { isReleaseShown: boolean },
): string | undefined {
  if (read.length > 0) {
    const named = read.slice(0, MAX_NAMED).map(({ spec }) => quoted(spec.title));
    const also = before.length > 0 ? "also begins" : "begins";
    return `The work it releases ${also} with what ${withMore(named.join(", "), read.length - named.length)} came to, shown above.`;
  }
  if (before.length > 0) return;
  return isReleaseShown ? "None: no earlier task’s result is behind this." : "No earlier tasks.";
}
