import type { Builtin } from "../machine";
import { FUNCTIONS } from "./functions";
import { LOOKUPS } from "./lookups";
import { MAPS } from "./maps";
import { PREDICATES } from "./predicates";
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

const LISTS: readonly (readonly Builtin[])[] = [
  ACCESS,
  BUILDING,
  COMBINING,
  FOLDING,
  FUNCTIONS,
  GROUPING,
  LOOKUPS,
  MAPPING,
  MAPS,
  MEASURING,
  ORDERING,
  PREDICATES,
  SEARCHING,
  SELECTING,
  SETS,
  WALKING,
];

/** Every built-in function, by name (docs/predicates.md, "Functions"). */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map(LISTS.flat().map((one) => [one.name, one]));
