import type { Machine } from "./values";

/** Places that are tried in the first window; each next one is twice as wide, up to the widest. */
const FIRST_WINDOW = 1 << 10;
const WIDEST_WINDOW = 1 << 16;

/**
 * Where a text has another one, from an offset on; -1 where it has not. Hosts compare up to every character at every
 * place, so the search goes by windows and spends for each of them first: near finds are cheap, long texts are not.
 */
export function findText(text: string, wanted: string, from: number, machine: Machine): number {
  const last = text.length - wanted.length;
  let start = from;
  for (let width = FIRST_WINDOW; start <= last; width = wider(width)) {
    machine.spend(1 + Math.floor((width * wanted.length) / 4096));
    const end = start + width;
    const found = text.slice(start, end + wanted.length - 1).indexOf(wanted);
    if (found >= 0) return start + found;
    start = end;
  }
  return -1;
}

/** The same from the end: the last one that starts at the offset or before it. */
export function findLastText(text: string, wanted: string, from: number, machine: Machine): number {
  let end = Math.min(from, text.length - wanted.length) + 1;
  for (let width = FIRST_WINDOW; end > 0; width = wider(width)) {
    machine.spend(1 + Math.floor((width * wanted.length) / 1024));
    const start = Math.max(0, end - width);
    const found = text.slice(start, end - 1 + wanted.length).lastIndexOf(wanted);
    if (found >= 0) return start + found;
    end = start;
  }
  return -1;
}

function wider(width: number): number {
  return Math.min(2 * width, WIDEST_WINDOW);
}
