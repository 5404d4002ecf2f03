import type { Form } from "../read/forms";
import { isTruthy } from "../values";
import { analyzeIfBound, analyzeLet, analyzeWhenBound, analyzeWhenFirst, isSome } from "./bindings";
import { analyzeDoseq, analyzeFor } from "./comprehension";
import {
  analyzeCase,
  analyzeComment,
  analyzeCond,
  analyzeCondp,
  analyzeDo,
  analyzeFail,
  analyzeIf,
  analyzeLogic,
  analyzeReturn,
  analyzeWhen,
} from "./control";

import { analyzeDef, analyzeDefn, analyzeFn } from "./functions";
import { type AnalyzeList, partsOf } from "./list-forms";
import { quoted } from "./literals";
import { analyzeLoop, analyzeRecur } from "./loops";

import { analyzeAsThread, analyzeCondThread, analyzeThread } from "./threading";
import { analyzeWhere } from "./where";

const analyzeQuote: AnalyzeList = (form) => quoted(partsOf(form, 1, 1, "(quote form)")[0] as Form);

/** Every form that is no call, by the name at its head (docs/predicates.md, "Forms"). */
export const FORMS: ReadonlyMap<string, AnalyzeList> = new Map<string, AnalyzeList>([
  ["let", analyzeLet],
  ["if", analyzeIf("if", false)],
  ["if-not", analyzeIf("if-not", true)],
  ["if-let", analyzeIfBound("if-let", isTruthy)],
  ["if-some", analyzeIfBound("if-some", isSome)],
  ["when", analyzeWhen("when", false)],
  ["when-not", analyzeWhen("when-not", true)],
  ["when-let", analyzeWhenBound("when-let", isTruthy)],
  ["when-some", analyzeWhenBound("when-some", isSome)],
  ["when-first", analyzeWhenFirst],
  ["cond", analyzeCond],
  ["case", analyzeCase],
  ["condp", analyzeCondp],
  ["do", analyzeDo],
  ["and", analyzeLogic(false)],
  ["or", analyzeLogic(true)],
  ["fn", analyzeFn],
  ["def", analyzeDef],
  ["defn", analyzeDefn],
  ["loop", analyzeLoop],
  ["recur", analyzeRecur],
  ["for", analyzeFor],
  ["doseq", analyzeDoseq],
  ["->", analyzeThread("->", "first")],
  ["->>", analyzeThread("->>", "last")],
  ["as->", analyzeAsThread],
  ["cond->", analyzeCondThread("cond->", "first")],
  ["cond->>", analyzeCondThread("cond->>", "last")],
  ["some->", analyzeThread("some->", "first", true)],
  ["some->>", analyzeThread("some->>", "last", true)],
  ["comment", analyzeComment],
  ["quote", analyzeQuote],
  ["where", analyzeWhere],
  ["return", analyzeReturn],
  ["fail", analyzeFail],
]);
