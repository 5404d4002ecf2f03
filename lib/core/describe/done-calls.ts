import { isJsonObject, type Json } from "../json";
import { quoted } from "../legible/marked";
import { cutText, withLeft } from "../text";

/** Characters of one argument in a line of what was done outside. */
const ARGUMENT_CHARS = 160;
/** So many arguments stand in it, the shortest ones first. */
const MAX_ARGUMENTS = 12;

type DoneCall = { tool: string; args: Json; taskId: string };

/** One call in a line, for prompts: each argument by itself with how much of it is left out, and what a person changed (`edited`). */
export function doneCallLine({ tool, args, taskId }: DoneCall, edited?: readonly string[]): string {
  const changed = edited && `, ${changedWords(edited)}`;
  return `${tool} ${argumentsText(args)} (task ${taskId}${changed ?? ""})`;
}

/** The same for those who were shown nothing of how the task was done. */
export const doneToolLine = ({ tool, taskId }: Pick<DoneCall, "tool" | "taskId">): string =>
  `${tool} {‹not shown›} (task ${taskId})`;

/** Says what of a call the one who let it run changed. */
export const changedWords = (keys: readonly string[]): string =>
  `a person changed: ${keys.length === 0 ? "its arguments" : keys.map(quoted).join(", ")}`;

function argumentsText(args: Json): string {
  if (!isJsonObject(args)) return shortened(args);
  const all = Object.entries(args)
    .map(([key, value]) => ({ key, text: shortened(value), length: JSON.stringify(value).length }))
    .sort((a, b) => a.length - b.length);
  const named = all.slice(0, MAX_ARGUMENTS).map(({ key, text }) => `${JSON.stringify(key)}:${text}`);
  const left = all.length - named.length;
  return `{${[...named, ...(left > 0 ? [`‹${left} more›`] : [])].join(",")}}`;
}

function shortened(value: Json): string {
  if (typeof value === "string") return JSON.stringify(withLeft(value, cutText(value, ARGUMENT_CHARS)));
  const text = JSON.stringify(value);
  return withLeft(text, cutText(text, ARGUMENT_CHARS));
}
