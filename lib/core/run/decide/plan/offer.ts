import { digestOf } from "../../../bytes";
import type { Json } from "../../../json";
import { getOwn } from "../../../own";
import { changesByTitle, diffPlans } from "../../../plan/compare/diff";
import type { LongText, PlanPatch, StoredTask } from "../../../plan/stored";
import { longTextOf } from "../../../plan/targets";
import { cutText, elideText } from "../../../text";
import type { OfferedPlan } from "../../commands";
import { freedWithout, type WeakenedControl, weakenedBy } from "../../controls/changes/weakened";
import { partsOtherwise } from "../../controls/changes/weakened-checks";
import { beyond, placesOf } from "../../controls/release/facts";
import { feedersOf, leadingToActs } from "../../controls/release/leading";
import { type PlanAt, versionOffered } from "../../controls/release/release";
import type { WeakenedFacts } from "../../controls/terms/finding";
import { ANSWER, CHECKS_CONTROL, PLAN_CONTROL } from "../../controls/terms/names";
import { type ControlTerms, DEFAULT_REVIEW_DEADLINE_SECONDS } from "../../controls/terms/terms";
import { type DraftEvent, draft, type Payload } from "../../events";
import type { Question } from "../../events/questions";
import type { Reason, TitledChanges } from "../../events/reason";
import { planBound } from "../../gates/shown";
import { verbsOfKind } from "../../gates/table";
import { limitOf, usedOf } from "../../ledger/budgets";
import { currentPlan, offeredPlan } from "../../offered-plan";
import type { RunState } from "../../state";
import { taskOf } from "../../state/ready";
import { isTerminalTask } from "../../status";
import { deadline, openApproval } from "../gates/open";
import { weaknessOf } from "../gates/plan";

/** Of what a version exposes or changes, what a finding and a gate name. */
const MAX_NAMED = 20;
const TITLE_CHARS = 200;
const MAX_FIELDS = 8;
/** Characters of the texts of all checks that one question names; each of them has at most a part. */
const [CHECKS_CHARS, CHECK_CHARS] = [1_000, 160];
const MAX_BEHIND = 8;

type Origin = Pick<
  Payload<"plan_version_offered">,
  "origin" | "cause" | "author" | "renamed" | "moreRenamed"
> & { key?: string };

/**
 * What this plan would weaken as the next version of the run. The checks of a plan that a person wrote are theirs. A model's
 * plan weakens no control whose work it leaves as it stood: what it only rewrites beside one is held back when it acts.
 */
export function weakenedByPlan(
  state: RunState,
  { patch, reach }: OfferedPlan,
  byPerson = false,
): WeakenedControl[] {
  const { tasks } = versionOffered(state, { patch });
  const weakened = weakenedBy(state, { tasks, reach, agents: patch.agents });
  // A draft that is put before people anyway is approved with its checks.
  const asksChecks = !byPerson && !(state.phase === "planning" && state.settings.planApproval);
  return weakened.filter(
    ({ obligation: { control }, exposed }) =>
      (asksChecks || control !== CHECKS_CONTROL) && (byPerson || exposed.some(({ beside }) => !beside)),
  );
}

/** The finding with which a plan goes back to the one who wrote it, or is refused. */
export const weakenedReason = (state: RunState, plan: OfferedPlan, weakened: readonly WeakenedControl[]) =>
  ({
    code: "control_weakened",
    controls: weakened.slice(0, MAX_NAMED).map((one) => factsOf(state, plan, one)),
    ...beyond("moreControls", MAX_NAMED, weakened),
  }) as const;

/**
 * Holds a version back that changes a settled plan (`asksPlan`) or weakens controls, and asks everyone, and the people of
 * each control under its terms, at gates of their own (docs/engine.md, "Settled plans", "Controls"). Each gate is bound to
 * the version and to what it says that the version does.
 */
export function offerVersion(
  state: RunState,
  plan: OfferedPlan,
  { weakened, asksPlan = false }: { weakened: readonly WeakenedControl[]; asksPlan?: boolean },
  { key, ...origin }: Origin,
  now: number,
): DraftEvent[] {
  const version = state.planVersion + 1;
  const openings = questionsAbout(state, plan, { weakened, asksPlan, cause: origin.cause }, now);
  const gates = openings.map((one, index) => openApproval(state, one, index + 1));
  const { patch, digest, reach, tools, models, warnings, critique, dispositions } = plan;
  const offered = draft(
    "plan_version_offered",
    {
      version,
      parent: state.planVersion,
      ...origin,
      digest,
      patch,
      warnings,
      ...(reach && { reach }),
      ...(tools && { tools }),
      ...(models && { models }),
      ...(critique && { critique }),
      ...(dispositions && { dispositions }),
      controls: openings.map(({ subject }) => subject.control),
    },
    key,
  );
  return [offered, ...gates];
}

/** What people are asked about a version that is held back, each question by its control. */
export function questionsAbout(
  state: RunState,
  plan: OfferedPlan,
  { weakened, asksPlan, cause }: { weakened: readonly WeakenedControl[]; asksPlan: boolean; cause: Reason },
  now: number,
) {
  const version = state.planVersion + 1;
  const next = versionOffered(state, plan);
  const changes = changesOf(state, plan.patch);
  const title = cutText(plan.patch.title, TITLE_CHARS);
  const offersChanges = isWishLeft(state, now);
  const waivers = weakened.map((one) => {
    const { terms, control } = one.obligation;
    const weakenedFacts = factsOf(state, plan, one);
    const question: Question = { about: "control", version, title, weakened: weakenedFacts, changes };
    const { checks = [] } = one;
    const held = checks.map((check) => ({ ...check })) as Json[];
    const said = digestOf([plan.digest, question, terms, ...held]);
    return {
      kind: "control_waiver" as const,
      question,
      digest: planBound(said, next, freedWithout(one, next)),
      verbs: verbsOfKind("control_waiver").filter((verb) => offersChanges || verb !== "request_changes"),
      subject: { control },
      ...peopleOf(terms, now),
    };
  });
  const asked = asksPlan ? [planChange(state, { plan, next, cause }, now), ...waivers] : waivers;
  return asked.map((one) => ({ ...one, planVersion: version }));
}

const isWishLeft = (state: RunState, now: number): boolean =>
  usedOf(state, "maxWishes", now) < Number(limitOf(state, "maxWishes"));

/** Silence keeps the version that people know. Changes can be asked for as long as the run takes wishes. */
function planChange(
  state: RunState,
  { plan, next, cause }: { plan: OfferedPlan; next: PlanAt; cause: Reason },
  now: number,
) {
  const { title, order } = plan.patch;
  const weakness = weaknessOf(plan.critique, state.settings.critic.minScore);
  const question: Question = {
    about: "plan_change",
    version: state.planVersion + 1,
    title: cutText(title, TITLE_CHARS),
    cause,
    ended: state.order.filter((id) => isTerminalTask(taskOf(state, id).status)).length,
    tasks: order.length,
    changes: changesOf(state, plan.patch),
    ...(weakness && { weakness }),
  };
  return {
    kind: "plan_change" as const,
    question,
    digest: planBound(digestOf([plan.digest, question]), next),
    verbs: verbsOfKind("plan_change").filter((verb) => isWishLeft(state, now) || verb !== "request_changes"),
    subject: { control: PLAN_CONTROL },
    ...deadline(now, DEFAULT_REVIEW_DEADLINE_SECONDS),
    onTimeout: "reject" as const,
  };
}

/** Who has to answer, how many, and until when. Silence never does without a control, whatever it did at its gate. */
function peopleOf(terms: ControlTerms, now: number) {
  const { assignees, quorum, fourEyes, escalateTo, timeoutSeconds, onTimeout } = terms;
  const waits = onTimeout === "escalate" || onTimeout === "pause" ? onTimeout : "reject";
  return {
    assignees,
    quorum,
    fourEyes,
    ...(timeoutSeconds !== undefined && {
      ...deadline(now, timeoutSeconds),
      onTimeout: waits as typeof waits,
    }),
    ...(escalateTo.length > 0 && { escalateTo }),
  };
}

function factsOf(state: RunState, plan: OfferedPlan, weakened: WeakenedControl): WeakenedFacts {
  const { control } = weakened.obligation;
  const { exposed } = weakened;
  const next = versionOffered(state, plan);
  const specs = new Map(next.tasks.map((task) => [task.id, task]));
  const free = freedWithout(weakened, next);
  const leading = leadingToActs(next, free);
  const freeById = new Map(free.map((one) => [one.task.id, one]));
  const placesIn = (taskId: string) => {
    const act = freeById.get(taskId);
    const fed = feedersOf(leading, taskId).map(({ task }) => task);
    const { tools = [], targets = [], ...places } = act && act.tools.length > 0 ? placesOf(act, fed) : {};
    return {
      ...(tools.length > 0 && { tools }),
      ...(targets.length > 0 && { targets }),
      ...places,
    };
  };
  const named = new Set(exposed.map(({ taskId }) => taskId));
  const behind = free.filter(({ task }) => control === CHECKS_CONTROL && !named.has(task.id));
  return {
    control,
    title: titleOf(state, control),
    exposed: exposed.slice(0, MAX_NAMED).map(({ taskId, weaknesses, beside }) => {
      const spec = specs.get(taskId) ?? getOwn(state.tasks, taskId)?.spec;
      const title = taskId === ANSWER ? undefined : spec?.title;
      const check = checkFacts(state, weakened, taskId, specs.get(taskId));
      return {
        taskId,
        ...(title !== undefined && { title: cutText(title, TITLE_CHARS) }),
        lacks: weaknesses === "no_control" ? [] : weaknesses,
        ...(beside && { beside }),
        ...(check.length > 0 && { check }),
        ...placesIn(taskId),
      };
    }),
    ...beyond("omitted", MAX_NAMED, exposed),
    ...(behind.length > 0 && {
      behind: behind.slice(0, MAX_BEHIND).map(({ task }) => ({
        taskId: task.id,
        title: cutText(task.title, TITLE_CHARS),
        ...placesIn(task.id),
      })),
      ...beyond("moreBehind", MAX_BEHIND, behind),
    }),
    ...doneFacts(state, weakened),
  };
}

/** The parts of a check that would be others at a task, each in its beginning; of a refusal `lacks` says it. */
function checkFacts(
  state: RunState,
  { checks = [] }: WeakenedControl,
  taskId: string,
  next: StoredTask | undefined,
) {
  const check = checks.find(({ at }) => at === taskId);
  if (!check) return [];
  const share = Math.floor(CHECKS_CHARS / checks.flatMap(({ lost }) => lost).length);
  const textOf = (text: Json | LongText) => elideText(longTextOf(text), Math.min(CHECK_CHARS, share));
  return partsOtherwise(state, check, next).flatMap(({ part, was, now }) =>
    part === "refusal" ? [] : [{ part, was: textOf(was), ...(now !== undefined && { now: textOf(now) }) }],
  );
}

/** Acts that the control guarded and that have happened: a version without it takes nothing of them back. */
function doneFacts(state: RunState, { obligation, also = [] }: WeakenedControl) {
  const guarded = [obligation, ...also].flatMap((one) => one.guarded);
  const acted = new Map(guarded.flatMap(({ taskId, reach }) => (reach.length > 0 ? [[taskId, reach]] : [])));
  const done = [...acted].flatMap(([taskId, tools]) => {
    const task = getOwn(state.tasks, taskId);
    return task?.status === "succeeded" ? [{ task: task.spec, tools }] : [];
  });
  if (done.length === 0) return {};
  return {
    done: done.slice(0, MAX_NAMED).map((act) => {
      const { tools, moreTools, targets, moreTargets } = placesOf(act, []);
      return {
        taskId: act.task.id,
        title: cutText(act.task.title, TITLE_CHARS),
        tools,
        ...(moreTools !== undefined && { moreTools }),
        ...(targets.length > 0 && { targets }),
        ...(moreTargets !== undefined && { moreTargets }),
      };
    }),
    ...beyond("moreDone", MAX_NAMED, done),
  };
}

/** A control by its title in the last version that had it; checks and policies by their own name. */
const titleOf = (state: RunState, control: string): string =>
  cutText(getOwn(state.tasks, control)?.spec.title ?? control, TITLE_CHARS);

/** What a patch does to the plan in force, by title. */
function changesOf(state: RunState, patch: PlanPatch): TitledChanges {
  const inForce = currentPlan(state);
  const next = offeredPlan(state, patch) ?? inForce;
  const { added, rewritten, changed, removed } = changesByTitle(diffPlans(inForce, next));
  const titles = (found: readonly string[]) =>
    found.slice(0, MAX_NAMED).map((title) => cutText(title, TITLE_CHARS));
  const edits = rewritten?.slice(0, MAX_NAMED).map(({ title, fields }) => ({
    title: cutText(title, TITLE_CHARS),
    fields: fields.slice(0, MAX_FIELDS),
    ...beyond("moreFields", MAX_FIELDS, fields),
  }));
  const all = [added, rewritten ?? [], changed, removed];
  const omitted = all.reduce((sum, { length }) => sum + Math.max(0, length - MAX_NAMED), 0);
  return {
    added: titles(added),
    ...(edits && { rewritten: edits }),
    changed: titles(changed),
    removed: titles(removed),
    ...(omitted > 0 && { omitted }),
  };
}
