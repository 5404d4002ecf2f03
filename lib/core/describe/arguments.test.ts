import { expect, it } from "vitest";
import { argumentWords } from "./arguments";

it("tells arguments by their names, and long ones by their size", () => {
  const args = { to: "ann@example.com", urgent: true, cc: null, items: [1, 2], meta: { a: 1 } };
  expect(argumentWords(args)).toBe(
    "to: ann@example.com, urgent: true, cc: nothing, items: 2 values, meta: 1 field",
  );
  expect(argumentWords({ body: `Pay at once.\n${"x".repeat(1_500)}` })).toBe("body: 1,513 characters");
  expect(argumentWords("two\nlines")).toBe("two lines");
  expect(argumentWords({})).toBe("");
});

it("leaves out whole arguments alone, and says how many", () => {
  const args = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`a${at}`, "x".repeat(40)]));
  const words = argumentWords(args);
  expect(words).toMatch(/^a0: x{40}, a1: x{40} and 7 more$/);
});
