import { getOwn } from "@/lib/core/own";

/** Keys with what each asks for. What acts on a key reads it here, and so does the sheet of all keys. */
type Shortcut = {
  /** By the key's name; letters with Ctrl are small, and capital with Shift. */
  acts: Readonly<Record<string, string>>;
  /** Only with Ctrl, or ⌘ on a Mac. */
  held?: true;
  does: string;
  /** As the sheet writes the keys, where that is not their names one after the other. */
  shown?: string;
};

/** On every page. */
export const SHELL_KEYS = [
  { acts: { "?": "keys" }, does: "Show keyboard shortcuts" },
  { held: true, acts: { k: "palette" }, does: "Open the command palette (⌘ K on a Mac)", shown: "Ctrl K" },
] as const satisfies readonly Shortcut[];

/** In every form and dialog. */
export const FORM_KEYS = [
  { held: true, acts: { Enter: "submit" }, does: "Submit the current form (⌘ Enter on a Mac)" },
  { acts: { Escape: "close" }, does: "Close the current dialog" },
] as const satisfies readonly Shortcut[];

/** In every list of things to open. */
export const LIST_KEYS = [
  { acts: { j: "next", k: "previous" }, does: "Next / previous row" },
  { acts: { Enter: "open" }, does: "Open" },
] as const satisfies readonly Shortcut[];

/** In the list of runs, beside those of every list. */
export const RUN_LIST_KEYS = [
  {
    acts: { x: "select" },
    does: "Select a run, to compare or cancel it with others; Shift-click selects all in between",
  },
] as const satisfies readonly Shortcut[];

/** On a run's page. */
export const RUN_KEYS = [
  { acts: { j: "nextTask", k: "previousTask" }, does: "Next / previous task" },
  { acts: { Enter: "enterDetails" }, does: "Go to the details of the task" },
  { acts: { Escape: "closeDetails" }, does: "Close the details" },
  { acts: { "[": "previousEvent", "]": "nextEvent" }, does: "Previous / next event of the run" },
  { acts: { m: "comment" }, does: "Comment on the task, or on the plan" },
] as const satisfies readonly Shortcut[];

export const EDITOR_KEYS = [
  { acts: { n: "addTask" }, does: "Add a task" },
  {
    acts: { Delete: "deleteSelected", Backspace: "deleteSelected" },
    does: "Delete the selected task",
    shown: "Delete",
  },
  {
    held: true,
    acts: { z: "undo", Z: "redo", y: "redo" },
    does: "Undo (⌘ Z on a Mac); with Shift, redo",
    shown: "Ctrl Z",
  },
  { acts: { Escape: "leave" }, does: "Leave the field, close the form, then leave the editor" },
] as const satisfies readonly Shortcut[];

export const INBOX_KEYS = [
  { acts: { j: "next", k: "previous" }, does: "Next / previous gate" },
  { acts: { n: "nextGate" }, does: "Next open gate, also from a run whose gates are answered" },
  { acts: { Enter: "open" }, does: "Open" },
  { acts: { x: "select" }, does: "Select" },
] as const satisfies readonly Shortcut[];

/** At a review, whether its decision is held or a gate asks for it. */
export const REVIEW_KEYS = [
  { acts: { a: "letStand" }, does: "Let the decision stand" },
  { acts: { e: "override" }, does: "Decide otherwise" },
] as const satisfies readonly Shortcut[];

/** At a gate that shows a list; from the ends `j` and `k` lead on to other gates. */
export const ITEM_KEYS = [
  { acts: { j: "next", k: "previous" }, does: "Next / previous item" },
  { acts: { a: "accept", r: "reject" }, does: "Accept / reject the item" },
  { acts: { A: "acceptRest" }, does: "Accept the rest" },
] as const satisfies readonly Shortcut[];

type Values<Of> = Of extends unknown ? Of[keyof Of] : never;
/** What the keys of a table ask for. */
export type ActOf<Table extends readonly Shortcut[]> = Values<Table[number]["acts"]>;

/** A key as it is pressed, with what is held with it. */
export type Pressed = { key: string } & Partial<
  Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>
>;

/** What a key asks for by a table; undefined for one that asks for nothing there. */
export function actOf<Table extends readonly Shortcut[]>(
  table: Table,
  { key, ctrlKey = false, metaKey = false, altKey = false, shiftKey = false }: Pressed,
): ActOf<Table> | undefined {
  if (altKey || (ctrlKey && metaKey)) return;
  const held = ctrlKey || metaKey;
  // With Caps Lock on a letter is a capital by itself.
  const name = held && key.length === 1 ? (shiftKey ? key.toUpperCase() : key.toLowerCase()) : key;
  const row = table.find(({ acts, held: asks = false }) => asks === held && Object.hasOwn(acts, name));
  return getOwn(row?.acts, name) as ActOf<Table> | undefined;
}

/** The key of an act, to name it beside what does the same. */
export function keyOf<Table extends readonly Shortcut[]>(table: Table, act: ActOf<Table>): string {
  const [key = ""] = table.flatMap(({ acts }) =>
    Object.keys(acts).filter((one) => getOwn(acts, one) === act),
  );
  return key;
}

/** The keys of a row as the sheet of all keys shows them. */
export function shownKeys({ acts, held, shown }: Shortcut): string {
  if (shown !== undefined) return shown;
  const names = Object.keys(acts).map((key) => (key === "Escape" ? "Esc" : key));
  return [...(held ? ["Ctrl"] : []), ...names].join(" ");
}

/** The keys of the row of an act, as the sheet of all keys shows them. */
export function keysOf<Table extends readonly Shortcut[]>(table: Table, act: ActOf<Table>): string {
  const row = table.find(({ acts }) => Object.values(acts).includes(act));
  return row ? shownKeys(row) : "";
}

/** The row that one is led to from `at`, which is -1 where none has the focus. The ends lead nowhere further. */
export function rowAfter(way: string | undefined, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (way === "next") return Math.min(at + 1, count - 1);
  return way === "previous" ? Math.max(at - 1, 0) : undefined;
}
