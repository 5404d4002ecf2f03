import { describe, expect, it } from "vitest";
import { gateOf, reviewOf } from "./defaults";
import { gateSpec, reviewSpec } from "./schema";

describe("what a task means without saying so", () => {
  it("a review looks at its dependencies, unless it names tasks", () => {
    expect(reviewOf({ dependsOn: ["a"] })).toMatchObject({ previousTasks: ["a"], onTimeout: "abort" });
    const review = reviewSpec.parse({ previousTasks: ["b"], focus: "F" });
    expect(reviewOf({ dependsOn: ["a"], review })).toEqual(review);
  });

  it("a gate asks its title, unless it has a prompt", () => {
    expect(gateOf({ title: "Good?" })).toMatchObject({ prompt: "Good?", onTimeout: "reject", quorum: 1 });
    const gate = gateSpec.parse({ prompt: "Really?" });
    expect(gateOf({ title: "Good?", gate })).toEqual(gate);
  });
});
