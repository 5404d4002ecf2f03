import { byteLength } from "./json";
import { cutText } from "./text";

/** The beginning of a text that takes at most so many bytes, as JSON. */
export function cutBytes(text: string, bytes: number): string {
  let cut = cutText(text, bytes);
  for (let size = jsonBytes(cut); size > bytes; size = jsonBytes(cut)) {
    cut = cutText(cut, Math.floor((cut.length * bytes) / size));
  }
  return cut;
}

const jsonBytes = (text: string): number => byteLength(JSON.stringify(text)) - 2;
