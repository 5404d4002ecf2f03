import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { proposalHeading, supportNote, votesSummary } from "@/lib/core/describe/gates/votes";
import { reviewSpec } from "@/lib/core/plan/schema";
import { statedReason } from "@/lib/core/run/reasons";
import type { TaskState } from "@/lib/core/run/state";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { DecisionChoices } from "../decide/decision-form";
import { ReviewDecision } from "./review-decision";

type Said = Record<string, "CONTINUE" | "REPLAN" | "COMPLETE" | "ABORT" | undefined>;

/** A run with a review in which these people have said this; nobody has to agree unless told so. */
function voted(said: Said, consensus: "any" | "majority" | "unanimous" = "unanimous", reviewers?: string[]) {
  const review = reviewSpec.parse({ reviewers: reviewers ?? Object.keys(said), consensus });
  const world = new RunWorld({
    plan: planOf({ id: "r", type: "planning_review", review }, { id: "b", dependsOn: ["r"] }),
    settings: { reviewMode: "manual" },
  });
  world.start();
  for (const [index, [reviewer, decision]] of Object.entries(said).entries()) {
    const answers = [{ question: "Is it safe?", answer: "yes" as const, evidence: `${reviewer} looked` }];
    const given = decision
      ? { proposal: { decision, reasoning: `${reviewer} means it`, answers, reviewer } }
      : { problem: statedReason("It names two decisions.") };
    const key = `run_1/r/1/review/1.${index + 1}`;
    world.send({ type: "review_voted", key, taskId: "r", attempt: 1, reviewer, ...given });
  }
  return { state: world.state, task: world.state.tasks.r as TaskState };
}

const shown = (of: ReturnType<typeof voted>) => renderToStaticMarkup(<ReviewDecision {...of} />);

describe("the votes of several reviewers", () => {
  it("are all shown, each with its decision, its reasons and its answers, or why it is none", () => {
    const page = shown(voted({ ann: "CONTINUE", bob: "ABORT", cy: undefined }));
    for (const words of [
      "No agreement (unanimous): 1 CONTINUE (ann), 1 ABORT (bob), 1 unreadable (cy)",
      "Strictest proposal",
      "ann means it",
      "ann looked",
      "bob means it",
      "No readable decision",
      "It names two decisions.",
    ])
      expect(page).toContain(words);
  });

  it("are shown while others are still to be heard", () => {
    const of = voted({ ann: "CONTINUE" }, "any", ["ann", "bob"]);
    expect(votesSummary(of.task)).toBe("1 of 2 reviewers voted");
    expect(shown(of)).toContain("ann means it");
  });

  it("are told as agreed where they are, and not at all of one reviewer", () => {
    const { task } = voted({ ann: "CONTINUE", bob: "CONTINUE" });
    expect(votesSummary(task)).toBe("Agreed (unanimous): 2 CONTINUE (ann, bob)");
    const { votes: _votes, consensus: _consensus, ...one } = task;
    expect(votesSummary(one)).toBeUndefined();
  });

  it("name the strictest first, and who is for each decision", () => {
    const { state, task } = voted({ ann: "CONTINUE", bob: "REPLAN", cy: "CONTINUE" });
    expect(supportNote(task, "CONTINUE", "REPLAN")).toBe("ann, cy");
    expect(supportNote(undefined, "CONTINUE", "CONTINUE")).toBe("proposed");
    expect(supportNote(undefined, "CONTINUE", "REPLAN")).toBe("");
    expect(proposalHeading(task, "CONTINUE", "REPLAN")).toBe("Strictest proposal, overridden");
    expect(proposalHeading({}, "CONTINUE", "CONTINUE")).toBe("Proposed, accepted");
    const choices = renderToStaticMarkup(
      <DecisionChoices
        state={state}
        taskId="r"
        decisions={["CONTINUE", "REPLAN", "ABORT"]}
        proposed="REPLAN"
        chosen="REPLAN"
        onChoose={() => {}}
      />,
    );
    expect(choices).toContain("the strictest: bob");
    expect(choices).toContain(">ann, cy<");
  });
});
