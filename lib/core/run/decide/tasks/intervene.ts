import type { DomainError } from "../../../errors";
import { getOwn } from "../../../own";
import type { Voter } from "../../../people";
import { COMMANDS } from "../../command-table";
import type { TaskCommand } from "../../commands";
import { checkOver } from "../../controls/changes/checks-over";
import { haltTermsOver } from "../../controls/halt";
import { type Release, tasksBehind } from "../../controls/obligations";
import {
  heldQuestion,
  type OpenQuestion,
  offerTerms,
  questionsFedBy,
  questionsListing,
  questionsReleasing,
} from "../../controls/release/asked";
import { sayDenial } from "../../controls/release/leave";
import { releasesOver } from "../../controls/release/release";
import { controlTerms } from "../../controls/terms/terms";
import { type DraftEvent, draft } from "../../events";
import { authorsAt } from "../../gates/authors";
import { inHand, isShownFirst } from "../../gates/in-hand";
import { gatesOfTask } from "../../gates/of-task";
import { authorsOf, bypassDenialReason } from "../../gates/rules";
import { isAboutWork } from "../../gates/table";
import { INTERVENTIONS, type InterventionType } from "../../interventions";
import type { ApprovalState, AttemptState, RunState, TaskState } from "../../state";
import { dependencyEffect } from "../../state/dependencies";
import { tasksInForce } from "../../state/in-force";
import { namedTask, taskOf } from "../../state/ready";
import { isTerminalTask } from "../../status";
import { afterHand, askAgain } from "../gates/ask-again";
import { asksAboutReplans, cancelGates, withdrawReplan } from "../gates/cancel";
import { missingReasonRefusal } from "../operator";
import { type Decided, refuse, refuseDenied } from "../refuse";
import { succeed } from "./attempts";

type Intervention = Exclude<TaskCommand, { type: "steer" }>;

const MAX_REASON_CHARS = 1_000;

/**
 * A person's hand on one task, with the reason (docs/engine.md, "Commands"). An ended task is opened again first, so
 * that whatever its end had caused is undone: the halt, the replan, the tasks that could never start.
 */
export function decideIntervention(state: RunState, command: Intervention, now: number): Decided {
  const task = namedTask(state, command.taskId);
  if (!task) return refuse("not_found", `There is no task "${command.taskId}" in this run.`);
  const refusal =
    stateRefusal(state, task, command) ??
    gateRefusal(state, task, command) ??
    (isShownFirst(state, task, command.type) ? unseenRefusal(state, task, command) : undefined) ??
    openPlanOver(state, task);
  if (refusal) return refusal;
  const reason = (command.reason ?? "").trim().slice(0, MAX_REASON_CHARS);
  if (reason === "" && command.type !== "retry_task") return missingReasonRefusal();
  switch (command.type) {
    case "retry_task": {
      const attempt = nextAttempt(task);
      return (
        missingUpstream(state, task) ??
        openQuestionOver(state, task) ?? [
          ...reopenTask(state, task, command.type, attempt),
          ...askedAgainOver(state, task, command.type, now),
        ]
      );
    }
    case "skip_task": {
      const skipped = draft("task_skipped", {
        taskId: task.id,
        reason: { code: "skipped_by_person", text: reason },
      });
      const again = askedAgainOver(state, task, command.type, now);
      return [...reopenTask(state, task, command.type), skipped, ...again];
    }
    case "accept_result":
      return acceptResult(state, task, reason, now);
    case "supply_result": {
      const supplied = draft("result_supplied", { taskId: task.id, attempt: task.attempt, reason });
      const opened = reopenTask(state, task, command.type);
      return [
        ...opened,
        supplied,
        succeed(state, task, command.value, "person"),
        ...askedAgainOver(state, task, command.type, now),
      ];
    }
  }
}

/** After the last one that began: an attempt that was granted and never started is no attempt. */
const nextAttempt = ({ attempts }: TaskState): number => {
  const last = attempts.at(-1);
  return last ? last.attempt + 1 : 0;
};

function stateRefusal(state: RunState, task: TaskState, { type }: Intervention): DomainError | undefined {
  const { id, status, spec } = task;
  if (state.phase !== "executing") {
    return refuse("not_allowed_now", "Tasks can be changed only while their plan runs.", {
      phase: state.phase,
    });
  }
  if (!INTERVENTIONS[type].has(status)) {
    return refuse("not_allowed_now", `"${id}" is ${status}: ${ALLOWED_WHEN[type]}.`, { status });
  }
  if (type !== "supply_result" && type !== "accept_result") return;
  if (spec.type === "planning_review") {
    return refuse("not_allowed_now", `"${id}" is a review: decide it instead of giving it a result.`);
  }
  if (spec.type === "human_review" && status === "waiting") {
    return refuse("not_allowed_now", `"${id}" asks a person: answer its gate.`);
  }
  return;
}

/** What they let act by their own hand is what they were shown (docs/engine.md, "Commands"). */
function unseenRefusal(state: RunState, task: TaskState, { digest }: TaskCommand): DomainError | undefined {
  if (digest === undefined) return;
  const now = inHand(state, task)?.digest ?? null;
  if (digest === now) return;
  if (digest === null)
    return refuse("invalid_input", `Send the digest of what "${task.id}" lets act: ${WHERE}.`, {
      field: "digest",
    });
  return refuse("superseded", "What this lets act has changed since you saw it. Look again.", {
    digest: now,
  });
}

const WHERE = "the context of the task has it, with all of it, as `inHand`";

/** A control's rules about people hold for anyone who does without its answer, whether it has been asked or not. */
function gateRefusal(state: RunState, task: TaskState, command: Intervention): DomainError | undefined {
  if (command.type === "retry_task") return retryRefusal(state, task, command.by);
  const terms = controlTerms(task.spec, state.settings);
  const gates = [
    ...gatesOfTask(state, task.id),
    ...(terms ? [terms] : []),
    ...checkOver(state, task.id),
    ...haltTermsOver(state, task.id),
    ...(governs(state, task.id) ? offerTerms(state) : []),
  ];
  return aroundRefusal(state, gates, task, command.by);
}

/**
 * Work that people let pass may be tried again as it is, and a control that they did not let pass by those who could. What a control rests on, or what comes to its work from beside, had
 * ended as they saw it when they let it pass; and work that a person skipped since has been taken back.
 */
function retryRefusal(state: RunState, task: TaskState, by: Voter | undefined): DomainError | undefined {
  if (task.diagnosis?.code === "skipped_by_person") return aroundRefusal(state, [], task, by);
  const refused = task.refusedIn === undefined ? undefined : controlTerms(task.spec, state.settings);
  const again = [
    ...(refused ? [refused] : []),
    ...haltTermsOver(state, task.id),
    ...(governs(state, task.id) ? offerTerms(state) : []),
  ];
  if (again.length > 0) return aroundRefusal(state, again, task, by);
  const tasks = tasksInForce(state);
  const isReleased = ({ control }: Release) => tasksBehind(tasks, control).has(task.id);
  const passed = releasesOver(state, task.id).filter((release) => !isReleased(release));
  const denial = bypassDenialReason(
    passed.map(({ terms }) => terms),
    authorsOf(state),
    by,
  );
  return denial && refuseDenied(denial, { bypassing: true });
}

/** Tried again, it would end otherwise than an open question about it shows. */
function openQuestionOver(state: RunState, task: TaskState): DomainError | undefined {
  const [asked] = questionsOver(state, task);
  if (!asked) return;
  const message = `“${asked.spec.title}” shows what became of "${task.id}" and waits for people: decide it first.`;
  return refuse("not_allowed_now", message, { waitsFor: asked.id });
}

/**
 * Questions that show what became of the task, or list what it came to among what an act reads, are asked as it is now; so are those
 * whose answer lets something else act because a control asks nobody any more, or is to ask after all.
 */
function askedAgainOver(state: RunState, task: TaskState, act: InterventionType, now: number): DraftEvent[] {
  const isSkip = act === "skip_task";
  const isTriedAgain = act === "retry_task";
  const over = (isSkip || isTriedAgain ? [] : questionsOver(state, task)).flatMap((one): OpenQuestion[] =>
    one.approvalId === undefined ? [heldQuestion(one)] : gatesOfTask(state, one.id),
  );
  const isControl = controlTerms(task.spec, state.settings) !== undefined;
  const after = isControl ? afterHand(state, task.id, !isTriedAgain) : state;
  const asked = [
    ...over,
    ...questionsListing(state, task.id).filter(({ kind }) => isAboutWork(kind)),
    ...(isControl ? questionsReleasing(state, after) : []),
  ].filter(({ taskId }) => taskId !== task.id);
  const once = new Map(asked.map((one) => [one.approvalId ?? one.taskId, one]));
  return askAgain(after, [...once.values()], { code: "task_changed", act }, now);
}

/** A plan that waits for people is not asked about again for what its acts read: it is decided first. */
function openPlanOver(state: RunState, { id }: TaskState): DomainError | undefined {
  if (governs(state, id)) return;
  const asked = questionsListing(state, id).find(({ kind }) => !isAboutWork(kind));
  if (!asked) return;
  const message = `A gate about the plan shows what "${id}" came to and waits for people: decide it first.`;
  return refuse("not_allowed_now", message, { waitsFor: asked.approvalId ?? null });
}

/** Controls and held reviews that have been shown what became of a task, and that nobody has decided. */
const questionsOver = (state: RunState, { id }: TaskState): TaskState[] =>
  [...(getOwn(state.dependents, id) ?? [])]
    .map((one) => taskOf(state, one))
    .filter(({ id: one, approvalId }) =>
      approvalId === undefined
        ? getOwn(state.held, one) !== undefined
        : getOwn(state.openApprovals, approvalId) !== undefined &&
          isAboutWork(getOwn(state.approvals, approvalId)?.kind ?? "tool_approval"),
    );

/**
 * What people let pass or are asked about, or a plan that they let run, rests on the task: who changes what it gives needs
 * their leave as well.
 */
function aroundRefusal(
  state: RunState,
  gates: Parameters<typeof bypassDenialReason>[0],
  task: TaskState,
  by: Voter | undefined,
): DomainError | undefined {
  const denial = bypassDenialReason(gates, authorsAt(state, heldQuestion(task)), by);
  if (denial) return refuseDenied(denial, { bypassing: true });
  const denied = sayDenial(state, task.id, by);
  return denied && refuseDenied(denied.denial, { bypassing: denied.isOfPlan ? "plan" : true });
}

const ALLOWED_WHEN: Record<Intervention["type"], string> = {
  retry_task: "a task can be retried when it failed, was skipped or was blocked",
  skip_task: "a task can be skipped until it has a result or was skipped",
  accept_result: "a result can be accepted as long as the task has none",
  supply_result: "a result can be supplied as long as the task has none",
};

/** Tried again, it would end at once: what it builds on is not there. */
function missingUpstream(state: RunState, task: TaskState): DomainError | undefined {
  const missing = task.spec.dependsOn
    .map((id) => taskOf(state, id))
    .find((one) => isTerminalTask(one.status) && dependencyEffect(state, one, task) !== "satisfied");
  if (!missing) return;
  const message = `"${task.id}" needs "${missing.id}", which is ${missing.status}: retry that one, or supply its result.`;
  return refuse("not_allowed_now", message, { upstream: missing.id });
}

function acceptResult(state: RunState, task: TaskState, reason: string, now: number): Decided {
  const refused = task.attempts.findLast(hasOutput);
  if (!refused) {
    return refuse("not_allowed_now", `No attempt of "${task.id}" left a result to accept: supply one.`);
  }
  const accepted = draft("result_accepted", { taskId: task.id, attempt: refused.attempt, reason });
  const opened = reopenTask(state, task, "accept_result");
  return [
    ...opened,
    accepted,
    succeed(state, task, refused.output, "person"),
    ...askedAgainOver(state, task, "accept_result", now),
  ];
}

const hasOutput = (one: AttemptState): one is AttemptState & Required<Pick<AttemptState, "output">> =>
  one.output !== undefined;

/** Undoes what the task's end has caused, and closes what people were asked about it. */
function reopenTask(
  state: RunState,
  task: TaskState,
  act: InterventionType,
  attempt = task.attempt,
): DraftEvent[] {
  const why = { code: "task_changed", act } as const;
  const { id: taskId } = task;
  const isCause = governs(state, taskId);
  const isObsolete = (gate: ApprovalState): boolean =>
    gate.taskId === taskId || gate.kind === "answer_release" || (isCause && asksAboutReplans(gate));
  const events = [...(isCause ? withdrawReplan(state, why) : []), ...cancelGates(state, why, isObsolete)];
  return isTerminalTask(task.status) ? [...events, draft("task_reopened", { taskId, attempt })] : events;
}

/** Whether a replan or a halt is there because of the task. */
const governs = ({ replan, replanWanted, halt }: RunState, taskId: string): boolean =>
  [replan?.cause, replanWanted, halt].some((one) => one?.taskId === taskId);

/** A word to an agent at work; it reads it before its next step (docs/engine.md, "Commands"). */
export function decideSteer(
  state: RunState,
  command: Extract<TaskCommand, { type: "steer" }>,
  now: number,
): Decided {
  const { taskId } = command;
  const task = namedTask(state, taskId);
  if (!task) return refuse("not_found", `There is no task "${taskId}" in this run.`);
  if (task.spec.type !== "task" || task.status !== "running") {
    return refuse("not_allowed_now", `No agent is at work on "${taskId}": it is ${task.status}.`);
  }
  const message = command.message.trim().slice(0, COMMANDS.steer.words.max);
  if (message === "") return refuse("invalid_input", "Say what the agent should consider.");
  const denied = aroundRefusal(state, [], task, command.by) ?? unseenRefusal(state, task, command);
  if (denied) return denied;
  const reason = { code: "task_changed", act: command.type } as const;
  const asked = questionsFedBy(state, taskId);
  const steered = draft("steered", { taskId, attempt: task.attempt, message });
  return [steered, ...askAgain(state, asked, reason, now)];
}
