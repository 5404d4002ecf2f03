import { isJsonObject, type Json, type JsonObject } from "../json";

/** Rows of a list that stand as a table, and columns of it. */
const MAX_ROWS = 50;
const MAX_COLUMNS = 8;

/** A value as light Markdown for people: objects of plain values in a list as a table, other lists and objects as lines. */
export function valueAsMarkdown(value: Json, maxRows = MAX_ROWS): string {
  if (Array.isArray(value) && value.length === 0) return NOTHING;
  if (Array.isArray(value))
    return tableOf(value, maxRows) ?? value.map((item) => `- ${inLine(item)}`).join("\n");
  if (!isJsonObject(value)) return plain(value);
  if (Object.keys(value).length === 0) return NOTHING;
  return Object.entries(value)
    .map(([key, inner]) =>
      isPlain(inner)
        ? `- **${oneLine(key)}**: ${inLine(inner)}`
        : `**${oneLine(key)}**\n\n${valueAsMarkdown(inner, maxRows)}`,
    )
    .join(Object.values(value).every(isPlain) ? "\n" : "\n\n");
}

const NOTHING = "none";

function tableOf(items: readonly Json[], maxRows: number): string | undefined {
  const rows = items.filter((item): item is JsonObject => isJsonObject(item));
  if (rows.length === 0 || rows.length < items.length) return;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const isFlat = rows.every((row) => Object.values(row).every(isPlain));
  if (!isFlat || columns.length === 0 || columns.length > MAX_COLUMNS) return;
  const line = (cells: readonly string[]) => `| ${cells.map(cellOf).join(" | ")} |`;
  const shown = rows
    .slice(0, maxRows)
    .map((row) => line(columns.map((key) => plain(new Map(Object.entries(row)).get(key) ?? null))));
  const more = rows.length - shown.length;
  const left = more > 0 ? ["", `and ${more} more rows`] : [];
  return [line(columns), line(columns.map(() => "---")), ...shown, ...left].join("\n");
}

const isPlain = (value: Json): boolean => typeof value !== "object" || value === null;
const plain = (value: Json): string =>
  value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
const oneLine = (text: string): string => text.replace(/\s+/g, " ");
const cellOf = (text: string): string => oneLine(text).replaceAll("|", "\\|");
/** Keeps what is nested deeper as it was written, and further lines of a text within its own. */
const inLine = (value: Json): string =>
  isPlain(value) ? plain(value).trimEnd().replaceAll("\n", "\n  ") : `\`${JSON.stringify(value)}\``;
