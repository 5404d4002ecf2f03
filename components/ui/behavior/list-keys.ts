/** What keys do in a list whose rows one goes through; the lists read them here, and so does the sheet of all keys. */
export const RUN_LIST_KEYS = [
  { keys: "j k", does: "Next / previous run" },
  { keys: "Enter", does: "Open the run" },
  {
    keys: "x",
    does: "Select the run, to compare or cancel it with others; Shift-click selects all in between",
  },
] as const;

/** Leads on to the next open gate: in the inbox, and on the page of a run that asks nothing any more. */
export const NEXT_GATE_KEY = "n";

export const INBOX_KEYS = [
  { keys: "j k", does: "Next / previous gate" },
  { keys: NEXT_GATE_KEY, does: "Next open gate, also from a run whose gates are answered" },
  { keys: "Enter", does: "Open" },
  { keys: "x", does: "Select" },
] as const;

/** At a gate that shows a list; from the ends `j` and `k` lead on to other gates. */
export const ITEM_KEYS = [
  { keys: "j k", does: "Next / previous item" },
  { keys: "a r", does: "Accept / reject the item" },
  { keys: "A", does: "Accept the rest" },
] as const;

/** The row that `j` or `k` leads to from `at`, which is -1 where none has the focus. The ends lead nowhere further. */
export function rowAfterKey(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "j") return Math.min(at + 1, count - 1);
  return key === "k" ? Math.max(at - 1, 0) : undefined;
}
