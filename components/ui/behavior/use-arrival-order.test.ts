import { expect, it } from "vitest";
import { arrivalOrder } from "./use-arrival-order";

it("puts what comes last below the rest, and leaves the rest where it stands", () => {
  expect(arrivalOrder([], ["gate", "held"])).toEqual(["gate", "held"]);
  expect(arrivalOrder(["held"], ["gate", "held"])).toEqual(["held", "gate"]);
  expect(arrivalOrder(["a", "b", "c"], ["c", "d", "a"])).toEqual(["a", "c", "d"]);
});
