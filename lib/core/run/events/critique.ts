import { z } from "zod";
import { storedValue } from "../../stored-value";
import { reason } from "./reason";

export const CRITIC_MODES = ["off", "static", "model"] as const;
const FINDING_VERDICTS = ["accepted", "waived"] as const;
export const findingVerdict = z.enum(FINDING_VERDICTS);

/** What the critic says of a plan, as events and versions keep it (docs/engine.md, "Critic"). */
export const planCritique = z.object({
  /** `model` when a model's findings are among them. */
  by: z.enum(["static", "model"]),
  /** 1 (worst) to 10. */
  score: z.number(),
  summary: z.string(),
  /** The gravest findings in words, for the question at the gate. */
  gravest: z.array(z.string()),
  /** A list of findings, the gravest first; `omitted` more are not kept. */
  findings: storedValue,
  omitted: z.int().min(0),
  /** How plan and mission cover each other, as a model sees it; absent where none told. */
  coverage: storedValue.optional(),
  /** Score of the draft with which the planner was asked for a better one. */
  improvedFrom: z.number().optional(),
  /** Why this is less than what was asked for: the model critic failed, or the planner wrote nothing better. */
  notes: z.array(reason).optional(),
});
export type PlanCritique = z.infer<typeof planCritique>;

export const critiqueEvents = {
  plan_critiqued: planCritique.extend({ version: z.int().min(1) }),
  /** A person's word on a finding; the last one on it counts. */
  finding_reviewed: z.object({
    version: z.int().min(1),
    findingKey: z.string(),
    verdict: findingVerdict,
    reason: z.string(),
  }),
} as const;
