import { expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { Standing } from "../run/standing";
import { describeResultStanding } from "./standing";

const { state } = new RunWorld({
  plan: planOf({ id: "ask", title: "Approve the memo", type: "human_review" }),
});

it.each<[Standing | undefined, string | undefined]>([
  [undefined, undefined],
  [{ as: "in_force" }, undefined],
  [{ as: "replaced" }, "a later task replaces it"],
  [{ as: "refused", at: "ask" }, "a person sent it back at “Approve the memo”"],
  [{ as: "refused", at: "gone" }, "a person sent it back at “gone”"],
  [
    { as: "changed", at: "ask" },
    "a person changed it at “Approve the memo”, and {{results.ask}} is what stands",
  ],
])("a result that is %o: %s", (standing, words) => {
  expect(describeResultStanding(state, standing)).toBe(words);
});
