import { tokensOfBytes } from "../cost";
import { byteLength } from "../json";

/** A lesson that fits a mission, as it is found. */
export type FoundLesson = { id: string; version: number; text: string };

/** What an entry takes beside its text. */
const FRAME_TOKENS = 4;

/** About how many tokens a lesson takes in a prompt. */
export const lessonTokens = ({ text }: { text: string }): number =>
  tokensOfBytes(byteLength(text)) + FRAME_TOKENS;

/** The first of the found lessons that fit, at most `max` and `maxTokens` together; one that is too long is passed over. */
export function chooseLessons<Lesson extends FoundLesson>(
  found: readonly Lesson[],
  { max, maxTokens }: { max: number; maxTokens: number },
): Lesson[] {
  const chosen: Lesson[] = [];
  let left = maxTokens;
  for (const lesson of found) {
    const tokens = lessonTokens(lesson);
    if (chosen.length >= max) break;
    if (tokens > left) continue;
    chosen.push(lesson);
    left -= tokens;
  }
  return chosen;
}
