import { expect, it } from "vitest";
import { playForms, SOUND_PERCENT } from "@/lib/testing/plans/forms/series";
import { scaled } from "@/lib/testing/scaled";

it("nothing begins before what it was to wait for, in whatever names and shapes a plan is written", () => {
  const { failures, figures } = playForms(1, scaled(300));
  expect(failures).toEqual([]);
  expect(figures.soundPercent).toBeGreaterThanOrEqual(SOUND_PERCENT);
}, 120_000);
