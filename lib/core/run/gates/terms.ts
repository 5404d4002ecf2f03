import type { Json, JsonObject } from "../../json";
import { getOwn } from "../../own";
import { heldQuestion } from "../controls/release/asked";
import { peopleNeeded, sayTermsAt } from "../controls/release/leave";
import { decidedTerms } from "../controls/terms/terms";
import type { ActorRef } from "../events/envelope";
import type { ApprovalState, HandedOn, RunState, TaskState } from "../state";
import { authorsAt } from "./authors";
import { authorsOf } from "./rules";
import { type GateVerb, verbsOfKind } from "./table";

/** What binds the answers to a gate, as lists and clients get it. */
export type GateTerms = {
  /** How many different people have to give the same answer. */
  quorum: number;
  /** The same of answers with votes that take another number, as what they bring has a say in work that more people let act. */
  needs?: { [verb in GateVerb]?: number };
  /** Rejecting takes a reason. */
  requiresReason?: true;
  votes: NonNullable<ApprovalState["votes"]>;
  /** What people asked, and the replies: they decide nothing. */
  asked: { by: ActorRef; at: number; words: string }[];
  /** Who may not let it pass, being the author; empty without four eyes. */
  notBy: { id: string; name: string }[];
  /** How often its deadlines handed it on, and to whom they may. */
  escalations: number;
  escalateTo: string[];
  /** By whom else it was handed on; absent where nobody did. */
  handedOn?: HandedOn[];
  /** JSON Schema of the answer, where the gate asks for one. */
  form: JsonObject | null;
  /** The results that the question quotes, in the order of its labels; absent where it quotes none. */
  quotes?: { taskId: string; title: string; text: string; left?: number; whole?: string }[];
  /** Answers to choose from, where a tool that asks offers some. */
  options: string[];
  /** The gate that this one asks again. */
  supersedes: string | null;
};

/** An answer for which people have voted; others agree with it by its digest. `needed`: how many have to give the same. */
export type ProposedAnswer = {
  verb: GateVerb;
  digest: string;
  value: Json;
  by: { id: string; name: string }[];
  needed: number;
};

/** The form that an answer has to fit: a human gate's own, or that of the tool that asks. */
export function formOf(
  state: RunState,
  { kind, taskId = "", pause }: Pick<ApprovalState, "kind" | "taskId" | "pause">,
): JsonObject | undefined {
  if (kind === "tool_input") return pause?.form;
  return kind === "human_review" ? getOwn(state.tasks, taskId)?.spec.gate?.form : undefined;
}

/** Who may not decide a held review otherwise, as at the gate that it would be. */
export const heldNotBy = (state: RunState, { id, spec }: TaskState): GateTerms["notBy"] =>
  decidedTerms(spec, state.settings)?.fourEyes ? authorsAt(state, heldQuestion({ id })) : [];

/** The terms of a gate as its run stands. */
export function termsOf(state: RunState, gate: ApprovalState): GateTerms {
  const { quorum = 1, votes = [], asked = [], escalations = 0, escalateTo = [], supersedes = null } = gate;
  const notBy = gate.fourEyes ? authorsAt(state, gate) : [];
  const form = formOf(state, gate) ?? null;
  const { options = [] } = gate.pause ?? {};
  const quotes = gate.quotes?.map(({ at: _at, chars: _chars, ...quote }) => quote);
  const reason = gate.requiresReason ? { requiresReason: true as const } : {};
  const needs = needsOf(state, gate);
  return {
    quorum,
    ...(needs && { needs }),
    ...reason,
    ...(quotes && { quotes }),
    ...(gate.handedOn && { handedOn: gate.handedOn }),
    votes,
    asked,
    notBy,
    escalations,
    escalateTo,
    form,
    options,
    supersedes,
  };
}

/** What answers with votes take, where it is more than the gate's quorum. */
function needsOf(state: RunState, gate: ApprovalState): GateTerms["needs"] {
  const { quorum = 1, votes = [] } = gate;
  const needed = votes.map(({ verb }) => [verb, peopleNeeded(state, gate, verb)] as const);
  const others = needed.filter(([, count]) => count !== quorum);
  return others.length > 0 ? Object.fromEntries(others) : undefined;
}

/**
 * The terms that bind what an answer to an open gate brings, where they are others than its own; each once, none that bind
 * nobody.
 */
export function sayBoundAt(
  state: RunState,
  gate: ApprovalState,
): { assignees: string[]; quorum: number; notBy: GateTerms["notBy"] }[] {
  const own = whoOf(gate);
  const bound = verbsOfKind(gate.kind).flatMap((verb) => sayTermsAt(state, gate, verb));
  const others = new Map(bound.map((terms) => [whoOf(terms), terms]));
  return [...others].flatMap(([who, { assignees, quorum, fourEyes }]) =>
    who === own || who === NOBODY ? [] : [{ assignees, quorum, notBy: fourEyes ? authorsOf(state) : [] }],
  );
}

const whoOf = ({
  assignees,
  quorum = 1,
  fourEyes = false,
}: Pick<ApprovalState, "assignees" | "quorum" | "fourEyes">): string =>
  JSON.stringify([assignees, quorum, fourEyes]);

const NOBODY = whoOf({ assignees: [] });
