import { canonicalJson, type Json } from "../../json";

/** A call as a turn asks for it; of a set its join is the last. */
export type AskedCall = { tool: string; args: Json };

/**
 * How like the recorded turn another acts: 1 for the same calls with the same arguments, 0.5 for the same tools, else 0.
 * The order in a set does not count; turns that call nothing are alike, whatever they answer: what an answer is worth is for
 * checks to say.
 */
export function scoreTurn(recorded: readonly AskedCall[], replayed: readonly AskedCall[]): 0 | 0.5 | 1 {
  if (isSameSet(recorded.map(callText), replayed.map(callText))) return 1;
  return isSameSet(
    recorded.map(({ tool }) => tool),
    replayed.map(({ tool }) => tool),
  )
    ? 0.5
    : 0;
}

const callText = ({ tool, args }: AskedCall): string => `${tool} ${canonicalJson(args)}`;

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const [first, second] = [a.toSorted(), b.toSorted()];
  return first.length === second.length && first.every((one, index) => one === second[index]);
}
