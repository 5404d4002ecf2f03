import { expect, it } from "vitest";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import type { RunState } from "../../run/state";
import { consequenceOf, verbHelp } from "./answers";
import { formatRejection } from "./rejection";

/** The sentence at the gate `ask`, whose task is planned like this, with these tasks after it. */
function said(
  of: object,
  after: Parameters<typeof waitingAtGate> = [],
  settings: Partial<RunState["settings"]> = {},
) {
  const { state, gate } = waitingAtGate(...after);
  const { ask } = state.tasks;
  if (ask) Object.assign(ask.spec, { maxRetries: 0, ...of });
  Object.assign(state.settings, settings);
  return formatRejection(state, gate);
}

const optional = (id: string) => ({ id, title: id.toUpperCase(), dependsOn: ["ask"], critical: false });

it.each<[string, string | undefined, string]>([
  [
    "plans again",
    said({}),
    "Rejecting has the rest of the plan written again with your comment; finished work is kept.",
  ],
  [
    "asks again",
    said({ onFailure: "retry", maxRetries: 1 }),
    "Rejecting asks the question again: 1 attempt is left.",
  ],
  ["ends the run", said({}, [], { replanOnFailure: false }), "Rejecting ends the run."],
  [
    "ends nothing else",
    said({ critical: false }),
    "Rejecting ends nothing but this task: the rest continues.",
  ],
  [
    "ends a branch",
    said({ onFailure: "skip" }, [optional("a"), optional("b"), optional("c")]),
    "Rejecting ends this branch: “A”, “B” and 1 more do not start, and the rest continues.",
  ],
  [
    "leaves it to a review",
    said({}, [{ id: "r", title: "Look", type: "planning_review", dependsOn: ["ask"] }]),
    "Rejecting leaves it to the review “Look” how the plan continues.",
  ],
])("a rejection that %s says so", (_, sentence, wanted) => {
  expect(sentence).toBe(wanted);
});

it("stands with the answer itself, in place of what rejecting leads to at all gates of the kind", () => {
  const { state, gate } = waitingAtGate();
  const sentence = formatRejection(state, gate);
  expect(verbHelp("reject", gate, sentence)).toBe(sentence);
  expect(verbHelp("reject", gate)).toBe("The task fails with your comment as the diagnosis.");
  expect(verbHelp("edit", gate, sentence)).not.toBe(sentence);
  expect(consequenceOf(state, gate)).not.toContain("Rejecting");
});

it("says of a plan that is not taken, and of an answer that is withheld, what becomes of the run", () => {
  const { state } = waitingAtGate();
  const sentence = (kind: "plan_approval" | "plan_change" | "answer_release" | "plan_refinement") =>
    formatRejection(state, { kind });
  expect(sentence("plan_approval")).toBe("Rejecting ends the run.");
  expect(sentence("plan_refinement")).toBe("Rejecting leaves the plan as it is, and what can continue does.");
  expect(sentence("answer_release")).toBe("Rejecting ends the run without an answer.");
  state.counters.iterations = 1;
  expect(sentence("plan_approval")).toBe("Rejecting ends the run with the answer it has.");
});
