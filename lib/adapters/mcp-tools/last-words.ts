import type { Stream } from "node:stream";
import { plainText } from "./read-tools";
import type { Secrets } from "./secrets";

const MAX_CHARS = 500;
/** Longer than any secret, so that what is shown of the end holds no half of one. */
const MAX_KEPT_CHARS = 32_000;

/** The last of what a program said beside its answers. What would begin in the middle of a line is left out. */
export function lastWordsOf(stream: Stream | null): (secrets: Pick<Secrets, "inWords">) => string {
  let kept = "";
  let isCut = false;
  stream?.on("data", (part: Buffer) => {
    const all = kept + part.toString();
    isCut ||= all.length > MAX_KEPT_CHARS;
    kept = all.slice(-MAX_KEPT_CHARS);
  });
  return ({ inWords }) => {
    const lines = kept.indexOf("\n") + 1;
    const whole = !isCut ? kept : lines > 0 ? kept.slice(lines) : "";
    return plainText(inWords(whole).trim().slice(-MAX_CHARS), MAX_CHARS);
  };
}
