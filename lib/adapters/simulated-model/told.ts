import { isJsonObject, type Json, type JsonObject, parseJson } from "@/lib/core/json";
import { pluralize, shorten } from "./text";

const MAX_ROWS = 8;

/** What a tool returned, as a person would write it: a table by its rows, a map by its parts. */
export function tellOutput(tool: string, output: Json): string {
  if (typeof output === "string") return `${tool} returned ${shorten(output, 500)}.`;
  const rows =
    isJsonObject(output) && Array.isArray(output.rows) ? output.rows.filter(isJsonObject) : undefined;
  if (rows === undefined) return `${tool} returned ${shorten(partsOf(output), 500)}.`;
  if (rows.length > 0 && rows.every(isColumn)) {
    const over = rows[0]?.count === undefined ? "" : ` over ${pluralize(rows[0].count, "row")}`;
    return `${tool} found ${pluralize(rows.length, "column")}${over}: ${listed(rows, columnText)}.`;
  }
  return `${tool} found ${pluralize(rows.length, "row")}${rows.length === 0 ? "" : `: ${listed(rows, partsOf)}`}.`;
}

function listed(rows: readonly JsonObject[], told: (row: JsonObject) => string): string {
  const more = rows.length - MAX_ROWS;
  const lines = rows.slice(0, MAX_ROWS).map(told);
  return shorten([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("; "), 500);
}

/** A row of DuckDB's `summarize`. */
const isColumn = (row: JsonObject): boolean => "column_name" in row && "column_type" in row;

function columnText({ column_name, column_type, min = null, max = null, approx_unique }: JsonObject): string {
  const facts = [
    String(column_type),
    min !== null && max !== null && `${textOf(min)} to ${textOf(max)}`,
    approx_unique !== undefined && pluralize(textOf(approx_unique), "different value"),
  ];
  return `${String(column_name)} (${facts.filter(Boolean).join(", ")})`;
}

/** A result as a person would write it: a list or an object by its parts, any other text as it stands. */
export function tellResult(text: string): string {
  const value = parseJson(text);
  return typeof value === "object" && value !== null ? partsOf(value) : text;
}

/** `expression 12*7, value 84`: parts of parts in brackets. */
function partsOf(value: Json): string {
  if (Array.isArray(value)) return value.map(partOf).join(", ");
  if (!isJsonObject(value)) return textOf(value);
  return Object.entries(value)
    .map(([name, part]) => `${name} ${partOf(part)}`)
    .join(", ");
}

const partOf = (part: Json): string =>
  typeof part === "object" && part !== null ? `(${partsOf(part)})` : textOf(part);

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
