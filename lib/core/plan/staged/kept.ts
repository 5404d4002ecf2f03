import { type StagedEdit, stagedEdit } from "./edits";
import { historyOf, type StagedHistory } from "./history";

/** Steps as places in the list of all edits: most steps share most of theirs. */
type KeptSteps = { past: number[][]; present: number[]; future: number[][] };

/** Staged edits with their steps, as plain JSON; without steps all edits are the present ones. */
export type KeptHistory = { edits: readonly unknown[]; steps?: KeptSteps };

/** Of the digits and the comma of one place. */
const PLACE_CHARS = 5;

const texts = new WeakMap<StagedEdit, string>();

function textOf(edit: StagedEdit): string {
  const text = texts.get(edit) ?? JSON.stringify(edit);
  texts.set(edit, text);
  return text;
}

/**
 * A history as it can be stored in so many characters: of what does not fit, the steps that are furthest away are left out.
 * Undefined where the present alone does not fit.
 */
export function packHistory(history: StagedHistory, maxChars: number): KeptHistory | undefined {
  let { past, future } = history;
  for (;;) {
    const { kept, chars } = pack({ ...history, past, future });
    if (chars <= maxChars) return kept;
    if (past.length + future.length === 0) return undefined;
    past = past.slice(Math.ceil(past.length / 2));
    future = future.slice(0, Math.floor(future.length / 2));
  }
}

function pack({ past, present, future }: StagedHistory): { kept: KeptHistory; chars: number } {
  const places = new Map<string, number>();
  const edits: StagedEdit[] = [];
  let chars = 0;
  const placesOf = (step: readonly StagedEdit[]) =>
    step.map((edit) => {
      const text = textOf(edit);
      const known = places.get(text);
      chars += PLACE_CHARS + (known === undefined ? text.length : 0);
      if (known !== undefined) return known;
      places.set(text, edits.length);
      return edits.push(edit) - 1;
    });
  const steps = { present: placesOf(present), past: past.map(placesOf), future: future.map(placesOf) };
  return { kept: { edits, steps }, chars };
}

/** What was stored, without what cannot be read any more. */
export function unpackHistory(kept: unknown): StagedHistory {
  const { edits, steps } = isObject(kept) ? kept : {};
  const read = Array.isArray(edits) ? edits.map((edit) => stagedEdit.safeParse(edit).data) : [];
  const all = read.filter((edit) => edit !== undefined);
  if (!isObject(steps)) return historyOf(all);
  const stepOf = (places: unknown) =>
    Array.isArray(places) ? places.flatMap((place) => read[Number(place)] ?? []) : [];
  const stepsOf = (many: unknown) => (Array.isArray(many) ? many.map(stepOf) : []);
  return { past: stepsOf(steps.past), present: stepOf(steps.present), future: stepsOf(steps.future) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
