import { serialisePlan } from "@/lib/core/plan/serialise";
import { blocksMessage } from "../delimit";
import { toolsForPlanning } from "../facts";
import type { Role } from "../role";
import { SYSTEM } from "./prompt";
import { readFindings } from "./read-findings";
import { CRITIC_ANSWER } from "./schema";
import type { CriticInput, CriticOutput } from "./types";

/**
 * Finds in a plan what no rule can see. It only advises: whoever calls it goes on without an answer that cannot be
 * read, and says so (docs/plans.md, "Critic").
 */
export const critic: Role<CriticInput, CriticOutput> = {
  name: "critic",
  version: "1",
  output: { name: "plan_findings", schema: CRITIC_ANSWER },
  buildPrompt: ({ mission, plan, tools, findings }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["plan", serialisePlan(plan).trimEnd()],
        ["tools", toolsForPlanning(tools)],
        ["findings", findings.map(({ key, message }) => ({ key, message }))],
      ]),
    ],
  }),
  parse(text) {
    const value = readFindings(text);
    if (value) return { ok: true, value };
    return {
      ok: false,
      problem: 'There is no list of findings in it: answer {"findings": []} if there are none.',
    };
  },
};
