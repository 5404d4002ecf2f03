import { expect, it } from "vitest";
import { playRandom, readGolden } from "@/lib/testing/golden/golden";
import { scaled } from "@/lib/testing/scaled";

// Where something is read otherwise on purpose: `npm run chaos -- --only golden --renew` (docs/chaos.md).
it("random runs are folded, and read in every view, as they were when their digests were made", () => {
  expect(playRandom(1, scaled(80), readGolden()).differences).toEqual([]);
});
