import { getOwn } from "../../../own";
import { gateOf } from "../../../plan/defaults";
import { gateSpec } from "../../../plan/schema";
import { cutText } from "../../../text";
import type { WorkerCommand } from "../../commands";
import { type Act, isOfPlan, unmetObligations } from "../../controls/obligations";
import { acting, planInForce, releasedBy } from "../../controls/release/release";
import { ANSWER } from "../../controls/terms/names";
import { type DraftEvent, draft } from "../../events";
import type { AskedBefore } from "../../events/approvals";
import { givenAnswerFor } from "../../gates/given";
import { denialReason } from "../../gates/rules";
import { humanGateVerbs, needOf } from "../../gates/table";
import type { ApprovalState, RunState, TaskState } from "../../state";
import { expectedTask, lateResult } from "../late-results";
import { gateConsequences } from "./consequences";
import { deadline, nextApprovalId, openApproval } from "./open";

type Opened = Extract<DraftEvent, { type: "approval_opened" }>;

/** What the gate shows is known: the question goes to people, and the task waits. */
export function decideGateShown(
  state: RunState,
  command: Extract<WorkerCommand, { type: "gate_shown" }>,
  now: number,
): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type);
  const gate = task.spec.gate ?? gateSpec.parse({});
  const { assignees, quorum, fourEyes, requiresReason, timeoutSeconds, onTimeout, escalateTo } = gate;
  const opened = openApproval(state, {
    kind: "human_review",
    taskId: task.id,
    prompt: command.prompt,
    ...(command.quotes && { quotes: command.quotes }),
    askedBefore: askedBefore(state, task),
    digest: command.digest,
    shown: command.shown,
    verbs: humanGateVerbs(gate, command.fits ?? false),
    assignees,
    quorum,
    ...(fourEyes !== undefined && { fourEyes }),
    ...(requiresReason && { requiresReason }),
    ...(timeoutSeconds !== undefined && { ...deadline(now, timeoutSeconds), onTimeout }),
    ...(escalateTo && { escalateTo }),
  });
  const waiting = { taskId: task.id, attempt: task.attempt, approvalId: nextApprovalId(state) };
  const events = [opened, draft("task_waiting", waiting, command.key)];
  return [...events, ...answeredInAdvance(state, task, opened as Opened, now)];
}

const MAX_ASKED_CHARS = 1_000;

/**
 * Finds what a human gate of an earlier version asked about work that is behind this one now: another wording may tell people
 * less (docs/engine.md, "Controls"). The one that this gate descends from, else one that no gate of the plan does.
 */
function askedBefore(state: RunState, { id, spec, sinceVersion }: TaskState): AskedBefore | undefined {
  const plan = planInForce(state);
  const acts = acting(releasedBy(plan, id)).flatMap(({ task, tools }) =>
    tools.map((tool): Act => ({ taskId: task.id, tool })),
  );
  const inForce = new Set(plan.tasks.map((task) => task.id));
  const gone = state.obligations.filter(
    ({ control, version, terms }) =>
      terms.kind === "human_review" &&
      version < sinceVersion &&
      !isOfPlan({ control }) &&
      !inForce.has(control),
  );
  if (gone.length === 0) return;
  const { releases } = state;
  const guarding = new Set(
    [...acts, { taskId: ANSWER } as const].flatMap((act) =>
      unmetObligations({ tasks: plan.tasks, obligations: gone, releases }, act),
    ),
  );
  const lineageOf = (control: string) => getOwn(state.tasks, control)?.spec.lineage;
  const kept = new Set(plan.tasks.flatMap((task) => (task.type === "human_review" ? task.lineage : [])));
  const own = gone.filter(({ control }) => lineageOf(control) === spec.lineage);
  const others = gone.filter((one) => guarding.has(one) && !kept.has(lineageOf(one.control) ?? ""));
  const before = own.at(-1) ?? others.at(-1);
  const known = before && getOwn(state.tasks, before.control)?.spec;
  if (!known) return;
  const asked = gateOf(known).prompt.trim();
  if (asked === gateOf(spec).prompt.trim()) return;
  return { version: before.version, text: cutText(asked, MAX_ASKED_CHARS) };
}

/** The answer that came with the run, where the gate does not bind its answers to people. */
function answeredInAdvance(state: RunState, task: TaskState, opened: Opened, now: number): DraftEvent[] {
  const given = givenAnswerFor(state, task);
  const { approvalId, verbs } = opened.payload;
  if (!given || !verbs.includes(given.verb) || denialReason(opened.payload, [], undefined, given.verb))
    return [];
  const { verb, reason: comment } = given;
  if (needOf(verb, opened.payload) === "comment" && !comment?.trim()) return [];
  const words = comment === undefined ? { because: { code: "given_with_run" } as const } : { comment };
  const answer = { verb, ...words, provenance: "session_rule" as const };
  const gate: ApprovalState = { ...opened.payload, status: "open", openedAt: now, openedSeq: state.seq };
  return [
    draft("approval_decided", { approvalId, ...answer }),
    ...gateConsequences(state, gate, answer, now),
  ];
}
