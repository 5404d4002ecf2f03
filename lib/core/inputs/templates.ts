import { z } from "zod";
import { json, recordOf } from "../json-schemas";
import {
  MAX_PARAMS,
  MAX_TEMPLATE_NAME_CHARS,
  MAX_VALUE_CHARS,
  PARAM_NAME,
  TEMPLATE_KINDS,
} from "../templates/limits";
import { templateParams } from "../templates/params";
import { inAddress, ordinal } from "./bounds";
import { leaveOut, leavesOutOfPlan, NO_PLAN_TO_LEAVE_OUT_OF, planSource } from "./plans";

const templateId = z.string().min(1).max(100);
const version = inAddress(ordinal).optional();
/** By parameter. What fits is said of each by the template. */
const values = recordOf(json, z.string().max(200)).default({});

/** Which version of which template is filled in, or started, with what values; the newest where none is named. */
export const fillTemplateInput = z.strictObject({ templateId, version, values });

export const listTemplatesInput = z.strictObject({
  kind: z.enum(TEMPLATE_KINDS).optional(),
  status: z.enum(["active", "archived"]).default("active"),
});
export const getTemplateInput = z.strictObject({ templateId, version });
export const archiveTemplateInput = z.strictObject({ templateId, archived: z.boolean().default(true) });

const replacement = z.strictObject({
  param: z.string().regex(PARAM_NAME),
  /** Every place where the plan says so becomes the parameter. */
  text: z.string().min(1).max(MAX_VALUE_CHARS),
});

/** A new template, or with `templateId` the next version of one: of a run's plan, or of a plan as anybody writes it. */
export const saveTemplateInput = z
  .strictObject({
    kind: z.enum(TEMPLATE_KINDS).default("plan"),
    templateId: templateId.optional(),
    /** The version that was read: with a newer one now, nothing is saved. */
    expectedVersion: ordinal.optional(),
    name: z.string().trim().min(1, "Enter a name.").max(MAX_TEMPLATE_NAME_CHARS).optional(),
    /** `agent`: of an agent, its name in that plan. */
    from: z
      .strictObject({ runId: z.string().min(1).max(200), version, agent: z.string().max(200).optional() })
      .optional(),
    body: planSource.optional(),
    /** Of the body. */
    leaveOut,
    params: templateParams.default([]),
    replace: z.array(replacement).max(MAX_PARAMS).default([]),
  })
  .refine(({ from, body }) => (from === undefined) !== (body === undefined), {
    error: "Give a plan, or the run that it is taken from.",
  })
  .refine(({ body: plan, leaveOut }) => leavesOutOfPlan({ plan, leaveOut }), NO_PLAN_TO_LEAVE_OUT_OF)
  .refine(
    ({ templateId, expectedVersion }) => (templateId === undefined) === (expectedVersion === undefined),
    {
      path: ["expectedVersion"],
      error: "The next version of a template names the version that was read.",
    },
  )
  .refine(
    ({ kind, from, templateId }) =>
      from === undefined || templateId !== undefined || (kind === "agent") === (from.agent !== undefined),
    {
      path: ["from", "agent"],
      error: "An agent is taken from a run by its name, and nothing else is.",
    },
  )
  .refine(({ templateId, name }) => (templateId === undefined) !== (name === undefined), {
    path: ["name"],
    error: "A new template needs a name, and one that is there keeps its own.",
  });
export type SaveTemplateInput = z.input<typeof saveTemplateInput>;
