/** Where the focus was, seen without a document. `E` is an element. */
export type Spot<E> = {
  control: E;
  /** What it is called; empty for what has no name of its own. */
  name: string;
  /** The regions around it, innermost first. */
  around: readonly E[];
  row?: RowSpot<E> | undefined;
};

/** The innermost row that a control was in, by its place in the list and the control's in the row. */
export type RowSpot<E> = { row: E; list: E; at: number; inRow: number };

/** What is on the page now. */
export type PageNow<E> = {
  /** On the page, and able to take the focus where it is a control. */
  isThere(one: E): boolean;
  /** The page as a whole, in which two controls of one name have nothing to do with each other. */
  isWhole(region: E): boolean;
  rowsOf(list: E): readonly E[];
  /** Those that can take the focus. */
  controlsIn(within: E): readonly E[];
  nameOf(control: E): string;
  /** Gone earlier than what had the focus last: replaced by it, not taken away along with it. */
  wasReplaced(control: E): boolean;
};

/**
 * What the focus moves to when the control that had it goes. `spots` says where it was, newest first. In a list it is the
 * row that moved up; then the control that was left for the one that went, such as the button that a form had replaced;
 * then the region around. Undefined where nothing of all that is left.
 */
export function wayBack<E>(spots: readonly Spot<E>[], page: PageNow<E>): E | undefined {
  const [gone, ...before] = spots;
  if (!gone) return undefined;
  const inList = gone.row && nextInList(gone.row, page);
  if (inList) return inList;
  const region = gone.around.find(page.isThere);
  if (region === undefined) {
    const [last] = before;
    return last && page.isThere(last.control) ? last.control : wayBack(before, page);
  }
  const returned = returnedControl(spots, region, page);
  if (returned || !page.isWhole(region)) return returned ?? region;
  const left = before.find(({ control, around }) => page.isThere(control) && around.includes(region));
  return left?.control ?? region;
}

function nextInList<E>({ row, list, at, inRow }: RowSpot<E>, page: PageNow<E>): E | undefined {
  if (page.isThere(row) || !page.isThere(list)) return undefined;
  const rows = page.rowsOf(list);
  const next = rows[at] ?? rows.at(-1);
  const controls = next === undefined ? [] : page.controlsIn(next);
  return controls[inRow] ?? controls.at(-1);
}

/** One of those that had the focus before, replaced by what went and drawn again where it was. */
function returnedControl<E>(spots: readonly Spot<E>[], region: E, page: PageNow<E>): E | undefined {
  const [gone, ...before] = spots;
  for (const { control, name, around } of before) {
    const home = around.find(page.isThere);
    if (name === "" || home === undefined || !page.wasReplaced(control) || page.isWhole(home)) continue;
    if (home !== region && !gone?.around.includes(home)) continue;
    const again = page.controlsIn(home).find((one) => page.nameOf(one) === name);
    if (again !== undefined) return again;
  }
  return undefined;
}
