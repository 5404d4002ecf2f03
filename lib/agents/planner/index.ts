import { readPlan } from "@/lib/core/plan";
import { blocksMessage } from "../delimit";
import { attachmentFacts, issueLines, problemLines, toolsForPlanning } from "../facts";
import type { Role } from "../role";
import { SYSTEM } from "./prompt";
import type { PlannerInput, PlannerOutput } from "./types";

/**
 * Writes a mission's first plan, and writes it again when a person wants it changed or the critic finds it weak. It
 * asks for no structured output: a plan names its agents freely, which the providers' strict schemas cannot say, and
 * `readPlan` reads what models really write.
 */
export const planner: Role<PlannerInput, PlannerOutput> = {
  name: "planner",
  version: "8",
  buildPrompt: ({
    mission,
    constraints,
    attachments,
    planStyle,
    tools,
    agentModels,
    changes,
    iteration,
    problem,
  }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["constraints", constraints],
        ["attachments", attachmentFacts(attachments)],
        ["plan_style", planStyle === "short" ? planStyle : undefined],
        ["tools", toolsForPlanning(tools)],
        ["models", agentModels?.join("\n")],
        ["trigger", iteration && { kind: "iteration", number: iteration.number, reason: iteration.reason }],
        ["completed", iteration?.completed],
        ["effects_done", iteration?.effectsDone.join("\n")],
        ["history", iteration?.history.join("\n")],
        ["draft", changes && JSON.stringify(changes.draft, null, 2)],
        ["feedback", changes?.words],
        ["previous_answer", problem?.answer],
        ["problem", problem && problemLines(problem)],
      ]),
    ],
  }),
  parse(text) {
    const { plan, warnings, errors } = readPlan(text);
    if (plan && errors.length === 0) return { ok: true, value: { plan, warnings } };
    return { ok: false, problem: `The plan cannot be read.\n${issueLines(errors)}`, issues: errors };
  },
};
