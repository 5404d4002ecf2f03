import {
  arrayFromArrayValue,
  arrayFromListValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  type DuckDBValueConverter,
  fromVariantValue,
  objectArrayFromMapValue,
  objectFromStructValue,
  objectFromUnionValue,
} from "@duckdb/node-api";
import type { Json } from "@/lib/core/json";

/** So many digits of a decimal number survive as a JSON number. */
const EXACT_DIGITS = 15;

/**
 * A value of DuckDB as JSON: whole numbers and decimals as numbers while they are exact and as text beyond, dates and
 * times as ISO text, lists and structs as what they are, a map as its entries, what is no number as text.
 */
export const jsonValue: DuckDBValueConverter<Json> = (value, type, again) => {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "string") return value;
  return compound(value, type, again);
};

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
