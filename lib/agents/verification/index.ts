import type { JsonObject } from "@/lib/core/json";
import { cutText } from "@/lib/core/text";
import { objectWith } from "../answer-object";
import { blocksMessage } from "../delimit";
import type { Role } from "../role";
import { closed } from "../strict-schema";
import { SYSTEM } from "./prompt";
import type { VerificationInput, VerificationOutput } from "./types";

/** Characters of a result that are shown. */
const RESULT_CHARS = 40_000;
const MAX_REASON_CHARS = 1_000;

const ANSWER: JsonObject = closed({ passed: { type: "boolean" }, reason: { type: "string" } });

/** Judges a result by criteria, the third layer of verification (docs/engine.md, "Verification"). */
export const verification: Role<VerificationInput, VerificationOutput> = {
  name: "verification",
  version: "1",
  output: { name: "verification", schema: ANSWER },
  buildPrompt: ({ mission, task, result, criteria }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["task", { id: task.id, title: task.title }],
        ["details", task.details.join("\n")],
        ["input", task.input],
        ["result", shown(result)],
        ["criteria", criteria],
      ]),
    ],
  }),
  parse(text) {
    const { passed, reason } = objectWith(text, "passed") ?? {};
    if (typeof passed !== "boolean") {
      return {
        ok: false,
        problem: 'It does not say whether the result passes: "passed" must be true or false.',
      };
    }
    const said = typeof reason === "string" ? reason.trim() : "";
    if (!passed && said === "") return { ok: false, problem: 'It does not say in "reason" what is wrong.' };
    return { ok: true, value: { passed, reason: cutText(said, MAX_REASON_CHARS) } };
  },
};

function shown(result: VerificationInput["result"]): string {
  const text = typeof result === "string" ? result : JSON.stringify(result);
  if (text.length <= RESULT_CHARS) return text;
  return `${cutText(text, RESULT_CHARS)}\n(cut: ${RESULT_CHARS} of ${text.length} characters)`;
}
