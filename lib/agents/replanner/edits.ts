import { readAnswer } from "@/lib/core/answers";
import type { RoundComment } from "@/lib/core/comments/schema";
import { isJsonObject, type JsonObject } from "@/lib/core/json";
import type { ToolFacts } from "@/lib/core/ports";
import { roleLine } from "@/lib/core/prompt-blocks";
import { previewOf } from "@/lib/core/stored-value";
import { type BlockRule, DATA_RULE, promptOf, textWithin } from "../delimit";
import { COMMENTS_RULE, commentFacts, EDITS_FORM, type ObligationFacts } from "../facts";
import { toolNames } from "../planned-tools";
import type { Role } from "../role";
import { readWrittenPlan, type WrittenPlan } from "../written-plan";
import { REPLANNER_VERSION, type ReplanTrigger } from ".";
import { STEP_ENDS, type Trial, toldOnce } from "./trials";

/** What the replanner is asked first where that may do: edits of the plan in force (docs/engine.md, "Replans"). */

export type EditsInput = {
  mission: string;
  constraints?: string;
  trigger: ReplanTrigger;
  peopleSaid?: string[];
  comments?: readonly RoundComment[];
  /** Each whole: what is open, what failed, and what led to it as far as there is room. */
  tasks: JsonObject[];
  /** The agents of these tasks, by name. */
  agents: JsonObject;
  /** What else has ended: id, status and title, and how its result begins where new work may build on it. */
  others: string[];
  effectsDone?: string[];
  /** The tools that new work may need. */
  tools?: ToolFacts[];
  obligations?: ObligationFacts[];
  trials?: Trial[];
};

type EditsOutput =
  | ({ kind: "plan" } & WrittenPlan)
  /** It takes another tail, or these tasks have to be shown as well. */
  | { kind: "rewrite"; reason: string; show: string[] };

const MISSION_CHARS = 600;
const OUTPUT_CHARS = 600;
const TRIED_CHARS = 120;

const SYSTEM = `${roleLine("replanner")}
A plan cannot go on as it stands. Which edits put that right?
- "trigger": why. Follow a person's wish or a review's word; of anything else remove the cause.
- ${EDITS_FORM} {"task": "<id>", "again": true} has one done again. Failed tasks, ended ones that you edit, and what builds on either, are done again anyway.
- If that takes tasks that are not shown, ask {"show": ["<id>"]}; if it takes another plan, answer {"rewrite": "<why>"}.
Answer with one JSON object alone.

${DATA_RULE}`;

const RULES: readonly BlockRule[] = [
  { of: ["constraints"], says: '"constraints" hold for every task.' },
  { of: ["people_said"], says: '"people_said": what people in charge said so far. It holds.' },
  COMMENTS_RULE,
  { of: ["tasks"], says: '"tasks" may be edited. Without a status, one has not begun.' },
  { of: ["completed"], says: '"completed": what else has ended; {{results.<id>}} places its result.' },
  { of: ["effects_done"], says: '"effects_done": what has been changed in the world. Do not repeat it.' },
  { of: ["tools"], says: '"tools": further ones. The agent "default" has none.' },
  { of: ["obligations"], says: '"obligations": controls. Weaken none, and no check.' },
  { of: ["do_not_repeat"], says: '"do_not_repeat": what was tried and did not do.' },
];

/** Says how to edit a plan's tasks, or that another tail has to be written. */
export const editsReplanner: Role<EditsInput, EditsOutput> = {
  name: "replanner",
  version: REPLANNER_VERSION,
  json: true,
  buildPrompt: (input) =>
    promptOf(SYSTEM, RULES, [
      ["tools", input.tools && toolNames(input.tools)],
      ["mission", textWithin(input.mission, MISSION_CHARS)],
      ["constraints", input.constraints],
      ["trigger", triggerFacts(input.trigger)],
      [
        "people_said",
        input.peopleSaid?.filter((line) => toldOnce(line, input.trigger.reason) === line).join("\n"),
      ],
      ["comments", commentFacts(input.comments)],
      ["tasks", input.tasks],
      ["agents", Object.keys(input.agents).length > 0 ? input.agents : undefined],
      ["completed", input.others.join("\n")],
      ["effects_done", input.effectsDone?.join("\n")],
      [
        "obligations",
        input.obligations
          ?.map(({ control, needs, holdsBack }) => `${control} before ${holdsBack.join(", ")}: ${needs}`)
          .join("\n"),
      ],
      ["do_not_repeat", input.trials?.flatMap((trial) => triedLine(trial, input.trigger)).join("\n")],
    ]),
  parse(text) {
    const read = readWrittenPlan(text);
    if (read.ok) return { ...read, value: { kind: "plan", ...read.value } };
    // Pieces of a plan that are not read are named in the whole question.
    if (read.repairs !== undefined) return read;
    return { ok: true, value: { kind: "rewrite", reason: text, show: wantedToSee(text) } };
  },
};

/** The ids of the tasks that an answer asks to be shown. */
function wantedToSee(text: string): string[] {
  const said = readAnswer(text);
  const ids = said.ok && isJsonObject(said.value) ? [said.value.show ?? []].flat() : [];
  return ids.filter((id) => typeof id === "string");
}

const triggerFacts = ({ output, ...trigger }: ReplanTrigger): JsonObject => ({
  ...trigger,
  ...(output !== undefined && { output: textWithin(output, OUTPUT_CHARS) }),
});

const bare = (text: string): string => text.replace(/\s+/g, "");

/** What was done in a line, and what came of it; what the trigger says already is left out. */
function triedLine({ attempt, task, ...trial }: Trial, { reason, output = "" }: ReplanTrigger): string[] {
  const told = bare(`${reason}\n${output}`);
  const news = (texts: readonly string[]) =>
    texts.filter((text) => !told.includes(bare(text.replace(/…$/, ""))));
  const approach = news(trial.approach.split(STEP_ENDS)).join(STEP_ENDS);
  const shown = news([approach, trial.diagnosis]).map((text) => previewOf(text, TRIED_CHARS));
  return shown.length === 0 ? [] : [`${task}, attempt ${attempt}: ${shown.join("; ")}`];
}
