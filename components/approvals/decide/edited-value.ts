import { type Json, readTypedJson } from "@/lib/core/json";

type EditedValue = { value: Json } | { problem: string };

type Kind = "text" | "list" | "map" | "number" | "true or false" | "null";

/** A shown value as an editor holds it: a text as it is, anything else as JSON. */
export function editableText(shown: Json): string {
  return typeof shown === "string" ? shown : JSON.stringify(shown, null, 2);
}

/** The edited value. A text stays a text; JSON has to be JSON, and of the kind that was shown. */
export function readEdited(shown: Json, text: string): EditedValue {
  if (typeof shown === "string") {
    return text.trim() === "" ? { problem: "The text must not be empty." } : { value: text };
  }
  const read = readTypedJson(text);
  if ("problem" in read)
    return read.error ? { problem: `Not valid JSON${errorLocation(read.error, text)}.` } : read;
  const { value } = read;
  const [before, after] = [kindOf(shown), kindOf(value)];
  if (before === after || before === "null") return { value };
  return { problem: `Expected a ${before}, but this is a ${after}.` };
}

/** What a tool gave, as a person enters it: JSON where it is JSON, else the text itself. */
export function readTypedValue(text: string): EditedValue {
  if (text.trim() === "") return { problem: "Enter the tool’s output." };
  const read = readTypedJson(text);
  return "problem" in read && read.error ? { value: text } : read;
}

function kindOf(value: Json): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "object") return "map";
  if (typeof value === "string") return "text";
  return typeof value === "number" ? "number" : "true or false";
}

/** Browsers name the place in their message, in different ways; the rest of it is for programmers. */
function errorLocation(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : "";
  const line = /line (\d+)/.exec(message)?.[1];
  if (line) return `: check line ${line}`;
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) return /end of (JSON|data)/i.test(message) ? ": it ends too early" : "";
  return `: look at line ${text.slice(0, Number(position)).split("\n").length}`;
}
