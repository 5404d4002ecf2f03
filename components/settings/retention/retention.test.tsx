import { describe, expect, it } from "vitest";
import { DEFAULT_RETENTION } from "@/lib/core/retention";
import { changesOf, daysText, draftError, draftOf, shortenedKinds, sizeText } from "./labels";

const draft = draftOf(DEFAULT_RETENTION);

describe("a draft of the settings", () => {
  it("begins with what is kept, empty for ever", () => {
    expect(draft).toEqual({ runs: "", payloads: "", live_text: "1", blobs: "", drills: "" });
    expect(changesOf(draft, DEFAULT_RETENTION)).toEqual({});
  });

  it("changes what was typed alone", () => {
    const typed = { ...draft, runs: " 90 ", live_text: "" };
    expect(changesOf(typed, DEFAULT_RETENTION)).toEqual({ runs: 90, live_text: null });
  });

  it.each(["0", "-1", "1.5", "x", "3651"])("refuses %s", (text) => {
    expect(draftError(text)).toContain("up to 3,650");
  });

  it.each(["", " ", "1", " 3650 "])("takes %j", (text) => {
    expect(draftError(text)).toBeUndefined();
  });
});

describe("shortenedKinds", () => {
  it("are those that lose something: a longer time or for ever never does", () => {
    const now = { runs: 90, payloads: null, live_text: 5, blobs: null, drills: null };
    expect(shortenedKinds({ runs: 91, live_text: null }, now)).toEqual([]);
    expect(shortenedKinds({ runs: 89, payloads: 3_650, live_text: 5 }, now)).toEqual(["runs", "payloads"]);
  });
});

describe("sizeText", () => {
  it.each([
    [{ rows: 1, bytes: 0 }, "1 run, about 0 KB"],
    [{ rows: 12_000, bytes: 40_000_000 }, "12,000 runs, about 38 MB"],
    [{ rows: 0, bytes: 3_000_000_000 }, "0 runs, about 2.8 GB"],
    [{ rows: null, bytes: 1_500 }, "unknown number of runs, about 2 KB"],
  ])("%j: %s", (size, text) => {
    expect(sizeText(size, "runs")).toBe(text);
  });
});

it("counts days", () => {
  expect([1, 2, 1_000].map(daysText)).toEqual(["1 day", "2 days", "1,000 days"]);
});
