import { describe, expect, it } from "vitest";
import { SCENARIOS, scenarioOf } from "./scenarios";

describe("a scenario", () => {
  it("is recognized by its mission's text", () => {
    for (const scenario of SCENARIOS) expect(scenarioOf(scenario.mission)).toBe(scenario);
  });

  it("is recognized whatever the case, the spacing, the quotes and the full stop", () => {
    expect(scenarioOf('  "deploy the APPLICATION\n to staging." ')?.name).toBe("staging");
  });

  it("is not recognized in a text that only resembles it", () => {
    expect(scenarioOf("Deploy the application to staging and production")).toBeUndefined();
    expect(scenarioOf(`${SCENARIOS[0].mission}${"!".repeat(1_000)}`)).toBeUndefined();
  });
});
