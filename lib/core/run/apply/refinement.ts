import { type Sign, signOf } from "../../refinement/signs";
import { inlineOf } from "../../stored-value";
import type { EventOf, RunEvent } from "../events";
import { speakersOf } from "../people-words";
import { pendingAfter, refinementsOf } from "../refinements";
import type { RefinementEntry, RefinementsState, RunState, TaskState } from "../state";

/**
 * Keeps an end that may contradict what is still planned. A review looks at the plan itself, and whatever ended before it
 * with it; what a refinement gave up is no news.
 */
export function noteEnd(state: RunState, task: TaskState): void {
  if (!state.settings.refinement.enabled || task.diagnosis?.code === "skipped_by_refinement") return;
  const refinements = refinementsOf(state);
  const { id, spec } = task;
  refinements.ended = spec.type === "planning_review" ? [] : refinements.ended.filter((one) => one !== id);
  const sign = spec.type === "planning_review" ? undefined : contradictionOf(state, task);
  const others = (refinements.signs ?? []).filter(({ taskId }) => taskId !== id);
  if (sign) refinements.ended.push(id);
  refinements.signs = sign ? [...others, { taskId: id, sign }] : others;
}

function contradictionOf(
  state: RunState,
  { id, spec, status, endorsed, ...task }: TaskState,
): Sign | undefined {
  // A gate that shows nothing passes nothing on.
  const result = spec.type === "human_review" && task.result?.facts.empty ? undefined : task.result;
  const value = inlineOf(result);
  const later = pendingAfter(state, id).map(({ spec: { type, title, input, details, gate } }) => {
    const own = type === "direct" ? [] : [typeof input === "string" ? input : JSON.stringify(input)];
    const texts = details.map((text) => (typeof text === "string" ? text : text.preview));
    return [title, ...own, ...texts, gate?.prompt ?? ""];
  });
  const end = {
    id,
    isOtherwise: status === "skipped" || endorsed !== undefined,
    ...(result && (value === undefined ? { preview: result.preview } : { value })),
  };
  const { mission, settings } = state;
  return signOf(end, later, `${mission}\n${settings.constraints}`);
}

export function applyRefinementStarted(state: RunState, event: EventOf<"refinement_started">): void {
  const { number, about, until, because } = event.payload;
  const refinements = refinementsOf(state);
  const fromVersion = state.planVersion;
  refinements.asked = { number, about, fromVersion, until };
  refinements.ended = refinements.ended.filter((id) => !about.includes(id));
  const entry = { number, about, ...(because && { because }), startedAt: event.at, fromVersion };
  refinements.entries.push({ ...entry, status: "asked" });
}

export function applyRefinementOffered(state: RunState, { payload }: EventOf<"refinement_offered">): void {
  const refinements = refinementsOf(state);
  delete refinements.asked;
  const speakers = speakersOf(state);
  refinements.offered = { ...payload };
  if (speakers.length > 0) refinements.speakers = speakers;
  lastEntry(refinements).status = "offered";
}

/** It takes effect once its gate is closed. */
export function approveRefinement({ refinements }: RunState): void {
  if (refinements?.offered) refinements.offered.approved = true;
}

/** What a pause interrupts is asked for again, since nothing begins in the meantime. */
export function applyRefined(state: RunState, event: EventOf<"refined">): void {
  const { number: _number, outcome, ...facts } = event.payload;
  const refinements = refinementsOf(state);
  const { about } = lastEntry(refinements);
  close(state, outcome, event, facts);
  if (facts.reason?.code === "run_paused") askAgain(refinements, about);
}

/** Nothing of the plan will be done any more: nobody is asked about it. */
export function dropRefinement(state: RunState, event: RunEvent): void {
  if (!state.refinements) return;
  close(state, "withdrawn", event, {});
  state.refinements.ended = [];
  delete state.refinements.signs;
}

/** What was under way in the parent is asked for again; a gate asks again by itself. */
export function askRefinementAgain(state: RunState, event: RunEvent): void {
  const { refinements } = state;
  if (!refinements?.asked) return;
  const { about } = refinements.asked;
  close(state, "withdrawn", event, { reason: { code: "asked_in_fork" } });
  askAgain(refinements, about);
}

function askAgain(refinements: RefinementsState, about: readonly string[]): void {
  refinements.ended = [...about, ...refinements.ended.filter((id) => !about.includes(id))];
}

/** The question is none any more, nor what works on it: the run would wait for its end and never park. */
function close(
  state: RunState,
  status: RefinementEntry["status"],
  { at }: Pick<RunEvent, "at">,
  facts: Partial<RefinementEntry>,
): void {
  const refinements = refinementsOf(state);
  const { asked, offered } = refinements;
  if (!asked && !offered) return;
  Object.assign(lastEntry(refinements), facts, { status, endedAt: at });
  delete refinements.asked;
  delete refinements.offered;
  delete refinements.speakers;
  for (const [key, { kind }] of Object.entries(state.inFlight)) {
    if (kind === "refine") delete state.inFlight[key];
  }
}

const lastEntry = ({ entries }: RefinementsState): RefinementEntry => entries.at(-1) as RefinementEntry;
