import type { RunEvent } from "@/lib/core/run/events";
import { describeEvent } from "@/lib/core/tell/event-words";
import { plainLine } from "./text";

/** What lines need to know of earlier events: the titles of tasks by id. */
export type Titles = ReadonlyMap<string, string>;

/** The line that tells a person of one event, or undefined for an event that only the engine cares about. */
export function progressLine(event: RunEvent, titles: Titles): string | undefined {
  const task = (taskId: string) => plainLine(titles.get(taskId) ?? taskId, 80);
  const described = describeEvent(event, { task, gate: (approvalId) => approvalId });
  return described && `${described.word.padEnd(10)}${plainLine(described.text, 240)}`;
}

/** The titles after this event; only a plan version changes them. */
export function titlesAfter(titles: Titles, event: RunEvent): Titles {
  if (event.type !== "plan_version_adopted") return titles;
  return new Map([...titles, ...event.payload.patch.tasks.map((task) => [task.id, task.title] as const)]);
}
