import { expect, it } from "vitest";
import { noAnswerProblem, splitThinking } from "../../answers";
import { writtenCall } from "../written-call";
import results from "./results.json";

/** Whole texts of agents by somebody who had not seen how they are read: results, and what is none. */
it.each(results)("$id, $why", ({ text, result }) => {
  const isEmpty = splitThinking(text).answer.trim() === "";
  const problem = writtenCall(text, ["search_documents", "sql_query"]) ?? noAnswerProblem(text);
  expect(!isEmpty && problem === undefined).toBe(result);
});
