import { describe, expect, it } from "vitest";
import { renderText } from "@/lib/testing/render";
import { holdingReview } from "@/lib/testing/runs/waiting-gate";
import { OpenDecisions } from "./open-decisions";
import { OtherDecisions } from "./other-decisions";

const { state } = holdingReview("CONTINUE");
const noop = () => {};

describe("OpenDecisions", () => {
  const show = (run: typeof state, taskId?: string) =>
    renderText(<OpenDecisions state={run} events={[]} taskId={taskId} onSelect={noop} />);

  it("takes room while something is asked or held, of one task or of all", () => {
    expect(show(state)).not.toBe("");
    expect(show(state, "r")).not.toBe("");
    expect(show(state, "another")).toBe("");
    expect(show(holdingReview("CONTINUE").tick(60_000).state)).toBe("");
  });
});

describe("OtherDecisions", () => {
  const show = (taskId: string) => renderText(<OtherDecisions state={state} taskId={taskId} onOpen={noop} />);

  it("names the decision that is held while one looks at another task", () => {
    expect(show("another")).toContain("r: CONTINUE.");
    expect(show("r")).toBe("");
  });
});
