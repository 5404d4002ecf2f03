import { describe, expect, test } from "vitest";
import { UNDECIDED_ANSWERS, type UndecidedAnswer } from "@/lib/core/review/corpus";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { questionOf } from "@/lib/testing/runs/question-of";
import { scaled } from "@/lib/testing/scaled";

/** A review by these people between two tasks. */
const plan = (reviewers: string[]) => ({
  title: "Plan",
  tasks: [
    { id: "a", title: "First", input: "go" },
    {
      id: "r",
      title: "Check",
      type: "planning_review",
      dependsOn: ["a"],
      review: { reviewers, consensus: "any" },
    },
    { id: "b", title: "Last", input: "go", dependsOn: ["r"] },
  ],
});

/** Plays a review that is answered by garbage, in mode `auto`, where nothing but the reading keeps it from going on. */
async function play(answer: string, reviewers: string[] = []) {
  let asked = 0;
  const model = createScriptedModel(({ role }) => {
    if (role !== "reviewer") return "All is done.";
    asked += 1;
    return answer;
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", plan(reviewers), { reviewMode: "auto" });
  await (await engine.lease()).ended;
  const state = engine.store.state(RUN_ID);
  const open = Object.keys(state.openApprovals).map((id) => state.approvals[id]);
  return { asked, state, open, events: engine.store.events(RUN_ID).length };
}

/** All of them, or as many as a check of seconds has time for: their reading is tested where it is done. */
const PLAYED = UNDECIDED_ANSWERS.filter(
  (_, index) => index % Math.floor(UNDECIDED_ANSWERS.length / scaled(UNDECIDED_ANSWERS.length)) === 0,
);

/** What the reviewer's role tells of each reason. */
const SAID: Record<UndecidedAnswer[0], RegExp> = {
  missing: /no decision/,
  ambiguous: /more than one decision|cannot all be read/,
  conditional: /names conditions/,
  no_plan: /does not say what must change/,
  no_result: /brings no result/,
};

describe("garbage never continues a run", () => {
  test("each of it is asked for once more, and then a person is asked", async () => {
    for (const [reason, text] of PLAYED) {
      const { asked, state, open, events } = await play(text);
      expect([text.slice(0, 80), asked]).toEqual([text.slice(0, 80), 2]);
      expect(open).toMatchObject([{ kind: "review_decision", taskId: "r" }]);
      expect(questionOf(open[0])).toMatch(SAID[reason]);
      expect(open[0]?.verbs).not.toContain("approve");
      expect(state.tasks.r).toMatchObject({ status: "waiting" });
      expect(state.tasks.r).not.toHaveProperty("proposal");
      expect(state.tasks.b?.status).toBe("pending");
      expect(state.counters).toMatchObject({ decisions: 0, replans: 0 });
      expect(events).toBeLessThan(40);
    }
  });

  test("nor does any number of reviewers who all answer it", async () => {
    for (const [, text] of UNDECIDED_ANSWERS.filter((_, index) => index % 20 === 0).slice(0, scaled(20))) {
      const { asked, state, open } = await play(text, ["x", "y", "z"]);
      expect([text.slice(0, 80), asked]).toEqual([text.slice(0, 80), 6]);
      expect(open).toMatchObject([{ kind: "review_decision" }]);
      expect(state.tasks.r?.votes?.every((vote) => vote.proposal === undefined)).toBe(true);
      expect(state.tasks.b?.status).toBe("pending");
    }
  });

  test("nor does a reviewer who says that it cannot judge: it is not asked again, and its reason is shown", async () => {
    const { asked, state, open } = await play('{"cannot": "The results are not shown."}');
    expect(asked).toBe(1);
    expect(open).toMatchObject([{ kind: "review_decision", taskId: "r" }]);
    expect(questionOf(open[0])).toContain("cannot judge this: The results are not shown.");
    expect(state.tasks.b?.status).toBe("pending");
  });

  test("nor is a result verified by a model that cannot judge it", async () => {
    let asked = 0;
    const model = createScriptedModel(({ role }) => {
      if (role !== "verification") return "All is done.";
      asked += 1;
      return '{"cannot": "The table is not shown."}';
    });
    const engine = createMemoryEngine({ model });
    const task = { id: "a", title: "First", input: "go", llmReview: "It is right.", maxRetries: 0 };
    await engine.create("Do it", { title: "Plan", tasks: [{ ...task, onVerificationFailure: "stop" }] });
    await (await engine.lease()).ended;
    const [attempt] = engine.store.state(RUN_ID).tasks.a?.attempts ?? [];
    expect(asked).toBe(1);
    expect(attempt).toMatchObject({
      code: "verification_error",
      diagnosis: { code: "not_judged", text: "The table is not shown." },
    });
  });
});
