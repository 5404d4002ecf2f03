import { markedLine } from "../../legible/marked";
import type { ActPlaces } from "../../run/events/release";
import { formatCounted, withMore } from "../amounts";

const CUT_NOTE = " (its instructions are too long to list every address here)";

/** Said of work that names no address, or puts one together. */
export const UNKNOWN_TARGET = "target not known beforehand";

type Places = Partial<Omit<ActPlaces, "tools" | "moreTools" | "fedBy">>;

/** Names where an act acts, and what the work names that flows into it; what is not known of that is said. */
export const formatPlaces = ({ via = [], moreVia, ...act }: Places): string =>
  [
    act.targets ? targetsNote({ ...act, targets: act.targets }) : "",
    via.length > 0 ? `, with work that names ${withMore(markedLine(via.join(", ")), moreVia)}` : "",
    cutNote(act.cut),
  ].join("");

/** Its targets, as far as they are written. */
function targetsNote({ targets, moreTargets, open, cut }: Places & { targets: string[] }): string {
  if (targets.length === 0) return cut ? "" : `, ${UNKNOWN_TARGET}`;
  const named = ` to ${withMore(markedLine(targets.join(", ")), moreTargets)}`;
  return open ? `${named} and to targets not known beforehand` : named;
}

/** That an act does what work comes to which has not ended, and which is read beside it. */
export const fedByNote = (count: number | undefined): string => {
  if (count === undefined) return "";
  return `, with what ${formatCounted(count, "unfinished task gives", "unfinished tasks give")}`;
};

/** Said where only the beginning of a text was looked through. */
export const cutNote = (cut: true | undefined): string => (cut ? CUT_NOTE : "");
