import { describe, expect, it } from "vitest";
import { planOf } from "@/lib/testing/runs/run-world";
import { changeLines } from "./change-lines";

describe("changeLines", () => {
  it("tells a task that comes again under a new id from a new one", () => {
    const before = planOf({ id: "a" }, { id: "b", title: "Deploy" }, { id: "c", title: "Notify" });
    const after = planOf({ id: "a" }, { id: "x", title: "Retrain" }, { id: "y", title: "Deploy" });
    expect(changeLines(before, after)).toEqual([
      { sign: "+", text: "Retrain" },
      { sign: "±", text: "Deploy: rewritten" },
      { sign: "−", text: "Notify" },
    ]);
  });
});
