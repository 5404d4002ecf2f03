import type { Json, JsonObject } from "@/lib/core/json";
import { CRITERIA } from "@/lib/core/reflection";
import { cutText } from "@/lib/core/text";
import { objectWith } from "../answer-object";
import { scoreOf, textsOf } from "../answer-parts";
import { blocksMessage } from "../delimit";
import type { Role } from "../role";
import { closed } from "../strict-schema";
import { SYSTEM } from "./prompt";
import type { CritiqueInput, CritiqueOutput } from "./types";

/** Characters of an answer that are shown. */
const ANSWER_CHARS = 40_000;

const texts: JsonObject = { type: "array", items: { type: "string" } };
const CRITIQUE: JsonObject = closed({
  score: { type: "number", minimum: 0, maximum: 1 },
  passed: { type: "boolean" },
  feedback: { type: "string" },
  issues: texts,
  suggestions: texts,
  questions: texts,
});

/**
 * Scores an answer before it stands (docs/agents.md, "Answer reflection"). Whether it passes is decided by its score
 * alone, so what the critic says of that is not read.
 */
export const critique: Role<CritiqueInput, CritiqueOutput> = {
  name: "critique",
  version: "1",
  output: { name: "critique", schema: CRITIQUE },
  buildPrompt: ({ mission, task, answer, criteria, trajectory, findings }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["task", task && { id: task.id, title: task.title }],
        ["details", task?.details.join("\n")],
        ["input", task?.input],
        ["trajectory", trajectory as Json[] | undefined],
        ["results", findings?.results],
        ["errors", findings?.errors],
        ["evidence", findings?.evidence],
        ["note", findings?.note],
        ["answer", shown(answer)],
        ["criteria", CRITERIA.map((name) => `${name}: ${criteria[name]}`).join("\n")],
      ]),
    ],
  }),
  parse(text) {
    const said = objectWith(text, "score");
    const score = scoreOf(said?.score);
    if (!said || score === undefined) {
      return { ok: false, problem: '"score" must be one number from 0 to 1, in one JSON object.' };
    }
    const feedback = typeof said.feedback === "string" ? said.feedback.trim() : "";
    const issues = textsOf(said.issues);
    const suggestions = textsOf(said.suggestions);
    if (score < 1 && [feedback, ...issues, ...suggestions].join("") === "") {
      return {
        ok: false,
        problem: 'It does not say in "feedback" and "issues" what keeps the score below 1.',
      };
    }
    return { ok: true, value: { score, feedback, issues, suggestions, questions: textsOf(said.questions) } };
  },
};

function shown(answer: Json): string {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  if (text.length <= ANSWER_CHARS) return text;
  return `${cutText(text, ANSWER_CHARS)}\n(cut: ${ANSWER_CHARS} of ${text.length} characters)`;
}
