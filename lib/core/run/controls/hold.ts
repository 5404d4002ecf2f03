import { getOwn } from "../../own";
import type { ChangeSinceRelease, ModelOtherwise } from "../events/call-reasons";
import { gatesOnCall } from "../gates/of-task";
import { authorsOf } from "../gates/rules";
import type { ApprovalState, RunState, TaskState } from "../state";
import { tasksInForce } from "../state/in-force";
import { answerMetBy } from "./answer";
import {
  type Act,
  isOfPlan,
  type Obligation,
  obligationId,
  type Release,
  unmetObligations,
} from "./obligations";
import { modelsOtherwise } from "./release/models";
import { toldOtherwise } from "./release/told";
import { couldAct, isReleasedTool } from "./same-tool";
import { asksNoOthers } from "./terms/terms";
import { workUpTo } from "./work";

/**
 * Obligations that one gate can meet: `terms` are the first one's, and as strong as those of all others. `since`: people had
 * let it pass, and this is another one now; `told`: its agent was told of these tools otherwise; `models`: others do its work.
 */
export type Hold = {
  obligations: string[];
  controls: string[];
  since?: ChangeSinceRelease;
  told?: string[];
  models?: ModelOtherwise[];
};

const MAX_TOLD = 6;

/** Whether a tool could change something outside when people were told what their controls hold back, whatever it says now. */
export const wasReached = ({ obligations }: Readonly<RunState>, tool: string): boolean =>
  couldAct(obligations, tool);

/**
 * What holds back what is about to happen in this run, as far as one gate can release it; undefined when nothing does.
 * `call` is the key of the call, which people may have let run already.
 */
export function holdOn(state: RunState, act: Act, call?: string): Hold | undefined {
  if (state.obligations.length === 0) return;
  const { obligations, releases } = state;
  const tasks = tasksInForce(state);
  const isAnswered = (release: Release) => isStillAnswered(state, release);
  const toldSince = (release: Release) =>
    "tool" in act ? toldOtherwise(state, act.taskId, release, act.told) : [];
  const modelsSince = (release: Release) =>
    "tool" in act ? modelsOtherwise(state, act.taskId, release, act.models) : [];
  const isAsTold = (release: Release) => toldSince(release).length + modelsSince(release).length === 0;
  const standing = { tasks, obligations, releases, since: sinceOf(state), isAnswered, isAsTold };
  const isMet = "tool" in act ? metBy(state, act, call, "tool_approval") : answerMetBy(state, isAnswered);
  const group = askedTogether(unmetObligations(standing, act), isMet);
  if (!group) return;
  const controls = [
    ...new Set(group.map(({ control }) => getOwn(state.tasks, control)?.spec.title ?? control)),
  ];
  const hold = { obligations: group.map(obligationId), controls };
  const passed = passedBefore(releases, group, "tool" in act ? workUpTo(tasks).get(act.taskId) : undefined);
  const since = passed && changeSince(state, passed, act, isAnswered(passed));
  if (since) return { ...hold, since };
  const told = passed ? toldSince(passed) : [];
  if (told.length > 0) return { ...hold, since: "told", told: told.slice(0, MAX_TOLD) };
  const models = passed ? modelsSince(passed) : [];
  return models.length > 0 ? { ...hold, since: "models", models: models.slice(0, MAX_TOLD) } : hold;
}

/**
 * The obligations over what may be about to happen once more, as far as one question of this kind can meet them: another time
 * is theirs to let happen, whatever they let pass before. An answer counts where they were told of the time before (`isTold`).
 * Empty when nobody of them is left to be asked.
 */
export function holdOnRepeat(
  state: RunState,
  act: Act,
  call: string,
  kind: "tool_approval" | "unknown_outcome",
  isTold?: (gate: ApprovalState) => boolean,
): string[] {
  // An approved plan asks about another time no more than any run does: everyone.
  const obligations = state.obligations.filter((one) => !isOfPlan(one));
  if (obligations.length === 0) return [];
  const over = unmetObligations({ tasks: tasksInForce(state), obligations, releases: [] }, act);
  return askedTogether(over, metBy(state, act, call, kind, isTold))?.map(obligationId) ?? [];
}

/** Of what nobody has let pass, the most that one gate can meet: the first one's people are also those of all others. */
function askedTogether(all: Obligation[], isMet: (one: Obligation) => boolean): Obligation[] | undefined {
  const unmet = all.filter((one) => !isMet(one));
  const [group] = unmet
    .map((one) => [one, ...unmet.filter((other) => other !== one && isCovered(one, other))])
    .sort((a, b) => b.length - a.length);
  return group;
}

/** What people of these controls let pass last, of this work where any of it was. */
function passedBefore(
  releases: readonly Release[],
  group: readonly Obligation[],
  own: string | undefined,
): Release | undefined {
  const passed = releases.filter(({ control }) => group.some((one) => one.control === control));
  return passed.findLast(({ work }) => own !== undefined && work.includes(own)) ?? passed.at(-1);
}

/** In what a call differs from what people released; undefined where it was not part of that at all. */
function changeSince(
  state: RunState,
  { work, tools }: Release,
  act: Act,
  isAnswered: boolean,
): ChangeSinceRelease | undefined {
  if (!("tool" in act)) return;
  if (!work.includes(workUpTo(tasksInForce(state)).get(act.taskId) ?? "")) return "work";
  if (!isAnswered) return "people";
  const { mark } = act;
  const { obligations } = state;
  if (!mark || !tools || isReleasedTool(tools, mark, obligations)) return;
  const sameBut = tools.map((known) => ({ ...known, policies: mark.policies }));
  return isReleasedTool(sameBut, mark, obligations) ? "policies" : "tool";
}

/** The leave of people for exactly this call counts, whatever asked for it: under four eyes none of them has become an author since. */
export function isLeaveStanding(state: RunState, task: TaskState, call: string): boolean {
  const last = gatesOnCall(state, task, call).findLast(isAnsweredByPeople);
  const { fourEyes = false, approvalId } = last ?? {};
  return isStillAnswered(state, { terms: { fourEyes }, approvalId });
}

/** Under four eyes who let work pass and has become an author since does not stand for a second pair. */
function isStillAnswered(
  state: RunState,
  {
    terms,
    approvalId = "",
    by,
  }: { terms: { fourEyes: boolean }; approvalId?: string | undefined; by?: string | undefined },
): boolean {
  if (!terms.fourEyes) return true;
  const { decided, votes = [] } = getOwn(state.approvals, approvalId) ?? {};
  const voters = votes.map((vote) => vote.by.id);
  const decider = decided?.by.kind === "person" ? [decided.by.id] : [];
  const authors = new Set(authorsOf(state).map(({ id }) => id));
  return [...voters, ...decider, ...(by === undefined ? [] : [by])].every((id) => !authors.has(id));
}

const sinceOf =
  ({ tasks }: RunState) =>
  (taskId: string): number =>
    getOwn(tasks, taskId)?.sinceVersion ?? 0;

/**
 * The obligations that people have met who let exactly this call run, by the last answer to this kind of question: those that
 * they were asked for, and those of later versions that ask for nobody else, as long as they still count as those who may.
 */
function metBy(
  state: RunState,
  act: Act,
  call = "",
  kind: ApprovalState["kind"],
  isTold: (gate: ApprovalState) => boolean = () => true,
): (one: Obligation) => boolean {
  const task = getOwn(state.tasks, act.taskId);
  // One that was begun and has no end is let run by what had let it begin, as far as nothing else asks about it.
  const begun = kind === "tool_approval" ? (getOwn(task?.begunBy, call)?.obligations ?? []) : [];
  const met = [...begun, ...(getOwn(task?.verdicts, call)?.obligations ?? [])];
  const all = task && met.length > 0 ? gatesOnCall(state, task, call) : [];
  const answered = all.filter((gate) => gate.kind === kind && isAnsweredByPeople(gate) && isTold(gate));
  const asked = state.obligations.filter((one) => met.includes(obligationId(one)));
  return (one) => {
    const by = asked.filter((other) => other === one || isCovered(other, one)).map(obligationId);
    const last = answered.findLast(({ obligations = [] }) => obligations.some((id) => by.includes(id)));
    return last !== undefined && isStillAnswered(state, { terms: one.terms, approvalId: last.approvalId });
  };
}

/** That nothing of the call was sent is a worker's word, and lets nothing run. */
const isAnsweredByPeople = ({ decided }: ApprovalState): boolean =>
  decided !== undefined && decided.because?.code !== "not_begun";

/** A question about a call shows the call, waits without a deadline and has no form: only its people can be others. */
const isCovered = (one: Obligation, other: Obligation): boolean => asksNoOthers(one.terms, other.terms);
