import { expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import { readRefusal } from "./send-decision";

it("reads who was first out of a refusal", () => {
  const details = { by: "Ada", verb: "reject", at: 5, comment: null };
  expect(readRefusal({ code: "already_decided", title: "Ada decided.", details })).toEqual({
    code: "already_decided",
    message: "Ada decided.",
    issues: [],
    decided: { by: "Ada", verb: "reject", at: 5 },
  });
});

it("reads what is wrong with a tail by task", () => {
  const missing = { code: "missing_dependency", taskId: "y", message: "nobody is missing" };
  const issues = [missing, { code: "x" }] as Json;
  expect(readRefusal({ code: "invalid_plan", title: "Wrong.", details: { issues } }).issues).toEqual([
    { taskId: "y", message: "nobody is missing" },
  ]);
});

it("says something useful about an answer that is no problem document", () => {
  expect(readRefusal(null)).toMatchObject({ code: "internal", message: expect.stringContaining("again") });
});
