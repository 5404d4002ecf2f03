import { expect, it } from "vitest";
import { asDomainError, DomainFailure, domainError, invalidInput } from "./errors";

it("carries a domain error through throwing code, matched by its code", () => {
  const failure = new DomainFailure(domainError("conflict", "Somebody was first.", { by: "Anna" }));
  expect(asDomainError(failure)).toEqual({
    code: "conflict",
    message: "Somebody was first.",
    details: { by: "Anna" },
  });
  expect(asDomainError(domainError("internal", "x"))).toEqual({ code: "internal", message: "x" });
});

it("says what cannot be used in an input that is well formed", () => {
  expect(invalidInput("No such day.", { day: 32 })).toMatchObject({
    code: "invalid_input",
    message: "No such day.",
    details: { day: 32 },
  });
});

it("takes nothing else for one", () => {
  for (const thrown of [
    null,
    "text",
    new Error("x"),
    { code: "EPIPE", message: "x" },
    { code: "conflict", message: 7 },
  ]) {
    expect(asDomainError(thrown)).toBeUndefined();
  }
});
