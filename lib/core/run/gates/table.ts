import { DECISIONS, type Decision, type TimeoutAnswer } from "../../plan/words";

/** What each answer takes and means, whatever the gate (docs/engine.md, "Kinds of gates"). */
type VerbRow = {
  /** Without it the answer says nothing: words, a value in place of the shown one, or the id of a model. */
  needs?: "comment" | "value" | "model";
  /** What may come with it: the new limit, the tail that REPLAN sets going, the final result of COMPLETE. */
  takes?: "limit" | "tail" | "result";
  /** It lets the work go on as a judgement: four eyes bind it, and silence stands for it only where nobody is bound. */
  passes?: true;
  /** It says what becomes of a call that may have happened: the terms of the call's controls bind it like a judgement. */
  settlesCall?: true;
  /** Where an answer takes several people, so many have to give this one, with the same value. */
  isCounted?: true;
  /** It stops what was asked about. */
  refuses?: true;
  /** It decides nothing: its words stay at the gate, which waits on. */
  keepsOpen?: true;
  /** It is never one press: a reason is asked for first, which may be left out unless the gate requires one. */
  invitesReason?: true;
  /** The key that chooses it; of several with one key a gate offers one. */
  key?: VerbKey;
};

/** `a` is what lets the work go on as it is proposed, whatever the gate. */
type VerbKey = "a" | "c" | "e" | "r";

export const VERBS = {
  approve: { passes: true, isCounted: true, key: "a" },
  edit: { passes: true, isCounted: true, needs: "value", key: "e" },
  respond: { passes: true, isCounted: true, needs: "value" },
  reject: { refuses: true, invitesReason: true, key: "r" },
  request_changes: { needs: "comment", key: "c" },
  ask: { needs: "comment", keepsOpen: true },
  CONTINUE: { passes: true },
  REPLAN: { passes: true, takes: "tail" },
  COMPLETE: { passes: true, takes: "result" },
  ABORT: { refuses: true },
  happened: { settlesCall: true, needs: "value", key: "a" },
  run: { settlesCall: true, isCounted: true },
  retry: { key: "a" },
  other: { isCounted: true, needs: "model" },
  raise: { takes: "limit", key: "a" },
  complete: {},
  abort: { refuses: true },
} as const satisfies Record<string, VerbRow> & Record<(typeof DECISIONS)[number], VerbRow>;

/** Every answer that some kind of gate offers. */
export type GateVerb = keyof typeof VERBS;
export const GATE_VERBS = Object.keys(VERBS) as [GateVerb, ...GateVerb[]];

/** What an answer leads to; sentences are made of it in `describe/gates`. */
export type Consequence =
  | "start_plan"
  | "redraft_plan"
  | "reject_plan"
  | "adopt_version"
  | "keep_version"
  | "change_plan"
  | "rewrite_change"
  | "decline_change"
  | "give_answer"
  | "rewrite_answer"
  | "withhold_answer"
  | "refine_plan"
  | "leave_plan"
  | "pass_shown"
  | "pass_edited"
  | "pass_given"
  | "fail_task"
  | "fail_with_changes"
  | "keep_waiting"
  | "take_proposal"
  | "keep_plan"
  | "replace_tail"
  | "finish_with_result"
  | "finish_without_budget"
  | "finish_early"
  | "end_run"
  | "run_call"
  | "run_edited_call"
  | "refuse_call"
  | "answer_call"
  | "leave_unanswered"
  | "take_outcome"
  | "repeat_call"
  | "raise_limit"
  | "write_tail_again"
  | "ask_model_again"
  | "replace_model"
  | "resume_engine";

/** Why an answer may take a second step: it ends the run, repeats a call, or sets work free that changes something. */
type RiskClass = "ends_run" | "repeats_call" | "repeats_known_call" | "releases";

/** `key` where a verb has one at this kind alone. */
type AnswerRow = { leadsTo: Consequence; risk?: RiskClass; key?: VerbKey };

type GateRow = {
  /** `work` and `call` hold their task until they are answered; `work` may be changed by a new plan version. */
  about: "plan" | "work" | "call" | "run";
  /** Nothing of the run starts while it is open. */
  haltsRun?: true;
  /** It says what becomes of a replan: ending the replan closes it. */
  aboutReplan?: true;
  /** It asks about a version that is not in force; all that are asked have to let it pass. */
  aboutOffer?: true;
  /** What it let pass in the parent is not let pass in a fork, where it is asked again. */
  perFork?: true;
  /** The run setting `fourEyes` binds its passing. */
  fourEyes?: true;
  /** What silence counts as at a deadline that is not answered otherwise; kinds without one have no deadline. */
  silence?: GateVerb;
  /** What a session that decides by rule (`mission --yes`) answers; without one only a person does. */
  bySession?: GateVerb;
  /** What it shows may be a list, whose items are judged one by one. */
  hasItems?: true;
  /** Its answers, the first one foremost. */
  verbs: { readonly [verb in GateVerb]?: AnswerRow };
};

const END_RUN = { leadsTo: "end_run", risk: "ends_run" } as const;

/** The kinds of gates: what each asks about, and what may be answered. Everything else reads it here. */
export const GATES = {
  plan_approval: {
    about: "plan",
    fourEyes: true,
    bySession: "approve",
    verbs: {
      approve: { leadsTo: "start_plan", risk: "releases" },
      request_changes: { leadsTo: "redraft_plan" },
      reject: { leadsTo: "reject_plan", risk: "ends_run" },
    },
  },
  control_waiver: {
    about: "plan",
    aboutOffer: true,
    aboutReplan: true,
    perFork: true,
    fourEyes: true,
    silence: "reject",
    bySession: "approve",
    verbs: {
      approve: { leadsTo: "adopt_version", risk: "releases" },
      request_changes: { leadsTo: "rewrite_change" },
      reject: { leadsTo: "keep_version" },
    },
  },
  plan_change: {
    about: "plan",
    aboutOffer: true,
    aboutReplan: true,
    perFork: true,
    fourEyes: true,
    silence: "reject",
    bySession: "approve",
    verbs: {
      approve: { leadsTo: "change_plan", risk: "releases" },
      request_changes: { leadsTo: "rewrite_change" },
      reject: { leadsTo: "decline_change" },
    },
  },
  answer_release: {
    about: "plan",
    perFork: true,
    fourEyes: true,
    bySession: "approve",
    verbs: {
      approve: { leadsTo: "give_answer" },
      request_changes: { leadsTo: "rewrite_answer" },
      reject: { leadsTo: "withhold_answer", risk: "ends_run" },
    },
  },
  plan_refinement: {
    about: "plan",
    fourEyes: true,
    silence: "reject",
    bySession: "approve",
    verbs: { approve: { leadsTo: "refine_plan", risk: "releases" }, reject: { leadsTo: "leave_plan" } },
  },
  human_review: {
    about: "work",
    hasItems: true,
    fourEyes: true,
    silence: "reject",
    bySession: "approve",
    verbs: {
      approve: { leadsTo: "pass_shown", risk: "releases" },
      edit: { leadsTo: "pass_edited", risk: "releases" },
      respond: { leadsTo: "pass_given", risk: "releases" },
      reject: { leadsTo: "fail_task" },
      request_changes: { leadsTo: "fail_with_changes" },
      ask: { leadsTo: "keep_waiting" },
    },
  },
  review_decision: {
    about: "work",
    fourEyes: true,
    silence: "ABORT",
    bySession: "approve",
    verbs: {
      approve: { leadsTo: "take_proposal" },
      CONTINUE: { leadsTo: "keep_plan", risk: "releases" },
      REPLAN: { leadsTo: "replace_tail", risk: "releases" },
      COMPLETE: { leadsTo: "finish_with_result" },
      ABORT: END_RUN,
    },
  },
  tool_approval: {
    about: "call",
    hasItems: true,
    fourEyes: true,
    silence: "reject",
    bySession: "approve",
    verbs: {
      approve: { leadsTo: "run_call", risk: "repeats_known_call" },
      edit: { leadsTo: "run_edited_call" },
      reject: { leadsTo: "refuse_call" },
    },
  },
  tool_input: {
    about: "call",
    silence: "reject",
    verbs: { respond: { leadsTo: "answer_call", key: "a" }, reject: { leadsTo: "leave_unanswered" } },
  },
  unknown_outcome: {
    about: "call",
    fourEyes: true,
    bySession: "abort",
    verbs: {
      happened: { leadsTo: "take_outcome" },
      run: { leadsTo: "repeat_call", risk: "repeats_call" },
      abort: END_RUN,
    },
  },
  budget: {
    about: "run",
    bySession: "complete",
    verbs: {
      raise: { leadsTo: "raise_limit" },
      complete: { leadsTo: "finish_without_budget" },
      abort: END_RUN,
    },
  },
  replan_failed: {
    about: "run",
    aboutReplan: true,
    bySession: "abort",
    verbs: { retry: { leadsTo: "write_tail_again" }, complete: { leadsTo: "finish_early" }, abort: END_RUN },
  },
  model_unavailable: {
    about: "run",
    verbs: { retry: { leadsTo: "ask_model_again" }, other: { leadsTo: "replace_model" }, abort: END_RUN },
  },
  engine_fault: {
    about: "run",
    haltsRun: true,
    verbs: { retry: { leadsTo: "resume_engine" }, abort: END_RUN },
  },
} as const satisfies Record<string, GateRow>;

export type ApprovalKind = keyof typeof GATES;
export const APPROVAL_KINDS = Object.keys(GATES) as [ApprovalKind, ...ApprovalKind[]];

/** A verb in any case, as people type it. */
export type TypedVerb = Lowercase<GateVerb>;
export const TYPED_VERBS = [...new Set(GATE_VERBS.map((verb) => verb.toLowerCase()))] as [
  TypedVerb,
  ...TypedVerb[],
];

export const gateRow = (kind: ApprovalKind): GateRow => GATES[kind];
export const verbRow = (verb: GateVerb): VerbRow => VERBS[verb];

/** What an answer to this gate cannot do without: what its verb needs, and the reason of a refusal that has to have one. */
export function needOf(verb: GateVerb, gate: { requiresReason?: boolean | undefined }): VerbRow["needs"] {
  const { needs, refuses } = verbRow(verb);
  return refuses && gate.requiresReason ? "comment" : needs;
}

/** All that a kind of gate may offer, in order; what it stands on takes some away when it opens. */
export const verbsOfKind = (kind: ApprovalKind): GateVerb[] => Object.keys(GATES[kind].verbs) as GateVerb[];

/**
 * The verbs of a human gate. One with a form is a question, and answering it is `respond`; anything else is an approval, at
 * which words of one's own let nothing pass: they `ask`. A form is filled in unless what is shown `fits` it.
 */
export function humanGateVerbs({ form }: { form?: unknown }, fits = false): GateVerb[] {
  const isQuestion = form !== undefined;
  const without = new Set<GateVerb>([
    ...(isQuestion ? (["ask", "edit"] as const) : ["respond" as const]),
    ...(isQuestion && !fits ? ["approve" as const] : []),
  ]);
  return verbsOfKind("human_review").filter((verb) => !without.has(verb));
}

/** The row of one answer; undefined where this kind does not offer it. */
export const answerRow = (kind: ApprovalKind, verb: GateVerb): AnswerRow | undefined =>
  gateRow(kind).verbs[verb];

/** The key that chooses an answer at a gate of this kind. */
export const keyOfVerb = (kind: ApprovalKind, verb: GateVerb): VerbKey | undefined =>
  answerRow(kind, verb)?.key ?? verbRow(verb).key;

/** The verb that a key asks for, if this gate offers it. */
export const verbOfKey = (
  key: string,
  { kind, verbs }: { kind: ApprovalKind; verbs: readonly GateVerb[] },
): GateVerb | undefined => verbs.find((verb) => keyOfVerb(kind, verb) === key);

export const isAboutCall = (kind: ApprovalKind): boolean => GATES[kind].about === "call";
/** True for questions about one task's work, which a new plan version may change. */
export const isAboutWork = (kind: ApprovalKind): boolean => GATES[kind].about === "work";
/** True for kinds whose task waits for the answer. */
export const holdsTask = (kind: ApprovalKind): boolean => isAboutCall(kind) || isAboutWork(kind);
/** True for questions that need no answer when nothing of the plan will be done any more. */
export const isAboutPlan = (kind: ApprovalKind): boolean => GATES[kind].about !== "run";
/** True for questions about a plan that people comment on. */
export const isOfPlan = (kind: ApprovalKind | undefined): boolean =>
  kind === "plan_approval" || kind === "plan_change";
/** The verb as what a planning review decides. Throws for any other: reviews offer none. */
export function toDecision(verb: GateVerb): Decision {
  const decision = DECISIONS.find((one) => one === verb);
  if (!decision) throw new Error(`${verb} is no decision of a review`);
  return decision;
}
export const isApproving = (verb: GateVerb): boolean => verbRow(verb).passes ?? false;
/** True for answers that are bound by the terms of what is asked about: four eyes do not take them from the author. */
export const isBinding = (verb: GateVerb): boolean => isApproving(verb) || verbRow(verb).settlesCall === true;

/** The one of these verbs that somebody typed, in whatever case. */
export function verbAmong(verbs: readonly GateVerb[], typed: string): GateVerb | undefined {
  return verbs.find((verb) => verb.toLowerCase() === typed.toLowerCase());
}

/** The verb that silence stands for: as the gate says, in its own spelling, else what its kind counts it as. */
export function silentVerb(gate: {
  kind: ApprovalKind;
  verbs: readonly GateVerb[];
  onTimeout?: TimeoutAnswer | undefined;
}): GateVerb {
  return verbAmong(gate.verbs, gate.onTimeout ?? "") ?? gateRow(gate.kind).silence ?? "reject";
}

/** Silence cannot stand for an answer that takes several people, or others than the author, or where somebody has asked something (`bound`). */
export function timeoutOf(onTimeout: TimeoutAnswer, kind: ApprovalKind, bound: boolean): TimeoutAnswer {
  const stands = GATE_VERBS.find((verb) => verb === onTimeout);
  if (!bound || stands === undefined || !isApproving(stands)) return onTimeout;
  return gateRow(kind).silence === "ABORT" ? "abort" : "reject";
}
