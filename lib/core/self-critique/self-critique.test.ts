import { expect, it } from "vitest";
import { truncateSelfCritique } from ".";

it("is cut to a length that an event has room for in any script", () => {
  const long = "雪".repeat(1_000);
  const lists = { mistakes: Array(9).fill(long), simplerAlternatives: Array(9).fill(long) };
  const cut = truncateSelfCritique({ ...lists, wasBestApproach: false, expertAdvice: long, selfRating: 0.5 });
  expect(cut).toMatchObject({ wasBestApproach: false, selfRating: 0.5 });
  expect(cut.mistakes).toHaveLength(4);
  expect(cut.simplerAlternatives).toHaveLength(4);
  expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThan(7_000);
});
