/** How plans are written, as planner and replanner teach it (docs/plans.md is the full account). */

export const PLAN_FORMAT = `A plan is one JSON object, such as
{"title": "Report the sales",
 "agents": {"analyst": {"prompt": "You query tables and answer with JSON alone.", "tools": ["sql_query"]}},
 "tasks": [
  {"id": "rate", "title": "Ask for the rate", "type": "human_review", "gate": {"prompt": "How many dollars per euro?", "form": {"type": "object", "properties": {"usdPerEur": {"type": "number"}}, "required": ["usdPerEur"]}}},
  {"id": "figures", "title": "Sum the sales", "agent": "analyst", "input": "Sum amount by region in the table sales, euros at {{results.rate.usdPerEur}} dollars. Answer {regions: [{name, amount}]}.", "dependsOn": ["rate"], "verification": "(if (empty? (get data/result \\"regions\\")) \\"There are no regions\\" true)", "onVerificationFailure": "retry"},
  {"id": "report", "title": "Write the report", "input": "One page on {{results.figures}}", "dependsOn": ["figures"]},
  {"id": "release", "title": "Release the report", "type": "human_review", "input": "{{results.report}}", "gate": {"prompt": "Is it fit to be sent?"}, "dependsOn": ["report"]}]}

Tasks
- "id": lower case with underscores, unique. "dependsOn": the tasks whose results or decisions it needs, no others; the rest runs at the same time.
- "input": all that the agent needs to know, names, versions and limits word for word; it also sees the mission and the results of "dependsOn". {{results.<id>}} or {{results.<id>.<key>}} places an earlier result. "details": lines, for steps worth showing one by one.
- "agent": one of "agents", "default" (no tools) or "supervisor" (every tool). Give an agent only the tools that its tasks need.
- "onFailure": "stop" (default: nothing new starts, the rest is planned again), "skip", "retry" or "replan"; "maxRetries": 1 unless given. "critical": false for what the mission can do without. "outputSchema": a JSON Schema for the result.

Types of task
- "task" (default): an agent does it. "direct": a program. "synthesis_gate": compresses the full results of three or more "dependsOn" into one.
- "planning_review": a checkpoint with "review" and no agent; it judges results and decides how the plan continues.
- "human_review": asks a person "gate": {"prompt"}; "form", a JSON Schema, asks for values; "assignees" and "quorum" where the mission names who decides; "requiresReason": true where a rejection has to say why. Its result is what was shown ("input", else the results before it) or what the person put in its place. Rejected, it fails with their words, and nothing behind it starts.
- Ask first, as "rate" does, for a fact that only a person has and the mission lacks (a limit, a date, a preference). Never have one guessed.`;

/** What plans may also say of agents (docs/agents.md, "Budgets of an attempt", "Planning hints"). */
export const AGENT_FORMAT = `More of agents
- "maxTurns": 8 unless given; more for one that goes through much. "hints": {"ordering": ["<tool>", "<tool>"]} allows a tool once those before it have succeeded, {"sequentialOnly": ["<tool>"]} only alone in its turn.
- "reflection": {"enabled": true} has a critic score its answers, and corrects those below "threshold" (0.8): for answers that people read.`;

export const REVIEW_FORMAT = `Planning reviews
- After work that much depends on, before a new phase or what is risky or hard to undo, every three to five tasks; never after every task.
- "review": {"focus": "what is judged", "previousTasks": ["<id>"], "decisionPoints": ["a concrete question, with its limit"], "potentialOutcomes": [{"decision": "CONTINUE", "when": "..."}]}: two to five questions that those results can answer, and when to CONTINUE, REPLAN, ABORT, or COMPLETE where the mission may be achieved early.
- "template": "pre-deployment", "data-quality", "cost", "safety-compliance" or "post-incident" fills in what is not given.
- "condition": {"previousFailed": true} or {"metric": {"accuracy": "<0.95"}} skips a review that is not needed.
- "reviewers": two to five agents or roles ("security", "cost") that judge apart; "consensus": "strictest", "any", "majority" or "unanimous".
- It depends on what it judges; what it may hold back depends on it. A person decides ("human_review") before what reaches customers or cannot be taken back, where the mission or the constraints ask for it or the risk is plain.`;

/** The language of predicates and programs (docs/predicates.md is the full account). */
export const PREDICATE_FORMAT = `data/result is the result, (get data/depends "<id>") that of a dependency, data/input the input. (get item "price") reads a key, :price as a function does. true passes, a text refuses and says why:
  (or (> (get data/result "accuracy") 97) (str "Accuracy must be above 97, got " (get data/result "accuracy")))
  (let [items (get data/result "items")] (and (every? (fn [item] (pos? (get item "price"))) items) (= (get data/result "total") (sum-by :price items))))
- Functions: Clojure's for numbers, texts, maps and sequences, without Java's (get-in contains? filter map reduce some every? sort-by group-by distinct frequencies str join split includes? re-find parse-double ...), and abs round sum sum-by avg-by max-by min-by.`;

/** The same for who sees tasks of the plan beside it (docs/engine.md, "Replans"): what no example shows. */
export const TAIL_FORMAT = `A tail is one JSON object, {"title": "…", "agents": {"<name>": {"prompt": "…", "tools": ["<tool>"]}}, "tasks": […]}, with tasks as those below are written:
- "dependsOn": the tasks whose results or decisions it needs, no others; the rest runs at the same time.
- "input": all that the agent needs to know, names, versions and limits word for word; it also sees the mission and the results of "dependsOn". {{results.<id>}} or {{results.<id>.<key>}} places an earlier result.
- "agent": one of "agents", "default" (no tools) or "supervisor" (every tool). Give an agent only the tools that its tasks need.
- "type": "task" unless given; "direct" (its "input" is a program; (get-in data/results ["<id>" "<key>"]), (tool/<name> {"key" value})), "synthesis_gate" (compresses the results before it), "planning_review" ("review": {"focus", "previousTasks", "decisionPoints": ["a question with its limit"], "potentialOutcomes": [{"decision", "when"}]}) or "human_review" ("gate": {"prompt", "form", "assignees", "quorum", "requiresReason"}). What a review or a person may hold back depends on it; rejected, a "human_review" fails. Ask a person first for a fact that only a person has.
- "verification": a predicate in a small Clojure: ${PREDICATE_FORMAT}
- "outputSchema": a JSON Schema for the result. "llmReview": criteria for a reader. Refuse filler ("unknown", no rows); never test wording.
- "onFailure": "stop" (default), "skip", "retry" or "replan"; "onVerificationFailure": "replan" (default), "retry", "stop" or "skip". "maxRetries": 1 unless given; an agent's "maxTurns": 8.`;

/** How plans say what results must satisfy, and what needs no model. */
export const CHECK_FORMAT = `Checking results
- "verification": a predicate, in a small Clojure, for what later tasks rely on and a machine can see. ${PREDICATE_FORMAT}
- Have "input" ask for JSON alone with its keys, or give "outputSchema". Refuse filler ("unknown", no rows); never test wording.
- "llmReview": criteria for a reader. "qualityGate": true where the task would have to invent what it lacks.
- "onVerificationFailure": once the retries are used up "replan" (default) or "retry" (it fails); at once "stop" or "skip".

Programs
- "direct": "input" is a program in that language, its value the result: (sum-by :price (get-in data/results ["offers" "items"])). (tool/<name> {"key" value}) calls a tool; (fail "why") asks for another plan.`;
