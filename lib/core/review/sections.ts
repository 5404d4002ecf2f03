import { fencesAround } from "../answers/fences";
import { DECISIONS } from "../plan/words";
import { plainLines } from "./mark-up";

/** The sections of a reviewer's text answer (docs/agents.md, "Decisions"). */

const SECTIONS = [
  "DECISION",
  "REASONING",
  "DEVIATION",
  "CONDITIONS",
  "UPDATED_PLAN",
  "FINAL_RESULT",
  "ABORT_REASON",
] as const;
type SectionName = (typeof SECTIONS)[number];

/** Text before the first label, and the bodies of each label in order. */
export type AnswerSections = {
  preamble: string;
  bodies: Record<SectionName, string[]>;
};

/** Labels by their section; models answer in English words under the labels of their own language. */
const NAMES: Readonly<Record<SectionName, string>> = {
  DECISION:
    "(?:(?:my |the )?(?:final |overall )?decision|décision|entscheidung|decisión|decisione|decisão|decyzja|решение|决定|決定)",
  REASONING: "(?:reasoning|reasons?|rationale|justification|explanation|why|begründung|raisons?|razón)",
  DEVIATION: "deviations?",
  CONDITIONS: "(?:pre)?conditions?",
  UPDATED_PLAN: "updated[_ ]plan",
  FINAL_RESULT: "(?:final[_ ]result|résultat final|endergebnis|resultado final)",
  ABORT_REASON: "abort[_ ]reason",
};
const OF_NAME = Object.entries(NAMES).map(
  ([name, form]) => [name as SectionName, new RegExp(`^${form}$`, "iu")] as const,
);

const isDecisionName = (word: string): boolean =>
  OF_NAME.some(([name, form]) => name === "DECISION" && form.test(word.replace(/[*_`]/g, "")));

// Indent, list or heading sign, pictures, marks, the name, marks, then a colon, dash or arrow, or the end of the line.
const LABEL = new RegExp(
  `^(\\s*)([-*•>]\\s+|\\(?\\d{1,3}[.)]\\s+|#{1,6}\\s*)?(?:(?![❌✖🚫⛔👎⬜])\\p{Extended_Pictographic}\\uFE0F?\\s*)*(\\*\\*|__|\`|\\[)?(${Object.values(NAMES).join("|")})(?:\\*\\*|__|\`|\\])?\\s*(?:([:–—→]|[-=]>|(?<=\\])(?=\\s)|-(?=\\s|$)|(?<=[定])：)(.*))?$`,
  "iu",
);

/** A sentence that begins a line and says nothing but the decision: "My decision is ABORT." */
const STATED = new RegExp(
  `^\\s*(?:[-*•>]\\s+)?(?:\\*\\*|__)?(?:(?:[Mm]y|[Oo]ur|[Tt]he) (?:own |final |overall )*decision is(?: therefore| thus| hence)?(?: to)?:?|I (?:have )?decided? to)\\s+((?:\\*\\*|__|\`)?(?:${DECISIONS.join("|")})\\b.*)$`,
);

const CLOSING_TAG = new RegExp(`^\\s*</(?:${Object.values(NAMES).join("|")})>\\s*$`, "iu");

/** Inside a plan only the labels that prompts name count, in capitals. */
const SHOUTED =
  /^(?:DECISION|REASONING|DEVIATION|CONDITIONS|UPDATED[_ ]PLAN|FINAL[_ ]RESULT|ABORT[_ ]REASON)$/;

/**
 * Divides an answer at its labels, which may be dressed in markdown, and at sentences that state its decision, unless
 * they are quoted. Linear in its length.
 */
export function splitSections(text: string, isQuoted: (line: string) => boolean): AnswerSections {
  const labels = new Map<number, Label>();
  const lines = plainLines(text, isDecisionName).filter((line) => !CLOSING_TAG.test(line));
  let planIndent: number | undefined;
  lines.forEach((line, index) => {
    const label = readLabel(line, planIndent) ?? (planIndent === undefined && statedIn(line, isQuoted));
    if (!label) return;
    labels.set(index, label);
    planIndent = label.name === "UPDATED_PLAN" ? label.indent : undefined;
  });
  const preamble: string[] = [];
  const bodies: Record<SectionName, string[]> = {
    DECISION: [],
    REASONING: [],
    DEVIATION: [],
    CONDITIONS: [],
    UPDATED_PLAN: [],
    FINAL_RESULT: [],
    ABORT_REASON: [],
  };
  let open: SectionName | undefined;
  let body = preamble;
  const close = (): void => {
    if (open) bodies[open].push(bodyOf(body));
  };
  const fences = fencesAround(lines, [...labels.keys()]);
  lines.forEach((line, index) => {
    const label = labels.get(index);
    if (label) {
      close();
      open = label.name;
      body = [label.value];
    } else if (!fences.has(index)) body.push(line);
  });
  close();
  return { preamble: preamble.join("\n"), bodies };
}

/** Without blank lines around it, but with its indents, which a plan needs. */
function bodyOf(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== "");
  return first < 0 ? "" : lines.slice(first).join("\n").trimEnd();
}

/** The lines below each decision. */
export const belowDecision = ({ bodies }: AnswerSections): string[] =>
  bodies.DECISION.map((body) => body.slice(body.split("\n", 1).join().length));

function statedIn(line: string, isQuoted: (line: string) => boolean): Label | undefined {
  const [, value] = STATED.exec(line) ?? [];
  return value === undefined || isQuoted(line) ? undefined : { name: "DECISION", value, indent: 0 };
}

type Label = { name: SectionName; value: string; indent: number };

/** Inside a plan only a plain or marked label in capitals counts: "- Decision: ..." there is a detail of a step. */
function readLabel(line: string, planIndent: number | undefined): Label | undefined {
  const [, space = "", sign = "", mark, word, separator, rest = ""] = LABEL.exec(line) ?? [];
  if (word === undefined) return undefined;
  const marked = mark !== undefined || sign.startsWith("#");
  if (separator === undefined && !marked) return undefined;
  if (planIndent !== undefined) {
    const plain = sign === "" && space.length <= planIndent;
    if (!SHOUTED.test(word) || !(plain || marked)) return undefined;
  }
  const name = OF_NAME.find(([, form]) => form.test(word))?.[0] ?? "DECISION";
  const value = mark === undefined ? rest : rest.replace(/^\s*(?:\*\*|__|`)/, "");
  return { name, value: value.trimStart(), indent: space.length };
}
