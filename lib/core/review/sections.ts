/** The sections of a reviewer's text answer (docs/agents.md, "Decisions"). */

export const SECTIONS = ["DECISION", "REASONING", "UPDATED_PLAN", "FINAL_RESULT", "ABORT_REASON"] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Text before the first label, and the bodies of each label in order. */
export type AnswerSections = { preamble: string; bodies: Record<SectionName, string[]> };

// Indent, list or heading sign, marks, the name, marks, then a colon or dash, or the end of the line.
const LABEL =
  /^(\s*)([-*•>]\s+|\d{1,3}[.)]\s+|#{1,6}\s*)?(\*\*|__|`|\[)?(decision|reasoning|updated[_ ]plan|final[_ ]result|abort[_ ]reason)(?:\*\*|__|`|\])?\s*(?:([:–—]|-(?=\s|$))(.*))?$/i;

/** Divides an answer at its labels, which may be dressed in markdown. Linear in its length. */
export function splitSections(text: string): AnswerSections {
  const preamble: string[] = [];
  const bodies: Record<SectionName, string[]> = {
    DECISION: [],
    REASONING: [],
    UPDATED_PLAN: [],
    FINAL_RESULT: [],
    ABORT_REASON: [],
  };
  let lines = preamble;
  let open: SectionName | undefined;
  let planIndent: number | undefined;
  const close = (): void => {
    if (open) bodies[open].push(bodyOf(lines));
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const label = readLabel(line, planIndent);
    if (!label) {
      lines.push(line);
      continue;
    }
    close();
    open = label.name;
    planIndent = open === "UPDATED_PLAN" ? label.indent : undefined;
    lines = [label.value];
  }
  close();
  return { preamble: preamble.join("\n"), bodies };
}

/** Without blank lines around it, but with its indents, which a plan needs. */
function bodyOf(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== "");
  return first < 0 ? "" : lines.slice(first).join("\n").trimEnd();
}

/** Inside a plan only a plain or marked label in capitals counts: "- Decision: ..." there is a detail of a step. */
function readLabel(
  line: string,
  planIndent: number | undefined,
): { name: SectionName; value: string; indent: number } | undefined {
  const [, space = "", sign = "", mark, word, separator, rest = ""] = LABEL.exec(line) ?? [];
  if (word === undefined) return undefined;
  const marked = mark !== undefined || sign.startsWith("#");
  if (separator === undefined && !marked) return undefined;
  if (planIndent !== undefined) {
    const plain = sign === "" && space.length <= planIndent;
    if (word !== word.toUpperCase() || !(plain || marked)) return undefined;
  }
  const name = word.toUpperCase().replace(" ", "_") as SectionName;
  const value = mark === undefined ? rest : rest.replace(/^\s*(?:\*\*|__|`)/, "");
  return { name, value: value.trimStart(), indent: space.length };
}
