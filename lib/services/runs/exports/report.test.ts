import { expect, it } from "vitest";
import { proposalCounts } from "./report";

const held = new Date(0);
const row = (proposed: "CONTINUE" | null, decision: "CONTINUE" | "ABORT", more: object = {}) => ({
  proposed,
  decision,
  agrees: null,
  heldUntil: null,
  ...more,
});

it("what people decided is agreement or not; what was applied by time or at once is neither", () => {
  const decisions = [
    row("CONTINUE", "CONTINUE", { agrees: true }),
    row("CONTINUE", "CONTINUE", { agrees: true, heldUntil: held }),
    row("CONTINUE", "ABORT", { agrees: false, heldUntil: held }),
    row("CONTINUE", "CONTINUE", { heldUntil: held }),
    row("CONTINUE", "CONTINUE"),
    row("CONTINUE", "ABORT"),
    row(null, "CONTINUE"),
  ];
  expect(proposalCounts(decisions)).toEqual({ agreed: 2, overruled: 1, appliedByTime: 1, appliedAtOnce: 1 });
  expect(proposalCounts([])).toEqual({ agreed: 0, overruled: 0, appliedByTime: 0, appliedAtOnce: 0 });
});
