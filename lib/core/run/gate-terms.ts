import type { JsonObject } from "../json";
import { authorsOf } from "./gate-rules";
import type { ApprovalState, RunState } from "./state";

/** What binds the answers to a gate, as lists and clients are told. */
export type GateTerms = {
  /** How many different people have to approve. */
  quorum: number;
  votes: NonNullable<ApprovalState["votes"]>;
  /** Who may not let it pass, being the author; empty without four eyes. */
  notBy: { id: string; name: string }[];
  /** How often it was handed on, and to whom it may be. */
  escalations: number;
  escalateTo: string[];
  /** JSON Schema of the answer, where the gate asks for one. */
  form: JsonObject | null;
  /** The gate that this one asks anew. */
  supersedes: string | null;
};

/** The terms of a gate as its run stands. */
export function termsOf(state: RunState, gate: ApprovalState): GateTerms {
  const {
    kind,
    taskId = "",
    quorum = 1,
    votes = [],
    escalations = 0,
    escalateTo = [],
    supersedes = null,
  } = gate;
  const form = kind === "human_review" ? state.tasks[taskId]?.spec.gate?.form : undefined;
  const notBy = gate.fourEyes ? authorsOf(state) : [];
  return { quorum, votes, notBy, escalations, escalateTo, form: form ?? null, supersedes };
}
