import { reflectionSettings } from "@/lib/core/reflection";
import { statedReason } from "@/lib/core/run/reasons";
import { storeValue } from "@/lib/core/stored-value";
import { planOf, RunWorld } from "./run-world";

/** The words of a critic beside a score. */
export const CRITIQUE = {
  feedback: "Half is open.",
  issues: ["No <b>cost</b>."],
  suggestions: ["Add it."],
  questions: [],
};

/** A run whose answers were scored so, the last one perhaps not. */
export function judgedRun(...scores: (number | "failed")[]): RunWorld {
  const settings = { reflection: reflectionSettings.parse({ enabled: true }) };
  const world = new RunWorld({ plan: planOf({ id: "a" }), settings }).run("a");
  world.start();
  world.send({
    type: "answer_ready",
    key: world.keyOfKind("answer"),
    value: storeValue("First words").stored,
  });
  for (const [place, score] of scores.entries()) {
    if (place > 0) {
      world.start();
      const value = storeValue(`Words of revision ${place}`).stored;
      world.send({ type: "answer_revised", key: world.keyOfKind("revise_answer"), value });
    }
    world.start();
    const key = world.keyOfKind("critique_answer");
    if (score === "failed") {
      world.send({
        type: "reflection_stopped",
        key,
        stopped: "critique_failed",
        reason: statedReason("The model is away."),
      });
    } else {
      const questions = score < 0.7 ? ["Which market?"] : [];
      world.send({ type: "answer_critiqued", key, critique: { score, ...CRITIQUE, questions } });
    }
  }
  return world;
}

/** What a model says of a whole run. */
export const ASSESSMENT = {
  goalAchieved: "partial" as const,
  efficiency: 0.5,
  unnecessaryTasks: ["b"],
  workedWell: ["It was fast."],
  improvements: ["Ask first."],
  lesson: "Ask for the <b>price list</b> first.",
};

/** A run whose outcome stands, and which is being looked back on. */
export function lookingBack(): RunWorld {
  const settings = { retrospect: { enabled: true, minTasks: 2, below: 1 } };
  const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", title: "Dig deeper" }), settings });
  world.start();
  world.run("a", "b").start();
  const value = storeValue("The answer.").stored;
  world.send({ type: "answer_ready", key: world.keyOfKind("answer"), value });
  world.start();
  return world;
}
