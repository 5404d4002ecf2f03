import type { JsonObject } from "@/lib/core/json";
import { asFlag } from "@/lib/core/plan/read/fields";
import { roleLine } from "@/lib/core/prompt-blocks";
import { type SelfCritique, truncateSelfCritique } from "@/lib/core/self-critique";
import { blocksMessage, DATA_RULE } from "../delimit";
import { type WayTaken, wayBlocks } from "../facts";
import { type Outcome, outcomeBlocks } from "../outcome";
import { objectWith, scoreOf, textsOf } from "../read-answer";
import type { Role } from "../role";
import { closed } from "../strict-schema";

type SelfCriticInput = Outcome & WayTaken & { mission: string };

const SYSTEM = `${roleLine("self_critic")}
A plan has been carried out, and its answer is about to be written. You say what was done badly on the way, so that the answer can be honest about it and the next plan can be better. You do not write the answer.

What you have
- "mission": what the person asked for.
- "results", "errors" and "evidence": what the tasks came to, what failed, and what results were held against. A result without a check is somebody's word. "objective", "plan", "agents": the plan. "expected": what was expected of tasks beforehand, why, and what else was considered.
- "history": how the plan was changed on the way, and why. "effects_done": what was changed outside. "people_said": what people said or decided; their decisions are no mistakes.

How to judge
- "wasBestApproach": whether a careful expert would have gone about it like this.
- "mistakes": what was done wrong or left out, and which result or claim it weakens; at most four, one sentence each, none that nothing here shows.
- "simplerAlternatives": what would have led there with less; at most four, mostly none.
- "expertAdvice": what an expert would say to the planner of such a mission, in one or two sentences that say when it applies; an empty text when there is nothing. Give no advice to skip reviews, checks or people.
- "selfRating": 0 (nothing was done well) to 1 (nothing could be better).

Answer with one JSON object alone: {"wasBestApproach", "mistakes", "simplerAlternatives", "expertAdvice", "selfRating"}.

${DATA_RULE}`;

const texts: JsonObject = { type: "array", items: { type: "string" } };
const SELF_CRITIQUE: JsonObject = closed({
  wasBestApproach: { type: "boolean" },
  mistakes: texts,
  simplerAlternatives: texts,
  expertAdvice: { type: "string" },
  selfRating: { type: "number", minimum: 0, maximum: 1 },
});

/** Judges how a plan was carried out, before its answer is written (docs/agents.md, "Self-critique"). */
export const selfCritic: Role<SelfCriticInput, SelfCritique> = {
  name: "self_critic",
  version: "8",
  output: { name: "self_critique", schema: SELF_CRITIQUE },
  buildPrompt: ({ mission, objective, plan, agents, expected, history, ...outcome }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ...outcomeBlocks(outcome),
        ...wayBlocks({ objective, plan, agents, expected, history }),
      ]),
    ],
  }),
  parse(text) {
    const read = objectWith(text, SELF_CRITIQUE, "selfRating");
    const selfRating = scoreOf(read?.said.selfRating);
    if (!read || selfRating === undefined) {
      return { ok: false, problem: '"selfRating" must be a number from 0 to 1, in one JSON object.' };
    }
    const { said, noted } = read;
    const wasBestApproach = asFlag(said.wasBestApproach ?? null);
    if (wasBestApproach === undefined) {
      return { ok: false, problem: '"wasBestApproach" must be true or false.' };
    }
    const value = truncateSelfCritique({
      wasBestApproach,
      mistakes: textsOf(said.mistakes),
      simplerAlternatives: textsOf(said.simplerAlternatives),
      expertAdvice: textsOf(said.expertAdvice).join(" "),
      selfRating,
    });
    return { ok: true, value, ...noted };
  },
};
