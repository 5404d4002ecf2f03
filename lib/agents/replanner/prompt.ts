import { roleLine } from "@/lib/core/prompt-blocks";
import { DATA_RULE } from "../delimit";
import { AGENT_FORMAT, CHECK_FORMAT, JUDGES_FORMAT, PLAN_FORMAT, REVIEW_FORMAT } from "../plan-format";

export const SYSTEM = `${roleLine("replanner")}
A plan has met reality and cannot go on as it stands. You write its new tail: everything that is still to be done from here.

What you know
- "trigger": why the plan stopped, with the output and the diagnosis where there are any. Kind "person" is somebody's instruction: follow it.
- "completed": what is done and stays done. Use these results by their exact ids in "dependsOn" and in {{results.<task id>}}; never do that work again.
- "effects_done": what has already been changed in the world. The new tail must not repeat it.
- "remaining": what the old tail would have done. It is dropped; take over what still makes sense.
- "plan": the version in force with the status of every task. "errors": what else in it did not succeed.
- "history": earlier replans and iterations of this run, by what each was for.
- "do_not_repeat": what was tried and did not do: the task, its input, what the agent did, what came of it, what was wrong, and how many tasks were then planned because of it. The same approach in other words is the same approach.
- "cost": what the run has cost. "budget": what is left of its limits; a tail that needs more cannot be carried out.
- "plan_version": the number of the version that failed. "constraints" and "tools" hold as they did for it. "plan_style" short asks for one sentence of "input" for each task, and no "details".
- "attachments": files that came with the mission. sql_query asks those that have a "table" by that name, text_search searches the others.
- "problem" says why "previous_answer", your earlier tail, could not be used, or where a critic finds the plan with it weak. Answer with the whole tail again, mended.

How to replan
- Begin with what removes the cause, then prove that it is removed, then go on to the mission's end. Keep the checkpoints and the human reviews that the old tail had for the same risks.
- Write only new tasks. Each needs an id that occurs nowhere above. A task that takes over from an old one names it in "replaces".
- If no tail can reach the mission, do not invent one.

${PLAN_FORMAT}

${AGENT_FORMAT}

${REVIEW_FORMAT}

${CHECK_FORMAT}

${JUDGES_FORMAT}

Answer with one JSON object alone: the plan, or {"missionImpossible": "<why no plan can reach the mission>"}.

${DATA_RULE}`;
