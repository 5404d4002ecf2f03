import { byteLength } from "./bytes";
import { tokensOfBytes } from "./cost";

/** What an entry takes beside its text. */
const FRAME_TOKENS = 4;

/** About how many tokens a text takes as an entry of a prompt's list. */
export const entryTokens = (text: string): number => tokensOfBytes(byteLength(text)) + FRAME_TOKENS;

/** The first entries that fit, at most `max` and `maxTokens` together; one that is too long is passed over. */
export function takeWithin<Entry>(
  found: readonly Entry[],
  { max, maxTokens }: { max: number; maxTokens: number },
  textOf: (entry: Entry) => string,
): Entry[] {
  const taken: Entry[] = [];
  let left = maxTokens;
  for (const entry of found) {
    if (taken.length >= max) break;
    const tokens = entryTokens(textOf(entry));
    if (tokens > left) continue;
    taken.push(entry);
    left -= tokens;
  }
  return taken;
}
