import type { GivenDisposition } from "@/lib/core/comments/dispositions";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { placeholdersOf } from "@/lib/core/plan/interpolate";
import { asText, quote, shorten, withoutPlaceholders } from "../text";

type Said = Omit<GivenDisposition, "comment">;
type Change = { tasks: JsonObject[]; said: Said };
/** Works a wish for the whole plan in. */
type Wish = (tasks: JsonObject[], words: string) => JsonObject[];

type Commented = { tasks: JsonObject[]; dispositions: GivenDisposition[] };

/** Fields of a task that a comment's words can be added to; of others nothing is made up. */
const WRITABLE = ["input", "details"];

/** The tasks changed as people's comments ask, as far as rules can, and what became of each: never more than was done. */
export function withComments(tasks: JsonObject[], comments: readonly JsonObject[], wish: Wish): Commented {
  let changed = tasks;
  const dispositions = comments.map(({ comment, ...rest }) => {
    const change = changeFor(changed, rest, wish);
    changed = change.tasks;
    return { comment: String(comment), ...change.said };
  });
  return { tasks: changed, dispositions };
}

function changeFor(tasks: JsonObject[], { on, text, label, replies }: JsonObject, wish: Wish): Change {
  const words = [String(text), ...textsIn(replies)].join(" ");
  const kind = String(label ?? "").split(":")[0];
  const declined = (note: string): Change => ({ tasks, said: { disposition: "declined", note } });
  if (kind === "good") return { tasks, said: { disposition: "answered", note: "It stays as it is." } };
  if (kind === "clarify" || words.trim().endsWith("?"))
    return declined("The simulated model changes nothing for a question: ask it instead.");
  if (!isJsonObject(on)) {
    const said = { disposition: "addressed", note: `The plan now has ${quote(words, 80)}` } as const;
    return { tasks: wish(tasks, words), said };
  }
  // In a new tail another task may stand for the one that people saw.
  const task = tasks.find(({ replaces }) => replaces === on.task) ?? tasks.find(({ id }) => id === on.task);
  if (!task) return declined("The plan has no such task any more.");
  if (kind === "out of scope") {
    if (tasks.length === 1) return declined("It is the only task.");
    const note = `${quote(String(task.title), 80)} is left out.`;
    return { tasks: leaveOut(tasks, [task]), said: { disposition: "addressed", note } };
  }
  if (kind === "needs check" || on.dependsOn !== undefined) {
    const { tasks: checked, said } = addCheck(tasks, task, words);
    // The field that it is about stays as it was.
    return { tasks: checked, said: on.field === undefined ? said : { ...said, disposition: "answered" } };
  }
  const field = String(on.field ?? "input");
  if (!WRITABLE.includes(field))
    return declined("The simulated model only changes instructions and details.");
  if (task.type === "direct" && field === "input") return declined("The simulated model changes no program.");
  return addWords(tasks, task, field, words);
}

/** The tasks without some: what waited for one waits for what that waited for, and no input names its result. */
export function leaveOut(tasks: readonly JsonObject[], left: readonly JsonObject[]): JsonObject[] {
  const gone = new Map(left.map((task) => [String(task.id), task]));
  const needs = (task: JsonObject): string[] =>
    textsIn(task.dependsOn).flatMap((id) => {
      const one = gone.get(id);
      return one ? needs(one) : [id];
    });
  return tasks
    .filter((task) => !left.includes(task))
    .map((task) => ({
      ...task,
      dependsOn: [...new Set(needs(task))],
      ...(task.input !== undefined && { input: withoutResults(task.input, gone) }),
      ...(isJsonObject(task.review) && {
        review: {
          ...task.review,
          previousTasks: textsIn(task.review.previousTasks).filter((id) => !gone.has(id)),
        },
      }),
    }));
}

/** Where an input names the result of a task that is gone, it names the task. */
function withoutResults(input: Json, gone: ReadonlyMap<string, JsonObject>): Json {
  const named = placeholdersOf(input, new Set(gone.keys())).filter(({ known }) => known);
  const text = named.reduce((json, { text: placeholder, id }) => {
    const title = JSON.stringify(quote(String(gone.get(id)?.title), 80)).slice(1, -1);
    return json.replaceAll(placeholder, title);
  }, JSON.stringify(input));
  return JSON.parse(text) as Json;
}

/** A task that checks another one's result, before everything that builds on it. */
function addCheck(tasks: JsonObject[], { id, title, agent }: JsonObject, words: string): Change {
  const checkId = freshId(idsOf(tasks), `check_${String(id)}`);
  const check: JsonObject = {
    id: checkId,
    type: "task",
    title: shorten(`Check: ${String(title)}`, 80),
    dependsOn: [String(id)],
    ...(agent !== undefined && { agent }),
    input: withoutPlaceholders(`Check what came of ${quote(String(title), 80)}: ${quote(words, 300)}`),
  };
  const changed = tasks.flatMap((task): JsonObject[] => {
    if (task.id === id) return [task, check];
    const needs = textsIn(task.dependsOn);
    return [needs.includes(String(id)) ? { ...task, dependsOn: [...needs, checkId] } : task];
  });
  return { tasks: changed, said: { disposition: "addressed", note: "A task checks it." } };
}

function addWords(tasks: JsonObject[], { id }: JsonObject, field: string, words: string): Change {
  const added = withoutPlaceholders(shorten(words, 500));
  const changed = tasks.map((task) => {
    if (task.id !== id) return task;
    const before = getOwn(task, field) ?? (field === "details" ? [] : "");
    const value = field === "details" ? [...textsIn(before), added] : `${asText(before)}\n${added}`.trim();
    return { ...task, [field]: value };
  });
  const what = field === "details" ? "details" : "instructions";
  return { tasks: changed, said: { disposition: "addressed", note: `Its ${what} now say so.` } };
}

/** The ids that tasks have, or carry on from earlier ones. */
export const idsOf = (tasks: readonly JsonObject[]): Set<string> =>
  new Set(tasks.flatMap(({ id, replaces = id }) => [String(id), String(replaces)]));
export const textsIn = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The id, or the first numbered one that nothing has. */
export function freshId(taken: ReadonlySet<string>, wanted: string): string {
  let id = wanted;
  for (let n = 2; taken.has(id); n += 1) id = `${wanted}_${n}`;
  return id;
}
