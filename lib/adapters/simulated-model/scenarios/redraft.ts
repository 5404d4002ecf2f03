import { isJsonObject, type JsonObject } from "@/lib/core/json";
import { listIn } from "../drafts";
import { quote, shorten, withoutPlaceholders } from "../text";
import type { Reply, Turn } from "../turn";
import { freshId, idsOf, leaveOut, textsIn, withComments } from "./comments";

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

/** A new tail changed as people's comments ask; without comments as it is. */
export function commentedTail(turn: Turn, reply: Reply): Reply {
  const comments = listIn(turn, "comments");
  if (comments.length === 0) return reply;
  const tail = JSON.parse(reply.text) as JsonObject & { tasks: JsonObject[] };
  const { tasks, dispositions } = withComments(tail.tasks, comments, withWish);
  return { ...reply, text: JSON.stringify({ ...tail, tasks, dispositions }, null, 2) };
}

/** Tasks with a person's wish for the whole plan worked in. */
const withWish = (tasks: JsonObject[], words: string): JsonObject[] =>
  withoutNamed(tasks, words) ?? withAddedTask(tasks, words);

/** Undefined when the words name no task to leave out, or would leave nothing. */
function withoutNamed(tasks: JsonObject[], words: string): JsonObject[] | undefined {
  const named = LEAVE_OUT.exec(words)?.[1]?.toLowerCase();
  if (named === undefined) return;
  const isNamed = ({ id, title }: JsonObject): boolean =>
    [String(id).replaceAll("_", " "), String(title)].some((name) => named.includes(name.toLowerCase()));
  const removed = tasks.filter(isNamed);
  return removed.length === 0 || removed.length === tasks.length ? undefined : leaveOut(tasks, removed);
}

/** One task more, right before the last ones: a person's say when the wish is for one. */
function withAddedTask(tasks: JsonObject[], words: string): JsonObject[] {
  const request = withoutPlaceholders(shorten(words, 300));
  const needed = new Set(tasks.flatMap((task) => textsIn(task.dependsOn)));
  const last = tasks.filter((task) => !needed.has(String(task.id)));
  const id = freshId(idsOf(tasks), "as_asked");
  const facts = {
    id,
    title: shorten(request, 80),
    dependsOn: [...new Set(last.flatMap((task) => textsIn(task.dependsOn)))],
  };
  const added: JsonObject = ASKS_A_PERSON.test(words)
    ? { ...facts, type: "human_review", gate: { prompt: request } }
    : { ...facts, type: "task", input: `Do what was asked of the plan: ${quote(request, 300)}` };
  const first = tasks.findIndex((task) => last.includes(task));
  const rest = tasks.map((task) =>
    last.includes(task) ? { ...task, dependsOn: [...textsIn(task.dependsOn), id] } : task,
  );
  return [...rest.slice(0, first), added, ...rest.slice(first)];
}
