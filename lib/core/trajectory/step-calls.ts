import { splitThinking } from "../answers/thinking";
import { canonicalJson, isJsonObject, type Json } from "../json";
import { getOwn } from "../own";
import { injectResults } from "./join";
import { type Branch, branch as branchSchema, type Call, type Step, type Trajectory } from "./types";

/** The arguments that a person put in the place of a call's own; whatever its id, which a model has made. */
export const editedArgs = ({ edited = {} }: Step, callId: string): Json | undefined => getOwn(edited, callId);

/** The items of its list that a person took out. */
export const leftOutOf = ({ leftOut = {} }: Step, callId: string) => getOwn(leftOut, callId);

/** What people said when they were asked about it. */
export const saidOf = ({ said = {} }: Step, callId: string) => getOwn(said, callId);

/** The calls of a step's action in order, the join of a set last. */
export function callsOf({ action }: Pick<Step, "action">): Call[] {
  switch (action.type) {
    case "tool":
      return [{ callId: action.callId, tool: action.tool, args: action.args }];
    case "parallel":
      return [...action.calls, ...(action.join ? [action.join] : [])];
    case "finish":
      return [];
  }
}

/** The call that runs on the results of the step's set. */
export const joinOf = ({ action }: Pick<Step, "action">): Call | undefined =>
  action.type === "parallel" ? action.join : undefined;

/** Does the step still lack results of its calls? */
export function isOpen(step: Step): boolean {
  return step.action.type !== "finish" && step.error === undefined && step.observation === undefined;
}

/** The results of a step's calls, whatever the form in which the step holds them. */
export function branchesOf(step: Step): Branch[] {
  const { action, observation, artifact } = step;
  if (observation === undefined) return step.branches ?? [];
  if (action.type === "tool") {
    const { callId, tool } = action;
    return [{ callId, tool, ok: true, output: observation, ...(artifact !== undefined && { artifact }) }];
  }
  if (!isJsonObject(observation) || !Array.isArray(observation.branches)) return [];
  return [...observation.branches, observation.join].flatMap(
    (item) => branchSchema.safeParse(item).data ?? [],
  );
}

/** The results of the step's calls without that of its join, in the order of the calls. */
export function setBranchesOf(step: Step): Branch[] {
  const known = new Map(branchesOf(step).map((one) => [one.callId, one]));
  const join = joinOf(step);
  return callsOf(step).flatMap(({ callId }) => (callId === join?.callId ? [] : (known.get(callId) ?? [])));
}

/** Has a failed call of its set kept the step's join from running? */
const isJoinSkipped = (step: Step): boolean =>
  joinOf(step) !== undefined && setBranchesOf(step).some(({ ok }) => !ok);

/** Tool calls that have run, over the whole trajectory; a join that was skipped is none, nor is a refused call. */
export function hopsUsed(steps: readonly Step[]): number {
  return steps.reduce((hops, step) => hops + hopsOf(step), 0);
}

function hopsOf(step: Step): number {
  if (step.invalid) return 0;
  const { branches = [], refused = [] } = step;
  if (isOpen(step)) return branches.length - refused.length;
  return callsOf(step).length - refused.length - (isJoinSkipped(step) ? 1 : 0);
}

/**
 * The best answer that an attempt has come to: the last that it gave, although it was not the end; else its last
 * thought; else what its last call gave; null when there is nothing (docs/agents.md, "Budgets of an attempt").
 */
export function bestAnswer({ steps }: Pick<Trajectory, "steps">): Json {
  const answers = steps.flatMap(({ action }) => (action.type === "finish" ? [unthought(action.answer)] : []));
  const said = steps.map(({ thought }) => unthought(thought));
  const seen = steps.flatMap((step) => {
    const outputs = setBranchesOf(step).flatMap((one) => (one.ok ? [one.output] : []));
    return step.observation ?? outputs.at(-1) ?? [];
  });
  return answers.findLast(isSomething) ?? said.findLast(isSomething) ?? seen.at(-1) ?? null;
}

const unthought = (answer: Json): Json =>
  typeof answer === "string" ? splitThinking(answer).answer : answer;

const isSomething = (value: Json): boolean =>
  value !== null && (typeof value !== "string" || value.trim() !== "");

/** The arguments with which a call runs: a person's, where they edited it; those of a join with the results in them. */
export function argsOf(step: Step, { callId, args }: Call): Json {
  const edited = editedArgs(step, callId);
  if (edited !== undefined || joinOf(step)?.callId !== callId) return edited ?? args;
  return injectResults(args, setBranchesOf(step));
}

/**
 * How many equal calls the attempt has made before this one of its step; turns that were refused have made none. The
 * same in every attempt that goes the same way, so that it can stand in an idempotency key.
 */
export function equalCallsBefore({ steps }: Pick<Trajectory, "steps">, step: number, call: Call): number {
  const wanted = canonicalJson(call.args);
  const before = steps
    .filter((one) => one.step <= step && !one.invalid)
    .flatMap((one) => {
      const calls = callsOf(one);
      const own = one.step === step ? calls.findIndex(({ callId }) => callId === call.callId) : -1;
      return (own < 0 ? calls : calls.slice(0, own)).map((other) => ({ one, other }));
    });
  return before.filter(
    ({ one, other }) => other.tool === call.tool && canonicalJson(argsOf(one, other)) === wanted,
  ).length;
}
