import type { DomainError } from "../../errors";
import type { PersonCommand, ReviewVerdict } from "../commands";
import { failureTermsOver } from "../controls/halt";
import { draft } from "../events";
import { authorsOf, bypassDenialReason } from "../gates/rules";
import { limitOf, usedOf } from "../ledger/budgets";
import { statedReason, wishOf } from "../reasons";
import type { ApprovalState, RunState } from "../state";
import { finishRun } from "./finish";
import { asksAboutReplans, cancelGates, withdrawReplan } from "./gates/cancel";
import { type Decided, refuse, refuseDenied } from "./refuse";

type Operator = Extract<PersonCommand, { type: "pause" | "resume" | "cancel" | "abort" | "request_replan" }>;

export function decideOperator(state: RunState, command: Operator, now: number): Decided {
  switch (command.type) {
    case "pause":
      if (state.paused) return refuse("not_allowed_now", "This run is paused already.");
      return [
        draft(
          "run_paused",
          command.reason === undefined ? {} : { reason: { code: "stated", text: command.reason } },
        ),
      ];
    case "resume":
      if (!state.paused) return refuse("not_allowed_now", "This run is not paused.");
      return [draft("run_resumed", {})];
    case "request_replan":
      return decideRequestReplan(state, command);
    case "abort": {
      const message = command.reason.trim();
      if (message === "") return missingReasonRefusal();
      return finishRun(state, "aborted_by_person", now, { because: [statedReason(message)] });
    }
    case "cancel":
      return finishRun(
        state,
        "cancelled",
        now,
        command.reason === undefined ? {} : { because: [statedReason(command.reason)] },
      );
  }
}

export const missingReasonRefusal = (): DomainError => refuse("invalid_input", "Say why.");

/** A command about the plan names the version its sender saw; another one is in force now. */
export function staleVersionRefusal(state: RunState, expected: number | undefined): DomainError | undefined {
  if (expected === undefined || expected === state.planVersion) return;
  const message = `You saw plan version ${expected}; version ${state.planVersion} is in force. Look at it first.`;
  return refuse("conflict", message, { expected, current: state.planVersion });
}

/** A tail of a person's own stands in place of the plan that they saw; in place of another one it would do something else. */
export function staleTailRefusal(
  { planVersion: current }: Pick<RunState, "planVersion">,
  { tail, expectedPlanVersion: expected }: Pick<ReviewVerdict, "tail" | "expectedPlanVersion">,
): DomainError | undefined {
  if (tail === undefined || expected === undefined || expected === current) return;
  const message = `This tail was written for plan version ${expected}; version ${current} is in force. Look at what changed first.`;
  return refuse("superseded", message, { expected, current });
}

function decideRequestReplan(
  state: RunState,
  command: Extract<Operator, { type: "request_replan" }>,
): Decided {
  const stale = staleVersionRefusal(state, command.expectedPlanVersion);
  if (stale) return stale;
  const reason = command.instruction.trim();
  const { round } = command;
  if (reason === "" && !round) return refuse("invalid_input", "Say what the new plan should do differently.");
  if (state.phase !== "executing") return refuse("not_allowed_now", "Only a running plan can be replanned.");
  const denial = command.by && bypassDenialReason(failureTermsOver(state), authorsOf(state), command.by);
  if (denial) return refuseDenied(denial, { bypassing: true });
  const underWay = state.replan !== undefined && !state.replanFailed;
  if (underWay || state.replanWanted) return refuse("not_allowed_now", "A replan is under way already.");
  // A limit that asks can be raised; one that ends the run must not end it over a wish.
  const limit = limitOf(state, "maxWishes") as number;
  if (state.settings.onBudget !== "gate" && usedOf(state, "maxWishes", state.lastAt) >= limit)
    return refuse("not_allowed_now", `This run has had its ${limit} replans that people asked for.`, {
      limit,
    });
  const why = { code: "replan_requested" } as const;
  return [
    ...withdrawReplan(state, why),
    ...cancelGates(state, why, isObsoletedByReplan),
    draft("replan_requested", { cause: wishOf(reason, round) }),
  ];
}

/** What was asked of a plan that another takes the place of. */
const isObsoletedByReplan = (gate: ApprovalState): boolean =>
  gate.kind === "plan_approval" || asksAboutReplans(gate);
