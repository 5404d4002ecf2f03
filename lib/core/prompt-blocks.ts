import { THINKING_TAG_NAMES } from "./answers/thinking";
import { type Json, parseJson } from "./json";
import { markedText } from "./legible/marked";

/**
 * The shape that prompts share with the one who has to read them back (docs/agents.md, "Prompt blocks"): the system
 * text opens with a role line, and everything written by people, models or tools stands in named data blocks.
 */

export const ROLE_NAMES = [
  "planner",
  "critic",
  "quality_gate",
  "agent",
  "verification",
  "synthesis",
  "reviewer",
  "replanner",
  "summarizer",
  "answer",
  "critique",
  "revision",
  "trajectory_summarizer",
  "detailer",
  "retrospective",
  "self_critic",
  "reasoner",
  "refiner",
  "explain",
] as const;
/** In whose name a model is called: a role, or a probe whether it answers at all. */
export const CALL_ROLES = [...ROLE_NAMES, "probe"] as const;
/** Who writes a stream: a role, or a tool. */
export const STREAM_ROLES = [...ROLE_NAMES, "tool"] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

const BLOCK_NAMES = [
  "mission",
  "outcome",
  "date",
  "constraints",
  "attachments",
  "agent_brief",
  "tools",
  "models",
  "task",
  "details",
  "place",
  "input",
  "upstream",
  "feedback",
  "previous_output",
  "sent_back",
  "diagnosis",
  "steering",
  "people_said",
  "hints",
  "observation",
  "effects_done",
  "results",
  "expected",
  "result",
  "criteria",
  "review",
  "tasks",
  "remaining",
  "agents",
  "obligations",
  "suggestion",
  "simulated",
  "cost",
  "trigger",
  "completed",
  "history",
  "do_not_repeat",
  "review_templates",
  "people",
  "similar_missions",
  "lessons",
  "examples",
  "budget",
  "plan_version",
  "draft",
  "comments",
  "plan",
  "findings",
  "previous_answer",
  "answer",
  "trajectory",
  "critique",
  "problem",
  "note",
  "errors",
  "evidence",
  "summary",
  "steps",
  "objective",
  "plan_style",
  "self_critique",
  "question",
] as const;
export type BlockName = (typeof BLOCK_NAMES)[number];

export type Block = { name: string; body: string };

/** The first line of a role's system prompt. */
export function roleLine(role: RoleName): string {
  return `Role: ${role}`;
}

/** The role that a system prompt opens with; undefined when its first line names none. */
export function readRole(system: string): RoleName | undefined {
  return ROLE_NAMES.find((role) => `${system}\n`.startsWith(`${roleLine(role)}\n`));
}

// A tag inside the data gets one backslash after its `<`; reading takes one away, so nesting survives too. What closes
// thinking would begin the answer of a model that repeats it.
// Models read full-width letters like others, and overlook characters without a width: both count as the tag.
const INVISIBLE = "[\\p{Default_Ignorable_Code_Point}\\p{Cf}]*";
const GAP = "[\\s\\p{Default_Ignorable_Code_Point}\\p{Cf}]*";
const OPENING = "[<＜﹤‹〈〈⟨]";
const SLASH = `[/／⁄∕⧸]${GAP}`;
const OF_OTHERS = `${GAP}(?:${SLASH})?${lookAlike("data")}|${GAP}${SLASH}(?:${lookAlike(THINKING_TAG_NAMES)})(?![a-z0-9_])`;
const TAG_IN_DATA = new RegExp(`(${OPENING})(\\\\*)(${OF_OTHERS})`, "giu");
const ESCAPED_TAG = new RegExp(`(${OPENING})\\\\(\\\\*)(${OF_OTHERS})`, "giu");
const BLOCK = /<data name="([a-z_]+)">\n([\s\S]*?)\n<\/data>/g;

/**
 * A named data block. Text goes in as it is, other values as JSON; no body can end its own block, and what nobody would
 * see in it becomes a visible mark: a model reads what people can read.
 */
export function writeBlock(name: BlockName, body: Json): string {
  const text = markedText(typeof body === "string" ? body : layOut(body));
  return `<data name="${name}">\n${text.replace(TAG_IN_DATA, "$1\\$2$3")}\n</data>`;
}

/** A pattern of letters, `_`, `?` and `|` that fits their full-width forms too, with anything invisible between them. */
function lookAlike(pattern: string): string {
  const FULL_WIDTH = 0xfee0;
  return pattern.replace(
    /[a-z_]/g,
    (letter) => `(?:[${letter}${String.fromCharCode(letter.charCodeAt(0) + FULL_WIDTH)}]${INVISIBLE})`,
  );
}

/** JSON with one line for each element of a list, so that people and models can read it. */
function layOut(value: Json): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  return `[\n${value.map((item) => JSON.stringify(item)).join(",\n")}\n]`;
}

/** Every top-level block of a text, in order, with its body as it was written, marks included. */
export function readBlocks(text: string): Block[] {
  return [...text.matchAll(BLOCK)].map(([, name = "", body = ""]) => ({
    name,
    body: body.replace(ESCAPED_TAG, "$1$2$3"),
  }));
}

/** The body of the first block with this name, or undefined. */
export function readBlock(text: string, name: BlockName): string | undefined {
  return readBlocks(text).find((block) => block.name === name)?.body;
}

/** The JSON value in the first block with this name; undefined when there is none or it is not JSON. */
export function readJsonBlock(text: string, name: BlockName): Json | undefined {
  const body = readBlock(text, name);
  return body === undefined ? undefined : parseJson(body);
}
