import { describe, expect, test } from "vitest";
import { byteLength } from "@/lib/core/bytes";
import { MAX_EVENT_BYTES } from "@/lib/core/run";
import { createMemoryEngine, type MemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel, type Script, type ScriptedAnswer } from "@/lib/testing/models/scripted-model";
import { questionOf } from "@/lib/testing/runs/question-of";

/** Models that never come to an end, or answer with plans that nobody can run. Every run ends, or waits for a person. */

type Roles = Record<string, ScriptedAnswer | ((nth: number) => ScriptedAnswer)>;
type Played = { engine: MemoryEngine; calls: Record<string, number> };

const simple = { id: "a", title: "First", input: "go" };
const tasks = (count: number, prefix = "t") =>
  Array.from({ length: count }, (_, n) => ({ id: `${prefix}${n}`, title: `${prefix}${n}`, input: "go" }));
const text = (value: object) => JSON.stringify(value);

async function play(roles: Roles, plan?: object, settings: object = {}): Promise<Played> {
  const calls: Record<string, number> = {};
  const script: Script = ({ role = "agent" }) => {
    const nth = (calls[role] ?? 0) + 1;
    calls[role] = nth;
    if (nth > 500) throw new Error(`${role} was asked for the ${nth}th time`);
    const answer = roles[role] ?? "All is well and done.";
    return typeof answer === "function" ? answer(nth) : answer;
  };
  const engine = createMemoryEngine({ model: createScriptedModel(script) });
  await engine.create("Do it", plan, settings);
  await (await engine.lease()).ended;
  return { engine, calls };
}

/** How it ended: the reason, or the kind of the gate that waits; and that it took no more than so many events. */
function outcome({ engine }: Played): string {
  const state = engine.store.state(RUN_ID);
  const events = engine.store.events(RUN_ID);
  expect(events.length).toBeLessThan(300);
  for (const event of events.filter(({ type }) => type !== "plan_version_adopted" && type !== "run_created"))
    expect(byteLength(text(event))).toBeLessThan(MAX_EVENT_BYTES);
  const open = Object.keys(state.openApprovals).map((id) => state.approvals[id]);
  const subject = open[0]?.subject?.counter;
  return (
    state.finished?.reason ??
    open.map(({ kind } = open[0] as never) => `${kind}${subject ? ` ${subject}` : ""}`).join()
  );
}

const decision = (updatedPlan: unknown, reasoning = "again") =>
  JSON.stringify({ decision: "REPLAN", reasoning, answers: [], updatedPlan });

/** A plan whose last task is fed by a review. */
const reviewed = {
  title: "Plan",
  tasks: [
    simple,
    { id: "r", title: "Check", type: "planning_review", dependsOn: ["a"], review: { focus: "Well?" } },
    { id: "z", title: "Last", input: "go", dependsOn: ["r"] },
  ],
};

/** Plans that cannot be used: what is wrong with each is in the words that its writer gets back. */
const BAD_PLANS: [string, object, RegExp][] = [
  ["an empty plan", { title: "T", tasks: [] }, /no (new )?task|no plan/i],
  [
    "a plan that waits for itself",
    {
      title: "T",
      tasks: [
        { ...simple, id: "n1", depends_on: ["n2"] },
        { ...simple, id: "n2", depends_on: ["n1"] },
      ],
    },
    /n1 -> n2|n2 -> n1/,
  ],
  ["a plan of 2 050 tasks", { title: "T", tasks: tasks(2_050) }, /205\d tasks; 2000 are allowed/],
  ["a plan of 2 MiB", { title: "T", tasks: [{ ...simple, id: "n", input: "x".repeat(2_097_152) }] }, /bytes/],
  [
    "a review by 5 000 reviewers",
    {
      title: "T",
      tasks: [
        {
          id: "n",
          title: "n",
          type: "planning_review",
          review: { reviewers: tasks(5_000).map(({ id }) => id) },
        },
      ],
    },
    /5000 reviewers/,
  ],
  [
    "a gate that nothing is connected to",
    {
      title: "T",
      tasks: [
        { ...simple, id: "n" },
        { id: "ok", title: "May it?", type: "human_review" },
      ],
    },
    /guards nothing/,
  ],
  ["a task for nobody", { title: "T", tasks: [{ ...simple, id: "n", agent: "ghost" }] }, /ghost/],
];

describe("a reviewer that always says REPLAN", () => {
  const reviewer = decision(null);
  const again = (nth: number) =>
    text({
      title: `Tail ${nth}`,
      tasks: [
        { id: `w${nth}`, title: `Work ${nth}`, input: `go ${nth}` },
        {
          id: `r${nth}`,
          title: `Check ${nth}`,
          type: "planning_review",
          dependsOn: [`w${nth}`],
          review: { focus: "Well?" },
        },
        { id: `z${nth}`, title: "Last", input: "go", dependsOn: [`r${nth}`] },
      ],
    });

  test.each([
    ["gate", "budget maxTotalReplans"],
    ["finish", "completed_early"],
    ["fail", "budget_exhausted"],
  ])("is held by the limit of replans: %s", async (onBudget, expected) => {
    const played = await play({ reviewer, replanner: again }, reviewed, { onBudget });
    expect(outcome(played)).toBe(expected);
    expect(played.calls.reviewer).toBe(6);
    const state = played.engine.store.state(RUN_ID);
    expect(state.counters.replans).toBe(5);
    // One first task, and one of each new tail: nothing done is done again.
    expect(played.calls.agent).toBe(6);
  });

  test("may take as many as people allow, one after the other", async () => {
    const played = await play({ reviewer, replanner: again }, reviewed, { maxTotalReplans: 1 });
    expect(outcome(played)).toBe("budget maxTotalReplans");
    await played.engine.person({ type: "decide", verb: "raise" });
    await (await played.engine.lease()).ended;
    expect(outcome(played)).toBe("budget maxTotalReplans");
    expect(played.engine.store.state(RUN_ID).counters.replans).toBe(2);
  });

  test("with one and the same tail gets it once; what it repeats is refused, and a person is asked", async () => {
    const tail = {
      title: "Tail",
      tasks: [
        { id: "w", title: "Work", input: "go" },
        { ...reviewed.tasks[1], id: "q" },
      ],
    };
    const played = await play({ reviewer: decision(tail), replanner: text(tail) }, reviewed);
    expect(outcome(played)).toBe("replan_failed");
    expect(played.calls).toEqual({ agent: 2, reviewer: 2, replanner: 3 });
  });

  test.each(BAD_PLANS.slice(1))(
    "with %s is heard for its reasons: the replanner plans the rest",
    async (_, plan) => {
      const played = await play({ reviewer: decision(plan), replanner: again(1) }, reviewed);
      const state = played.engine.store.state(RUN_ID);
      expect(state.tasks.r?.proposal).not.toHaveProperty("tail");
      expect(state.tasks.w1?.status).toBe("succeeded");
    },
  );

  test.each(BAD_PLANS)(
    "with %s and without reasons is told what is wrong with it, and then a person decides",
    async (_, plan, words) => {
      const played = await play({ reviewer: decision(plan, "") }, reviewed);
      const state = played.engine.store.state(RUN_ID);
      expect(outcome(played)).toBe("review_decision");
      expect(questionOf(state.approvals["apr_test-1"])).toMatch(words);
      expect(played.calls).toEqual({ agent: 1, reviewer: 2 });
      expect(state.planVersion).toBe(1);
    },
  );
});

describe("a replanner", () => {
  const failing = {
    title: "Plan",
    tasks: [
      { ...simple, verification: '(= data/result "ok")', maxRetries: 0 },
      { id: "z", title: "Last", input: "go", dependsOn: ["a"] },
    ],
  };

  test.each(BAD_PLANS)(
    "that writes %s gets it back once; the old plan stays, and a person is asked",
    async (_, plan, words) => {
      const played = await play({ replanner: text(plan) }, failing);
      expect(outcome(played)).toBe("replan_failed");
      expect(played.calls.replanner).toBeLessThanOrEqual(4);
      const state = played.engine.store.state(RUN_ID);
      expect(state.planVersion).toBe(1);
      expect(state.replanFailed?.reason).toMatchObject({
        code: "tail_invalid",
        issue: { message: expect.stringMatching(words) },
      });
    },
  );

  test("that writes nothing readable is asked four times for a tail, after it was asked for edits", async () => {
    const played = await play({ replanner: "I would rather not." }, failing);
    expect(outcome(played)).toBe("replan_failed");
    expect(played.calls.replanner).toBe(5);
  });

  test("that renames the same failing task is held by the limit of its lineage", async () => {
    const replanner = (nth: number) =>
      text({ title: "T", tasks: [{ ...failing.tasks[0], id: `other${nth}`, input: `otherwise ${nth}` }] });
    const played = await play({ replanner }, failing);
    expect(outcome(played)).toBe("budget maxReplansPerTask");
    expect(played.calls.replanner).toBe(3);
  });

  test.each([
    ["the failing task", { title: "T", tasks: [{ ...failing.tasks[0], id: "b" }] }],
    ["the plan in force", failing],
  ])("that writes %s again and again is held by that limit too", async (_, same) => {
    const played = await play({ replanner: text(same) }, failing);
    expect(outcome(played)).toBe("budget maxReplansPerTask");
    expect(played.calls.replanner).toBe(3);
  });

  test("whose failure a person has it try again forever fails each time again, and costs what it was allowed", async () => {
    const played = await play({ replanner: text({ title: "T", tasks: [] }) }, failing);
    for (let n = 0; n < 3; n += 1) {
      await played.engine.person({ type: "decide", verb: "retry" });
      await (await played.engine.lease()).ended;
      expect(outcome(played)).toBe("replan_failed");
    }
    expect(played.engine.store.state(RUN_ID).counters.replans).toBe(1);
    expect(played.calls.replanner).toBeLessThanOrEqual(16);
  });
});

describe("a planner", () => {
  test.each(BAD_PLANS)(
    "that writes %s gets it back once, and the run ends as rejected",
    async (_, plan, words) => {
      const played = await play({ planner: text(plan) });
      expect(outcome(played)).toBe("plan_rejected");
      expect(played.calls.planner).toBeLessThanOrEqual(4);
      expect(text(played.engine.store.events(RUN_ID).filter(({ type }) => type === "plan_rejected"))).toMatch(
        words,
      );
    },
  );

  test("that writes more tasks than are read at all is told so", async () => {
    const played = await play({ planner: text({ title: "T", tasks: tasks(10_001) }) });
    expect(outcome(played)).toBe("plan_rejected");
    expect(text(played.engine.store.events(RUN_ID))).toContain("more than 10000 tasks");
  });

  test("that writes the largest plan there may be is not refused", async () => {
    const played = await play(
      { planner: text({ title: "T", tasks: tasks(2_000) }), agent: { fail: { code: "auth" } } },
      undefined,
      {
        planApproval: true,
      },
    );
    expect(outcome(played)).toBe("plan_approval");
    expect(played.engine.store.state(RUN_ID).order).toHaveLength(2_000);
  });
});

describe("a summarizer that always wants another iteration", () => {
  const wants = (nth: number) =>
    text({
      finalAnswer: "So far.",
      qualityScore: 0.1,
      qualityReasoning: "Never enough.",
      needReplan: true,
      replanReason: `More of part ${nth}!`,
      usedEvidence: [],
    });
  const more = (nth: number) =>
    text({ title: "More", tasks: [{ ...simple, id: `m${nth}`, input: `more ${nth}` }] });

  test.each([
    [undefined, 2],
    [0, 0],
    [4, 4],
  ])("gets maxIterations %s, and the run ends with the results so far", async (maxIterations, expected) => {
    const played = await play(
      { summarizer: wants, planner: more },
      { title: "P", tasks: [simple] },
      {
        summarizer: "on",
        ...(maxIterations !== undefined && { maxIterations }),
      },
    );
    expect(outcome(played)).toBe("answer_complete");
    expect(played.engine.store.state(RUN_ID).counters.iterations).toBe(expected);
    expect(played.calls.summarizer).toBe(expected + 1);
    expect(played.calls.planner ?? 0).toBe(expected);
  });

  test.each(BAD_PLANS.slice(0, 2))(
    "and a planner that then writes %s: the run ends with its last good answer",
    async (_, plan) => {
      const played = await play(
        { summarizer: wants, planner: text(plan) },
        { title: "P", tasks: [simple] },
        {
          summarizer: "on",
        },
      );
      expect(outcome(played)).toBe("completed_early");
      expect(played.engine.store.state(RUN_ID).answer).toMatchObject({ inline: "So far." });
      expect(played.calls.planner).toBeLessThanOrEqual(4);
    },
  );
});

describe("answers without end", () => {
  test("are kept beside the events, and cut in the prompts of those who come after", async () => {
    const endless = "long ".repeat(200_000);
    const plan = {
      title: "P",
      tasks: [simple, { ...reviewed.tasks[1] }, { id: "z", title: "Last", input: "go", dependsOn: ["r"] }],
    };
    const verdict = JSON.stringify({ decision: "CONTINUE", reasoning: endless, conditions: [], answers: [] });
    const played = await play({ agent: endless, reviewer: verdict, answer: endless }, plan);
    expect(outcome(played)).toBe("answer_complete");
    expect(byteLength(text(played.engine.store.state(RUN_ID)))).toBeLessThan(100_000);
  });
});
