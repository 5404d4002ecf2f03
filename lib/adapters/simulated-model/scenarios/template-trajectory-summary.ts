import { isJsonObject, type Json } from "@/lib/core/json";
import { listIn } from "../drafts";
import { pluralize, shorten } from "../text";
import { factName, type Reply, type Turn } from "../turn";

/** Of a text in what a call gave; figures and names are shorter. */
const TEXT_CHARS = 200;

/** The same data with its long texts cut. */
function withShortTexts(value: Json): Json {
  if (typeof value === "string") return shorten(value, TEXT_CHARS);
  if (Array.isArray(value)) return value.map(withShortTexts);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withShortTexts(item)]));
}

/** The summary of an agent's first steps: what every call gave, so that the story continues where it was. */
export function playTrajectorySummarizer(turn: Turn): Reply {
  const steps = listIn(turn, "steps");
  const earlier = turn.json("summary");
  const known = isJsonObject(earlier) && isJsonObject(earlier.facts) ? Object.entries(earlier.facts) : [];
  const found = steps.flatMap(({ step, calls }) => {
    const list = Array.isArray(calls) ? calls.filter(isJsonObject) : [];
    return list.map(({ tool, args, gave, failed }, index): [string, Json] => [
      factName({
        step: Number(step),
        position: index + 1,
        of: list.length,
        tool: String(tool),
        args: args ?? null,
      }),
      failed === undefined ? withShortTexts(gave ?? null) : { failed },
    ]);
  });
  const facts = [...known, ...found].map(([name, value]) => ({
    name,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
  const task = turn.json("task");
  const last = facts.at(-1)?.value ?? "";
  return {
    text: JSON.stringify({
      goals: isJsonObject(task) ? [String(task.title)] : [],
      facts,
      pending: [],
      lastOutputDigest: last.slice(0, 400),
      note: `Summarized: ${pluralize(found.length, "call")} of ${pluralize(steps.length, "step")}.`,
    }),
  };
}
