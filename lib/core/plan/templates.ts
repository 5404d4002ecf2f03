import type { PotentialOutcome } from "./schema";

/** A planning review that is ready to be asked, as data (docs/plans.md, "Templates"). */
export type ReviewTemplate = Readonly<{
  /** What `review.template` names: lower case, words joined by dashes. */
  name: string;
  title: string;
  /** When to put such a review into a plan. */
  useWhen: string;
  focus: string;
  decisionPoints: readonly string[];
  potentialOutcomes: readonly PotentialOutcome[];
  requiresHumanApproval: boolean;
}>;

const safetyCompliance: ReviewTemplate = {
  name: "safety-compliance",
  title: "Safety and compliance",
  useWhen: "Before work that touches people, personal data, money, law or other systems' safety.",
  focus: "May this be done, and can it hurt anybody?",
  decisionPoints: [
    "Could the next tasks harm people, their data or their property, and is each such risk contained?",
    "Is every use of personal or confidential data needed, permitted and documented?",
    "Do the steps keep to the laws, licenses and internal rules that apply?",
    "Are permissions no wider than the work needs, and can every action be traced?",
  ],
  potentialOutcomes: [
    { decision: "CONTINUE", when: "no open risk is left that somebody has not knowingly accepted" },
    { decision: "REPLAN", when: "the aim can be reached in a way that keeps to the rules" },
    { decision: "ABORT", when: "the work is not permitted, or its risk cannot be contained" },
  ],
  requiresHumanApproval: true,
};

const preDeployment: ReviewTemplate = {
  name: "pre-deployment",
  title: "Before a deployment",
  useWhen: "Before anything goes to where people use it: a release, a migration, a change of configuration.",
  focus: "Is what was built fit to be released, and can it be taken back?",
  decisionPoints: [
    "Did every test and check pass on exactly the version that is to be released?",
    "Is there a tested rollback, and is it known how long it takes?",
    "Will monitoring show within minutes that something went wrong?",
    "Do all who depend on it know of the change and of its time?",
  ],
  potentialOutcomes: [
    { decision: "CONTINUE", when: "all checks passed on this version and the rollback is ready" },
    { decision: "REPLAN", when: "a check failed or is missing and can be fixed" },
    { decision: "ABORT", when: "the release would do harm that cannot be taken back" },
  ],
  requiresHumanApproval: true,
};

const postIncident: ReviewTemplate = {
  name: "post-incident",
  title: "After an incident",
  useWhen: "After something failed or did harm, before work continues as if nothing had happened.",
  focus: "Is the cause understood and removed, and has the damage been repaired?",
  decisionPoints: [
    "Is the incident over, and is its whole effect known?",
    "Is the cause proven by evidence, not only plausible?",
    "Would the fix have prevented it, and would it be noticed sooner next time?",
    "Do the remaining tasks rest on anything that the incident made wrong?",
  ],
  potentialOutcomes: [
    { decision: "CONTINUE", when: "the cause is removed and the remaining tasks are not affected" },
    { decision: "REPLAN", when: "causes or consequences remain that new tasks can deal with" },
    { decision: "COMPLETE", when: "all is restored and nothing is left to do" },
    { decision: "ABORT", when: "going on would repeat the harm" },
  ],
  requiresHumanApproval: true,
};

const dataQuality: ReviewTemplate = {
  name: "data-quality",
  title: "Data quality",
  useWhen: "After data was collected or transformed, before analyses, models or reports build on it.",
  focus: "Can the next tasks rely on this data?",
  decisionPoints: [
    "Is the data complete: are the expected sources, periods and numbers of rows there?",
    "Are values plausible: types, ranges, units, share of missing ones?",
    "Are there duplicates or contradictions between sources?",
    "Does it represent what the mission asks about, without a bias that would change the answer?",
  ],
  potentialOutcomes: [
    { decision: "CONTINUE", when: "the data suffices, and its known gaps do not change the result" },
    { decision: "REPLAN", when: "data has to be collected again, cleaned or completed" },
    { decision: "ABORT", when: "data of the needed quality cannot be had" },
  ],
  requiresHumanApproval: false,
};

const cost: ReviewTemplate = {
  name: "cost",
  title: "Cost",
  useWhen: "Before an expensive stretch of work, and now and then in long runs.",
  focus: "Is what is still to come worth what it will cost?",
  decisionPoints: [
    "What has been spent so far, compared with what was expected for this progress?",
    "What will the remaining tasks cost, and does that stay within the budget?",
    "Is there a cheaper way to a result that is good enough?",
  ],
  potentialOutcomes: [
    { decision: "CONTINUE", when: "the expected cost stays within the budget" },
    { decision: "REPLAN", when: "the rest can be done for less, or some of it can be left out" },
    { decision: "COMPLETE", when: "what there is already suffices" },
    { decision: "ABORT", when: "no useful result can be had within the budget" },
  ],
  requiresHumanApproval: false,
};

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

const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ["safety", "safety-compliance"],
  ["compliance", "safety-compliance"],
  ["deployment", "pre-deployment"],
  ["incident", "post-incident"],
]);

/** What names of review templates are compared by: "Safety & Compliance" and "Safety Compliance Review" are one. */
export const reviewName = (written: string): string =>
  written
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace("-and-", "-")
    .replace(/^-|-$/g, "")
    .replace(/(?:-(?:review|check|template))+$/, "");

/** The template that a text means: "Safety & Compliance" and "Safety Review" are `safety-compliance`. */
export function reviewTemplate(written: string): ReviewTemplate | undefined {
  const name = reviewName(written);
  return TEMPLATES.find((template) => template.name === (SHORT_NAMES.get(name) ?? name));
}

/** What a review with this template says unless it says otherwise; nothing for an unknown or absent one. */
export function templateFields(written: string | undefined): Partial<ReviewTemplate> {
  const template = written === undefined ? undefined : reviewTemplate(written);
  if (!template) return {};
  const { focus, decisionPoints, potentialOutcomes, requiresHumanApproval } = template;
  return { focus, decisionPoints, potentialOutcomes, requiresHumanApproval };
}
