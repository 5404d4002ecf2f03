import { expect, it } from "vitest";
import { localOperator } from "../../people";
import { runSettings } from "../../run/settings";
import { plan as planSchema } from "../schema";
import { type GateFacts, gateFactsOfRun, gateIssues } from "./gates";

it("holds a run's next plan to the authors of its mission and of the plan, of whom programs are none", () => {
  const settings = runSettings.parse({ fourEyes: true, reviewMode: "hold" });
  const anna = { kind: "person", id: "anna", name: "Anna" } as const;
  const authorsFor = (author: Parameters<typeof gateFactsOfRun>[0]["author"], writer?: string) =>
    gateFactsOfRun({ ...(author && { author }), settings }, [], writer);
  expect(authorsFor(anna, "bob")).toEqual({
    people: [],
    authors: ["anna", "bob"],
    fourEyes: true,
    reviewMode: "hold",
  });
  expect(authorsFor(anna).authors).toEqual(["anna"]);
  expect(authorsFor({ kind: "system" }, "bob").authors).toEqual(["bob"]);
  expect(authorsFor(undefined).authors).toEqual([]);
});

const ANNA = {
  id: "key:anna",
  name: "Anna",
  names: ["Anna"],
  roles: [],
  capabilities: ["view" as const, "review" as const],
};
const NOBODY: GateFacts = { people: [], authors: [], fourEyes: false };

/** What is said of a plan with one gate of these terms. */
function saidOf(gate: object, facts: Partial<GateFacts>, title = "Legal agrees"): string[] {
  const tasks = [{ id: "legal", title, type: "human_review", gate: { prompt: "?", ...gate } }];
  return gateIssues(planSchema.parse({ title: "Plan", tasks }), { ...NOBODY, ...facts }).map(
    ({ message }) => message,
  );
}

it.each([
  [
    "nobody of that name is here",
    saidOf({ assignees: ["Mia"] }, { people: [ANNA] }),
    '"Legal agrees" takes an approval of Mia, and nobody here can give one. Keep it, and choose who shall answer instead: assignees among Anna, and no more approvals than people.',
  ],
  [
    "one is too few",
    saidOf({ quorum: 2 }, { people: [ANNA] }),
    '"Legal agrees" takes 2 approvals, and only Anna can give one here. Keep it, and choose who shall answer instead: assignees among Anna, and no more approvals than people.',
  ],
  [
    "only its author is here",
    saidOf({}, { people: [localOperator], authors: ["local"], fourEyes: true }),
    `"Legal agrees" takes an approval, and nobody here can give one (${localOperator.name} wrote the mission or plan, and it takes four eyes). Somebody else with the right to review is needed: an administrator can make them a key.`,
  ],
])("says of a gate that nobody can pass why, and what to do: %s", (_, said, wanted) => {
  expect(said).toEqual([wanted]);
});

it("says nothing of a gate that can be passed, nor of one that is in force already", () => {
  expect(saidOf({ assignees: ["Anna"] }, { people: [ANNA] })).toEqual([]);
  const { tasks: inForce } = planSchema.parse({
    title: "Plan",
    tasks: [{ id: "old", title: "Old", type: "human_review", gate: { prompt: "!", assignees: ["Mia"] } }],
  });
  expect(saidOf({ assignees: ["Mia"] }, { people: [ANNA], inForce })).toEqual([]);
  expect(saidOf({ assignees: ["Mia"], quorum: 2 }, { people: [ANNA], inForce })).toHaveLength(1);
});

it("names a gate without a title by its id", () => {
  expect(saidOf({ assignees: ["Mia"] }, {}, "")[0]).toContain('"legal" takes an approval of Mia');
});
