import type { RoundComment } from "@/lib/core/comments/schema";
import type { JsonObject } from "@/lib/core/json";
import { roleLine } from "@/lib/core/prompt-blocks";
import { previewOf } from "@/lib/core/stored-value";
import { type BlockRule, DATA_RULE, promptOf, textWithin } from "../delimit";
import { COMMENTS_RULE, commentFacts, EDITS_FORM, type ObligationFacts } from "../facts";
import type { Role } from "../role";
import { readWrittenPlan, type WrittenPlan } from "../written-plan";
import { REPLANNER_VERSION, type ReplanTrigger } from ".";
import { type Trial, toldOnce } from "./trials";

/** What the replanner is asked first where that may do: which fields of which tasks to change (docs/engine.md, "Replans"). */

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
  /** What else has ended: id, status and title. */
  others: string[];
  obligations?: ObligationFacts[];
  trials?: Trial[];
};

type EditsOutput =
  | ({ kind: "plan" } & WrittenPlan)
  /** It takes another tail. */
  | { kind: "rewrite"; reason: string };

const MISSION_CHARS = 600;
const OUTPUT_CHARS = 600;
const TRIED_CHARS = 200;

const SYSTEM = `${roleLine("replanner")}
A plan has met reality and cannot go on as it stands. First the short question: is that put right by changing fields of its tasks?
- "trigger": why it stopped. Kind "person" is somebody's wish: follow it. Of anything else remove the cause.
- ${EDITS_FORM} {"task": "<id>", "again": true} has one done again. Failed tasks, ended ones that you edit, and what builds on either, are done again anyway.
- If work is missing, or what has to change is not shown, answer {"rewrite": "<why>"}: you are then shown everything, and write a new tail.
Answer with one JSON object alone.

${DATA_RULE}`;

const RULES: readonly BlockRule[] = [
  { of: ["constraints"], says: '"constraints" hold for every task.' },
  { of: ["people_said"], says: '"people_said": what people in charge said so far. It holds.' },
  COMMENTS_RULE,
  { of: ["tasks"], says: '"tasks" may be edited. Without a status, one has not begun.' },
  { of: ["completed"], says: '"completed": what else has ended.' },
  { of: ["obligations"], says: '"obligations": controls. Weaken none, and no check.' },
  { of: ["do_not_repeat"], says: '"do_not_repeat": what was tried and did not do.' },
];

/** Says which fields of a plan's tasks to change, or that another tail has to be written. */
export const editsReplanner: Role<EditsInput, EditsOutput> = {
  name: "replanner",
  version: REPLANNER_VERSION,
  json: true,
  buildPrompt: (input) =>
    promptOf(SYSTEM, RULES, [
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
    return read.repairs === undefined ? { ok: true, value: { kind: "rewrite", reason: text } } : read;
  },
};

const triggerFacts = ({ output, ...trigger }: ReplanTrigger): JsonObject => ({
  ...trigger,
  ...(output !== undefined && { output: textWithin(output, OUTPUT_CHARS) }),
});

const bare = (text: string): string => text.replace(/\s+/g, "");

/** What was done in a line, and what came of it; what the trigger says already is left out. */
function triedLine({ attempt, task, ...trial }: Trial, { reason, output = "" }: ReplanTrigger): string[] {
  const told = bare(`${reason}\n${output}`);
  const facts = [trial.approach, trial.diagnosis].filter((text) => !told.includes(bare(text)));
  const shown = facts.map((text) => previewOf(text, TRIED_CHARS));
  return shown.length === 0 ? [] : [`${task}, attempt ${attempt}: ${shown.join("; ")}`];
}
