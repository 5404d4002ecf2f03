import { hideSecrets } from "../../hide-secrets";
import { getOwn } from "../../own";
import { cutText } from "../../text";
import type { Plan, Task, TaskType } from "../schema";
import type { StoredPlan } from "../stored";

const LABEL_CHARS = 80;

// What Mermaid could take for its own: quotes, brackets, entities, directives, Markdown, `style:` lines. Entities are
// put back by it only after all of that was looked for.
const UNSAFE = /[^\p{L}\p{N}\p{M} ,!?'.()/=-]|^\d+[.)]|^-/gu;
const codeOf = (character: string): number => character.codePointAt(0) as number;

/** Drawing plans as Mermaid flow charts (docs/plans.md, "Drawing"). */

/** What has become of a task, as it looks everywhere: green only with stored evidence. */
type DrawnLook = { icon: string; word: string; tone: keyof typeof STYLES };

/** How far the tasks of a plan are, by id; a task that is missing is drawn plain. */
export type DrawnTasks = Readonly<Record<string, DrawnLook | undefined>>;

const SHAPES: Record<TaskType, [open: string, close: string]> = {
  task: ["[", "]"],
  direct: ["[[", "]]"],
  synthesis_gate: ["[/", "\\]"],
  planning_review: ["{", "}"],
  human_review: ["{{", "}}"],
};

/** The colors of each tone, which have a word beside them in every label. */
const STYLES = {
  plain: "fill:#ffffff,stroke:#52525b,color:#18181b",
  run: "fill:#dbeafe,stroke:#2563eb,color:#18181b",
  person: "fill:#ede9fe,stroke:#7c3aed,color:#18181b",
  ok: "fill:#dcfce7,stroke:#16a34a,color:#18181b",
  amber: "fill:#fef3c7,stroke:#b45309,color:#18181b",
  retry: "fill:#ffedd5,stroke:#ea580c,color:#18181b",
  bad: "fill:#fee2e2,stroke:#dc2626,color:#18181b",
} as const;

/** The plan as a Mermaid flow chart, with what became of tasks where that is given. Ends with a line break. */
export function toMermaid(plan: Plan | StoredPlan, tasks: DrawnTasks = {}): string {
  const ids = new Set(plan.tasks.map(({ id }) => id));
  const lookOf = (id: string): DrawnLook | undefined => getOwn(tasks, id);
  const nodes = plan.tasks.map((task) => nodeOf(task, lookOf(task.id)));
  const edges = plan.tasks.flatMap(({ id, dependsOn }) =>
    [...new Set(dependsOn)]
      .filter((dependency) => ids.has(dependency))
      .map((dependency) => `${mermaidId(dependency)} --> ${mermaidId(id)}`),
  );
  const used = new Set(plan.tasks.flatMap(({ id }) => lookOf(id)?.tone ?? []));
  const classes = [...used].map((tone) => `classDef ${tone} ${STYLES[tone]}`);
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

function nodeOf({ id, title, type }: Pick<Task, "id" | "title" | "type">, look?: DrawnLook): string {
  const [open, close] = SHAPES[type];
  const name = mermaidLabel(hideSecrets(title)) || mermaidLabel(id) || "-";
  const label = look ? `${name} (${mermaidLabel(`${look.icon} ${look.word}`)})` : name;
  return `${mermaidId(id)}${open}"${label}"${close}${look ? `:::${look.tone}` : ""}`;
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
