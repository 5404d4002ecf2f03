import type { Payload } from "../events";

/** How far a question about the rest of the plan is. */
export type RefinementStatus = "asked" | "offered" | Payload<"refined">["outcome"];

/** What of an ended task speaks against what later tasks assume. */
type EndSign = NonNullable<Payload<"refinement_started">["because"]>[number];

/** One refinement, as the run's history tells it. */
export type RefinementEntry = {
  number: number;
  /** Tasks that had ended when it was asked for. */
  about: string[];
  because?: EndSign[];
  startedAt: number;
  fromVersion: number;
  status: RefinementStatus;
  endedAt?: number;
} & Partial<Omit<Payload<"refined">, "number" | "outcome">>;

/** The part of a run's state that is about refining what is still planned (docs/engine.md, "Refinements"). */
export type RefinementsState = {
  /** Tasks that have ended, in order, of which nobody was told yet. */
  ended: string[];
  /** What spoke against the rest of the plan in these and in those that were asked about. */
  signs?: EndSign[];
  /** Every question that was asked, in order. */
  entries: RefinementEntry[];
  /** The question that is open; `until` is how long others wait for it. */
  asked?: { number: number; about: string[]; fromVersion: number; until: number };
  /** What people are asked to let pass; `approved` once they have. */
  offered?: Payload<"refinement_offered"> & { approved?: true };
  /** On whose words that was written; absent where on nobody's. */
  speakers?: { id: string; name: string }[];
};
