import { expect, it } from "vitest";
import { describeFacet } from "../describe/learning/insights";
import { FACETS, type FacetKind, facetName, readFacet } from "./facets";

it("reads every part of a report from its name, and describes it in words", () => {
  for (const [kind, words] of Object.entries(FACETS)) {
    for (const value of words ?? ["a:b"]) {
      const facet = { kind: kind as FacetKind, value };
      expect(readFacet(facetName(facet))).toEqual(facet);
      expect(describeFacet(facet)).toMatch(/^[a-z0-9]/);
    }
  }
  expect(describeFacet({ kind: "replans", value: "more" })).toBe("2 or more replans");
  expect(describeFacet({ kind: "agreement", value: "overruled" })).toBe("proposal: person overruled");
});

it.each(["", "decision", "decision:", "decision:MAYBE", "constructor:x", "wait:5", ":any"])(
  "%j names no part",
  (text) => {
    expect(readFacet(text)).toBeUndefined();
  },
);
