import type { Stream } from "node:stream";
import { plainText } from "./read-tools";
import type { Secrets } from "./secrets";

const MAX_CHARS = 500;
/** Longer than any secret, so that what is shown of the end holds no half of one. */
const MAX_BUFFER_CHARS = 32_000;

/** The last of what a program said beside its answers. What would begin in the middle of a line is left out. */
export function stderrTailOf(stream: Stream | null): (secrets: Pick<Secrets, "redactText">) => string {
  let tail = "";
  let isCut = false;
  stream?.on("data", (part: Buffer) => {
    const all = tail + part.toString();
    isCut ||= all.length > MAX_BUFFER_CHARS;
    tail = all.slice(-MAX_BUFFER_CHARS);
  });
  return ({ redactText }) => {
    const lines = tail.indexOf("\n") + 1;
    const whole = !isCut ? tail : lines > 0 ? tail.slice(lines) : "";
    return plainText(redactText(whole).trim().slice(-MAX_CHARS), MAX_CHARS);
  };
}
