import { cutText } from "../../text";
import type { ApprovalState } from "../state";
import type { Risk } from "./risk";
import {
  type ApprovalKind,
  answerRow,
  type Consequence,
  type GateVerb,
  isAboutCall,
  isApproving,
} from "./table";

/** What is shown of a long value before somebody asks for all of it. */
const SHOWN_CHARS = 800;
const SHOWN_LINES = 16;

/** The beginning of a text that is shown at first; undefined where all of it is. */
export function beginningOf(text: string): string | undefined {
  const lines = text.split("\n", SHOWN_LINES + 1);
  const head = lines.length > SHOWN_LINES ? lines.slice(0, SHOWN_LINES).join("\n") : text;
  const shown = cutText(head, SHOWN_CHARS);
  return shown.length < text.length ? shown : undefined;
}

/** True where the question of a gate quotes more than stands in it: what is let pass is not in view as a whole. */
export const quotesCut = ({ quotes = [] }: Pick<ApprovalState, "quotes">): boolean =>
  quotes.some(({ left }) => left !== undefined);

/** Answers that let a call run, or work with a risk go on: what they are about has to have been in view as a whole. */
export const takesReading = (kind: ApprovalKind, verb: GateVerb, isRisky: boolean): boolean =>
  letsPass(kind, verb) && (isAboutCall(kind) || isRisky);

/** True for answers that let what is shown go on, changed or not. */
const letsPass = (kind: ApprovalKind, verb: GateVerb): boolean =>
  runsCall(kind, verb) || (isApproving(verb) && answerRow(kind, verb)?.leadsTo !== "finish_with_result");

/** True for answers with which a call runs: what it does stands in its arguments, which nothing but a panel shows. */
export function runsCall(kind: ApprovalKind, verb: GateVerb): boolean {
  const leadsTo = answerRow(kind, verb)?.leadsTo;
  return leadsTo !== undefined && RUNS_CALL.has(leadsTo);
}

const RUNS_CALL: ReadonlySet<Consequence> = new Set(["run_call", "run_edited_call", "repeat_call"]);

/** True for answers that are given where all that they let happen stands: one at a time, in the panel (docs/engine.md, "The release"). */
export const takesPanel = (kind: ApprovalKind, verb: GateVerb, risk: Risk | undefined): boolean =>
  runsCall(kind, verb) || risk?.code === "starts_changes" || risk?.code === "frees_models";
