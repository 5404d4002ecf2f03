import { isJsonObject, type Json, type JsonObject } from "../json";

/** Rows of a list that stand as a table, and columns of it. */
const MAX_ROWS = 50;
const MAX_COLUMNS = 8;

/** A value as light Markdown for people: objects of plain values in a list as a table, other lists and objects as lines. */
export function valueAsMarkdown(value: Json): string {
  if (Array.isArray(value)) return tableOf(value) ?? value.map((item) => `- ${inLine(item)}`).join("\n");
  if (!isJsonObject(value)) return plain(value);
  return Object.entries(value)
    .map(([key, inner]) =>
      isPlain(inner) ? `- **${key}**: ${inLine(inner)}` : `**${key}**\n\n${valueAsMarkdown(inner)}`,
    )
    .join(Object.values(value).every(isPlain) ? "\n" : "\n\n");
}

function tableOf(items: readonly Json[]): string | undefined {
  const rows = items.filter((item): item is JsonObject => isJsonObject(item));
  if (rows.length === 0 || rows.length < items.length) return;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const isFlat = rows.every((row) => Object.values(row).every(isPlain));
  if (!isFlat || columns.length === 0 || columns.length > MAX_COLUMNS) return;
  const line = (cells: readonly string[]) => `| ${cells.map(cellOf).join(" | ")} |`;
  const shown = rows
    .slice(0, MAX_ROWS)
    .map((row) => line(columns.map((key) => plain(new Map(Object.entries(row)).get(key) ?? null))));
  const more = rows.length - shown.length;
  const left = more > 0 ? ["", `and ${more} more rows`] : [];
  return [line(columns), line(columns.map(() => "---")), ...shown, ...left].join("\n");
}

const isPlain = (value: Json): boolean => typeof value !== "object" || value === null;
const plain = (value: Json): string =>
  value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
const cellOf = (text: string): string => text.replace(/\s+/g, " ").replaceAll("|", "\\|");
/** Keeps what is nested deeper as it was written. */
const inLine = (value: Json): string => (isPlain(value) ? plain(value) : `\`${JSON.stringify(value)}\``);
