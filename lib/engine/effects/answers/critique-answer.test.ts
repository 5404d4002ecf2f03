import { describe, expect, test } from "vitest";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { deferred } from "@/lib/testing/deferred";
import { createScriptedRun, playScriptedRun } from "@/lib/testing/engine/scripted-run";
import type { Script, ScriptedAnswer } from "@/lib/testing/models/scripted-model";

const TASKS = [{ id: "t", title: "Measure", input: "go" }];
const reflection = (more: object = {}) => ({ reflection: { enabled: true, ...more } });
const critique = (score: number, more: object = {}) =>
  JSON.stringify({ score, passed: false, feedback: `worth ${score}`, issues: ["No cost."], ...more });

/** The critic gives these answers in turn, revisions are numbered, and agents measure. */
function played(
  critiques: ScriptedAnswer[],
  revision: (nth: number) => ScriptedAnswer = (nth) => `revised ${nth}`,
): Script {
  const asked = { critique: 0, revision: 0 };
  return ({ role }) => {
    if (role === "critique") return critiques[asked.critique++] ?? critique(1);
    if (role === "revision") return revision(++asked.revision);
    return "80 ms";
  };
}

const ending = (run: Awaited<ReturnType<typeof playScriptedRun>>) => ({
  reason: run.state().finished?.reason,
  answer: run.state().answer?.preview,
  accepted: run.payloads("answer_accepted")[0],
});

describe("a final answer under reflection", () => {
  test("is shown to its critic with the mission, what came out, and the criteria", async () => {
    const run = await playScriptedRun(TASKS, {
      mission: "Report speed and cost",
      script: played([critique(0.9)]),
      settings: reflection({ criteria: { accuracy: "No guesses." } }),
    });
    expect(ending(run)).toMatchObject({
      reason: "answer_complete",
      accepted: { outcome: "passed", score: 0.9 },
    });
    const [prompt = ""] = run.prompts("critique");
    expect(readBlock(prompt, "mission")).toBe("Report speed and cost");
    expect(readBlock(prompt, "answer")).toBe("All is done.");
    expect(readBlock(prompt, "criteria")).toContain("accuracy: No guesses.");
    expect(readJsonBlock(prompt, "results")).toEqual([
      { id: "t", title: "Measure", status: "succeeded", value: "80 ms" },
    ]);
  });

  test("is revised with what is wrong, and passes by its score, whatever the critic calls it", async () => {
    const run = await playScriptedRun(TASKS, {
      script: played([critique(0.5, { passed: true }), critique(0.8, { passed: false })]),
      settings: reflection(),
    });
    expect(ending(run)).toEqual({
      reason: "answer_complete",
      answer: "revised 1",
      accepted: expect.objectContaining({ outcome: "passed", revisions: 1, kept: 1 }),
    });
    const [prompt = ""] = run.prompts("revision");
    expect(readBlock(prompt, "previous_answer")).toBe("All is done.");
    expect(readJsonBlock(prompt, "critique")).toMatchObject({ score: 0.5, issues: ["No cost."] });
    expect(readBlock(run.prompts("critique")[1] ?? "", "answer")).toBe("revised 1");
    expect(run.payloads("llm_called").map(({ role }) => role)).toEqual([
      "agent",
      "answer",
      "critique",
      "revision",
      "critique",
    ]);
  });

  test("keeps the best and says what to ask when it stays below", async () => {
    const run = await playScriptedRun(TASKS, {
      script: played([critique(0.3), critique(0.7, { questions: ["Which market?"] }), critique(0.6)]),
      settings: reflection(),
    });
    expect(ending(run)).toEqual({
      reason: "answer_complete",
      answer: "revised 1",
      accepted: expect.objectContaining({
        outcome: "requires_followup",
        score: 0.7,
        questions: [{ about: "asked", text: "Which market?" }],
      }),
    });
  });

  test.each<[string, ScriptedAnswer[]]>([
    ["cannot be reached", [{ fail: { code: "auth", message: "bad key" } }]],
    ["never says a readable score", Array.from({ length: 4 }, () => '{"score": 80}')],
  ])("stands, marked, when its critic %s", async (_, critiques) => {
    const run = await playScriptedRun(TASKS, { script: played(critiques), settings: reflection() });
    expect(ending(run)).toMatchObject({
      reason: "answer_complete",
      answer: "All is done.",
      accepted: { outcome: "not_critiqued", stopped: "critique_failed" },
    });
    expect(run.payloads("approval_opened")).toEqual([]);
    expect(run.prompts("critique")).toHaveLength(critiques.length);
  });

  test("is asked about again while the score cannot be read", async () => {
    const run = await playScriptedRun(TASKS, {
      script: played(['{"score": 1.2}', critique(0.9)]),
      settings: reflection(),
    });
    expect(ending(run).accepted).toMatchObject({ outcome: "passed", score: 0.9 });
    expect(JSON.stringify(run.model.requests.at(-1)?.messages)).toContain("must be one number from 0 to 1");
  });

  test("is the best there is when no revision can be written", async () => {
    const run = await playScriptedRun(TASKS, {
      script: played([critique(0.5)], () => ({ fail: { code: "bad_request", message: "no" } })),
      settings: reflection(),
    });
    expect(ending(run)).toMatchObject({
      answer: "All is done.",
      accepted: { outcome: "unrevised", stopped: "revision_failed", score: 0.5 },
    });
  });

  test("is not critiqued where a budget leaves no room, and asks nobody for more", async () => {
    const wordy = "x".repeat(1_000);
    const criteria = { completeness: wordy, accuracy: wordy, clarity: wordy };
    const run = await playScriptedRun(TASKS, {
      script: played([]),
      // Room for the agent's turn and the answer, not for a critic with that much to consider.
      settings: { ...reflection({ criteria }), maxTokens: 2_200, maxOutputTokens: 200 },
    });
    expect(ending(run)).toMatchObject({
      reason: "answer_complete",
      answer: "All is done.",
      accepted: { outcome: "not_critiqued", stopped: "budget" },
    });
    expect(run.payloads("approval_opened")).toEqual([]);
    expect(run.prompts("critique")).toEqual([]);
  });

  test("may be critiqued by a model of its own", async () => {
    const run = await createScriptedRun(TASKS, {
      script: played([]),
      settings: reflection({ model: "scripted:critic" }),
    });
    const actor = await run.lease();
    await actor.ended;
    expect(run.payloads("llm_called").map(({ role, model }) => `${role} ${model}`)).toContain(
      "critique scripted:critic",
    );
  });

  test("long ones are kept apart from the events, and shown to critic and revision in full", async () => {
    const long = `${"word ".repeat(900)}end`;
    const run = await playScriptedRun(TASKS, {
      script: played([critique(0.5), critique(0.6), critique(0.9)], (nth) => `${nth} ${long}`),
      settings: reflection(),
    });
    expect(run.payloads("answer_revised").map(({ value }) => "ref" in value)).toEqual([true, true]);
    expect(readBlock(run.prompts("critique")[1] ?? "", "answer")).toBe(`1 ${long}`);
    expect(readBlock(run.prompts("revision")[1] ?? "", "previous_answer")).toBe(`1 ${long}`);
    expect(run.state().answer?.preview).toContain("2 word");
  });

  test.each(["critique", "revision"])(
    "repeats no more than the %s that a lost worker had in hand",
    async (lost) => {
      const [begun, held] = [deferred(), deferred()];
      const script = played([critique(0.5), critique(0.9), critique(0.9)]);
      let calls = 0;
      const run = await createScriptedRun(TASKS, {
        settings: reflection(),
        script: async (request, context) => {
          if (request.role === lost && ++calls === 1) {
            begun.resolve();
            await held.promise;
          }
          return script(request, context);
        },
      });
      await run.takeOver(begun.promise);
      held.resolve();
      const roles = run.model.requests.length;
      expect(ending(run)).toMatchObject({ reason: "answer_complete", accepted: { outcome: "passed" } });
      // Agent, answer, two critiques and a revision, and the one that was lost.
      expect(roles).toBe(6);
    },
  );
});
