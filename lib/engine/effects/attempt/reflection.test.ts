import { describe, expect, test } from "vitest";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { deferred } from "@/lib/testing/deferred";
import {
  createScriptedRun,
  playScriptedRun,
  type ScriptedRun,
  testTool,
} from "@/lib/testing/engine/scripted-run";
import type { Script, ScriptedAnswer } from "@/lib/testing/models/scripted-model";

const TASK = { id: "t", title: "Measure", input: "Measure speed and load", agent: "worker" };
const tools = [testTool("measure", { run: () => ({ perMinute: 1_000 }) })];
const agents = (reflection: object = { enabled: true }, more: object = {}) => ({
  worker: { prompt: "Measure.", tools: ["measure"], reflection, ...more },
});
const critique = (score: number, more: object = {}) =>
  JSON.stringify({ score, passed: true, feedback: `worth ${score}`, issues: ["No load."], ...more });

/** The agent and its critic give these answers in turn, the last one again and again. */
function played(turns: ScriptedAnswer[], critiques: ScriptedAnswer[]): Script {
  const given = { turns: 0, critiques: 0 };
  const nth = (list: ScriptedAnswer[], at: number) => list[Math.min(at, list.length - 1)] as ScriptedAnswer;
  return ({ role }) => (role === "critique" ? nth(critiques, given.critiques++) : nth(turns, given.turns++));
}

const measure = { calls: [{ tool: "measure", args: {} }] };
const play = (script: Script, more: Parameters<typeof playScriptedRun>[1] = {}, task: object = {}) =>
  playScriptedRun([{ ...TASK, ...task }], { script, tools, agents: agents(), ...more });

const ended = (run: ScriptedRun) => {
  const { status, result, attempts } = run.state().tasks.t ?? {};
  return {
    status,
    result: result && "inline" in result ? result.inline : null,
    reflection: attempts?.at(-1)?.reflection,
  };
};

describe("an agent's answer under reflection", () => {
  test("is shown to its critic with the task, and with what the agent did", async () => {
    const run = await play(played([measure, "80 ms at 1000"], [critique(0.9)]));
    expect(ended(run)).toMatchObject({
      status: "succeeded",
      result: "80 ms at 1000",
      reflection: { critiques: 1, outcome: "passed", score: 0.9, step: 2, questions: [] },
    });
    const [prompt = ""] = run.prompts("critique");
    expect(readBlock(prompt, "input")).toBe("Measure speed and load");
    expect(readBlock(prompt, "answer")).toBe("80 ms at 1000");
    expect(readJsonBlock(prompt, "trajectory")).toEqual([
      { step: 1, thought: "", calls: [{ tool: "measure", args: {}, gave: { perMinute: 1_000 } }] },
    ]);
  });

  test("is fixed by a further turn that hears what is wrong and may use tools", async () => {
    const run = await play(played(["80 ms", measure, "80 ms at 1000"], [critique(0.5), critique(0.95)]));
    expect(ended(run)).toMatchObject({
      status: "succeeded",
      result: "80 ms at 1000",
      reflection: { critiques: 2, outcome: "passed", score: 0.95, step: 3 },
    });
    const again = run.prompts("critique")[1] ?? "";
    expect(readBlock(again, "previous_answer")).toBe("80 ms");
    expect(readJsonBlock(again, "trajectory")).toMatchObject([{ step: 2, calls: [{ tool: "measure" }] }]);
    const second = run.model.requests[2];
    const reported = second?.messages.at(-1);
    expect(reported?.role === "user" && readJsonBlock(reported.text, "critique")).toMatchObject({
      score: 0.5,
      issues: ["No load."],
    });
    expect(
      run
        .payloads("answer_critiqued")
        .map(({ taskId, step, revisions, passed }) => [taskId, step, revisions, passed]),
    ).toEqual([
      ["t", 1, 0, false],
      ["t", 3, 1, true],
    ]);
    expect(run.payloads("llm_called").map(({ role }) => role)).toEqual([
      "agent",
      "critique",
      "revision",
      "revision",
      "critique",
      "answer",
    ]);
  });

  test("is the best one after the last revision, with questions", async () => {
    const run = await play(
      played(["a", "b", "c"], [critique(0.5), critique(0.7, { questions: ["Which load?"] }), critique(0.6)]),
    );
    expect(ended(run)).toMatchObject({
      status: "succeeded",
      result: "b",
      reflection: {
        outcome: "requires_followup",
        score: 0.7,
        step: 2,
        questions: [{ about: "asked", text: "Which load?" }],
      },
    });
  });

  test("is told to those who judge the run, with what stays open", async () => {
    const run = await play(played(["a"], [critique(0.5, { questions: ["Which load?"] })]), {
      settings: { reflection: { enabled: true } },
    });
    expect(readJsonBlock(run.prompts("critique").at(-1) ?? "", "evidence")).toEqual([
      {
        taskId: "t",
        layer: "critique",
        outcome: "requires_followup",
        about: "requires follow-up; 50 of 100; open: Which load?",
      },
    ]);
  });

  test("is data where it is data, whichever answer is kept", async () => {
    const run = await play(played(['{"p95": 80}', "nothing"], [critique(0.5), critique(0.1)]));
    expect(ended(run)).toMatchObject({ result: { p95: 80 }, reflection: { step: 1 } });
  });

  test("is held against the task's own checks after that", async () => {
    const run = await play(
      played(["80 ms"], [critique(1)]),
      {},
      { verification: '(fail "too slow")', maxRetries: 0, onVerificationFailure: "stop" },
    );
    const types = run.events().map(({ type }) => type);
    expect(types.indexOf("answer_accepted")).toBeLessThan(
      types.findIndex((type) => type.startsWith("verification_")),
    );
    expect(ended(run).status).toBe("failed");
  });

  test("stays accepted when only its check has to be made again", async () => {
    let [critiques, checks] = [0, 0];
    const script: Script = ({ role }) => {
      if (role === "critique") return critiques++ === 0 ? { fail: { code: "auth" } } : critique(0.9);
      if (role !== "verification") return "80 ms";
      return checks++ === 0
        ? { fail: { code: "quota" } }
        : '{"passed": true, "reason": "fine", "conditions": []}';
    };
    const run = await play(script, {}, { llmReview: "It names a figure." });
    expect(ended(run)).toMatchObject({ status: "succeeded", reflection: { outcome: "not_critiqued" } });
    expect([critiques, checks]).toEqual([1, 2]);
    expect(run.payloads("answer_accepted")).toHaveLength(1);
  });

  test.each<[string, ScriptedAnswer]>([
    ["cannot be reached", { fail: { code: "auth", message: "bad key" } }],
    ["says nothing readable", "Good!"],
  ])("stands, marked, when its critic %s", async (_, answer) => {
    const run = await play(played(["80 ms"], [answer]));
    expect(ended(run)).toMatchObject({
      status: "succeeded",
      result: "80 ms",
      reflection: { critiques: 0, outcome: "not_critiqued", stopped: "critique_failed" },
    });
    expect(run.payloads("approval_opened")).toEqual([]);
  });

  test("stands where no turn is left to fix it", async () => {
    const run = await play(played(["80 ms"], [critique(0.5)]), {
      agents: agents({ enabled: true }, { maxTurns: 1 }),
    });
    expect(ended(run)).toMatchObject({
      status: "succeeded",
      result: "80 ms",
      reflection: { outcome: "unrevised", stopped: "budget", reason: { code: "out_of_turns", maxTurns: 1 } },
    });
  });

  test("is kept when its revision uses up the turns without another answer", async () => {
    const run = await play(played(["80 ms", measure], [critique(0.5)]), { settings: { maxTurns: 3 } });
    expect(ended(run)).toMatchObject({
      status: "succeeded",
      result: "80 ms",
      reflection: { outcome: "unrevised", score: 0.5, stopped: "budget" },
    });
  });

  test("is kept when its revision goes wrong", async () => {
    const run = await play(played(["80 ms", { calls: [{ tool: "guess", args: {} }] }], [critique(0.5)]));
    expect(ended(run)).toMatchObject({
      status: "succeeded",
      result: "80 ms",
      reflection: { outcome: "unrevised", stopped: "revision_failed" },
    });
  });

  const words = "word ".repeat(900);
  test.each([
    ["unrevised", 2_000, "80 ms", { feedback: words, issues: [words, words, words, words, words] }],
    ["not_critiqued", 3_100, words, {}],
  ])(
    "is kept, %s, where the run has no room for more, and asks nobody",
    async (outcome, maxTokens, answer, said) => {
      const run = await play(played([answer], [critique(0.5, said)]), {
        settings: { maxTokens, maxOutputTokens: 200 },
      });
      expect(ended(run)).toMatchObject({ status: "succeeded", reflection: { outcome, stopped: "budget" } });
      expect(run.payloads("approval_opened")).toEqual([]);
    },
  );

  test("is shown with the latest of a long way, and how much was left out", async () => {
    const calls = Array.from({ length: 10 }, (_, n) => ({
      tool: "measure",
      args: { version: `${n}`.repeat(400) },
    }));
    const turns = [...Array.from({ length: 11 }, () => ({ calls })), "80 ms"];
    const run = await play(played(turns, [critique(0.9)]), {
      tools: [testTool("measure", { run: () => ({ text: "x".repeat(2_000) }) })],
      settings: { maxTurns: 20 },
    });
    const shown = readJsonBlock(run.prompts("critique")[0] ?? "", "trajectory") as { step?: number }[];
    expect(shown[0]).toEqual({ omitted: 12 - shown.length });
    expect(shown.at(-1)).toMatchObject({ step: 11 });
    expect(JSON.stringify(shown).length).toBeLessThan(61_000);
    expect(shown.length).toBeGreaterThan(5);
  });

  test("is kept where the attempt's own budget has no room for its critic", async () => {
    const wordy = "x".repeat(1_000);
    const criteria = { completeness: wordy, accuracy: wordy, clarity: wordy };
    const run = await play(played(["80 ms"], [critique(0.9)]), {
      agents: agents({ enabled: true, criteria }, { costBudgetUsd: 0.0022 }),
      settings: { maxOutputTokens: 200 },
    });
    expect(ended(run)).toMatchObject({
      status: "succeeded",
      result: "80 ms",
      reflection: { outcome: "not_critiqued", stopped: "budget" },
    });
    expect(run.prompts("critique")).toEqual([]);
  });

  test("is not critiqued where it says that there can be none, and a scored one before it is kept", async () => {
    const none = '{"cannot": "Nothing was measured."}';
    const first = await play(played([none], [critique(0.9)]));
    expect(first.prompts("critique")).toEqual([]);
    expect(first.state().tasks.t).toMatchObject({ status: "failed", failureCode: "abstained" });
    const revised = await play(played(["80 ms", none], [critique(0.5)]));
    expect(ended(revised)).toMatchObject({
      status: "succeeded",
      result: "80 ms",
      reflection: { outcome: "unrevised", score: 0.5, reason: { code: "abstained" } },
    });
  });

  test("fails as ever where no answer was given", async () => {
    const run = await play(
      played([measure], []),
      { settings: { maxTurns: 2 } },
      { maxRetries: 0, onFailure: "stop" },
    );
    expect(ended(run)).toMatchObject({ status: "failed" });
    expect(ended(run).reflection).toBeUndefined();
  });

  test("is not critiqued where the plan does not ask for it", async () => {
    const run = await play(played(["80 ms"], []), { agents: agents({ enabled: false }) });
    expect(ended(run)).toMatchObject({ status: "succeeded", result: "80 ms" });
    expect(run.prompts("critique")).toEqual([]);
  });

  test("costs one call more at most when a worker is lost, wherever that is", async () => {
    for (let lost = 1; lost <= 4; lost += 1) {
      const [begun, held] = [deferred(), deferred()];
      const script = played(
        ["80 ms", "80 ms at 1000", "80 ms at 1000"],
        [critique(0.5), critique(0.9), critique(0.9)],
      );
      const run = await createScriptedRun([TASK], {
        tools,
        agents: agents(),
        script: async (request, context) => {
          if (context.nth === lost) {
            begun.resolve();
            await held.promise;
          }
          return script(request, context);
        },
      });
      await run.takeOver(begun.promise);
      held.resolve();
      expect([lost, ended(run).status, ended(run).reflection?.outcome]).toEqual([
        lost,
        "succeeded",
        "passed",
      ]);
      // Two turns, two critiques and the answer, and the call that was lost.
      expect(run.model.requests).toHaveLength(6);
    }
  });

  test("does not keep an answer that has not heard what people said in the meantime", async () => {
    const [judging, said] = [deferred(), deferred()];
    const script: Script = async ({ role, messages }) => {
      if (role !== "critique")
        return JSON.stringify(messages).includes("Look at EU.") ? "80 ms in EU" : "80 ms";
      judging.resolve();
      await said.promise;
      return critique(0.9);
    };
    const run = await createScriptedRun([TASK], { script, tools, agents: agents() });
    const actor = await run.lease();
    await judging.promise;
    await run.engine.person({ type: "steer", taskId: "t", message: "Look at EU." });
    said.resolve();
    await actor.ended;
    expect(ended(run)).toMatchObject({ status: "succeeded", result: "80 ms in EU", reflection: { step: 2 } });
    // Nor does its critic judge without those words.
    expect(readJsonBlock(run.prompts("critique").at(-1) ?? "", "trajectory")).toContainEqual(
      expect.objectContaining({ step: 2, said: ["Look at EU."], calls: [] }),
    );
  });
});
