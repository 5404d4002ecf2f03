import type { Form } from "../read/forms";
import { isTruthy } from "../values";
import { analyseIfBound, analyseLet, analyseWhenBound, analyseWhenFirst, isSome } from "./bindings";
import { analyseDoseq, analyseFor } from "./comprehension";
import {
  analyseCase,
  analyseComment,
  analyseCond,
  analyseCondp,
  analyseDo,
  analyseFail,
  analyseIf,
  analyseLogic,
  analyseReturn,
  analyseWhen,
} from "./control";

import { analyseDef, analyseDefn, analyseFn } from "./functions";
import { type AnalyseList, partsOf } from "./list-forms";
import { quoted } from "./literals";
import { analyseLoop, analyseRecur } from "./loops";

import { analyseAsThread, analyseCondThread, analyseThread } from "./threading";
import { analyseWhere } from "./where";

const analyseQuote: AnalyseList = (form) => quoted(partsOf(form, 1, 1, "(quote form)")[0] as Form);

/** Every form that is no call, by the name at its head (docs/predicates.md, "Forms"). */
export const FORMS: ReadonlyMap<string, AnalyseList> = new Map<string, AnalyseList>([
  ["let", analyseLet],
  ["if", analyseIf("if", false)],
  ["if-not", analyseIf("if-not", true)],
  ["if-let", analyseIfBound("if-let", isTruthy)],
  ["if-some", analyseIfBound("if-some", isSome)],
  ["when", analyseWhen("when", false)],
  ["when-not", analyseWhen("when-not", true)],
  ["when-let", analyseWhenBound("when-let", isTruthy)],
  ["when-some", analyseWhenBound("when-some", isSome)],
  ["when-first", analyseWhenFirst],
  ["cond", analyseCond],
  ["case", analyseCase],
  ["condp", analyseCondp],
  ["do", analyseDo],
  ["and", analyseLogic(false)],
  ["or", analyseLogic(true)],
  ["fn", analyseFn],
  ["def", analyseDef],
  ["defn", analyseDefn],
  ["loop", analyseLoop],
  ["recur", analyseRecur],
  ["for", analyseFor],
  ["doseq", analyseDoseq],
  ["->", analyseThread("->", "first")],
  ["->>", analyseThread("->>", "last")],
  ["as->", analyseAsThread],
  ["cond->", analyseCondThread("cond->", "first")],
  ["cond->>", analyseCondThread("cond->>", "last")],
  ["some->", analyseThread("some->", "first", true)],
  ["some->>", analyseThread("some->>", "last", true)],
  ["comment", analyseComment],
  ["quote", analyseQuote],
  ["where", analyseWhere],
  ["return", analyseReturn],
  ["fail", analyseFail],
]);
