import { digestOf } from "../../../bytes";
import type { Json } from "../../../json";
import type { StoredTask } from "../../../plan/stored";
import { addressesOf, instructionsOf, isCut, isTargetOpen, textOf } from "../../../plan/targets";
import { elideText } from "../../../text";
import type { ActPlaces, ReleasedAct, ReleaseFacts } from "../../events/release";
import { workUpTo } from "../work";
import { feedersOf, type LeadingWork, leadingToActs } from "./leading";
import { actsOf, type PlanAt, type Released, releaseDigest, releasedBy } from "./release";

const MAX_ACTS = 8;
const MAX_MARKS = 24;
const [MAX_TOOLS, MAX_TARGETS] = [6, 3];
const [TITLE_CHARS, TEXT_CHARS, TARGET_CHARS, WORK_CHARS] = [100, 160, 100, 16];

/** The release of a control as the event of its gate keeps it, with the addresses in work that flows into an act. */
export const factsOfRelease = (plan: PlanAt, control: string): ReleaseFacts =>
  factsOfReleased(plan, releasedBy(plan, control), control);

/** The same of what is let act otherwise: by somebody who does with their own hand what it rests on. */
export function factsOfReleased(plan: PlanAt, released: readonly Released[], control?: string): ReleaseFacts {
  const leading = leadingToActs(plan, released, control);
  const { acts, omitted } = shownActs(leading);
  const work = workUpTo(plan.tasks);
  const named = acts.map(({ task, ...shown }) => ({
    taskId: task.id,
    lineage: task.lineage,
    ...shown,
    work: (work.get(task.id) as string).slice(0, WORK_CHARS),
  }));
  const used = new Set(leading.flatMap(({ tools, feeds }) => (feeds ? [] : tools)));
  const marks = plan.marks?.filter(({ name }) => used.has(name)) ?? [];
  const facts: ReleaseFacts = { digest: releaseDigest(plan, released), acts: named };
  if (omitted !== undefined) facts.omitted = omitted;
  if (marks.length > 0)
    Object.assign(facts, { marks: marks.slice(0, MAX_MARKS), ...beyond("moreMarks", MAX_MARKS, marks) });
  const came = cameToDigest(plan, leading);
  if (came !== undefined) facts.cameTo = came;
  return facts;
}

/**
 * Names what the work came to that has ended and is read by what comes free, what models wrote of the rest, and what people told
 * those who do it.
 */
function cameToDigest(
  { cameTo, detailed, told: toldTo }: PlanAt,
  leading: readonly LeadingWork[],
): string | undefined {
  const told = leading.flatMap(({ task: { id }, ended }): Json[] => {
    const given = ended ? cameTo?.(id) : detailed?.(id);
    const said = ended ? undefined : toldTo?.(id);
    if (said !== undefined) return [[id, given ?? null, said]];
    return given === undefined ? [] : [[id, given]];
  });
  return told.length === 0 ? undefined : digestOf(told);
}

type ShownAct = Omit<ReleasedAct, "taskId" | "lineage" | "work"> & { task: StoredTask };

/** The first tasks of a release that act, as people are shown them, and how many more do. */
function shownActs(leading: readonly LeadingWork[]): {
  acts: ShownAct[];
  omitted?: number | undefined;
} {
  const acts = leading.filter(({ feeds }) => feeds === undefined);
  const omitted = acts.length - MAX_ACTS;
  const shown = acts.slice(0, MAX_ACTS).map((act) => shownAct(act, feedersOf(leading, act.task.id)));
  return { acts: shown, omitted: omitted > 0 ? omitted : undefined };
}

const shownAct = (act: LeadingWork, feeders: readonly LeadingWork[]): ShownAct => ({
  task: act.task,
  title: elideText(act.task.title, TITLE_CHARS),
  does: elideText(textOf(act.task), TEXT_CHARS),
  ...placesOf(
    act,
    feeders.map((one) => one.task),
  ),
});

/** What the tasks of a plan that have not ended may do outside, each by its id. */
export function actsIn(plan: Pick<PlanAt, "tasks" | "reach" | "ended" | "over">): Map<string, ActPlaces> {
  const leading = leadingToActs(plan, actsOf(plan));
  return new Map(
    leading.flatMap((act) => {
      if (act.feeds) return [];
      const fed = feedersOf(leading, act.task.id).map(({ task }) => task);
      return [[act.task.id, placesOf(act, fed)] as const];
    }),
  );
}

/** By what an act acts, and where that is written: in it, or in the work that flows into it (docs/engine.md, "The release"). */
export function placesOf({ task, tools }: Released, fed: readonly StoredTask[]): ActPlaces {
  const isLong = [task, ...fed].some((one) => instructionsOf(one).some(isCut));
  const targets = targetsOf([task]);
  const via = targetsOf(fed);
  const shown: ActPlaces = {
    tools: tools.slice(0, MAX_TOOLS),
    ...beyond("moreTools", MAX_TOOLS, tools),
    targets: shownTargets(targets),
    ...beyond("moreTargets", MAX_TARGETS, targets),
  };
  if (isTargetOpen(task)) shown.open = true;
  if (via.length > 0)
    Object.assign(shown, { via: shownTargets(via), ...beyond("moreVia", MAX_TARGETS, via) });
  if (isLong) shown.cut = true;
  if (fed.length > 0) shown.fedBy = fed.length;
  return shown;
}

const targetsOf = (tasks: readonly StoredTask[]): string[] => [...new Set(tasks.flatMap(addressesOf))];

const shownTargets = (targets: readonly string[]): string[] =>
  targets.slice(0, MAX_TARGETS).map((one) => elideText(one, TARGET_CHARS));

/** How many of a list stand behind its first ones, under a name; nothing where none does. */
export const beyond = <K extends string>(name: K, max: number, list: readonly unknown[]) =>
  (list.length > max ? { [name]: list.length - max } : {}) as { [key in K]?: number };
