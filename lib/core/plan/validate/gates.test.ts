import { expect, it } from "vitest";
import { runSettings } from "../../run/settings";
import { gateFactsOfRun } from "./gates";

it("holds a run's next plan to the authors of its mission and of the plan, of whom programs are none", () => {
  const settings = runSettings.parse({ fourEyes: true });
  const anna = { kind: "person", id: "anna", name: "Anna" } as const;
  const authorsFor = (author: Parameters<typeof gateFactsOfRun>[0]["author"], writer?: string) =>
    gateFactsOfRun({ ...(author && { author }), settings }, [], writer);
  expect(authorsFor(anna, "bob")).toEqual({ people: [], authors: ["anna", "bob"], fourEyes: true });
  expect(authorsFor(anna).authors).toEqual(["anna"]);
  expect(authorsFor({ kind: "system" }, "bob").authors).toEqual(["bob"]);
  expect(authorsFor(undefined).authors).toEqual([]);
});
