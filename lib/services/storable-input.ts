import { invalidInput } from "@/lib/core/errors";
import { type Unseen, unseenIn } from "@/lib/core/legible/unseen";

/**
 * The input with texts as the store keeps them: NUL characters and halves of surrogate pairs, which PostgreSQL refuses,
 * become U+FFFD, in keys too. The same value when there is nothing to change; files and other objects are left alone.
 * Throws `invalid_input` for a function: what a browser kept to itself reads as one, and breaks who looks into it.
 */
export const storableInput = (value: unknown): unknown => withTexts(value, storableText);

/**
 * The input without what came along unseen (docs/api.md, "Texts"): characters without a width are left out, and control
 * characters become U+FFFD.
 */
export const withoutUnseen = (value: unknown): unknown => withTexts(value, seenText);

const storableText = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");

function seenText(text: string): string {
  let done = 0;
  const kept: string[] = [];
  for (const { at, raw, kind, count } of unseenIn(text)) {
    if (kind === "private" || kind === "piled") continue;
    kept.push(text.slice(done, at), kind === "control" ? "\uFFFD".repeat(count) : "");
    done = at + raw.length;
  }
  return done === 0 ? text : kept.join("") + text.slice(done);
}

function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "function") throw invalidInput("A function is no value.");
  if (typeof value === "string") return change(value);
  if (Array.isArray(value))
    return sameUnlessChanged(
      value,
      value.map((one) => withTexts(one, change)),
    );
  if (!isPlain(value)) return value;
  const entries = Object.entries(value);
  const changed = entries.map(([key, one]) => [change(key), withTexts(one, change)] as const);
  const isSame = changed.every(
    ([key, one], index) => key === entries[index]?.[0] && one === entries[index]?.[1],
  );
  return isSame ? value : Object.fromEntries(changed);
}

/** What nobody types: it hides whole sentences, or has others read in another order than they stand. */
const isRefused = ({ kind, name }: Unseen): boolean =>
  kind === "smuggled" || (kind === "order" && !name.endsWith(" mark"));

/** Where an input holds such characters, one fault for each text that does. */
export function hiddenTexts(input: unknown): { path: string; message: string }[] {
  const found: { path: string; message: string }[] = [];
  const look = (text: string, path: string) => {
    const one = unseenIn(text).find(isRefused);
    if (!one) return;
    const times = one.count > 1 ? ` ×${one.count}` : "";
    const does = one.kind === "order" ? "changes the order in which the text is read" : "hides text";
    const message = `Remove ${one.code} (${one.name}${times}) at character ${one.at + 1}: it ${does}.`;
    found.push({ path, message });
  };
  const left: [value: unknown, path: string][] = [[input, ""]];
  while (left.length > 0) {
    const [value, path] = left.pop() as [unknown, string];
    if (typeof value === "string") look(value, path);
    else if (Array.isArray(value) || isPlain(value)) {
      for (const [key, one] of Object.entries(value)) {
        if (!Array.isArray(value)) look(key, path);
        left.push([one, path === "" ? key : `${path}.${key}`]);
      }
    }
  }
  return found;
}

const sameUnlessChanged = (before: unknown[], after: unknown[]): unknown[] =>
  after.every((one, index) => one === before[index]) ? before : after;

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null;
}
