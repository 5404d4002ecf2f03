import { MAX_REASON_CHARS } from "../inputs/limits";
import type { Command, PersonCommand, PersonCommandType, ServiceCommand, WorkerCommand } from "./commands";

/** The words that come with a command of a person: how many, and whether it needs any. */
type Words = { max: number; required?: true };

type PersonCommandRow = {
  by: "person";
  /** The right that it takes; `onQuestion` where its task is a review or a human gate, which it then decides. */
  right: "operate" | "review";
  onQuestion?: "review";
  /** The reason, message or instruction of it. */
  words?: Words;
  /** It has a reply of its own in a run that has ended; the others are refused alike. */
  afterEnd?: true;
};

const REASON = { max: MAX_REASON_CHARS } as const;
const REQUIRED_REASON = { max: MAX_REASON_CHARS, required: true } as const;
const WORKER = { by: "worker" } as const;

/** Every command: who sends it, and of people's what it takes. Services, deciding and their tests read it here. */
export const COMMANDS = {
  create: { by: "service" },
  fork: { by: "service" },
  tools_changed: { by: "service" },
  count_question: { by: "service" },

  pause: { by: "person", right: "operate", words: REASON },
  resume: { by: "person", right: "operate" },
  cancel: { by: "person", right: "operate", words: REASON },
  abort: { by: "person", right: "operate", words: REQUIRED_REASON },
  raise_budget: { by: "person", right: "operate" },
  edit_plan: { by: "person", right: "operate", words: REQUIRED_REASON },
  request_replan: { by: "person", right: "operate", words: REQUIRED_REASON },
  retry_task: { by: "person", right: "operate", words: REASON },
  skip_task: { by: "person", right: "operate", onQuestion: "review", words: REQUIRED_REASON },
  accept_result: { by: "person", right: "review", words: REQUIRED_REASON },
  supply_result: { by: "person", right: "review", words: REQUIRED_REASON },
  steer: { by: "person", right: "operate", words: REQUIRED_REASON },
  override_review: { by: "person", right: "review", words: REASON },
  claim_review: { by: "person", right: "review" },
  release_review: { by: "person", right: "review" },
  decide_by_hand: { by: "person", right: "review" },
  review_finding: { by: "person", right: "review", words: { max: 1_000, required: true } },
  decide_approval: { by: "person", right: "review", words: { max: 20_000 }, afterEnd: true },
  hand_on: { by: "person", right: "review", words: REQUIRED_REASON },

  take_lease: WORKER,
  start: WORKER,
  record_calls: WORKER,
  cancel_reservation: WORKER,
  reserve: WORKER,
  plan_drafted: WORKER,
  plan_refused: WORKER,
  lessons_shown: WORKER,
  examples_shown: WORKER,
  missions_shown: WORKER,
  plan_judged: WORKER,
  policy_applied: WORKER,
  step_taken: WORKER,
  details_written: WORKER,
  check_repaired: WORKER,
  task_reasoned: WORKER,
  steps_summarized: WORKER,
  tool_started: WORKER,
  tool_finished: WORKER,
  tool_denied: WORKER,
  tool_paused: WORKER,
  attempt_succeeded: WORKER,
  attempt_failed: WORKER,
  quality_gate_judged: WORKER,
  synthesis_taken: WORKER,
  attempt_blocked: WORKER,
  calls_asked: WORKER,
  call_ended_late: WORKER,
  call_not_begun: WORKER,
  gate_shown: WORKER,
  review_not_needed: WORKER,
  review_read: WORKER,
  review_voted: WORKER,
  review_given: WORKER,
  replan_written: WORKER,
  replan_impossible: WORKER,
  replan_unwritten: WORKER,
  refinement_written: WORKER,
  refinement_unneeded: WORKER,
  refinement_unwritten: WORKER,
  summary_written: WORKER,
  summary_unwritten: WORKER,
  answer_ready: WORKER,
  answer_critiqued: WORKER,
  answer_revised: WORKER,
  approach_critiqued: WORKER,
  approach_not_critiqued: WORKER,
  run_assessed: WORKER,
  reflection_stopped: WORKER,
  attempt_critiqued: WORKER,
  attempt_reflected: WORKER,
  effect_failed: WORKER,
  release: WORKER,
  report_fault: WORKER,
} as const satisfies { [T in PersonCommand["type"]]: PersonCommandRow } & {
  [T in WorkerCommand["type"]]: { by: "worker" };
} & { [T in ServiceCommand["type"]]: { by: "service" } };

export const personCommandRow = (type: PersonCommandType): PersonCommandRow => COMMANDS[type];

export const isPersonCommand = (type: Command["type"]): type is PersonCommandType =>
  COMMANDS[type].by === "person";

/** What people send, in the order of the table. */
export const PERSON_COMMANDS = (Object.keys(COMMANDS) as Command["type"][]).filter(isPersonCommand);
