import { byteLength } from "./bytes";
import { tokensOfBytes } from "./cost";

/** What an entry takes beside its text. */
const FRAME_TOKENS = 4;

/** About how many tokens a text takes as an entry of a prompt's list. */
export const entryTokens = (text: string): number => tokensOfBytes(byteLength(text)) + FRAME_TOKENS;

/**
 * The first entries that fit, at most `max` and `maxTokens` together. One that is too long is taken as `shortened` gives it for
 * the room that is left, or passed over.
 */
export function takeWithin<Entry>(
  found: readonly Entry[],
  { max, maxTokens }: { max: number; maxTokens: number },
  textOf: (entry: Entry) => string,
  shortened: (entry: Entry, maxTokens: number) => Entry | undefined = () => undefined,
): Entry[] {
  const taken: Entry[] = [];
  let left = maxTokens;
  for (const entry of found) {
    if (taken.length >= max) break;
    const fitting = entryTokens(textOf(entry)) > left ? shortened(entry, left) : entry;
    if (fitting === undefined) continue;
    taken.push(fitting);
    left -= entryTokens(textOf(fitting));
  }
  return taken;
}
