import type { Builtin } from "../values";
import { COMPARE } from "./compare";
import { FUNCTIONS, PREDICATES } from "./functions";
import { JSON_TEXT } from "./json";
import { LOOKUPS } from "./lookups";
import { MAPS } from "./maps";
import { ARITHMETIC, BITS, NUMBER_TESTS } from "./numbers";

import { REGEX } from "./regex";
import { ACCESS } from "./sequences/access";
import { FOLDING, MEASURING } from "./sequences/aggregating";
import { BUILDING, COMBINING } from "./sequences/building";
import { GROUPING } from "./sequences/grouping";
import { MAPPING } from "./sequences/mapping";

import { ORDERING } from "./sequences/ordering";
import { SEARCHING, SELECTING } from "./sequences/selecting";

import { WALKING } from "./sequences/walking";
import { SETS } from "./sets";
import { CHANGE } from "./strings/change";
import { NAMES, PARSE } from "./strings/conversions";
import { FORMAT } from "./strings/format";

import { REPLACE } from "./strings/replace";
import { SEARCH } from "./strings/search";
import { SPLIT } from "./strings/split";
import { TYPES } from "./types";

const LISTS: readonly (readonly Builtin[])[] = [
  ACCESS,
  ARITHMETIC,
  BITS,
  BUILDING,
  CHANGE,
  COMBINING,
  COMPARE,
  FOLDING,
  FORMAT,
  FUNCTIONS,
  GROUPING,
  JSON_TEXT,
  LOOKUPS,
  MAPPING,
  MAPS,
  MEASURING,
  NAMES,
  NUMBER_TESTS,
  ORDERING,
  PARSE,
  PREDICATES,
  REGEX,
  REPLACE,
  SEARCH,
  SEARCHING,
  SELECTING,
  SETS,
  SPLIT,
  TYPES,
  WALKING,
];

/** Every built-in function, by name (docs/predicates.md, "Functions"). */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map(LISTS.flat().map((one) => [one.name, one]));
