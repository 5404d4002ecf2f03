import type { AttachmentNote } from "../../attachments/notes";
import type { Json } from "../../json";
import { markedLine, markedText, quoted } from "../../legible/marked";
import { textWarnings } from "../../legible/warnings";
import { getOwn } from "../../own";
import { inNameOrder } from "../../plan/result-names";
import type { LongText } from "../../plan/stored";
import { instructionsOf, isCut, isTargetOpen, programWords, targetsIn } from "../../plan/targets";
import type { ModelMark } from "../../run/events/release";
import { type Act, resultText } from "../../run/gates/acts";
import type { ServedTool } from "../../run/gates/served-tools";
import { repairedCheck } from "../../run/selectors";
import type { OfferedVersion, RunState } from "../../run/state";
import { formatBytes } from "../bytes";
import { CHECK_PARTS } from "../controls";
import { fieldLabel } from "../plans/plan-diff";
import { formatTools } from "../tools";
import { describeEnd, givenBy, labelWithType, steeredBy } from "./came-to";
import { UNKNOWN_TARGET } from "./places";

/** A text of a plan, or what a task came to, in full. */
export type Whole = (text: Json | LongText) => string;

/** The digests of all texts of listed work that are kept apart. */
export function refsOfActs(acts: readonly Act[]): string[] {
  const texts = acts.flatMap((act) => partsOf(act).flatMap((part) => part.texts));
  return [...new Set(texts.flatMap((text) => (isCut(text) ? [text.$ref] : [])))];
}

/** All that is read of one piece of work: a line of ours, then each of its texts with its lines, marked as words of others. */
export function releasedText(act: Act, whole: Whole): string {
  const { task, tools, feeds } = act;
  const parts = partsOf(act).map(({ label, texts }) => ({ label, text: texts.map(whole).join("\n") }));
  const [instructions = "", ...others] = act.ended ? [] : parts.map(({ text }) => text);
  const program = task.type === "direct" && !act.ended ? whole(task.input as LongText) : undefined;
  const own = program === undefined ? [instructions] : [programWords(program), ...task.details.map(whole)];
  const told = [task.type === "direct" ? "" : task.title, ...own, ...others].join("\n");
  const targets = markedLine(targetsIn(told).join(", "));
  const fed = feeds ? ` feeds ${feeds.map(({ title }) => quoted(title)).join(", ")}` : "";
  const by = tools.length > 0 && !act.ended ? ` by ${formatTools(tools)}` : "";
  const to = targets === "" ? "" : feeds ? `, names ${targets}` : ` to ${targets}`;
  const isOpen = !feeds && !act.ended && isTargetOpen(task, told, program);
  const open = !isOpen ? "" : targets === "" ? `, ${UNKNOWN_TARGET}` : " and to targets not known beforehand";
  return [
    markedLine(`${quoted(task.title)}${fed}${by}${to}${open}`),
    `  ${markedLine(placeOf(act))}`,
    ...doneBeforeLines(act).map((line) => `  ${line}`),
    ...textWarnings([task.title, ...parts.map(({ text }) => text)]).map((warning) => `  ▲ ${warning}`),
    ...parts.flatMap(({ label, text }) => block(label, text)),
  ].join("\n");
}

/** A line for each piece of work that has acted already and that this does again, or takes the place of. */
export const doneBeforeLines = ({ task, done }: Pick<Act, "task" | "done">): string[] =>
  done.map((one) => {
    const by = one.taskId === task.id ? "by this task" : `by ${quoted(one.title)}, ${markedLine(one.taskId)}`;
    return `already done outside ${by}: ${formatTools(one.tools)}`;
  });

/** By which names it is known, and whose results it gets, in the order in which it gets them. */
function placeOf({ task, isToldAbove }: Act): string {
  const { id, type, agent, dependsOn, uses = [] } = task;
  const before = inNameOrder([...dependsOn, ...uses]);
  return [
    `id ${id}`,
    ...(type === "task" ? [`agent ${agent}${isToldAbove ? " (its brief is above)" : ""}`] : [type]),
    ...(before.length > 0 ? [`gets ${before.join(", ")}`] : []),
  ].join(" · ");
}

type Part = { label: string; texts: (Json | LongText)[] };

/** The texts of one piece of work in the order in which they are read. */
function partsOf(act: Act): Part[] {
  const { task, agent, isToldAbove, beside, given, known, ended, isShown } = act;
  const steered = (known?.steeringMessages ?? []).map((one) => ({
    label: steeredBy(one),
    texts: [one.message],
  }));
  const end = ended && known;
  if (end)
    return [
      { label: "What it came to", texts: [describeEnd(end)] },
      ...(end.result && !isShown
        ? [{ label: labelWithType("Result", end.result), texts: [resultText(end.result)] }]
        : []),
      ...steered,
    ];
  return [
    { label: "Instructions", texts: instructionsOf(task) },
    ...writtenSince(known).map(({ label, text }) => ({ label, texts: [text] })),
    ...(agent && !isToldAbove ? [{ label: `Brief of ${task.agent}`, texts: [agent.prompt] }] : []),
    ...beside.map(({ of, by, text }) => ({
      label: by === undefined ? fieldLabel(of) : `${fieldLabel(of)} of ${by}`,
      texts: [text],
    })),
    ...checkTexts(act).map(({ label, text }) => ({ label, texts: [text] })),
    ...given.map((one) => ({
      label: labelWithType(givenBy(one), one.value),
      texts: [resultText(one.value)],
    })),
    ...steered,
  ];
}

/** A check that people are asked about, as it was and as it would be. */
export const checkTexts = ({ checks }: Pick<Act, "checks">): { label: string; text: Json | LongText }[] =>
  checks.flatMap(({ part, was, now }) => {
    const label = CHECK_PARTS[part];
    if (now === undefined) return [{ label: `Check as it was, gone now (${label})`, text: was }];
    return [
      { label: `Check as it was (${label})`, text: was },
      { label: `Check as it would be (${label})`, text: now },
    ];
  });

/** Details that a model wrote when the work began, and its check as one wrote it again, which stand in none of its plan's texts. */
export function writtenSince(known: Act["known"]): { label: string; text: string }[] {
  const check = known && repairedCheck(known);
  return [
    ...(known?.detailed?.details ?? []).map((text) => ({
      label: "Detail that a model wrote when it began",
      text,
    })),
    ...(check === undefined
      ? []
      : [{ label: "Check as a model wrote it again, in the place of the plan's", text: check }]),
  ];
}

/**
 * What agents and reviewers of released work get too: the mission, its constraints and files, which models do it,
 * what people said before, and what servers say of the tools by which it acts, or which they know.
 */
export type AlsoGiven = {
  mission: string;
  constraints: string;
  /** A line each (`modelLines`). */
  models: readonly string[];
  files: readonly AttachmentNote[];
  /** A line each (`peopleWordLines`). */
  said: readonly string[];
  served: readonly ServedTool[];
  /** The title of the task that asks, where its question is another. */
  asks?: string;
};

export const SAID_BEFORE = "Said by people before";
export const MODELS = "Models that do the work";

/** The models that a run has chosen, by role, and the workspace's where it has chosen none: of a version that waits for people as they were then. */
export function modelLines({
  settings: { models },
  modelMarks = [],
  offered,
}: Pick<RunState, "modelMarks"> & {
  settings: Pick<RunState["settings"], "models">;
  offered?: Pick<OfferedVersion, "models"> | undefined;
}): string[] {
  const chosen = Object.entries(models).map(([role, model]) => `${role}: ${model}`);
  const others = offered?.models ?? modelMarks;
  const ofWorkspace = models.default === undefined ? others.filter(({ role }) => !getOwn(models, role)) : [];
  return [...chosen, ...ofWorkspace.map(workspaceModel)];
}

const workspaceModel = ({ role, model, fallbacks = [] }: ModelMark): string =>
  `${role}: ${[model, ...fallbacks].join(", then ")} (the workspace's)`;

/** All of that, each part as a text. */
export const givenTexts = ({
  mission,
  constraints,
  models,
  files,
  said,
  served,
  asks = "",
}: AlsoGiven): string[] => [
  [
    "Agents are also given the mission",
    ...block("Mission", mission),
    ...(constraints === "" ? [] : block("Constraints, for reviewers and planners", constraints)),
    ...(models.length === 0 ? [] : block(MODELS, models.join("\n"))),
    ...block("Title of the task that asks", asks),
    ...block(SAID_BEFORE, said.join("\n")),
  ].join("\n"),
  ...files.map((file) => [`and ${describeFile(file)}`, ...block("Begins", file.begins ?? "")].join("\n")),
  ...served.map(servedText),
];

const servedText = ({ name, description, takes, reads, waits }: ServedTool): string =>
  [
    markedLine(
      reads ? `Its agents know the MCP tool ${name}, which only reads` : `It acts with the MCP tool ${name}`,
    ),
    ...block("Its server says", description),
    ...block("It takes", takes ?? ""),
    ...(waits ? [`  ${CHANGE_WAITS}`] : []),
  ].join("\n");

const CHANGE_WAITS = "The server has changed it. Until an administrator accepts that, this is what holds.";

/** `the file “notes.txt” (text, 52 bytes)`. */
export const describeFile = ({ name, kind, bytes }: AttachmentNote): string =>
  `the file ${quoted(name)} (${kind}, ${formatBytes(bytes)})`;

/**
 * Words of others, each line behind a bar, so that none reads as a line of ours. They are broken where programs are, at line
 * feeds alone; what else could break a line is marked.
 */
function block(label: string, text: string): string[] {
  if (text === "") return [];
  const lines = markedText(text.replaceAll("\r\n", "\n")).split("\n");
  return [`  ${markedLine(label)}:`, ...lines.map((line) => `    | ${line}`)];
}
