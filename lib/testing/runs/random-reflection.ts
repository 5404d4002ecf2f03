import fc from "fast-check";
import { reflectionSettings } from "@/lib/core/reflection";
import { clarifyingQuestions } from "@/lib/core/reflection/questions";
import { retrospectSettings } from "@/lib/core/retrospect";
import { GOAL_VERDICTS, truncateAssessment } from "@/lib/core/retrospect/rules";
import { statedReason } from "@/lib/core/run/reasons";
import { storeValue } from "@/lib/core/stored-value";
import { refinementArb, refinePlan } from "./random-refinement";
import type { RunWorld } from "./run-world";

/** Runs that have their answer critiqued, and as many that do not. */
const reflectionArb = fc
  .record({
    enabled: fc.boolean(),
    threshold: fc.constantFrom(0.3, 0.8),
    maxRevisions: fc.integer({ min: 1, max: 3 }),
  })
  .map((given) => reflectionSettings.parse(given));

/** Runs that are looked back on, all of them or those that went badly, and as many that are not. */
const retrospectArb = fc
  .record({
    enabled: fc.boolean(),
    minTasks: fc.integer({ min: 1, max: 3 }),
    below: fc.constantFrom(0.3, 1),
  })
  .map((given) => retrospectSettings.parse(given));

/** What is said of how the plan was carried out; now and then nobody can be asked. */
function critiqueApproach(world: RunWorld, key: string, n: number): void {
  const said = { mistakes: [`mistake ${n}`], simplerAlternatives: [], expertAdvice: "" };
  const critique = { ...said, wasBestApproach: n % 2 === 0, selfRating: (n % 11) / 10 };
  if (n % 9 === 8) world.send({ type: "approach_not_critiqued", key, reason: statedReason("503") });
  else world.send({ type: "approach_critiqued", key, critique });
}

/** What is expected of a task; now and then nobody says it. */
function reasonTask(world: RunWorld, key: string, n: number): void {
  const taskId = world.state.inFlight[key]?.taskId ?? "t0";
  const said = { reasoning: "r", expectedOutcome: `n is ${n}`, alternatives: [], confidence: (n % 11) / 10 };
  if (n % 9 === 8)
    world.send({ type: "task_reasoned", key, taskId, said: null, problem: statedReason("503") });
  else world.send({ type: "task_reasoned", key, taskId, said });
}

/** What the planner's prompt carries of earlier runs. */
export function showEarlierRuns(world: RunWorld, key: string, n: number): void {
  const version = 1 + (n % 2);
  const lessons = [{ id: "les_1", version }];
  const examples = [{ id: "exm_1", version }];
  const ended = { finishReason: "no_path", costMicroUsd: null, demo: n % 2 === 0 } as const;
  const missions = [{ runId: "run_0", mission: "m", replans: n % 5, iterations: 0, ...ended }];
  if (n % 3 === 1) world.send({ type: "lessons_shown", key, role: "planner", lessons });
  if (n % 3 === 2) world.send({ type: "examples_shown", key, role: "planner", examples });
  if (n % 3 === 2) world.send({ type: "missions_shown", key, missions });
}

/** A model's word on the run, or that none could be had. */
export function lookBack(world: RunWorld, key: string, n: number): void {
  const assessment = truncateAssessment({
    goalAchieved: GOAL_VERDICTS[n % GOAL_VERDICTS.length] ?? "no",
    efficiency: (n % 11) / 10,
    unnecessaryTasks: [`t${n % 9}`],
    workedWell: [],
    improvements: [`better ${n}`],
    lesson: `lesson ${n}`,
  });
  const byRule = n % 9 === 8 ? { byRule: statedReason("503") } : {};
  world.send({ type: "run_assessed", key, assessment, ...byRule });
}

/** Who judges what in a run, and when. */
export const judgingArb = fc.record({
  reflection: reflectionArb,
  retrospect: retrospectArb,
  selfCritique: fc.constantFrom(false, false, true),
  reasoning: fc.constantFrom(false, false, true),
  refinement: refinementArb,
});

const critiqueOf = (n: number) => ({
  score: (n % 11) / 10,
  feedback: `worth ${n}`,
  issues: n % 2 === 0 ? ["something is missing"] : [],
  suggestions: [],
  questions: n % 3 === 0 ? ["Which?"] : [],
});

/** The critic's word on the final answer, or its next form; now and then neither can be had. */
function reflect(world: RunWorld, kind: "critique_answer" | "revise_answer", key: string, n: number): void {
  if (n % 9 === 8) {
    const stopped = kind === "critique_answer" ? "critique_failed" : "revision_failed";
    world.send({ type: "reflection_stopped", key, stopped, reason: statedReason("503") });
  } else if (kind === "critique_answer") {
    world.send({ type: "answer_critiqued", key, critique: critiqueOf(n) });
  } else {
    world.send({ type: "answer_revised", key, value: storeValue(`revised ${n}`).stored });
  }
}

/** A critic's word on an agent's answer, and that it stands. */
export function judgeAnswer(
  world: RunWorld,
  at: { key: string; taskId: string; attempt: number },
  n: number,
): void {
  const { score, ...said } = critiqueOf(n);
  const facts = { revisions: 0, threshold: 0.5, passed: score >= 0.5 };
  world.send({ type: "attempt_critiqued", ...at, step: 1, score, ...said, ...facts });
  const outcome = facts.passed ? "passed" : "unrevised";
  const kept = { revisions: 0, kept: 0, questions: clarifyingQuestions(said), threshold: 0.5, score };
  world.send({ type: "attempt_reflected", ...at, step: 1, outcome, ...kept });
}

/** How each effect ends that judges the run, the rest of its plan, or its answer. */
export const JUDGEMENTS = {
  critique_answer: (world: RunWorld, key: string, n: number) => reflect(world, "critique_answer", key, n),
  revise_answer: (world: RunWorld, key: string, n: number) => reflect(world, "revise_answer", key, n),
  reason_task: reasonTask,
  critique_approach: critiqueApproach,
  refine: refinePlan,
  retrospect: lookBack,
};
