import { type Spoof, spoofsIn } from "./look-alikes";
import { markOf } from "./marked";
import { type Unseen, unseenIn } from "./unseen";

/** A stretch of a text: as it is, a mark in the place of what is not seen, or letters that pass for others. */
type TextPart = { text: string } | { mark: string; unseen: Unseen } | { like: string; script: string };

/** A text in parts, nothing of it left out: what a page draws as it is, and what it has to make seen. */
export function textParts(text: string): TextPart[] {
  const unseen = unseenIn(text);
  const spoofs = spoofsIn(text);
  if (unseen.length === 0 && spoofs.length === 0) return text === "" ? [] : [{ text }];
  const found = [
    ...unseen.map((one) => ({ at: one.at, chars: one.raw.length, part: { mark: markOf(one), unseen: one } })),
    ...likesOf(text, spoofs),
  ].sort((a, b) => a.at - b.at);
  const parts: TextPart[] = [];
  let done = 0;
  for (const { at, chars, part } of found) {
    if (at < done) continue;
    if (at > done) parts.push({ text: text.slice(done, at) });
    parts.push(part);
    done = at + chars;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}

/** The foreign letters of words, those next to each other as one part. */
function likesOf(text: string, spoofs: readonly Spoof[]) {
  const found: { at: number; chars: number; part: { like: string; script: string } }[] = [];
  for (const { at: places, script } of spoofs) {
    for (const at of places) {
      const letter = String.fromCodePoint(text.codePointAt(at) as number);
      const last = found.at(-1);
      if (last && last.at + last.chars === at && last.part.script === script) {
        last.chars += letter.length;
        last.part.like += letter;
      } else {
        found.push({ at, chars: letter.length, part: { like: letter, script } });
      }
    }
  }
  return found;
}
