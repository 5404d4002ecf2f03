import type { Payload } from "../run/events";
import { cutText } from "../text";
import { formatReason } from "./reason";

/** Of the details of a task, or of its check; all of them stand with it. */
const SHOWN_CHARS = 400;

type Described = [word: string, text: string, tone?: "retry"];

/** What was written of a task since its plan was: its details, or why it starts without. */
export const describeDetails = ({ details, problem }: Payload<"task_detailed">, title: string): Described =>
  details
    ? ["details", `${title}: ${cutText(details.join(" "), SHOWN_CHARS)}`]
    : [
        "details",
        `${title} starts without details: ${problem ? formatReason(problem) : "none were written"}`,
        "retry",
      ];

/** The same of its check, which could not be evaluated. */
export const describeRepairedCheck = (
  { verification, problem }: Payload<"check_repaired">,
  title: string,
): Described =>
  verification === undefined
    ? [
        "check",
        `${title} keeps its check: ${problem ? formatReason(problem) : "no other was written"}`,
        "retry",
      ]
    : ["check", `${title} has its check written again: ${cutText(verification, SHOWN_CHARS)}`];
