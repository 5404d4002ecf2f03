import { quoted } from "../legible/marked";
import { getOwn } from "../own";
import type { RefusedTool } from "../ports";
import { CHECKS_CONTROL, PLAN_CONTROL } from "../run/controls/terms/names";
import type {
  CallReason,
  ChangeSinceRelease,
  CountedItems,
  EarlierCall,
  ModelOtherwise,
} from "../run/events/call-reasons";
import { formatControl } from "./controls";
import { formatPolicyReason } from "./policy";

const TOOL_PART_WORDS: Record<string, string> = {
  description: "description",
  inputSchema: "input schema",
  outputSchema: "output schema",
  annotations: "declared side effects",
};

const CHANGES_SINCE_RELEASE: Record<ChangeSinceRelease, string> = {
  work: "this work, or what leads to it, was changed",
  tool: "the tool was changed",
  policies: "the policies about this tool were changed",
  people: "the person who approved became an author of the plan",
  told: "the description or form of a tool that its agents read was changed",
  models: "the workspace's models were changed",
};

const PLAN = formatControl(PLAN_CONTROL);
const namedControl = (title: string): string => (isOwnControl(title) ? formatControl(title) : quoted(title));
const isOwnControl = (title: string): boolean => title === PLAN_CONTROL || title === CHECKS_CONTROL;

const inBrackets = (texts: readonly string[]): string => (texts.length > 0 ? ` (${texts.join(", ")})` : "");

const changeOfModel = ({ role, was, now }: ModelOtherwise): string =>
  was === now
    ? `${role}: other settings of ${quoted(now)}`
    : `${role}: ${quoted(now)} in place of ${quoted(was)}`;

type CallFormatters = {
  [C in CallReason["code"]]: (reason: Extract<CallReason, { code: C }>) => string;
};

/** Why a tool call does not run, or why a person is asked about it, as people and agents read it. */
export const CALL_FORMATTERS: CallFormatters = {
  policy: ({ policy }) => formatPolicyReason(policy),
  call_repeated: ({ tool, earlier }) => formatEarlierCall(tool, earlier),
  control_unmet: ({ tool, controls, since, told = [], models = [] }) => {
    const named = controls.map(namedControl).join(" and ");
    if (named === PLAN && !since) return `"${tool}" is held back: this work of the plan is not approved.`;
    const [has, was] = controls.length === 1 ? ["has", "was"] : ["have", "were"];
    return since
      ? `"${tool}" is held back: ${named} ${was} approved before ${CHANGES_SINCE_RELEASE[since]}${inBrackets([...told.map(quoted), ...models.map(changeOfModel)])}.`
      : `"${tool}" is held back: ${named} ${has} not approved this work.`;
  },
  tool_changed: ({ tool, parts, since }) => {
    if (since && parts.length === 0)
      return `"${tool}", or how its server is reached, changed after a person was asked about this call.`;
    const what = parts.map((part) => getOwn(TOOL_PART_WORDS, part) ?? part).join(", ");
    const unaccepted = what && ` An administrator has not accepted the new ${what}.`;
    return `The server of "${tool}" changed it${since ? " after a person was asked about this call" : ""}.${unaccepted}`;
  },
  outcome_unknown: ({ denied, toolChanged, said }) => {
    const changed = toolChanged ? " Its tool, or how that tool's server is reached, has changed since." : "";
    const stopped = denied ? ` It may not run again. ${formatPolicyReason(denied)}` : "";
    const told = said === undefined ? "" : ` What came instead: ${quoted(said)}`;
    return `It was started, and its end is not known.${told}${changed}${stopped}`;
  },
  tool_gone: ({ tool }) => `There is no tool "${tool}" any more.`,
  call_denied: ({ tool, again, policy }) =>
    `"${tool}" was not run${again ? " again" : ""}. ${formatPolicyReason(policy)}`,
  arguments_invalid: ({ tool, problem }) => `Invalid arguments for "${tool}": ${problem}`,
  call_refused: ({ tool, asked, comment, items, earlier }) => {
    const refused = asked === "answer" ? `answer "${tool}"` : `let "${tool}" run`;
    const why = comment === undefined ? "." : `: ${comment}`;
    const told = [
      `A person did not ${refused}${why}`,
      ...(earlier ? [formatEarlierCall(tool, earlier)] : []),
    ];
    return [told.join(" "), ...(items ? [formatCountedItems(items)] : [])].join("\n");
  },
  call_unanswered: ({ tool, asked }) =>
    asked === "answer"
      ? `Nobody answered "${tool}" in time.`
      : `Nobody said in time whether "${tool}" may run.`,
};

/** Says what became of a tool that the model's provider does not take as it is. */
export const formatRefusedTool = ({ tool, sent }: RefusedTool): string =>
  sent === "simplified"
    ? `The model's provider refused ${quoted(tool)} as it is. It was offered in a simpler form; its arguments are still checked against the full schema.`
    : `The model's provider refused ${quoted(tool)}. It was not offered to the model.`;

/** What a person wants otherwise in a list, and what is to stay in it. */
export function formatCountedItems({ of, rejectedCount, rejected, accepted }: CountedItems): string {
  const faults = rejected.map(({ item, excerpt, reason: why }) => `${item}. ${excerpt}: ${why}`);
  const kept = accepted.map(({ item, excerpt }) => `${item}. ${excerpt}`);
  const moreFaults = rejectedCount - rejected.length;
  const moreKept = of - rejectedCount - accepted.length;
  return [
    `${rejectedCount} of ${of} items rejected:`,
    ...faults.map((fault) => `- ${fault}`),
    ...(moreFaults > 0 ? [`- and ${moreFaults} more`] : []),
    ...(kept.length > 0 ? ["Accepted, keep as they are:"] : []),
    ...kept.map((one) => `- ${one}`),
    ...(moreKept > 0 ? [`- and ${moreKept} more`] : []),
  ].join("\n");
}

function formatEarlierCall(tool: string, earlier: EarlierCall): string {
  switch (earlier.stage) {
    case "same_turn":
      return "The same turn makes this call already.";
    case "started":
      return `${tool} was started before with exactly these arguments, and its end is not known.`;
    case "finished":
      return `${tool} has already been done with exactly these arguments. Its result was: ${earlier.preview}`;
    case "other_arguments": {
      const { arguments: made, preview } = earlier;
      const shown = made === undefined ? "." : `: ${made}.`;
      if (preview === undefined)
        return `${tool} was started before for this work, with other arguments${shown} Its end is not known.`;
      return `${tool} has already been done for this work, with other arguments${shown} Its result was: ${preview}`;
    }
  }
}
