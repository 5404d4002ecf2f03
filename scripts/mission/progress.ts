import type { EventOf, EventType, RunEvent } from "@/lib/core/run/events";
import { durationText, plainLine } from "./text";

/** What lines need to know of earlier events: the titles of tasks by id. */
export type Titles = ReadonlyMap<string, string>;

type Lines = { [T in EventType]?: (event: EventOf<T>, title: (taskId: string) => string) => string };

const LINES: Lines = {
  run_created: (e) => `mission   ${plainLine(e.payload.mission)}`,
  planning_started: () => "planning…",
  plan_rejected: (e) => `plan      refused: ${plainLine(e.payload.issues.map((i) => i.message).join("; "))}`,
  plan_version_adopted: ({ payload: p }) =>
    `plan v${p.version}   ${plainLine(p.patch.title)} (${p.patch.order.length} tasks, by ${p.origin})`,
  run_paused: () => "paused",
  run_resumed: () => "resumed",
  task_started: (e, title) => `started   ${title(e.payload.taskId)}${attemptNote(e.payload.attempt)}`,
  task_succeeded: (e, title) =>
    `done      ${title(e.payload.taskId)}: ${plainLine(e.payload.value.preview, 120)}`,
  task_failed: (e, title) => `failed    ${title(e.payload.taskId)}: ${plainLine(e.payload.diagnosis)}`,
  task_retried: ({ payload: p }, title) =>
    `retry     ${title(p.taskId)} (attempt ${p.attempt} of ${p.attempts}): ${plainLine(p.diagnosis)}`,
  task_skipped: (e, title) => `skipped   ${title(e.payload.taskId)}: ${plainLine(e.payload.reason)}`,
  task_blocked: (e, title) => `blocked   ${title(e.payload.taskId)}: ${plainLine(e.payload.diagnosis)}`,
  task_superseded: (e, title) =>
    `dropped   ${title(e.payload.taskId)} (replaced in plan v${e.payload.byVersion})`,
  verification_failed: (e, title) =>
    `check     ${title(e.payload.taskId)}: ${plainLine(e.payload.diagnosis)}`,
  review_proposed: ({ payload: p }, title) =>
    p.proposal
      ? `review    ${title(p.taskId)} proposes ${p.proposal.decision}: ${plainLine(p.proposal.reasoning)}`
      : `review    ${title(p.taskId)} gave no readable decision: ${plainLine(p.problem ?? "unknown")}`,
  review_decided: ({ payload: p }, title) =>
    `decision  ${p.decision} (${p.provenance}) at ${title(p.taskId)}: ${plainLine(p.reasoning)}`,
  replan_started: (e) => `replan ${e.payload.number}  because ${plainLine(e.payload.cause.reason)}`,
  replan_adopted: ({ payload: p }) =>
    `replan ${p.number}  plan v${p.toVersion}: ${p.added} new, ${p.removed} dropped, ${p.kept} kept`,
  replan_refused: (e) => `replan ${e.payload.number}  refused: ${plainLine(e.payload.reason)}`,
  replan_failed: (e) => `replan ${e.payload.number}  failed: ${plainLine(e.payload.reason)}`,
  approval_opened: (e) =>
    `gate      ${e.payload.approvalId} waits for a person: ${plainLine(e.payload.prompt)}`,
  approval_decided: ({ payload: p }) =>
    `gate      ${p.approvalId}: ${p.verb} (${p.provenance})${comment(p.comment)}`,
  approval_expired: (e) => `gate      ${e.payload.approvalId} expired: ${e.payload.verb}`,
  tool_denied: (e) => `denied    ${e.payload.tool}: ${plainLine(e.payload.reason)}`,
  effect_failed: (e) =>
    `waiting   ${plainLine(e.payload.error.message)} (failure ${e.payload.failures}, trying again)`,
  engine_fault: (e) => `fault     ${plainLine(e.payload.message)}`,
  budget_exhausted: ({ payload: p }) =>
    `limit     ${p.counter}: ${p.used} of ${p.limit} (${p.setting} raises it)`,
  finishing_started: () => "finishing…",
  run_finished: ({ payload: p }) =>
    `finished  ${p.reason} in ${durationText(p.durationMs)}${p.message ? `: ${plainLine(p.message)}` : ""}`,
};

/** The line that tells a person of one event, or undefined for an event that only the engine cares about. */
export function progressLine(event: RunEvent, titles: Titles): string | undefined {
  const line = LINES[event.type] as
    | ((event: RunEvent, title: (taskId: string) => string) => string)
    | undefined;
  return line?.(event, (taskId) => plainLine(titles.get(taskId) ?? taskId, 80));
}

/** The titles after this event; only a plan version changes them. */
export function titlesAfter(titles: Titles, event: RunEvent): Titles {
  if (event.type !== "plan_version_adopted") return titles;
  return new Map([...titles, ...event.payload.patch.tasks.map((task) => [task.id, task.title] as const)]);
}

const attemptNote = (attempt: number): string => (attempt > 1 ? ` (attempt ${attempt})` : "");
const comment = (text: string | undefined): string => (text ? ` “${plainLine(text)}”` : "");
