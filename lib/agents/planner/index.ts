import type { AttachmentNote } from "@/lib/core/attachments";
import { readPlan } from "@/lib/core/plan";
import type { Finding } from "@/lib/core/plan/critic/types";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import type { ToolFacts } from "@/lib/core/ports";
import { roleLine } from "@/lib/core/prompt-blocks";
import { blocksMessage, DATA_RULE } from "../delimit";
import { attachmentFacts, issueLines, problemLines, toolsForPlanning } from "../facts";
import { AGENT_FORMAT, CHECK_FORMAT, JUDGES_FORMAT, PLAN_FORMAT, REVIEW_FORMAT } from "../plan-format";
import type { Role } from "../role";

export type PlannerInput = {
  mission: string;
  constraints?: string;
  attachments?: AttachmentNote[];
  /** The tools that plans of this run may give to agents. */
  tools: ToolFacts[];
  /** `short`: what each task is to do and no more; its details are written later, or by nobody. */
  planStyle?: "full" | "short";
  /** Ids of the models that an agent may name. */
  agentModels?: string[];
  /** The plan that a person read, and what they want changed in it. */
  changes?: { draft: Plan; words: string };
  /** The plan was carried out and something is missing: what the new tasks build on. */
  iteration?: {
    number: number;
    reason: string;
    completed: { id: string; title: string; preview: string }[];
    /** One line for each writing tool call that has already happened in the run. */
    effectsDone: string[];
    /** Iterations so far, oldest first: `[Iteration n] reason`. */
    history: string[];
  };
  /** The answer that could not be used, and why, or in which the critic found these weak places. */
  problem?: { answer: string; issues: Issue[] } | { answer: string; findings: Finding[] };
};

export type PlannerOutput = { plan: Plan; warnings: Issue[] };

const SYSTEM = `${roleLine("planner")}
You turn a mission into a plan: a graph of tasks that agents carry out, with checkpoints where the plan is judged against what really happened.

How to plan
- Work back from what must be true at the end. Every task has one purpose and a result that can be looked at.
- Few tasks, wide rather than deep: order only what has to be in order.
- Use the tools in "tools" and no others; a task without a fitting tool is done by thinking and writing alone. A tool's sideEffects tell what it changes: none, read, write (something of ours) or external (something others see).
- "constraints" come from the people who run this; they hold for every task.
- "attachments" are files that came with the mission; "begins" shows the first lines of a text. sql_query asks those that have a "table" by that name, text_search searches the others. Give these tools to the agents that need a file, and name file and table in the input.
- "plan_style" short asks for the plan in short: of each task its "id", "title", "type", "agent", "dependsOn" and one sentence of "input", with what reviews, gates and checks need besides, and no "details". Without it write every task so that its agent need not ask.
- "models" lists the models an agent may name in "model"; without it, leave "model" out.
- "draft" is the plan as it stands; a person has read it and wants it changed as "feedback" says. Answer with the whole plan as it shall be: do what the feedback asks, and leave every task that it does not touch as it is, with its id.
- "trigger" is there when the plan has been carried out and the mission is not yet fulfilled: it says what is missing. "completed" is done and stays done: use these results by their exact ids in "dependsOn" and in {{results.<task id>}}. "effects_done" has been changed in the world and must not be repeated; "history" tells what each iteration was to add. Write only the tasks that bring what is missing, each under an id that occurs nowhere above.
- "problem" says why "previous_answer", your earlier plan, could not be used, or where a critic finds it weak. Answer with the whole plan again, corrected: keep what is right, with its ids, and leave a weak place as it is only where the mission demands it.

${PLAN_FORMAT}

${AGENT_FORMAT}

${REVIEW_FORMAT}

${CHECK_FORMAT}

${JUDGES_FORMAT}

Answer with the JSON object alone: no introduction, no code fence.

${DATA_RULE}`;

/**
 * Writes a mission's first plan, and writes it again when a person wants it changed or the critic finds it weak. It
 * asks for no structured output: a plan names its agents freely, which the providers' strict schemas cannot say, and
 * `readPlan` reads what models really write.
 */
export const planner: Role<PlannerInput, PlannerOutput> = {
  name: "planner",
  version: "9",
  buildPrompt: ({
    mission,
    constraints,
    attachments,
    planStyle,
    tools,
    agentModels,
    changes,
    iteration,
    problem,
  }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["constraints", constraints],
        ["attachments", attachmentFacts(attachments)],
        ["plan_style", planStyle === "short" ? planStyle : undefined],
        ["tools", toolsForPlanning(tools)],
        ["models", agentModels?.join("\n")],
        ["trigger", iteration && { kind: "iteration", number: iteration.number, reason: iteration.reason }],
        ["completed", iteration?.completed],
        ["effects_done", iteration?.effectsDone.join("\n")],
        ["history", iteration?.history.join("\n")],
        ["draft", changes && JSON.stringify(changes.draft, null, 2)],
        ["feedback", changes?.words],
        ["previous_answer", problem?.answer],
        ["problem", problem && problemLines(problem)],
      ]),
    ],
  }),
  parse(text) {
    const { plan, warnings, errors } = readPlan(text);
    if (plan && errors.length === 0) return { ok: true, value: { plan, warnings } };
    return { ok: false, problem: `The plan cannot be read.\n${issueLines(errors)}`, issues: errors };
  },
};
