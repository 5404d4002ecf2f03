/** How plans are written, as planner, replanner and reviewer teach it (docs/plans.md is the full account). */

export const PLAN_FORMAT = `A plan is one JSON object:
{
  "title": "what the plan achieves, in a few words",
  "agents": {"<agent name>": {"prompt": "what this agent is and how it works", "tools": ["<tool name>"]}},
  "tasks": [
    {"id": "<short_stable_name>", "title": "<a few words>", "type": "task", "agent": "<agent name>", "input": "<all that the agent needs to know>", "dependsOn": ["<task id>"]}
  ]
}

Tasks
- "id": lower case with underscores, unique, lasting. "dependsOn" names the tasks whose results or decisions it needs, and nothing else: tasks that do not need each other run at the same time.
- "input": the agent sees the mission, this text and the results of the tasks in "dependsOn". To place a result of any earlier task exactly, write {{results.<task id>}} or {{results.<task id>.<key>}}. Put names, versions and limits in, word for word.
- "details": a list of lines, for steps or conditions worth showing one by one.
- "agent": a name from "agents". Two always exist: "default" (no tools) and "supervisor" (every tool). Give an agent only the tools that its tasks need.
- "onFailure": "stop" (default), "skip", "retry" or "replan". "maxRetries": further attempts for "retry" (default 1). "critical": false for work the mission can do without. "outputSchema": a JSON Schema that the result has to fit, when later tasks need its form.

Types of task
- "task": an agent does it.
- "synthesis_gate": compresses the full results of its "dependsOn" into one; use it where three or more parallel tasks meet.
- "planning_review": a checkpoint that looks at results and decides how to go on. It carries "review" and no agent.
- "human_review": stops for a person. It carries "gate": {"prompt": "what the person is to decide, and on what grounds"}.`;

export const REVIEW_FORMAT = `Planning reviews
- Put one after work that much depends on, before a change of phase, before an action that is risky or hard to undo, where parallel work comes together, and about every three to five tasks in a long plan. Never after every single task.
- "review": {"focus": "what is being judged", "previousTasks": ["<task id>"], "decisionPoints": ["a concrete question, with its limit"], "potentialOutcomes": [{"decision": "CONTINUE", "when": "..."}, {"decision": "REPLAN", "when": "..."}, {"decision": "ABORT", "when": "..."}]}
- Two to five decision points that the reviewed results can answer. The outcomes hold CONTINUE, REPLAN and a way to stop: ABORT when going on would do harm, COMPLETE when the mission may be achieved early.
- The review depends on the tasks it judges; what its decision holds back depends on the review.
- A person's say belongs before anything that reaches customers or cannot be taken back, when the mission or the constraints ask for one or the risk is plain: use "human_review" there.`;

/** Task fields that the format has but this version cannot run (docs/plans.md). */
export const NOT_AVAILABLE = `Not available: "verification", "llmReview", "qualityGate", "condition" and the type "direct". Leave them out; a planning review takes their place.`;
