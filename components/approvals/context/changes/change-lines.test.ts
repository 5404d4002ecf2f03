import { expect, it } from "vitest";
import { planOf } from "@/lib/testing/runs/run-world";
import { changesBetween } from "./change-lines";

it("changesBetween tells a task that comes again under a new id from a new one", () => {
  const before = planOf({ id: "a" }, { id: "b", title: "Deploy" }, { id: "c", title: "Notify" });
  const after = planOf({ id: "a" }, { id: "x", title: "Retrain" }, { id: "y", title: "Deploy" });
  expect(changesBetween(before, after)).toEqual({
    lines: [
      { sign: "+", text: "Retrain" },
      { sign: "±", text: "Deploy: the same under a new id" },
      { sign: "−", text: "Notify" },
    ],
    counts: { added: 1, removed: 1, changed: 1, rewritten: 1 },
  });
});
