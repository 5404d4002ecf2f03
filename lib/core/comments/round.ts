import { byteLength } from "../bytes";
import { cutText } from "../text";
import { anchorIn, type Place } from "./anchor";
import type { Anchor, Round, RoundComment } from "./schema";
import {
  type CommentLabel,
  MAX_NOTE_CHARS,
  MAX_ROUND_BYTES,
  MAX_ROUND_COMMENTS,
  MAX_ROUND_REPLIES,
} from "./words";

/** A comment as it is kept, with its thread in order. */
export type SendableComment = {
  id: string;
  anchor: Anchor;
  label: CommentLabel | null;
  text: string;
  replies: readonly string[];
  /** The people who wrote it and its replies. */
  by?: readonly { id: string; name: string }[];
};

/** Why comments cannot go out as one round. */
export type RoundProblem =
  | { code: "none" | "too_many" | "too_large" }
  /** These have no place in the plan in force. */
  | { code: "stale"; ids: string[] };

/**
 * The round that these comments make about a plan version, or about one that is offered in its place, or what keeps them
 * from being one.
 */
export function makeRound(
  comments: readonly SendableComment[],
  places: readonly Place[],
  number: number,
): { round: Round } | { problem: RoundProblem } {
  if (comments.length === 0) return { problem: { code: "none" } };
  if (comments.length > MAX_ROUND_COMMENTS) return { problem: { code: "too_many" } };
  const placed = comments.map((comment) => ({ comment, at: firstPlace(comment.anchor, places) }));
  const stale = placed.flatMap(({ comment, at }) => (at ? [] : [comment.id]));
  if (stale.length > 0) return { problem: { code: "stale", ids: stale } };
  const round = { number, comments: placed.map(({ comment, at }) => inRound(comment, at as PlacedAnchor)) };
  if (byteLength(JSON.stringify(round)) > MAX_ROUND_BYTES) return { problem: { code: "too_large" } };
  return { round };
}

type PlacedAnchor = Pick<RoundComment, "anchor" | "proposal">;

/** What was said of a proposal is about that one, what was said before is about the version in force. */
function firstPlace(anchor: Anchor, places: readonly Place[]): PlacedAnchor | undefined {
  const isMadeOn = ({ proposal, version }: Place) => proposal !== undefined && version === anchor.version;
  const inOrder = [...places.filter(isMadeOn), ...places.filter((place) => !isMadeOn(place))];
  for (const place of inOrder) {
    const found = anchorIn(anchor, place);
    if (found) return { anchor: found, ...(place.proposal !== undefined && { proposal: place.proposal }) };
  }
  return;
}

function inRound({ id, label, text, replies, by = [] }: SendableComment, at: PlacedAnchor): RoundComment {
  const last = replies.slice(-MAX_ROUND_REPLIES).map((reply) => cutText(reply, MAX_NOTE_CHARS));
  const writers = [...new Map(by.map((one) => [one.id, { id: one.id, name: one.name }])).values()];
  return {
    id,
    ...at,
    ...(label && { label }),
    text,
    ...(last.length > 0 && { replies: last }),
    ...(writers.length > 0 && { by: writers }),
  };
}
