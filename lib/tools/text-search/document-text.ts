import type { AttachmentKind } from "@/lib/core/attachments";
import { getOwn } from "@/lib/core/own";
import { type DecodedText, decodeText } from "../text-encoding";

/** The text of a document, its lines where they are, or why its bytes are none. */
export function documentText(kind: AttachmentKind, content: Uint8Array): DecodedText {
  const read = decodeText(content);
  return "text" in read && kind === "html" ? { text: htmlText(read.text) } : read;
}

const TAG = /<[a-z/!?]/gi;
const HIDDEN = ["script", "style", "template"];
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** What a page says, for searching: one walk, tags made blanks, line breaks kept. It is never shown as a page. */
export function htmlText(html: string): string {
  const parts: string[] = [];
  const lower = html.toLowerCase();
  let at = 0;
  for (let open = nextTag(html, 0); open >= 0; open = nextTag(html, at)) {
    parts.push(html.slice(at, open), " ");
    at = endOfTag(lower, open);
    parts.push(html.slice(open, at).replace(/[^\n]/g, ""));
  }
  parts.push(html.slice(at));
  return parts.join("").replace(/&(#x?[\da-f]{1,6}|[a-z]{2,6});/gi, entity);
}

/** Where a tag or a comment begins; a sign between two digits begins none. */
function nextTag(html: string, from: number): number {
  TAG.lastIndex = from;
  return TAG.exec(html)?.index ?? -1;
}

/** Behind the tag; behind all that belongs to it where nobody reads what is inside. */
function endOfTag(lower: string, open: number): number {
  if (lower.startsWith("<!--", open)) return after(lower, "-->", open);
  const hidden = HIDDEN.find((name) => lower.startsWith(`<${name}`, open));
  return after(lower, ">", hidden === undefined ? open : after(lower, `</${hidden}`, open));
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

function entity(whole: string, name: string): string {
  if (!name.startsWith("#")) return getOwn(ENTITIES, name.toLowerCase()) ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
