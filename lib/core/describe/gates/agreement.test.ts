import { expect, it } from "vitest";
import { formatAgreement } from "./agreement";

it.each([
  [0, 0, "No gate of this kind was decided by a person in the last 8 weeks."],
  [
    1,
    1,
    "People agreed with 1 of 1 proposal at gates of this kind in the last 8 weeks (too few for a rate).",
  ],
  [
    4,
    0,
    "People agreed with 0 of 4 proposals at gates of this kind in the last 8 weeks (too few for a rate).",
  ],
  [12, 11, "People agreed with 11 of 12 proposals at gates of this kind in the last 8 weeks (92 %)."],
])("of %i decisions %i as proposed: %s", (decided, agreed, words) => {
  expect(formatAgreement({ decided, agreed }, "gates")).toBe(words);
});

it("names reviews where those are judged", () => {
  expect(formatAgreement({ decided: 1, agreed: 1 }, "reviews")).toContain("1 of 1 proposal at reviews");
  expect(formatAgreement({ decided: 0, agreed: 0 }, "reviews")).toContain("No review was decided");
});
