import {
  arrayFromArrayValue,
  arrayFromListValue,
  type DuckDBConnection,
  type DuckDBResult,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  type DuckDBValueConverter,
  fromVariantValue,
  objectArrayFromMapValue,
  objectFromStructValue,
  objectFromUnionValue,
  StatementType,
} from "@duckdb/node-api";
import type { Json } from "@/lib/core/json";
import type { SqlOutcome, SqlResult } from "./types.ts";

/** So many digits of a decimal number survive as a JSON number. */
const EXACT_DIGITS = 15;

/**
 * A value of DuckDB as JSON: whole numbers and decimals as numbers while they are exact and as text beyond, dates and
 * times as ISO text, lists and structs as what they are, a map as its entries, what is not a number as text.
 */
const jsonValue: DuckDBValueConverter<Json> = (value, type, again) => {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "string") return value;
  return compound(value, type, again);
};

/** What an answer may have in all, as JSON. */
export const MAX_RESULT_CHARS = 200_000;
export const MAX_TEXT_CHARS = 10_000;
const MAX_ERROR_CHARS = 1_000;
const MAX_TABLES = 20;
const MAX_COLUMNS = 30;

type Read = Pick<SqlResult, "columns" | "rows" | "truncated">;

/** Runs one statement that reads, as DuckDB itself understands it. Faults of the SQL are answers, not throws. */
export async function runQuery(
  connection: DuckDBConnection,
  sql: string,
  limit: number,
): Promise<SqlOutcome> {
  try {
    const statements = await connection.extractStatements(sql);
    if (statements.count !== 1) return refused("Give one statement: one SELECT, with or without WITH.");
    const statement = await statements.prepare(0);
    if (statement.statementType !== StatementType.SELECT) {
      const kind = StatementType[statement.statementType] ?? "another";
      return refused(`Only SELECT is allowed here, and this is a statement of the kind ${kind}.`);
    }
    if (statement.parameterCount > 0)
      return refused("Write the values into the SQL: it takes no parameters.");
    return {
      ok: true,
      answer: { ...(await read(await statement.stream(), limit)), unreadable: {}, notes: {} },
    };
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    if (message.startsWith("Out of Memory")) return refused("The query needs more memory than it may have.");
    return refused(`${cut(message, MAX_ERROR_CHARS)}\n${await tablesOf(connection)}`);
  }
}

const refused = (message: string): SqlOutcome => ({ ok: false, message });

/** Reads as far as the answer may go: the rest is never computed. */
async function read(result: DuckDBResult, limit: number): Promise<Read> {
  const names = result.deduplicatedColumnNames();
  const columns = names.map((name, index) => ({ name, type: String(result.columnType(index)) }));
  const isJson = names.map((_, index) => result.columnLogicalType(index).alias === "JSON");
  const rows: Read["rows"] = [];
  let left = MAX_RESULT_CHARS;
  let isCut = false;
  for await (const chunk of result) {
    for (let index = 0; index < chunk.rowCount; index += 1) {
      const values = chunk.convertRowValues(index, jsonValue).map((raw, column) => {
        const value = isJson[column] ? parsed(raw) : raw;
        const short = shortened(value);
        isCut ||= short !== value;
        return short;
      });
      const row = Object.fromEntries(names.map((name, column) => [name, values[column] ?? null]));
      left -= JSON.stringify(row).length + 1;
      if (rows.length === limit || left < 0) return { columns, rows, truncated: true };
      rows.push(row);
    }
  }
  return { columns, rows, truncated: isCut };
}

/** Texts, and numbers of more digits than a double keeps whatever they are. */
const LONG = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.]{15,}(?:[eE][+-]?\d+)?/g;

/** A column of JSON as data, numbers that a double would change as texts of their digits. */
function parsed(value: Json): Json {
  if (typeof value !== "string") return value;
  const kept = (token: string) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`;
  return JSON.parse(value.replace(LONG, kept)) as Json;
}

/** Only plain texts: what is nested is measured as a whole. */
const shortened = (value: Json): Json =>
  typeof value === "string" && value.length > MAX_TEXT_CHARS ? `${cut(value, MAX_TEXT_CHARS)}…` : value;

const cut = (text: string, chars: number): string => text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, "");

/** What there is to ask, for the one who named something else. */
async function tablesOf(connection: DuckDBConnection): Promise<string> {
  try {
    const { rows } = await read(await connection.stream(TABLES), MAX_TABLES);
    const lines = rows.map(({ table, columns }) => `${table}(${cut(String(columns), MAX_ERROR_CHARS)})`);
    return lines.length === 0 ? "There are no tables." : `Tables: ${lines.join("; ")}`;
  } catch {
    return "";
  }
}

const TABLES = `
  select table_name as "table", string_agg(column_name || ' ' || data_type, ', ' order by column_index)
    filter (where column_index <= ${MAX_COLUMNS}) as columns
  from duckdb_columns() where not internal group by all order by all`;

function compound(value: DuckDBValue, type: DuckDBType, again: DuckDBValueConverter<Json>): Json {
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
      return arrayFromListValue(value, type, again);
    case DuckDBTypeId.ARRAY:
      return arrayFromArrayValue(value, type, again);
    case DuckDBTypeId.STRUCT:
      return objectFromStructValue(value, type, again);
    case DuckDBTypeId.MAP:
      return objectArrayFromMapValue(value, type, again);
    case DuckDBTypeId.UNION:
      return objectFromUnionValue(value, type, again);
    case DuckDBTypeId.VARIANT:
      return fromVariantValue(value, type, again) as Json;
    case DuckDBTypeId.DECIMAL:
      return decimal(String(value));
    default:
      return String(value);
  }
}

function decimal(text: string): number | string {
  return text.replace(/\D/g, "").replace(/^0+/, "").length <= EXACT_DIGITS ? Number(text) : text;
}
