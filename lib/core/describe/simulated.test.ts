import { expect, it } from "vitest";
import { simulatedSentence, withSimulatedSentence } from "./simulated";

it("says once that a text rests on simulated tools", () => {
  expect(withSimulatedSentence("Done.", [])).toBe("Done.");
  const said = withSimulatedSentence("It is live.", ["deploy"]);
  expect(said).toBe(
    "It is live.\n\nSimulated: this rests on a simulated tool (deploy). Nothing real was changed or measured.",
  );
  expect(withSimulatedSentence(said, ["deploy"])).toBe(said);
  expect(simulatedSentence(["build", "deploy"])).toContain("simulated tools (build, deploy)");
});
