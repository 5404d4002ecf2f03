import { expect, it } from "vitest";
import { writtenCall } from "../written-call";
import calls from "./calls.json";

/** Whole turns of models by somebody who did not know how they are read: calls of offered tools, and results. */

const ARGUMENTS = new Map([
  ["search_documents", ["query", "limit"]],
  ["send_mail", ["to", "subject", "body"]],
  ["http_request", ["url", "method", "body", "headers"]],
  ["sql_query", ["query"]],
]);

it.each(calls)("$id, $why", ({ text, calls: isCall }) => {
  const called = writtenCall(text, [...ARGUMENTS.keys()], (name) => ARGUMENTS.get(name) ?? []);
  expect(called !== undefined).toBe(isCall);
});
