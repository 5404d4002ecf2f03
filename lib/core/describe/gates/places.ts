import { markedLine } from "../../legible/marked";
import type { ReleasedAct } from "../../run/events/release";
import { formatTaskCount } from "../costs/totals";

const CUT_NOTE = " (its instructions are too long to list every address here)";

/** Where an act acts, and what the work names that flows into it; empty where nothing of that is known. */
export const formatPlaces = ({
  targets = [],
  via = [],
  cut,
}: Partial<Pick<ReleasedAct, "targets" | "via" | "cut">>): string =>
  [
    targets.length > 0 ? ` to ${markedLine(targets.join(", "))}` : "",
    via.length > 0 ? `, with work that names ${markedLine(via.join(", "))}` : "",
    cutNote(cut),
  ].join("");

/** That an act does what other work comes to, which is read beside it. */
export const fedByNote = (count: number | undefined): string =>
  count === undefined
    ? ""
    : `, with what ${formatTaskCount(count)} before it ${count === 1 ? "gives" : "give"}`;

/** Said where only the beginning of a text was looked through. */
export const cutNote = (cut: true | undefined): string => (cut ? CUT_NOTE : "");
