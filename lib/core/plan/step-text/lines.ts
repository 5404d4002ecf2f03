import { parseJson } from "../../json";
import { ALIASES } from "../read/aliases";
import { NUMBER_WORDS, stepNumbers } from "../read/edges/step-numbers";

/** Lines of Step text (docs/plans.md, "Step text"). */

export type Line = {
  /** The line without the white space around it. */
  trimmed: string;
  /** Columns of white space before it; a tab counts four. */
  indent: number;
  /** Its bullet: a sign, "1." for any number, or empty. */
  bullet: string;
  /** What follows the bullet. */
  text: string;
  /** Stands in a code block: no bullet, no label. */
  verbatim?: true;
};

export type StepHeader = {
  number: number;
  title: string;
  separator: string;
  indent: number;
  listed: boolean;
  /** Fields that stand in brackets behind the title, as lines. */
  fields: Line[];
  /** It is ticked or struck out. */
  isDone?: true;
};
/** `indent`: of its header. */
export type StepBlock = Pick<StepHeader, "number" | "title" | "indent" | "isDone"> & { lines: Line[] };
export type AgentBlock = { name: string; lines: Line[] };
type TextBlocks = {
  title: string | undefined;
  /** A heading above all, where no line says `PLAN:`, and what is said there to be the objective. */
  heading?: string;
  objective?: string;
  /** A title that an empty `PLAN:` line leaves to a `Title: "…"` below it. */
  quotedTitle?: string;
  /** Lines between the title and the first step that are no agent's. */
  preamble: string[];
  agents: AgentBlock[];
  steps: StepBlock[];
  /** Lines before the plan, and behind the code block that held it. */
  before: string[];
  behind: string[];
  /** A Step header after the code block that held the plan. */
  stepAfterEnd: boolean;
};

const BULLET = /^([-*•+–—]|\d{1,4}[.)])\s+/;
/** Signs that models put before headers for looks. */
const SIGNS = "(?:\\p{Extended_Pictographic}\\uFE0F?\\s*){0,3}";
const HEADER = new RegExp(
  `^(#{1,6}\\s+)?(\\d{1,4}[.)]\\s+)?${SIGNS}(?:\\*\\*|__)?${SIGNS}step\\s+#?(\\d{1,9}|${NUMBER_WORDS.join("|")})(?:\\*\\*|__)?\\s*(:|[-–—](?=\\s)|[.)](?=\\s|$))(.*)$`,
  "isu",
);
/** Words for a plan, alone or at the end of a longer one: "Arbeitsplan". */
const PLAN = "(?:\\p{L}{0,20}plan|plano|piano|план|計画|计划|計劃|계획)(?!\\p{L})";
const TITLE = new RegExp(
  `^#*\\s*${SIGNS}(?:\\*\\*|__)?${PLAN}(?: d['’e]\\s?\\p{L}{2,20})?(?:\\*\\*|__)?\\s*(?:[:：]|[-–—]\\s)(.*)$`,
  "isu",
);
/** A line in bold that says that it is about a plan. */
const BOLD_HEADING = new RegExp(
  `^(?:\\*\\*|__)(?=.{0,80}(?<!\\p{L})${PLAN})([^*_]{4,100}):?(?:\\*\\*|__):?$`,
  "isu",
);
/** Names stand in quotation marks, which no prose about agents does. */
const QUOTED_TITLE = /^title\s*:\s*(".*")$/is;
/** Lines above the steps for the whole of them: a heading, or what they are for. */
const ABOVE = new RegExp(
  `^(?:(#{1,3})\\s+(.+)|(?:\\*\\*|__)?(?:${ALIASES.objective.join("|")})(?:\\*\\*|__)?\\s*:(?:\\*\\*|__)?\\s*(\\S.*))$`,
  "isu",
);
const AGENT = /^agent\s+("(?:[^"\\]|\\.)*")\s*:(.*)$/is;
const FENCE = /^(?:`{3,}|~{3,})(.*)$/s;

export function readLine(raw: string): Line {
  const trimmed = raw.trim();
  const space = raw.slice(0, raw.length - raw.trimStart().length);
  const indent = space.length + 3 * (space.split("\t").length - 1);
  const sign = BULLET.exec(trimmed);
  if (!sign) return { trimmed, indent, bullet: "", text: trimmed };
  const [whole, mark = ""] = sign;
  return { trimmed, indent, bullet: /^\d/.test(mark) ? "1." : mark, text: trimmed.slice(whole.length) };
}

/** A line that opens a step, in any dress: indented, bold, a heading, numbered. */
export function readHeader({ trimmed, indent }: Line): StepHeader | undefined {
  const [, , listed, number, separator = "", rest = ""] = HEADER.exec(trimmed) ?? [];
  if (number === undefined) return undefined;
  const word = NUMBER_WORDS.indexOf(number.toLowerCase());
  return {
    number: word < 0 ? Number(number) : word + 1,
    ...titleOf(rest),
    separator,
    indent,
    listed: listed !== undefined,
  };
}

/** A title, and the fields that stand in brackets behind it: "Cluster the topics (agent: analyst) [after 1]". */
export function titleOf(written: string): Pick<StepHeader, "title" | "fields"> {
  const fields: Line[] = [];
  let title = stripBold(written);
  for (;;) {
    const [group = "", inner = ""] = GROUP.exec(title) ?? [];
    const found = inner.split(/[,;](?=[^,;:]*:)/).map(fieldIn);
    if (group === "" || !found.every((one) => one !== undefined)) return { title, fields };
    fields.unshift(...found.map(readLine));
    title = stripBold(title.slice(0, -group.length));
  }
}

const GROUP = /(?<=\S)\s*[([]([^()[\]]{1,200})[)\]]\.?$/u;
const BEHIND = new RegExp(`^(?:${ALIASES.dependsOn.join("|").replaceAll("_", " ")})\\s*:?\\s+(.+)$`, "i");

/** The field in a bracket, as a line of its own. */
function fieldIn(written: string): string | undefined {
  const [, numbers = ""] = BEHIND.exec(written.trim()) ?? [];
  if (stepNumbers(numbers) !== undefined) return `Depends on: ${numbers}`;
  return /^\p{L}[\p{L} _-]*:\s*\S/u.test(written.trim()) ? written.trim() : undefined;
}

/** Does a line of this text open a step? */
export function hasStepHeader(text: string): boolean {
  return text.split(/\r\n|\r|\n/).some((line) => readHeader(readLine(line)) !== undefined);
}

/** Takes off bold marks around a text, or one that a heading or label left open. */
export function stripBold(text: string): string {
  let bare = text.trim();
  for (const mark of ["**", "__"]) {
    if (bare.split(mark).length % 2 === 1) continue;
    if (bare.startsWith(mark)) bare = bare.slice(mark.length).trimStart();
    else if (bare.endsWith(mark)) bare = bare.slice(0, -mark.length).trimEnd();
  }
  return /^\*\*[^*]+\*\*$/.test(bare) ? bare.slice(2, -2).trim() : bare;
}

/** Divides the lines of a text into title, preamble and steps, whose headers may be given by their lines. What stands outside the plan is left out. */
export function splitText(text: string, listed?: ReadonlyMap<number, StepHeader>): TextBlocks {
  const blocks: TextBlocks = {
    title: undefined,
    preamble: [],
    agents: [],
    steps: [],
    before: [],
    behind: [],
    stepAfterEnd: false,
  };
  const headers = new HeaderRule();
  let outerFence = false;
  let innerFence = false;
  let ended = false;
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = readLine(raw);
    const step = blocks.steps.at(-1);
    const fence = FENCE.exec(line.trimmed);
    if (ended) {
      blocks.stepAfterEnd ||= readHeader(line) !== undefined;
      blocks.behind.push(line.trimmed);
    } else if (fence && step && outerFence && !innerFence && fence[1]?.trim() === "") {
      ended = true;
    } else if (fence && step) {
      innerFence = !innerFence;
      step.lines.push(verbatim(line));
    } else if (fence) {
      outerFence = !outerFence;
    } else {
      const header = listed ? listed.get(at) : innerFence ? undefined : headers.accept(line);
      if (header) {
        const { number, title, indent, fields, isDone } = header;
        blocks.steps.push({ number, title, indent, lines: [...fields], ...(isDone && { isDone }) });
      } else if (step) step.lines.push(innerFence ? verbatim(line) : line);
      else readPreamble(blocks, line);
    }
  }
  return blocks;
}

function verbatim({ trimmed, indent }: Line): Line {
  return { trimmed, indent, bullet: "", text: trimmed, verbatim: true };
}

function readPreamble(blocks: TextBlocks, line: Line): void {
  const title = blocks.title === undefined ? TITLE.exec(line.trimmed)?.[1] : undefined;
  if (title !== undefined) {
    blocks.title = stripBold(title);
    return;
  }
  if (blocks.title === undefined) {
    const [, sharps = "", under = "", objective = ""] = ABOVE.exec(line.trimmed) ?? [];
    const heading = sharps === "" ? (BOLD_HEADING.exec(line.trimmed)?.[1] ?? "") : under;
    const isFirst = blocks.before.every((one) => one === "") && blocks.objective === undefined;
    if (heading && isFirst && blocks.heading === undefined) blocks.heading = stripBold(heading);
    else if (objective && blocks.objective === undefined) blocks.objective = stripBold(objective);
    else blocks.before.push(line.trimmed);
    return;
  }
  const { quotedTitle, preamble, agents } = blocks;
  const isFirst = quotedTitle === undefined && preamble.length + agents.length === 0;
  const quoted =
    isFirst && blocks.title === "" ? parseJson(QUOTED_TITLE.exec(line.trimmed)?.[1] ?? "") : undefined;
  const [, name = "", prompt = ""] = AGENT.exec(line.trimmed) ?? [];
  const agent = parseJson(name);
  const above = agents.at(-1);
  if (typeof quoted === "string") blocks.quotedTitle = quoted;
  else if (typeof agent === "string") {
    agents.push({ name: agent, lines: [readLine(`Prompt: ${prompt.trim()}`)] });
  } else if (above && (line.trimmed === "" || line.indent > 0 || line.bullet !== "")) above.lines.push(line);
  else if (line.trimmed !== "") preamble.push(line.trimmed);
}

/** Which `Step n` lines are headers: those dressed like the first one that do not stand inside a detail. */
class HeaderRule {
  private first: StepHeader | undefined;
  /** Indent of the last bulleted line of the step, while plain lines continue with it. */
  private bulletIndent: number | undefined;

  accept(line: Line): StepHeader | undefined {
    const header = readHeader(line);
    if (header && this.fits(header)) {
      this.first ??= header;
      this.bulletIndent = undefined;
      return header;
    }
    if (line.bullet !== "") this.bulletIndent = line.indent;
    else if (line.trimmed === "") this.bulletIndent = undefined;
    return undefined;
  }

  private fits({ indent, listed, separator }: StepHeader): boolean {
    const { first } = this;
    if (!first) return true;
    if (first.separator === ":" && separator !== ":") return false;
    if (listed && !first.listed) return false;
    if (indent >= first.indent + 4) return false;
    return indent <= first.indent || this.bulletIndent === undefined || indent <= this.bulletIndent;
  }
}

/** What stands between the title and the steps; in quotation marks it may be anything, empty too. */
export function objectiveOf(preamble: readonly string[]): string | undefined {
  const quoted = quotedObjective(preamble);
  if (quoted !== undefined) return quoted;
  const text = preamble.join("\n").replace(OBJECTIVE, "");
  return text === "" ? undefined : text;
}

const OBJECTIVE = /^objective\s*:\s*/i;

/** The objective where it is said in quotation marks: no line of it is meant for the steps. */
export function quotedObjective(preamble: readonly string[]): string | undefined {
  const written = preamble.join("\n");
  const text = written.replace(OBJECTIVE, "");
  const quoted = text !== written && text.startsWith('"') ? parseJson(text) : undefined;
  return typeof quoted === "string" ? quoted : undefined;
}
