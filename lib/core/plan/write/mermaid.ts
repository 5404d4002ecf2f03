import type { TaskStatus } from "../../run/status";
import { cutText } from "../../text";
import type { Plan, Task, TaskType } from "../schema";
import type { StoredPlan } from "../stored";

const LABEL_CHARS = 80;

// What Mermaid could take for its own: quotes, brackets, entities, directives, Markdown, `style:` lines. Entities are
// put back by it only after all of that was looked for.
const UNSAFE = /[^\p{L}\p{N}\p{M} ,!?'.()/=-]|^\d+[.)]|^-/gu;
const codeOf = (character: string): number => character.codePointAt(0) as number;

/** Drawing plans as Mermaid flow charts (docs/plans.md, "Drawing"). */

/** How far the tasks of a plan are; a task that is missing has no class. A run's state is one. */
export type DrawnState = { tasks: Readonly<Record<string, { status: TaskStatus } | undefined>> };

const SHAPES: Record<TaskType, [open: string, close: string]> = {
  task: ["[", "]"],
  direct: ["[[", "]]"],
  synthesis_gate: ["[/", "\\]"],
  planning_review: ["{", "}"],
  human_review: ["{{", "}}"],
};

const STYLES: Record<TaskStatus, string> = {
  pending: "fill:#f4f4f5,stroke:#a1a1aa,color:#18181b",
  running: "fill:#dbeafe,stroke:#2563eb,color:#18181b",
  waiting: "fill:#ede9fe,stroke:#7c3aed,color:#18181b",
  succeeded: "fill:#dcfce7,stroke:#16a34a,color:#18181b",
  failed: "fill:#fee2e2,stroke:#dc2626,color:#18181b",
  skipped: "fill:#ffffff,stroke:#a1a1aa,color:#52525b,stroke-dasharray:4",
  blocked: "fill:#ffedd5,stroke:#ea580c,color:#18181b",
  aborted: "fill:#fee2e2,stroke:#991b1b,color:#18181b",
  superseded: "fill:#ffffff,stroke:#d4d4d8,color:#71717a,stroke-dasharray:4",
};

/** The plan as a Mermaid flow chart; with a state each task has the class of its status. Ends with a line break. */
export function toMermaid(plan: Plan | StoredPlan, state?: DrawnState): string {
  const ids = new Set(plan.tasks.map(({ id }) => id));
  const statusOf = (id: string): TaskStatus | undefined =>
    state && Object.hasOwn(state.tasks, id) ? state.tasks[id]?.status : undefined;
  const nodes = plan.tasks.map((task) => nodeOf(task, statusOf(task.id)));
  const edges = plan.tasks.flatMap(({ id, dependsOn }) =>
    [...new Set(dependsOn)]
      .filter((dependency) => ids.has(dependency))
      .map((dependency) => `${mermaidId(dependency)} --> ${mermaidId(id)}`),
  );
  const used = new Set(plan.tasks.flatMap(({ id }) => statusOf(id) ?? []));
  const classes = [...used].map((status) => `classDef ${status} ${STYLES[status]}`);
  return chart("TD", [...nodes, ...edges, ...classes]);
}

/** The loop in which a mission is carried out, with the conditions of its branches. */
export function loopMermaid(): string {
  return chart("LR", [
    'mission(["Mission"]) --> planner',
    'planner["Planner"] --> executor',
    'executor["Executor"] --> summarizer["Summarizer"]',
    'summarizer -->|"need_replan and iteration < max"| planner',
    'summarizer -->|"not need_replan or iteration >= max"| done(["End"])',
  ]);
}

function nodeOf({ id, title, type }: Pick<Task, "id" | "title" | "type">, status?: TaskStatus): string {
  const [open, close] = SHAPES[type];
  const label = mermaidLabel(title) || mermaidLabel(id) || "-";
  return `${mermaidId(id)}${open}"${label}"${close}${status === undefined ? "" : `:::${status}`}`;
}

function chart(direction: "TD" | "LR", lines: readonly string[]): string {
  return `${[`flowchart ${direction}`, ...lines.map((line) => `  ${line}`)].join("\n")}\n`;
}

/** Any text as the quoted label of a node or an edge: on one line, cut, and never more than a label. */
export function mermaidLabel(text: string): string {
  const line = cutText(text.replace(/[\s\p{Cc}]+/gu, " ").trim(), LABEL_CHARS);
  return line.replace(UNSAFE, (found) => [...found].map(entity).join(""));
}

/** A node's id from a task's: the same for the same task in every drawing, and never a reserved word. */
export function mermaidId(id: string): string {
  // The underscore before an x is written out too, so that no two ids become one.
  return `t_${id.replace(/_(?=x)|[^A-Za-z0-9_]/gu, (found) => `_x${codeOf(found).toString(16)}_`)}`;
}

function entity(character: string): string {
  return /[\p{L}\p{N}]/u.test(character) ? character : `#${codeOf(character)};`;
}
