import { quoted } from "../legible/marked";
import type { WeakenedFacts } from "../run/controls/terms/finding";
import { agentOfControl, CHECKS_CONTROL, PLAN_CONTROL } from "../run/controls/terms/names";
import type { Weakness } from "../run/controls/terms/weaknesses";
import { fedByNote, formatPlaces } from "./gates/places";
import { formatTools } from "./tools";

const WEAKNESS_CLAUSES: Record<Weakness, string> = {
  kind: "a review asks instead of a gate",
  assignees: "other people may approve",
  quorum: "fewer people approve",
  four_eyes: "the author may approve",
  escalation: "it may be escalated to other people",
  timeout: "silence approves, or sooner",
  reason: "it can be rejected without a reason",
  form: "the form is another one",
  condition: "it asks only under a condition",
  policy: "its policy asks or denies less",
  shown: "not every result it begins with is shown",
  predicate: "its predicate is changed or gone",
  schema: "its output schema is changed or gone",
  model_review: "its model review is changed or gone",
  refusal: "work continues after its check fails",
  source: "what is checked would no longer come from the work that it came from",
  measure: "its predicate would read the results of other work",
  unchecked: "it no longer waits for the check",
};

/** The parts of a check, as people know them. */
export const CHECK_PARTS: Record<CheckPart, string> = {
  predicate: "predicate",
  schema: "output schema",
  model_review: "model review",
  refusal: "what a refusal does",
  source: "work whose result is checked",
  measure: "work whose results the predicate reads",
};
type CheckPart = NonNullable<Exposed["check"]>[number]["part"];

/** How people know a control: by its task's title; checks and policies have none. */
export function formatControl(title: string): string {
  if (title === CHECKS_CONTROL) return "checks of people";
  if (title === PLAN_CONTROL) return "the plan";
  const agent = agentOfControl(title);
  return agent === undefined ? title : `policy of ${agent}`;
}

type Exposed = WeakenedFacts["exposed"][number];

/** What would act, or be answered, behind less than a control: each with how, and how many more there are. */
export function weakenedLines({ exposed, omitted }: WeakenedFacts): string[] {
  const lines = exposed.map((one) => `${nameOf(one)}${actsOf(one)}: ${clausesOf(one)}`);
  return omitted === undefined ? lines : [...lines, `and ${omitted} more`];
}

/** Acts behind checks that are others then, each with how. */
export function behindLines({ behind = [], moreBehind }: WeakenedFacts): string[] {
  const lines = behind.map((one) => `${quoted(one.title)}${actsOf(one)}`);
  return moreBehind === undefined ? lines : [...lines, `and ${moreBehind} more`];
}

/** What the control guarded and is done already, each with how it acted. */
export function doneLines({ done = [], moreDone }: WeakenedFacts): string[] {
  const lines = done.map(
    ({ title, tools, moreTools, ...places }) =>
      `${quoted(title)} by ${formatTools(tools, moreTools)}${formatPlaces(places)}`,
  );
  return moreDone === undefined ? lines : [...lines, `and ${moreDone} more`];
}

/** What the lines about a control stand under: nobody is asked any more, or with less weight. */
export function weakenedHeading({ title, exposed }: WeakenedFacts): string {
  return exposed.every(({ lacks }) => lacks.length === 0)
    ? `No longer behind ${quoted(formatControl(title))}`
    : `Weaker than ${quoted(formatControl(title))}`;
}

/** The same as a sentence: "“Release” is weakened for “Send it”: nobody is asked." */
export function formatWeakened(weakened: WeakenedFacts): string {
  const done = doneLines(weakened);
  const already = done.length > 0 ? ` Already done behind it: ${done.join("; ")}.` : "";
  const acts = behindLines(weakened);
  const behind = acts.length > 0 ? ` Behind it act ${acts.join("; ")}.` : "";
  return `${quoted(formatControl(weakened.title))} is weakened for ${weakenedLines(weakened).join("; ")}.${behind}${already}`;
}

function clausesOf({ lacks, beside, check = [] }: Exposed): string {
  const less = lacks.length === 0 ? ["nobody is asked"] : lacks.map((lack) => WEAKNESS_CLAUSES[lack]);
  const clauses = [...less, ...check.map(changeOf)].join(", ");
  return beside ? `${clauses}, as before it was rewritten` : clauses;
}

/** A part of a check as it was and as it would be. */
const changeOf = ({ part, was, now }: NonNullable<Exposed["check"]>[number]): string =>
  `${CHECK_PARTS[part]} was ${quoted(was)}, ${now === undefined ? "is gone" : `is now ${quoted(now)}`}`;

/** What comes free with it. */
function actsOf({ tools = [], moreTools, fedBy, ...places }: Omit<Exposed, "lacks" | "title">): string {
  if (tools.length === 0) return "";
  return ` (may call ${formatTools(tools, moreTools)}${fedByNote(fedBy)}${formatPlaces(places)})`;
}

const nameOf = ({ taskId, title }: Exposed): string =>
  title === undefined ? (taskId === "(answer)" ? "the answer" : taskId) : quoted(title);
