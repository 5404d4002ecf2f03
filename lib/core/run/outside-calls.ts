import type { Consent, NotDone } from "./consent";

/** How a call of a tool that acts ended; `failed`: it answered with an error, `unknown`: nobody told its end. */
export type OutsideOutcome = "done" | "failed" | "unknown";

/** A call by which a run changed something outside, or tried to. `at` in milliseconds: when it ended, or began. */
export type OutsideCall = {
  taskId: string;
  title: string;
  attempt: number;
  step: number;
  callId: string;
  tool: string;
  /** The beginning of the arguments that went out, as people edited them. */
  args: string;
  outcome: OutsideOutcome;
  /** A simulated tool: nothing real was changed. */
  simulated: boolean;
  error: string | null;
  at: number;
  consent: Consent;
};

/** The first of them, oldest first, how many there are, and what people let act with the plan that was not done. */
export type OutsideCalls = { items: OutsideCall[]; count: number; notDone: NotDone[] };
