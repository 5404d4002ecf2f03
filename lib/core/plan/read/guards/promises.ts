import type { Plan } from "../../schema";
import { asksAPerson } from "../known-plan";
import type { Report } from "../report";
import { asksForApproval, demandsControl, deniesControl } from "./asking";

/**
 * What the objective, an agent's prompt and a task's instruction say of people (docs/plans.md, "What is asked of people"): that
 * work waits for somebody is true only where the plan has a control of that kind.
 */

/** Beginnings of the clause that names what has to be so first. */
const OF_SOMEBODY =
  /(?<!\p{L})(?:before|until|till|unless|once|after|without|bevor|bis|ehe|sobald|ohne|avant|tant|sans|hasta|antes|sin|prima|finché|senza|voordat|totdat|zonder)\s+(?:\S+\s+){1,5}?(?:has|have|says?|agrees?|hat|haben|ont|ait|a|haya|han|ha|heeft)(?!\p{L})/iu;
/** "Ms." ends none. */
const SENTENCE_END = /(?<=\p{L}{3}[.!?;]|[\p{N})"”][.!?])\s+|(?<=[。！？])|\n/u;
/** Somebody is asked in the middle of the work. */
const STOPS_TO_ASK =
  /(?<!\p{L})(?:stop|pause|wait|halt)(?: here)?(?:,| and| then)+ (?:ask|check with|consult)(?!\p{L})/iu;
/** Somebody decides, whatever the plan says: "Priya has the last word", "one that Priya has not cleared". */
const IS_DECIDED =
  /(?<!\p{L})(?:has|have|gets?) the (?:last|final) (?:word|say)(?!\p{L})|(?<!\p{L})(?:that|which|what) (?:\S+ ){1,4}?(?:has|have) not (?:yet |been )?(?:\p{L}+ )?(?:agreed|approved|accepted|confirmed|signed|okayed|cleared|released|seen|checked)(?!\p{L})/iu;
/** In what a result is checked by: somebody has agreed to it. */
const HAS_AGREED =
  /(?<!\p{L})(?:has|have|hat|haben|a|ont|ha|han|heeft|hebben) (?:\S+ ){0,9}?(?:agreed|approved|accepted|confirmed|consented|signed|okayed|nodded|cleared|zugestimmt|bestätigt|genehmigt|unterschrieben|approuvé|accepté|validé|signé|aprobado|aceptado|firmado|approvato|accettato|firmato|goedgekeurd|ingestemd)(?!\p{L})/iu;
/** A criterion of so few words that speaks of an approval names no more than that. */
const FEW_WORDS = 5;
const AGREED =
  /(?<!\p{L})(?:agree[ds]?|accepted|confirmed|consented|nodded|zugestimmt|bestätigt|validé|accepté)[.!]?$/iu;
const AGREED_BY =
  /^(?:approved|agreed|accepted|confirmed|okayed|signed(?:[- ]off)?|cleared|genehmigt|freigegeben|approuvé|validé|aprobado) (?:by|with|von|durch|par|por)(?!\p{L})/iu;
const isOfApproval = (criterion: string): boolean =>
  AGREED_BY.test(criterion) ||
  ((criterion.match(/\S+/g) ?? []).length <= FEW_WORDS &&
    (asksForApproval(criterion) || AGREED.test(criterion)));
/** The work waits until somebody has agreed: "once Tove has nodded". */
const waitsForYes = (sentence: string): boolean =>
  OF_SOMEBODY.test(
    sentence.replace(/(?<!\p{L})(?:after|ohne|sans|sin|senza|zonder|without)(?!\p{L})/giu, ""),
  ) && HAS_AGREED.test(sentence);
const DENIES = /(?<!\p{L})(?:never|nothing|nobody|not)(?!\p{L})/iu;

/** True of a sentence that promises people; in a task's own instruction, which may tell of others, only a demand counts. */
const promises = (sentence: string, isOfTask: boolean): boolean =>
  !deniesControl(sentence) &&
  (STOPS_TO_ASK.test(sentence) ||
    (!isOfTask && (waitsForYes(sentence) || IS_DECIDED.test(sentence))) ||
    ((demandsControl(sentence) || (!isOfTask && DENIES.test(sentence))) &&
      (asksForApproval(sentence) || OF_SOMEBODY.test(sentence))));

/** Reports what a plan without any control by people says of them. */
export function settlePromises(plan: Plan, report: Report): void {
  if (plan.tasks.some(asksAPerson)) return;
  const said: [path: string, text: unknown][] = [
    ["objective", plan.objective],
    ...Object.entries(plan.agents).map(([name, { prompt }]): [string, unknown] => [
      `agents.${name}.prompt`,
      prompt,
    ]),
    ...plan.tasks.map(({ id, input }): [string, unknown] => [`tasks.${id}.input`, input]),
    ...plan.tasks.map(({ id, llmReview }): [string, unknown] => [`tasks.${id}.llmReview`, llmReview]),
  ];
  for (const [path, text] of said) {
    if (typeof text !== "string" || report.isSettled(text)) continue;
    const isCheck = path.endsWith(".llmReview");
    const sentence = text
      .split(SENTENCE_END)
      .find(
        (one) =>
          promises(one, path.startsWith("tasks.")) ||
          (isCheck && (HAS_AGREED.test(one) || isOfApproval(one))),
      );
    if (sentence !== undefined)
      report.unread(path, sentence, "says that people decide, and no gate or review of the plan asks them");
  }
}
