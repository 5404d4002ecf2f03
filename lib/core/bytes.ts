import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson, type Json } from "./json";
import { cutText } from "./text";

/** Length in bytes of the text in UTF-8. */
export function byteLength(text: string): number {
  return utf8ToBytes(text).length;
}

/** The beginning of a text that takes at most so many bytes, as JSON. */
export function cutBytes(text: string, bytes: number): string {
  let cut = cutText(text, bytes);
  for (let size = jsonBytes(cut); size > bytes; size = jsonBytes(cut)) {
    cut = cutText(cut, Math.floor((cut.length * bytes) / size));
  }
  return cut;
}

const jsonBytes = (text: string): number => byteLength(JSON.stringify(text)) - 2;

/** SHA-256 of the canonical JSON, as 64 lower-case hex digits. */
export function digestOf(value: Json): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}

/** SHA-256 of a text, as 64 lower-case hex digits. */
export function digestOfText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** SHA-256 of a text and its length in bytes, at once. */
export function measureText(text: string): { digest: string; bytes: number } {
  const encoded = utf8ToBytes(text);
  return { digest: bytesToHex(sha256(encoded)), bytes: encoded.length };
}
