import { describe, expect, it } from "vitest";
import { RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedRun, type ScriptedRun } from "@/lib/testing/engine/scripted-run";
import type { Script } from "@/lib/testing/models/scripted-model";

const TASKS = [
  { id: "find", title: "Find it", agent: "worker", input: "Find the key" },
  { id: "use", title: "Use it", agent: "worker", input: "Use {{results.find}}", dependsOn: ["find"] },
  {
    id: "look",
    title: "Look",
    type: "planning_review",
    dependsOn: ["use"],
    review: { focus: "Open?", previousTasks: ["use"] },
  },
];
const settings = {
  reasoning: true,
  refinement: { enabled: true, wait: true },
  selfCritique: true,
  retrospect: { enabled: true, minTasks: 1, below: 1 },
  lessons: { use: true, propose: true },
  examples: { use: true },
  reviewMode: "auto",
  reviewHoldMs: 0,
};
const ANSWERS: Record<string, object> = {
  reasoner: {
    reasoning: "Keys open doors.",
    expectedOutcome: "It is open",
    alternatives: [],
    confidence: 0.7,
  },
  refiner: { needed: false, summary: "It still fits." },
  reviewer: {
    decision: "CONTINUE",
    reasoning: "Well.",
    conditions: [],
    answers: [],
    finalResult: null,
    abortReason: null,
  },
  self_critic: {
    wasBestApproach: false,
    mistakes: ["No lock was tried."],
    simplerAlternatives: [],
    expertAdvice: "Try the door.",
    selfRating: 0.5,
  },
  retrospective: {
    goalAchieved: "yes",
    efficiency: 0.5,
    unnecessaryTasks: [],
    workedWell: [],
    improvements: [],
    lesson: "Try the door first.",
  },
};
const LEARNERS = Object.keys(ANSWERS);
const script: Script = ({ role = "" }) =>
  ANSWERS[role] === undefined ? `${role} found no lock` : JSON.stringify(ANSWERS[role]);

/** Plays the run to its end; behind its nth commit the worker loses it, and the next one takes over. */
async function playLosing(nth: number): Promise<ScriptedRun & { commits: number }> {
  const run = await createScriptedRun(TASKS, { script, settings });
  const { store } = run.engine;
  store.reads.lessons = async () => [{ id: "les_1", version: 1, text: "Knock first." }];
  let commits = 0;
  let actor = await run.lease();
  const lost = new Promise<void>((resolve) => {
    store.onCommit.add(() => {
      commits += 1;
      if (commits !== nth) return;
      actor.lose();
      resolve();
    });
  });
  await Promise.race([lost, actor.ended]);
  if (nth > 0) await store.jobs.release(actor.claim);
  while (!run.state().finished) {
    actor = await run.lease();
    await actor.ended;
  }
  return { ...run, commits };
}

/** What the run came to and learned, without the moments and the leases at which it did. */
function outcomeOf(run: ScriptedRun) {
  const { tasks, lessonsShown = {}, selfCritiques, retrospect, refinements, finished } = run.state();
  return {
    tasks: Object.values(tasks).map(({ id, status, attempt, result, reasoned, proposal }) => {
      return [id, status, attempt, result?.digest, reasoned, proposal?.decision];
    }),
    lessons: Object.values(lessonsShown),
    asked: refinements?.entries.map(({ about, status }) => [about, status]),
    selfCritiques,
    retrospect,
    reason: finished?.reason,
  };
}

describe("a worker lost at any commit of a run that learns", async () => {
  const usual = await playLosing(0);

  it("is lost in a run that asks all who learn", () => {
    expect(LEARNERS.filter((role) => usual.prompts(role).length === 0)).toEqual([]);
    expect(outcomeOf(usual)).toMatchObject({
      reason: "answer_complete",
      retrospect: { lesson: "Try the door first." },
    });
    expect(outcomeOf(usual).lessons.length).toBeGreaterThan(0);
  });

  it.each(Array.from({ length: usual.commits }, (_, n) => n + 1))(
    "costs at most one repeated call of each, and changes nothing else (commit %i)",
    async (nth) => {
      const run = await playLosing(nth);
      expect(outcomeOf(run)).toEqual(outcomeOf(usual));
      for (const role of LEARNERS) {
        expect([role, run.prompts(role).length - usual.prompts(role).length <= 1]).toEqual([role, true]);
      }
      expect(run.state().epoch).toBeLessThanOrEqual(2);
      expect(run.engine.store.state(RUN_ID).finished).toBeDefined();
    },
  );
});
