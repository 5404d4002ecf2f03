import { cost } from "./cost";
import { dataQuality } from "./data-quality";
import { postIncident } from "./post-incident";
import { preDeployment } from "./pre-deployment";
import { safetyCompliance } from "./safety-compliance";
import type { ReviewTemplate } from "./types";

export type { ReviewTemplate } from "./types";

const TEMPLATES: readonly ReviewTemplate[] = [
  preDeployment,
  dataQuality,
  cost,
  safetyCompliance,
  postIncident,
];

/** The review templates that always exist (docs/plans.md, "Templates"). */
export function listReviewTemplates(): readonly ReviewTemplate[] {
  return TEMPLATES;
}

/** The template that a text means: "Safety & Compliance" is `safety-compliance`. */
export function reviewTemplate(written: string): ReviewTemplate | undefined {
  const name = written
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace("-and-", "-")
    .replace(/^-|-$/g, "");
  return TEMPLATES.find((template) => template.name === name);
}

/** What a review with this template says unless it says otherwise; nothing for an unknown or absent one. */
export function templateFields(written: string | undefined): Partial<ReviewTemplate> {
  const template = written === undefined ? undefined : reviewTemplate(written);
  if (!template) return {};
  const { focus, decisionPoints, potentialOutcomes, requiresHumanApproval } = template;
  return { focus, decisionPoints, potentialOutcomes, requiresHumanApproval };
}
