import { isJsonObject } from "@/lib/core/json";
import { readPlan } from "@/lib/core/plan";
import type { ModelMessage } from "@/lib/core/ports";
import { readAnswerValue } from "../answer-value";
import { blocksMessage } from "../delimit";
import {
  attachmentFacts,
  costText,
  issueLines,
  problemLines,
  remainingTasks,
  toolsForPlanning,
} from "../facts";
import type { Role } from "../role";
import { SYSTEM } from "./prompt";
import { TRIALS_END, type Trial, trialFacts } from "./trials";
import type { ReplannerInput, ReplannerOutput } from "./types";

/** Writes the new tail of a plan, or says that none can reach the mission. */
export const replanner: Role<ReplannerInput, ReplannerOutput> = {
  name: "replanner",
  version: "7",
  buildPrompt: (input) => ({
    system: SYSTEM,
    messages: [
      withTrialsEnd(
        input.trials,
        blocksMessage([
          ["mission", input.mission],
          ["constraints", input.constraints],
          ["plan_style", input.planStyle === "short" ? input.planStyle : undefined],
          ["attachments", attachmentFacts(input.attachments)],
          ["plan_version", String(input.version)],
          ["trigger", { ...input.trigger }],
          ["completed", input.completed],
          ["effects_done", input.effectsDone.join("\n")],
          ["remaining", remainingTasks(input.remaining)],
          ["plan", input.plan?.map((task) => ({ ...task }))],
          ["errors", input.errors],
          ["history", input.history.join("\n")],
          ["cost", costText(input.costMicroUsd)],
          ["budget", input.budget],
          ["tools", toolsForPlanning(input.tools)],
          ["previous_answer", input.problem?.answer],
          ["problem", input.problem && problemLines(input.problem)],
          ["do_not_repeat", input.trials?.map(trialFacts)],
        ]),
      ),
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

/** The trials come last, and after them what to make of them. */
function withTrialsEnd(trials: readonly Trial[] = [], message: ModelMessage): ModelMessage {
  if (trials.length === 0 || message.role !== "user") return message;
  return { ...message, text: `${message.text}\n\n${TRIALS_END}` };
}

const KEYS = ["missionImpossible", "mission_impossible"];

/** Only an answer that is this object alone ends a mission: a plan beside it, or a blank reason, does not. */
function impossibleBecause(text: string): string | undefined {
  const value = readAnswerValue(text);
  if (!isJsonObject(value)) return;
  const [[key, reason] = [], ...others] = Object.entries(value).filter(([, item]) => item !== null);
  if (key === undefined || !KEYS.includes(key) || others.length > 0) return;
  return typeof reason === "string" && reason.trim() !== "" ? reason.trim() : undefined;
}
