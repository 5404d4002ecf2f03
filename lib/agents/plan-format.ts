/** How plans are written, as planner and replanner teach it (docs/plans.md is the full account). */

export const PLAN_FORMAT = `A plan is one JSON object, such as
{"title": "Report the sales",
 "agents": {"analyst": {"prompt": "You query tables and answer with JSON alone.", "tools": ["sql_query"]}},
 "tasks": [
  {"id": "rate", "title": "Ask for the exchange rate", "type": "human_review", "gate": {"prompt": "At how many dollars per euro do we count?", "form": {"type": "object", "properties": {"usdPerEur": {"type": "number"}}, "required": ["usdPerEur"]}}},
  {"id": "figures", "title": "Sum the sales", "agent": "analyst", "input": "Sum amount by region in the table sales, euros at {{results.rate.usdPerEur}} dollars. Answer {regions: [{name, amount}]}.", "dependsOn": ["rate"], "verification": "(if (empty? (get data/result \\"regions\\")) \\"There are no regions\\" true)", "onVerificationFailure": "retry"},
  {"id": "report", "title": "Write the report", "input": "One page on these figures: {{results.figures}}", "dependsOn": ["figures"]},
  {"id": "release", "title": "Release the report", "type": "human_review", "input": "{{results.report}}", "gate": {"prompt": "Is it fit to be sent?"}, "dependsOn": ["report"]}]}

Tasks
- "id": lower case with underscores, unique, lasting. "dependsOn": the tasks whose results or decisions it needs and no others; the rest runs at the same time.
- "input": all that the agent needs to know; names, versions and limits word for word. It also sees the mission and the results of "dependsOn". {{results.<id>}} or {{results.<id>.<key>}} places a result of an earlier task.
- "details": lines, for steps worth showing one by one.
- "agent": a name from "agents". "default" (no tools) and "supervisor" (every tool) always exist. Give an agent only the tools that its tasks need.
- "onFailure": "stop" (default: nothing new starts, and the rest is planned again), "skip", "retry" or "replan"; "maxRetries" (default 1). "critical": false for what the mission can do without. "outputSchema": a JSON Schema for the result.

Types of task
- "task" (default): an agent does it. "direct": a program, without an agent.
- "synthesis_gate": compresses the full results of its "dependsOn" into one, where three or more meet.
- "planning_review": a checkpoint that judges results and decides how the plan continues. It has "review" and no agent.
- "human_review": asks a person "gate": {"prompt"}, with "form", a JSON Schema, to ask for values; "assignees" and "quorum" where the mission names who decides, "requiresReason": true where a rejection has to say why. Its result is what was shown ("input", else the results before it) or what the person put in its place. Rejected, it fails with their words, and nothing behind it starts.
- Ask first, as "rate" does, for a fact that only a person has and the mission does not give (a rate, a limit, a date, a preference). Never have one guessed.`;

/** What plans may also say of agents (docs/agents.md, "Budgets of an attempt", "Planning hints"). */
export const AGENT_FORMAT = `More of agents
- "maxTurns": 8 unless given; more for one that goes through much. "hints": {"ordering": ["<tool>", "<tool>"]} allows a tool once those before it have succeeded, {"sequentialOnly": ["<tool>"]} only alone in its turn.
- "reflection": {"enabled": true} has a critic score its answers and corrects them; {"threshold": 0.9} asks for more than 0.8. For answers that people read.`;

export const REVIEW_FORMAT = `Planning reviews
- After work that much depends on, before a change of phase, before what is risky or hard to undo, and every three to five tasks. Never after every task.
- "review": {"focus": "what is judged", "previousTasks": ["<id>"], "decisionPoints": ["a concrete question, with its limit"], "potentialOutcomes": [{"decision": "CONTINUE", "when": "..."}, {"decision": "REPLAN", "when": "..."}, {"decision": "ABORT", "when": "..."}]}: two to five questions that those results can answer. COMPLETE instead of ABORT where the mission may be achieved early.
- "template": "pre-deployment", "data-quality", "cost", "safety-compliance" or "post-incident" fills in what is not given.
- "condition": {"previousFailed": true} or {"metric": {"accuracy": "<0.95"}} skips a review that is not needed.
- "reviewers": two to five agents or roles ("security", "cost") that judge apart; "consensus": "strictest", "any", "majority" or "unanimous".
- It depends on what it judges; what it may hold back depends on it.
- A person decides ("human_review") before anything that reaches customers or cannot be taken back, where the mission or the constraints ask for it or the risk is plain.`;

/** How plans say what results must satisfy, and what needs no model (docs/predicates.md is the full account). */
export const CHECK_FORMAT = `Checking results
- "verification": a predicate for what later tasks rely on and a machine can see, in a small Clojure. data/result is the result, (get data/depends "<id>") that of a dependency, data/input the input. Read a key by (get item "price"); where a function is wanted, :price is one and "price" is none. true passes, a text refuses and says why:
  (or (> (get data/result "accuracy") 97) (str "Accuracy must be above 97, got " (get data/result "accuracy")))
  (let [items (get data/result "items")] (and (= 3 (count items)) (every? (fn [item] (pos? (get item "price"))) items) (= (get data/result "total") (reduce + 0 (map :price items)))))
- Functions: + - * / mod abs round min max = not= < <= > >= and or not if cond let fn -> ->> nil? number? string? map? vector? empty? count first last nth get get-in contains? keys vals map filter remove reduce some every? sort sort-by group-by distinct frequencies take range sum sum-by avg-by max-by min-by str join split lower-case includes? starts-with? re-find parse-double.
- It sees only data: have "input" ask for JSON alone with these keys, or give "outputSchema". Have it refuse filler ("unknown", no rows). Never test wording.
- "llmReview": criteria for a reader. "qualityGate": true where the task would have to invent what it lacks.
- "onVerificationFailure": "replan" (default), "retry" (with the diagnosis), "stop" or "skip".

Programs
- "direct": "input" is a program in that language, its value the result: (sum-by :price (get-in data/results ["offers" "items"])). (tool/<name> {"key" value}) calls a tool; (fail "why") asks for another plan.`;
