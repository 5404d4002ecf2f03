import { expect, it } from "vitest";
import { NO_TASKS } from "../../run/state/totals";
import { formatProgress, formatShortfalls, formatTaskKinds } from "./totals";

it("formatTaskKinds tells work from decisions, and what replans dropped from both", () => {
  const counts = { planning_review: 4, task: 10, human_review: 1, direct: 1 };
  expect(formatTaskKinds(counts, 2)).toBe(
    "10 agent tasks, 1 program, 4 planning reviews, 1 human review, 2 dropped",
  );
  expect(formatTaskKinds({}, 0)).toBe("");
});

it("formatShortfalls counts what is missing, the gravest first, and is undefined where nothing is", () => {
  const totals = { ...NO_TASKS, total: 12, done: 2, failed: 1, rejected: 2, blocked: 3, skipped: 4 };
  expect(formatShortfalls(totals)).toBe("1 failed, 2 rejected, 3 blocked, 4 skipped");
  expect(formatShortfalls({ ...NO_TASKS, total: 3, done: 1, skipped: 2 })).toBe("2 skipped");
  expect(formatShortfalls({ ...NO_TASKS, total: 3, done: 1, unneeded: 2 })).toBeUndefined();
});

it.each([
  [{ total: 8, open: 5, done: 3 }, false, "3 of 8"],
  [{ total: 8, open: 0, done: 6 }, false, "8 of 8"],
  [{ total: 8, open: 0, done: 6 }, true, "6 of 8 done"],
  [{ total: 8, open: 0, done: 8 }, true, "8 of 8"],
])("formatProgress of %j, ended %s: %s", (totals, hasEnded, words) => {
  expect(formatProgress({ ...NO_TASKS, ...totals }, hasEnded)).toBe(words);
});
