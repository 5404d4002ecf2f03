import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { listIn, writePlan } from "../drafts";
import { quote, shorten, withoutPlaceholders } from "../text";
import type { Reply, Turn } from "../turn";
import { freshId, withComments } from "./comments";
import { commentedTail, type OpenPlan } from "./template-plans";

const LEAVE_OUT = /\b(?:remove|drop|delete|skip|leave out|without|no need (?:for|to))\b(.*)/is;
const ASKS_A_PERSON = /\b(?:approv\w*|sign[- ]?off|human|person|ask me|confirm\w*)\b/i;

/** The draft with a person's wish worked in: tasks that they name are left out, or one that does it is put in. */
export function redraft(turn: Turn): Reply | undefined {
  const draft = turn.json("draft");
  const words = turn.block("feedback");
  const comments = listIn(turn, "comments");
  if (!isJsonObject(draft) || !Array.isArray(draft.tasks) || (words === "" && comments.length === 0)) return;
  const tasks = draft.tasks.filter(isJsonObject);
  const wished = words === "" ? tasks : withWish(tasks, words);
  const { tasks: changed, dispositions } = withComments(wished, comments, withWish);
  const said = comments.length === 0 ? {} : { dispositions };
  return { text: JSON.stringify({ ...draft, tasks: changed, ...said }, null, 2) };
}

/** A tail of the open tasks, changed as people's comments on the plan in force ask; undefined without comments. */
export function commentedReplan(turn: Turn, open: OpenPlan): Reply | undefined {
  const comments = listIn(turn, "comments");
  if (comments.length === 0) return;
  const { tasks, dispositions, fresh } = withComments(open.remaining, comments, withWish);
  const tail = commentedTail(turn.mission, { ...open, remaining: tasks }, fresh);
  const plan = JSON.parse(writePlan(tail, turn)) as JsonObject;
  return { text: JSON.stringify({ ...plan, dispositions }, null, 2) };
}

/** Tasks with a person's wish for the whole plan worked in. */
export const withWish = (tasks: JsonObject[], words: string): JsonObject[] =>
  withoutNamed(tasks, words) ?? withAddedTask(tasks, words);

/** Undefined when the words name no task to leave out, or would leave nothing. */
function withoutNamed(tasks: JsonObject[], words: string): JsonObject[] | undefined {
  const named = LEAVE_OUT.exec(words)?.[1]?.toLowerCase();
  if (named === undefined) return;
  const isNamed = ({ id, title }: JsonObject): boolean =>
    [String(id).replaceAll("_", " "), String(title)].some((name) => named.includes(name.toLowerCase()));
  const removed = new Map(tasks.filter(isNamed).map((task) => [String(task.id), listOf(task.dependsOn)]));
  if (removed.size === 0 || removed.size === tasks.length) return;
  const remainingDependencies = (id: string): string[] =>
    removed.get(id)?.flatMap(remainingDependencies) ?? [id];
  return tasks
    .filter((task) => !removed.has(String(task.id)))
    .map((task) => {
      const dependsOn = [...new Set(listOf(task.dependsOn).flatMap(remainingDependencies))];
      return {
        ...task,
        dependsOn,
        ...(isJsonObject(task.review) && { review: reviewOf(task.review, removed) }),
      };
    });
}

function reviewOf(review: JsonObject, gone: Map<string, string[]>): JsonObject {
  return { ...review, previousTasks: listOf(review.previousTasks).filter((id) => !gone.has(id)) };
}

/** One task more, right before the last ones: a person's say when the wish is for one. */
function withAddedTask(tasks: JsonObject[], words: string): JsonObject[] {
  const request = withoutPlaceholders(shorten(words, 300));
  const needed = new Set(tasks.flatMap((task) => listOf(task.dependsOn)));
  const last = tasks.filter((task) => !needed.has(String(task.id)));
  const id = freshId(new Set(tasks.map((task) => String(task.id))), "as_asked");
  const facts = {
    id,
    title: shorten(request, 80),
    dependsOn: [...new Set(last.flatMap((task) => listOf(task.dependsOn)))],
  };
  const added: JsonObject = ASKS_A_PERSON.test(words)
    ? { ...facts, type: "human_review", gate: { prompt: request } }
    : { ...facts, type: "task", input: `Do what was asked of the plan: ${quote(request, 300)}` };
  const first = tasks.findIndex((task) => last.includes(task));
  const rest = tasks.map((task) =>
    last.includes(task) ? { ...task, dependsOn: [...listOf(task.dependsOn), id] } : task,
  );
  return [...rest.slice(0, first), added, ...rest.slice(first)];
}

function listOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
