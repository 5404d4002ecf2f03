import { byteLength } from "../../bytes";
import type { Json } from "../../json";
import { isReservedId } from "../../run/controls/terms/names";
import { declaredAgent, isBuiltInAgent } from "../agents";
import { gateOf } from "../defaults";
import { ancestry, findCycle } from "../graph";
import { ambiguousPlaceholders, placeholdersOf } from "../interpolate";
import { PLAN_LIMITS } from "../limits";
import { MAX_QUESTION_CHARS, questionChars } from "../question-text";
import type { Issue, IssueCode, Plan, Task } from "../schema";
import { patchBetween, storePlan } from "../store";
import { isCut } from "../targets";
import { type GateFacts, gateIssues } from "./gates";
import { idleControlIssues } from "./idle-controls";
import { outputSchemaProblem } from "./output-schema";
import { programIssues } from "./programs";
import { hintIssues, listed, type ToolContext, toolIssues } from "./tools";

/** A task at most triples when it is kept: a digest, its lineage, its place in the order, the ids that it uses. */
const STORED_GROWTH = 3;

export type ValidationContext = ToolContext & {
  /** Finished tasks outside the plan that dependencies and placeholders may name. */
  knownIds?: Iterable<string>;
  /** Tasks of the plan that have ended. */
  ended?: ReadonlySet<string>;
  limits?: Partial<typeof PLAN_LIMITS>;
  /** Who could answer its gates; without it nobody is missed. */
  gates?: GateFacts;
};

/**
 * Everything that is wrong with a plan, all at once, each issue with what to do about it (docs/plans.md,
 * "Validation"). A plan without errors can be run. A plan over the limits is not looked at any further.
 */
export function validatePlan(plan: Plan, context: ValidationContext): Issue[] {
  const limits = { ...PLAN_LIMITS, ...context.limits };
  const tooLarge = sizeIssues(plan, limits);
  if (tooLarge.length > 0) return tooLarge;
  if (plan.tasks.length === 0) {
    return [{ severity: "error", code: "empty_plan", message: "The plan has no tasks: add at least one." }];
  }
  const known = new Set(context.knownIds);
  return [
    ...duplicateIssues(plan),
    ...reservedIdIssues(plan),
    ...reservedValueIssues(plan),
    ...dependencyIssues(plan, known),
    ...cycleIssues(plan),
    ...agentIssues(plan),
    ...reviewerIssues(plan, limits),
    ...toolIssues(plan, context),
    ...hintIssues(plan),
    ...programIssues(plan, context),
    ...plan.tasks.flatMap(schemaIssues),
    ...placeholderIssues(plan, known),
    ...ambiguousIssues(plan, context),
    ...questionIssues(plan, known),
    ...(context.gates ? gateIssues(plan, context.gates) : []),
    ...idleControlIssues(plan, { inForce: context.gates?.inForce, ended: context.ended }),
    ...unsupportedIssues(plan),
  ];
}

function sizeIssues(plan: Plan, { maxTasks, maxBytes }: typeof PLAN_LIMITS): Issue[] {
  const tooLarge = (message: string): Issue => ({ severity: "error", code: "too_large", message });
  if (plan.tasks.length > maxTasks) {
    return [
      tooLarge(`The plan has ${plan.tasks.length} tasks; ${maxTasks} are allowed. Split it or merge tasks.`),
    ];
  }
  const bytes = byteLength(JSON.stringify(plan));
  if (bytes > maxBytes) {
    return [tooLarge(`The plan has ${bytes} bytes; ${maxBytes} are allowed. Shorten inputs and prompts.`)];
  }
  if (bytes * STORED_GROWTH <= maxBytes) return [];
  // What scheduling needs is written beside every task, and a version's event takes no more than the plan may.
  const stored = byteLength(JSON.stringify(patchBetween(undefined, storePlan(plan).plan)));
  if (stored <= maxBytes) return [];
  return [
    tooLarge(
      `The plan takes ${stored} bytes as it is kept; ${maxBytes} are allowed. Merge or shorten tasks.`,
    ),
  ];
}

function duplicateIssues({ tasks }: Plan): Issue[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of tasks) (seen.has(id) ? twice : seen).add(id);
  return [...twice].map((id) =>
    taskError(id, "duplicate_id", `More than one task has the id "${id}": give each its own.`, "id"),
  );
}

const reservedIdIssues = ({ tasks }: Plan): Issue[] =>
  tasks
    .filter(({ id }) => isReservedId(id))
    .map(({ id }) =>
      taskError(
        id,
        "reserved_id",
        `No task may have the id ${JSON.stringify(id)}: give it another one.`,
        "id",
      ),
    );

/** A value of the form in which stored plans refer to their long texts would be shown as the text that it names. */
const reservedValueIssues = ({ tasks, agents }: Plan): Issue[] => [
  ...tasks.flatMap((task) =>
    referencesIn(task).map((path) => taskError(task.id, "reserved_value", RESERVED_VALUE, path)),
  ),
  ...Object.entries(agents).flatMap(([name, agent]) =>
    referencesIn(agent).map(
      (path): Issue => ({
        severity: "error",
        code: "reserved_value",
        message: RESERVED_VALUE,
        path: `agents.${name}.${path}`,
      }),
    ),
  ),
];

const RESERVED_VALUE =
  'An object with "$ref" and "preview" stands for a text that is kept elsewhere: give the keys other names.';

const referencesIn = (part: object): string[] =>
  Object.entries(part).flatMap(([path, value]) => (isCut(value as Json) ? [path] : []));

function dependencyIssues({ tasks }: Plan, known: ReadonlySet<string>): Issue[] {
  const ids = new Set(tasks.map((task) => task.id));
  const missing = (task: Task, named: readonly string[], path: string, verb: string): Issue[] =>
    named
      .filter((id) => !ids.has(id) && !known.has(id))
      .map((id) => {
        const message = `"${task.id}" ${verb} "${id}", which is not a task: use the id of an existing one, or remove it.`;
        return taskError(task.id, "missing_dependency", message, path);
      });
  return tasks.flatMap((task) => [
    ...missing(task, task.dependsOn, "dependsOn", "depends on"),
    ...missing(task, task.review?.previousTasks ?? [], "review.previousTasks", "reviews"),
  ]);
}

function cycleIssues(plan: Plan): Issue[] {
  const [first, ...rest] = findCycle(plan) ?? [];
  if (first === undefined) return [];
  const message = `Tasks wait for each other: ${[first, ...rest].join(" -> ")}. Remove one of these dependencies.`;
  return [taskError(first, "cycle_detected", message, "dependsOn")];
}

function agentIssues(plan: Plan): Issue[] {
  const declared = Object.keys(plan.agents);
  return plan.tasks
    .filter(({ agent }) => !isBuiltInAgent(agent) && !declaredAgent(plan, agent))
    .map(({ id, agent }) => {
      const message = `"${id}" names the agent "${agent}", which the plan does not declare. ${listed("Declared", declared)}`;
      return taskError(id, "missing_agent", `${message} "default" always exists.`, "agent");
    });
}

/** Every reviewer is a call to a model, all of them at the same time. */
function reviewerIssues({ tasks }: Plan, { maxReviewers }: typeof PLAN_LIMITS): Issue[] {
  return tasks.flatMap(({ id, review }) => {
    const names = review?.reviewers ?? [];
    if (names.length <= maxReviewers) return [];
    const message = `"${id}" has ${names.length} reviewers; ${maxReviewers} are allowed. Name those whose judgment differs.`;
    return [taskError(id, "too_large", message, "review.reviewers")];
  });
}

function schemaIssues({ id, outputSchema, gate }: Task): Issue[] {
  const schemas = [
    ["output schema", "outputSchema", outputSchema],
    ["form", "gate.form", gate?.form],
  ] as const;
  return schemas.flatMap(([what, path, schema]) => {
    const problem = schema === undefined ? undefined : outputSchemaProblem(schema);
    if (problem === undefined) return [];
    return taskError(id, "invalid_output_schema", `The ${what} of "${id}" cannot be used: ${problem}.`, path);
  });
}

/** A question is shown as a whole, or it is not asked. */
function questionIssues({ tasks }: Plan, known: ReadonlySet<string>): Issue[] {
  const titles = new Map([...known].map((id) => [id, id]));
  for (const { id, title } of tasks) titles.set(id, title);
  return tasks.flatMap((task) => {
    if (task.type !== "human_review") return [];
    const chars = questionChars(gateOf(task).prompt, titles);
    const message = `The question of "${task.id}" has ${chars} characters as it is shown; ${MAX_QUESTION_CHARS} are allowed. Shorten it, or show the rest as the input of the gate.`;
    return chars <= MAX_QUESTION_CHARS
      ? []
      : [taskError(task.id, "question_too_long", message, "gate.prompt")];
  });
}

function taskError(taskId: string, code: IssueCode, message: string, path: string): Issue {
  return { severity: "error", code, message, taskId, path };
}

/** Placeholders that will never have a value: those that name no ancestor of their task. */
function placeholderIssues(plan: Plan, known: ReadonlySet<string>): Issue[] {
  const ids = new Set([...plan.tasks.map((task) => task.id), ...known]);
  const isAncestor = ancestry(plan);
  return plan.tasks
    .filter((task) => task.type !== "direct")
    .flatMap(({ id: taskId, input }) => {
      const wrong = placeholdersOf(input, ids).filter(
        ({ id, known: named }) => !named || !(known.has(id) || isAncestor(taskId, id)),
      );
      return wrong.map(({ text, id, known: named }): Issue => {
        const message = named
          ? `${text} in "${taskId}": it does not depend on "${id}". Add "${id}" to its dependencies.`
          : `${text} in "${taskId}": no task "${id}" exists. Use the id of a task it depends on.`;
        return { severity: "error", code: "unknown_placeholder", message, taskId, path: "input" };
      });
    });
}

/**
 * Placeholders that could mean several tasks, whatever has become of who has them: what one means never changes by what is
 * added. The error is of the task whose id makes it so, of those that may still get another; else of the one that has it.
 */
function ambiguousIssues(plan: Plan, { knownIds = [], ended = new Set() }: ValidationContext): Issue[] {
  const ids = new Set([...plan.tasks.map((task) => task.id), ...knownIds]);
  const open = new Set(plan.tasks.flatMap(({ id }) => (ended.has(id) ? [] : id)));
  return plan.tasks
    .filter((task) => task.type !== "direct")
    .flatMap(({ id, input, gate }) =>
      ambiguousPlaceholders([input, gate?.prompt ?? ""], ids).map(({ text, ids: named }): Issue => {
        const blamed = named.find((one) => open.has(one));
        const meanings = named.map((one) => `"${one}"`).join(", ");
        const advice = blamed ? `Give "${blamed}" another id.` : "Take up the whole result instead.";
        const message = `${text} in "${id}" could mean any of ${meanings}. ${advice}`;
        return taskError(blamed ?? id, "unknown_placeholder", message, blamed ? "id" : "input");
      }),
    );
}

/** Warnings of what a plan asks for and nobody does: it only adds to a task, and is left out. */
function unsupportedIssues(plan: Plan): Issue[] {
  return plan.tasks.flatMap(uselessChecks);
}

/** A person and a reviewer judge what lies before them; what they say is not held against anything. */
function uselessChecks({ id, type, verification, outputSchema, llmReview, qualityGate }: Task): Issue[] {
  if (type !== "planning_review" && type !== "human_review") return [];
  const asked = { verification, outputSchema, llmReview, qualityGate };
  return Object.entries(asked)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([path]) => {
      const message = `"${id}" is a ${type}, whose outcome is not checked: its ${path} is left out.`;
      return { severity: "warning", code: "unsupported", message, taskId: id, path };
    });
}
