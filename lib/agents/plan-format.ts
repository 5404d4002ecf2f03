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
- "direct": a program, without an agent.
- "human_review": stops for a person. It carries "gate": {"prompt": "what the person is to decide, and based on what"}.`;

/** What plans may also say of agents (docs/agents.md, "Budgets of an attempt", "Planning hints"). */
export const AGENT_FORMAT = `Agents that need more than prompt and tools
- "maxTurns": turns of an attempt, 8 unless you say otherwise; a turn may make several calls at once. Give more to an agent that has to go through much, step by step. Leave other limits to the people who run this.
- "hints": {"ordering": ["<tool>", "<tool>"]} lets a tool be called when those before it have succeeded, {"sequentialOnly": ["<tool>"]} only alone in its turn. Use them where the order of calls matters, such as a check before a deployment.`;

export const REVIEW_FORMAT = `Planning reviews
- Put one after work that much depends on, before a change of phase, before an action that is risky or hard to undo, where parallel work comes together, and about every three to five tasks in a long plan. Never after every single task.
- "review": {"focus": "what is being judged", "previousTasks": ["<task id>"], "decisionPoints": ["a concrete question, with its limit"], "potentialOutcomes": [{"decision": "CONTINUE", "when": "..."}, {"decision": "REPLAN", "when": "..."}, {"decision": "ABORT", "when": "..."}]}
- Two to five decision points that the reviewed results can answer. The outcomes hold CONTINUE, REPLAN and a way to stop: ABORT when going on would do harm, COMPLETE when the mission may be achieved early.
- "condition" beside "review"'s other fields, where the review is needed only then: {"previousFailed": true} or {"metric": {"accuracy": "<0.95"}}. One whose condition does not hold is skipped.
- The review depends on the tasks it judges; what its decision holds back depends on the review.
- A person's say belongs before anything that reaches customers or cannot be taken back, when the mission or the constraints ask for one or the risk is plain: use "human_review" there.`;

/** How plans say what results must satisfy, and what needs no model (docs/predicates.md is the full account). */
export const CHECK_FORMAT = `Checking results
- "verification": a predicate for what later tasks rely on and a machine can see. It is written in a small Clojure: data/result is the task's result, (get data/depends "<task id>") the result of a dependency, data/input the task's input. Keys of JSON objects are texts. true lets the result pass; a text refuses it, and is what the agent reads when it tries again:
  (or (> (get data/result "accuracy") 97) (str "Accuracy must be above 97, got " (get data/result "accuracy")))
  (and (= 3 (count (get data/result "items"))) (every? (fn [item] (pos? (get item "price"))) (get data/result "items")))
- A predicate finds only what is there: say in "input" that the answer is to be JSON alone, with which keys, or give an "outputSchema". Never test for wording.
- "llmReview": criteria in words, for what only a reader can judge. "qualityGate": true where a task would have to invent what the results before it lack.
- "onVerificationFailure": "replan" (default), "retry" (again, with the diagnosis), "stop" or "skip".

Programs
- Type "direct": no agent; "input" is a program in the same language, and its value is the result. Use it to compute, filter and join results: (sum-by :price (get-in data/results ["offers" "items"])). (tool/<name> {"key" value}) calls a tool and gives its output; (fail "why") asks for another plan.`;

/** How plans have something judged more than once (docs/engine.md, "Several reviewers"; docs/agents.md, "Answer reflection"). */
export const JUDGES_FORMAT = `Where one judgement is not enough
- "reviewers" beside "review"'s other fields: two to five names, each an agent of the plan that judges by its prompt and model, or a role in a few words, such as "security" or "cost". They judge apart from each other. Use it where a wrong decision would be costly and different eyes see different dangers, not for every review.
- "consensus": "any" (the first decision in the order listed), "majority" or "unanimous"; take "majority" where nothing speaks for another, "unanimous" before what cannot be undone. Where they do not agree, a person decides.
- "reflection" of an agent: {"enabled": true} has each of its answers scored by a critic and corrected until it is complete; {"threshold": 0.9} asks for more than 0.8, "maxRevisions" (default 2) for more patience. For agents whose answers people read or much depends on, such as reports; each critique and revision is one more call of a model.`;
