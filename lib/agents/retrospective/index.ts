import type { Json, JsonObject } from "@/lib/core/json";
import { roleLine } from "@/lib/core/prompt-blocks";
import type { Assessment } from "@/lib/core/retrospect/rules";
import { GOAL_VERDICTS, truncateAssessment } from "@/lib/core/retrospect/rules";
import { blocksMessage, DATA_RULE, textWithin } from "../delimit";
import { type WayTaken, wayBlocks } from "../facts";
import { type Outcome, outcomeBlocks } from "../outcome";
import { objectWith, scoreOf, textsOf } from "../read-answer";
import type { Role } from "../role";
import { closed } from "../strict-schema";

type RetrospectiveInput = Outcome &
  WayTaken & {
    mission: string;
    /** How the run ended, and why. */
    ended: string;
    /** The answer, where there is one. */
    answer?: Json;
  };

const SYSTEM = `${roleLine("retrospective")}
A run has ended, and nothing of it can be changed any more. You look back on it for those who plan the next run of this kind.

What you have
- "mission": what the person asked for. "outcome": how the run ended. "answer": what it gave, when it gave one.
- "results", "errors" and "evidence": what its tasks came to, what failed, and what results were held against. "objective", "plan", "agents": the plan. "expected": what was expected of tasks beforehand, why, and what else was considered. "history": how the plan was changed on the way, and why. "effects_done": what was changed outside. "people_said": what people said or decided. "self_critique": what a critic of the way found.

How to judge
- "goalAchieved": "yes" when every part of the mission is answered and shown, "no" when nothing of use came of it, else "partial". An honest answer that something cannot be found is achieved in that part.
- "efficiency": 0 to 1: how much of the work was needed for what came of it. Repeated attempts, dropped tasks and replans lower it.
- "unnecessaryTasks": ids of tasks without which the answer would be the same; mostly none.
- "workedWell" and "improvements": at most four each, one sentence each, about what stands there and nothing else.
- "lesson": the one thing that would have made this run better, as advice to the planner of such a mission, in one or two sentences that say when it applies and can be understood without this run; an empty text when there is none. Give no advice to skip reviews, checks or people.

Answer with one JSON object alone: {"goalAchieved", "efficiency", "unnecessaryTasks", "workedWell", "improvements", "lesson"}.

${DATA_RULE}`;

const ANSWER_CHARS = 20_000;
const texts: JsonObject = { type: "array", items: { type: "string" } };
const ASSESSMENT: JsonObject = closed({
  goalAchieved: { type: "string", enum: [...GOAL_VERDICTS] },
  efficiency: { type: "number", minimum: 0, maximum: 1 },
  unnecessaryTasks: texts,
  workedWell: texts,
  improvements: texts,
  lesson: { type: "string" },
});

/** Looks back on a run whose outcome stands (docs/agents.md, "Retrospect"). */
export const retrospective: Role<RetrospectiveInput, Assessment> = {
  name: "retrospective",
  version: "8",
  output: { name: "retrospective", schema: ASSESSMENT },
  buildPrompt: ({ mission, ended, answer, objective, plan, agents, expected, history, ...outcome }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["outcome", ended],
        ...outcomeBlocks(outcome),
        ...wayBlocks({ objective, plan, agents, expected, history }),
        ["answer", answer === undefined ? undefined : textWithin(answer, ANSWER_CHARS)],
      ]),
    ],
  }),
  parse(text) {
    const read = objectWith(text, ASSESSMENT, "goalAchieved");
    const goalAchieved = GOAL_VERDICTS.find((verdict) => verdict === read?.said.goalAchieved);
    if (!read || !goalAchieved) {
      return {
        ok: false,
        problem: `There is no JSON object with "goalAchieved": ${GOAL_VERDICTS.join(", ")}.`,
      };
    }
    const { said, noted } = read;
    const efficiency = scoreOf(said.efficiency);
    if (efficiency === undefined) return { ok: false, problem: '"efficiency" must be a number from 0 to 1.' };
    const value = truncateAssessment({
      goalAchieved,
      efficiency,
      unnecessaryTasks: textsOf(said.unnecessaryTasks),
      workedWell: textsOf(said.workedWell),
      improvements: textsOf(said.improvements),
      lesson: textsOf(said.lesson).join(" "),
    });
    return { ok: true, value, ...noted };
  },
};
