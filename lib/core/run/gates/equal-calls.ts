import { digestOf } from "../../bytes";
import { type DomainError, domainError } from "../../errors";
import type { Json } from "../../json";
import { getOwn, setOwn } from "../../own";
import type { BegunTool } from "../../policy/rule-call";
import type { ActStart, ApprovalState, RunState, TaskState } from "../state";
import { callKey, gatesOnCall } from "./of-task";

/** The step of an attempt that makes a call: all of its calls are ruled together, and those that are equal know of each other. */
type StepRef = { taskId: string; attempt: number; step: number };

const nameOf = ({ taskId, attempt, step }: StepRef): string => `${attempt}/${step}/${taskId}`;

/** The same of calls of a tool with equal arguments. */
export const callDigest = (tool: string, args: Json): string => digestOf([tool, args]);

/** Keeps the start of a call that acts, by the digest of its tool and arguments, and what its tool was. */
export function recordActStart(
  state: RunState,
  call: string,
  { tool, definition, idempotent, ...of }: StepRef & BegunTool & { tool: string },
): void {
  const by = nameOf(of);
  const last = getOwn(state.lastActs, call);
  const before = last?.by === by ? last.before : last?.seq;
  const start: ActStart = {
    seq: state.seq,
    by,
    tool,
    ...(before !== undefined && { before }),
    ...(definition !== undefined && { definition }),
    ...(idempotent && { idempotent }),
  };
  state.lastActs ??= {};
  setOwn(state.lastActs, call, start);
}

/** The event by which another step last started an equal call that acts; 0 where none has. */
function lastEqualStart({ lastActs }: Pick<RunState, "lastActs">, call: string, of: StepRef): number {
  const last = getOwn(lastActs, call);
  return (last?.by === nameOf(of) ? last.before : last?.seq) ?? 0;
}

/** True where a task has started a call that acts, and that nothing else has repeated. */
export const hasActed = (state: Pick<RunState, "lastActs">, taskId: string): boolean =>
  toolsActed(state).has(taskId);

/** The tools by which tasks have started calls that act, by the id of the task that made each last; sorted. */
export function toolsActed({ lastActs = {} }: Pick<RunState, "lastActs">): Map<string, string[]> {
  const acted = new Map<string, Set<string>>();
  for (const { by, tool } of Object.values(lastActs)) {
    const taskId = by.split("/").slice(2).join("/");
    acted.set(taskId, (acted.get(taskId) ?? new Set()).add(tool));
  }
  return new Map([...acted].map(([taskId, tools]) => [taskId, [...tools].sort()]));
}

const OVERTAKEN = domainError("conflict", "An equal call was started after this one was let run.", {
  problem: "equal_call_started",
});
const RULED_OTHERWISE = domainError("conflict", "What this call was let run by has changed since.", {
  problem: "ruled_by_another_version",
});
/** The start of a call whose attempt is over by then. */
export const ATTEMPT_OVER = domainError("conflict", "The attempt that would make this call is over.", {
  problem: "attempt_over",
});
const PROBLEMS: ReadonlySet<unknown> = new Set([
  "equal_call_started",
  "ruled_by_another_version",
  "attempt_over",
]);

/** The start is refused because of what has happened since its ruling: nobody's fault, the call is ruled again. */
export const isOvertaken = ({ details }: Pick<DomainError, "details">): boolean =>
  details instanceof Object && "problem" in details && PROBLEMS.has(details.problem);

/**
 * Why a call may not start that was let run by what was known at the event `ruledAt`: another step has started an equal one
 * since, of which nobody was told, or plan or tools are others, by which controls may hold it (docs/engine.md, "Tool calls").
 * Undefined when it may; `call` is absent of what does not act.
 */
export function overtakenBy(
  state: RunState,
  { call, ruledAt = 0, ...of }: StepRef & { call?: string | undefined; ruledAt?: number | undefined },
): DomainError | undefined {
  if (call === undefined) return;
  if ((state.rulesSince ?? 0) > ruledAt) return RULED_OTHERWISE;
  return lastEqualStart(state, call, of) > ruledAt ? OVERTAKEN : undefined;
}

/** `elsewhere` names the equal calls of other runs of the family. */
type ToldRef = StepRef & { elsewhere?: string | undefined };

/**
 * Whether those who answered a question about the call were told of the last equal one, and of those elsewhere. Who put their
 * own arguments in its place was asked about others.
 */
export function isTold(state: RunState, gate: ApprovalState, call: string, of: ToldRef): boolean {
  if (of.elsewhere !== undefined && gate.subject?.elsewhere !== of.elsewhere) return false;
  if (gate.decided?.verb === "edit") return lastEqualStart(state, call, of) === 0;
  return lastEqualStart(state, call, of) <= Number(gate.subject?.ruledAt ?? gate.openedSeq);
}

/** Whether the last answer that lets a call run was given by people who were told of the last equal one. */
export function isLeaveTold(
  state: RunState,
  task: TaskState,
  step: number,
  {
    callId,
    tool,
    args,
    elsewhere,
  }: { callId: string; tool: string; args: Json } & Pick<ToldRef, "elsewhere">,
): boolean {
  const of = { taskId: task.id, attempt: task.attempt, step, elsewhere };
  const call = callDigest(tool, args);
  // That nothing of a call was sent is a worker's word, and holds for what had let it run.
  const last = gatesOnCall(state, task, callKey(step, callId)).findLast(
    ({ decided }) => decided && decided.because?.code !== "not_begun",
  );
  if (last) return isTold(state, last, call, of);
  return elsewhere === undefined && lastEqualStart(state, call, of) === 0;
}
