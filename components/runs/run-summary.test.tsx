import { describe, expect, it } from "vitest";
import { renderHtml, renderText } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { RunSummary } from "./run-summary";

/** A run that ended because of a task, with another that never began. */
function failedRun() {
  const world = new RunWorld({
    settings: { replanOnFailure: false },
    plan: planOf({ id: "a", title: "Audit the figures" }, { id: "b", title: "Publish", dependsOn: ["a"] }),
  });
  world.start();
  world.fail("a");
  return world.state;
}

describe("RunSummary", () => {
  it("leads from a run that failed to the task because of which it did", () => {
    const state = failedRun();
    expect(state.phase).toBe("ended");
    const summary = <RunSummary state={state} onSelect={() => {}} openTab={() => {}} />;
    expect(renderText(summary)).toMatch(/Outcome Failed.* Audit the figures ✕ failed/);
    expect(renderHtml(summary)).toMatch(/<button[^>]*>(?:(?!<\/button>).)*Audit the figures/);
    expect(renderText(summary)).not.toContain("Publish");
  });
});
