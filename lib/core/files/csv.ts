type Cell = string | number | null;

/** Signs with which spreadsheets begin a formula: words of people and models must not become one. */
const FORMULA = /^[=+\-@\t\r]/;

/** A table as comma-separated values (RFC 4180), its first row the names of the columns; null is an empty cell. */
export function writeCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return writeCsvRows([columns, ...rows]);
}

/** Rows that follow such a table. */
export const writeCsvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
