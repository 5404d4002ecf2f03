import type { Builtin } from "../machine";
import { ARITHMETIC } from "./arithmetic";
import { BITS } from "./bits";
import { COMPARE } from "./compare";
import { FUNCTIONS } from "./functions";
import { JSON_TEXT } from "./json";
import { LOOKUPS } from "./lookups";
import { MAPS } from "./maps";
import { NUMBER_TESTS } from "./number-tests";
import { PREDICATES } from "./predicates";
import { REGEX } from "./regex";
import { ACCESS } from "./sequences/access";
import { BUILDING } from "./sequences/building";
import { COMBINING } from "./sequences/combining";
import { FOLDING } from "./sequences/folding";
import { GROUPING } from "./sequences/grouping";
import { MAPPING } from "./sequences/mapping";
import { MEASURING } from "./sequences/measuring";
import { ORDERING } from "./sequences/ordering";
import { SEARCHING } from "./sequences/searching";
import { SELECTING } from "./sequences/selecting";
import { WALKING } from "./sequences/walking";
import { SETS } from "./sets";
import { CHANGE } from "./strings/change";
import { FORMAT } from "./strings/format";
import { NAMES } from "./strings/names";
import { PARSE } from "./strings/parse";
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
