import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { pluralize, quote } from "../text";
import type { Reply, Turn } from "../turn";

/** It says what the plan shows of the place that is asked about, and that it knows no reasons. */
export function playExplain(turn: Turn): Reply {
  const plan = turn.json("plan");
  const tasks = isJsonObject(plan) && Array.isArray(plan.tasks) ? plan.tasks.filter(isJsonObject) : [];
  const place = turn.json("place");
  const on = isJsonObject(place) ? place.on : undefined;
  const isGone = isJsonObject(place) && place.gone === true;
  const task = isJsonObject(on) && !isGone ? tasks.find(({ id }) => id === on.task) : undefined;
  const shown = isGone
    ? "The plan in force has no such place."
    : task
      ? explainTask(task, tasks)
      : `The plan has ${pluralize(tasks.length, "task")}${ends(tasks)}.`;
  return { text: `${shown} The simulated model says what the plan shows, and knows no reasons.` };
}

function explainTask(task: JsonObject, tasks: JsonObject[]): string {
  const before = tasks.filter(({ id }) => idsIn(task.dependsOn).includes(String(id)));
  const after = tasks.filter(({ dependsOn }) => idsIn(dependsOn).includes(String(task.id)));
  const waits = before.length === 0 ? "waits for nothing" : `waits for ${titles(before)}`;
  const builds =
    after.length === 0
      ? "nothing builds on it"
      : `${titles(after)} ${after.length === 1 ? "builds" : "build"} on it`;
  return `${quote(String(task.title))} ${waits}, and ${builds}.`;
}

function ends(tasks: JsonObject[]): string {
  const [first, last] = [tasks[0], tasks.at(-1)];
  return first && last && first !== last ? `, from ${titles([first])} to ${titles([last])}` : "";
}

const idsIn = (list: Json | undefined): string[] => (Array.isArray(list) ? list.map(String) : []);

const titles = (tasks: JsonObject[]): string =>
  tasks.map(({ title }) => quote(String(title), 80)).join(" and ");
