import { expect, it } from "vitest";
import { unfinishedProblem } from "./unfinished";

it.each(["length", "content_filter", "other"] as const)(
  "is a problem of an answer that ends by %s",
  (reason) => {
    expect(unfinishedProblem(reason)).toBeTypeOf("string");
  },
);

it.each(["stop", "tool_calls"] as const)("is none of an answer that ends by %s", (reason) => {
  expect(unfinishedProblem(reason)).toBeUndefined();
});
