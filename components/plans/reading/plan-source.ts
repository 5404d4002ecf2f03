import { scanJson } from "@/lib/core/answers/scan-json";
import { readPlan } from "@/lib/core/plan/read/plan";
import { hasStepHeader, readHeader, readLine } from "@/lib/core/plan/step-text/lines";
import { serializePlan } from "@/lib/core/plan/write/json";
import { writePlanText } from "@/lib/core/plan/write/text";
import { cleanText } from "@/lib/core/text";
import { jsonTree, nodeAt } from "./json-tree";

type Change = {
  text: string;
  taskId: string;
  predicate: string | undefined;
  leaveOut?: readonly string[] | undefined;
};

/** How a plan is written down. */
export type PlanSourceFormat = "json" | "text";

/** The form that a plan's text is read in: plan text if a `Step` header stands outside any JSON (docs/plans.md). */
export function planSourceFormat(text: string): PlanSourceFormat {
  const clean = cleanText(text);
  let outside = "";
  let from = 0;
  for (const { start, end } of scanJson(clean).found) {
    outside += `${clean.slice(from, start)} `;
    from = end;
  }
  return hasStepHeader(outside + clean.slice(from)) ? "text" : "json";
}

/**
 * The plan's text with another predicate in one task, or none. JSON stays JSON and plan text stays text, each written
 * again from what is read: what is not understood of it is gone. A text that is no plan stays as it is.
 */
export function withPredicate({ text, taskId, predicate, leaveOut = [] }: Change): string {
  const { plan } = readPlan(text, { leaveOut });
  if (!plan?.tasks.some(({ id }) => id === taskId)) return text;
  const tasks = plan.tasks.map((task) => {
    if (task.id !== taskId) return task;
    const { verification: _before, ...rest } = task;
    return predicate === undefined ? rest : { ...rest, verification: predicate };
  });
  const changed = { ...plan, tasks };
  return planSourceFormat(text) === "text" ? writePlanText(changed) : serializePlan(changed);
}

/** The text with a person's decision in place of the task at this path of a question; undefined where it cannot be changed so. */
export function asHumanReview(text: string, path: string): string | undefined {
  const changed =
    planSourceFormat(text) === "text" ? withStepByPerson(text, path) : withTypeByPerson(text, path);
  const isAsked = (of: string) =>
    readPlan(of).errors.some((issue) => issue.code === "person_or_agent" && issue.path === path);
  return changed !== undefined && isAsked(text) && !isAsked(changed) ? changed : undefined;
}

const BY_PERSON = '"type": "human_review"';
const TYPE_KEYS = ["type", "step_type", "task_type"];

function withTypeByPerson(text: string, path: string): string | undefined {
  const root = jsonTree(text);
  const task = root && nodeAt(root, path);
  if (task?.kind !== "object") return undefined;
  const type = TYPE_KEYS.flatMap((key) => task.parts.get(key) ?? [])[0];
  // A member begins at its key.
  if (type) return `${text.slice(0, type.start)}${BY_PERSON}${text.slice(type.end)}`;
  const [before, after] = [text.slice(0, task.start + 1), text.slice(task.start + 1)];
  const [space = ""] = /^\s*/.exec(after) ?? [];
  return `${before}${space}${BY_PERSON},${space === "" ? " " : ""}${after}`;
}

function withStepByPerson(text: string, path: string): string | undefined {
  const number = Number(/^step_(\d+)$/.exec(path)?.[1]);
  const lines = text.split("\n");
  const at = lines.findIndex((line) => readHeader(readLine(line))?.number === number);
  const line = lines[at];
  const title = line === undefined ? "" : (readHeader(readLine(line))?.title ?? "");
  if (line === undefined || title === "" || !line.includes(title)) return undefined;
  return lines
    .with(
      at,
      line.replace(title, () => `Human Review - ${title}`),
    )
    .join("\n");
}
