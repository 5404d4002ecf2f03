import { getOwn } from "@/lib/core/own";
import type { Issue } from "@/lib/core/plan/schema";
import { readHeader, readLine } from "@/lib/core/plan/step-text/lines";
import type { TextPosition } from "@/lib/core/plan/words";
import { type JsonNode, jsonTree, nodeAt } from "./json-tree";
import { planSourceFormat } from "./plan-source";

/** A line of a text, by offsets. */
type LineRange = { start: number; end: number };

/** A step of a plan text: its header, and its lines by what stands before their first colon. */
type StepRange = LineRange & { number: number; labels: Map<string, LineRange> };

/** A label or a field without what tells its spellings apart: `Depends on`, `depends_on` and `dependsOn` are one. */
const normalizedName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** A part of a text, by offsets, with the line (from 1) that it begins in. */
export type TextRange = { start: number; end: number; line: number };

/** Where things that are said of a plan stand in the text it was read from. */
type TextLocator = {
  ofTask(taskId: string): TextRange | undefined;
  ofIssue(issue: Pick<Issue, "taskId" | "path" | "at">): TextRange | undefined;
};

type Finder = {
  task(id: string): LineRange | undefined;
  field(id: string, path: string): LineRange | undefined;
  path(path: string): LineRange | undefined;
};

/** Places in a text whose plan has the tasks `taskIds`, in their order. What cannot be found has none. */
export function locateInText(text: string, taskIds: readonly string[]): TextLocator {
  const finder = planSourceFormat(text) === "text" ? stepFinder(text, taskIds) : jsonFinder(text, taskIds);
  const withLine = (at: LineRange | undefined): TextRange | undefined =>
    at && { start: at.start, end: at.end, line: lineOf(text, at.start) };
  return {
    ofTask: (id) => withLine(finder.task(id)),
    ofIssue: ({ taskId, path, at }) =>
      (at && restOfLine(text, at)) ??
      withLine(
        (taskId !== undefined && path !== undefined ? finder.field(taskId, path) : undefined) ??
          (path === undefined ? undefined : finder.path(path)) ??
          (taskId === undefined ? undefined : finder.task(taskId)),
      ),
  };
}

function jsonFinder(text: string, taskIds: readonly string[]): Finder {
  const root = jsonTree(text);
  const byId = new Map<string, JsonNode>();
  if (root) collectTasks(root, taskIds, byId);
  const task = (id: string) => byId.get(id);
  return {
    task,
    field: (id, path) => {
      const node = task(id);
      return node && fieldOf(node, path);
    },
    path: (path) => (root ? nodeAt(root, path) : undefined),
  };
}

const TASK_LISTS = ["tasks", "steps", "workflow", "phases"];
const ID_KEYS = ["id", "stepid", "name", "stepnumber"];

/** The node of each task: the items of the list when they are as many, else objects that say the id. */
function collectTasks(root: JsonNode, taskIds: readonly string[], byId: Map<string, JsonNode>): void {
  const plan = root.parts.get("plan") ?? root;
  const lists = [root, plan].flatMap((node) => TASK_LISTS.flatMap((key) => node.parts.get(key) ?? []));
  const list = lists[0] ?? (plan.kind === "list" ? plan : undefined);
  const items = list ? [...list.parts.values()] : [];
  if (items.length === taskIds.length) {
    taskIds.forEach((id, index) => {
      const item = items[index];
      if (item && !byId.has(id)) byId.set(id, item);
    });
    return;
  }
  const wanted = new Set(taskIds);
  for (const node of list ? [list] : []) collectByName(node, wanted, byId);
}

function collectByName(node: JsonNode, wanted: ReadonlySet<string>, byId: Map<string, JsonNode>): void {
  for (const [key, part] of node.parts) {
    if (part.kind === "object" || part.kind === "list") {
      const named = node.kind === "object" ? key : undefined;
      for (const id of [named, ...idsNamedBy(part)]) {
        if (id !== undefined && wanted.has(id) && !byId.has(id)) byId.set(id, part);
      }
      collectByName(part, wanted, byId);
    }
  }
}

function idsNamedBy({ parts }: JsonNode): string[] {
  return [...parts].flatMap(([key, { said }]) =>
    said === undefined || !ID_KEYS.includes(normalizedName(key)) ? [] : [said, `step_${said}`],
  );
}

/** Other names under which a field may stand (docs/plans.md, "Plan JSON"). */
const ALIASES: Record<string, readonly string[]> = {
  dependson: ["requires", "after", "dependencies"],
  agent: ["worker", "assignedto"],
  input: ["query", "action", "description"],
  outputschema: ["signature", "outputsignature"],
  verification: ["verify"],
};

function fieldOf(node: JsonNode, path: string): JsonNode | undefined {
  const [first = "", ...rest] = path.split(".");
  const names = namesOf(first);
  const key = [...node.parts.keys()].find((one) => names.includes(normalizedName(one)));
  const part = key === undefined ? undefined : node.parts.get(key);
  return part && rest.length > 0 ? (fieldOf(part, rest.join(".")) ?? part) : part;
}

function namesOf(field: string): readonly string[] {
  const name = normalizedName(field);
  return [name, ...(getOwn(ALIASES, name) ?? [])];
}

function stepFinder(text: string, taskIds: readonly string[]): Finder {
  const steps = locateSteps(text);
  const sameCount = steps.length === taskIds.length;
  const task = (id: string): StepRange | undefined =>
    sameCount ? steps[taskIds.indexOf(id)] : steps.find(({ number }) => id === `step_${number}`);
  const field = (id: string, path: string): LineRange | undefined => {
    const names = path.split(".").flatMap(namesOf).reverse();
    const step = task(id);
    const name = names.find((one) => step?.labels.has(one));
    return name === undefined ? undefined : step?.labels.get(name);
  };
  const path = (at: string): LineRange | undefined => {
    if (taskIds.includes(at)) return task(at);
    const [id = "", ...rest] = at.split(".");
    return (rest.length > 0 ? field(id, rest.join(".")) : undefined) ?? task(id);
  };
  return { task, field, path };
}

/** From where JSON breaks to the end of that line. */
function restOfLine(text: string, { line, column }: TextPosition): TextRange {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const start = Math.min(before + column - 1, text.length);
  const end = Math.max(before + (lines[line - 1] ?? "").length, start);
  return { start, end, line };
}

function lineOf(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf("\n"); next !== -1 && next < at; next = text.indexOf("\n", next + 1))
    line += 1;
  return line;
}

/** The steps of a plan text in their order. */
function locateSteps(text: string): StepRange[] {
  const steps: StepRange[] = [];
  let start = 0;
  for (const raw of text.split("\n")) {
    const line = readLine(raw);
    const range = { start, end: start + raw.trimEnd().length };
    const header = readHeader(line);
    const label = /^([^:]{1,60}):/.exec(line.text)?.[1];
    if (header) steps.push({ ...range, number: header.number, labels: new Map() });
    else if (label !== undefined) steps.at(-1)?.labels.set(normalizedName(label), range);
    start += raw.length + 1;
  }
  return steps;
}
