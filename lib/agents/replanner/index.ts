import { isJsonObject } from "@/lib/core/json";
import { readPlan } from "@/lib/core/plan";
import { readAnswerValue } from "../answer-value";
import { blocksMessage } from "../delimit";
import { issueLines, remainingTasks, toolsForPlanning } from "../facts";
import type { Role } from "../role";
import { SYSTEM } from "./prompt";
import type { ReplannerInput, ReplannerOutput } from "./types";

/** Writes the new tail of a plan, or says that none can reach the mission. */
export const replanner: Role<ReplannerInput, ReplannerOutput> = {
  name: "replanner",
  version: "2",
  buildPrompt: (input) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", input.mission],
        ["constraints", input.constraints],
        ["plan_version", String(input.version)],
        ["trigger", { ...input.trigger }],
        ["completed", input.completed],
        ["effects_done", input.effectsDone.join("\n")],
        ["remaining", remainingTasks(input.remaining)],
        ["history", input.history.join("\n")],
        ["tools", toolsForPlanning(input.tools)],
        ["previous_answer", input.problem?.answer],
        ["problem", input.problem && issueLines(input.problem.issues)],
      ]),
    ],
  }),
  parse(text) {
    const reason = impossibleBecause(text);
    if (reason !== undefined) return { ok: true, value: { kind: "mission_impossible", reason } };
    const { plan, warnings, errors } = readPlan(text);
    if (plan && errors.length === 0) return { ok: true, value: { kind: "plan", plan, warnings } };
    return { ok: false, problem: `The plan cannot be read.\n${issueLines(errors)}`, issues: errors };
  },
};

const KEYS = ["missionImpossible", "mission_impossible"];

/** Only an answer that is this object alone ends a mission: a plan beside it, or a blank reason, does not. */
function impossibleBecause(text: string): string | undefined {
  const value = readAnswerValue(text);
  if (!isJsonObject(value)) return;
  const [[key, reason] = [], ...others] = Object.entries(value).filter(([, item]) => item !== null);
  if (key === undefined || !KEYS.includes(key) || others.length > 0) return;
  return typeof reason === "string" && reason.trim() !== "" ? reason.trim() : undefined;
}
