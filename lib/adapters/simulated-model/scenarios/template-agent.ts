import { isJsonObject, type JsonObject } from "@/lib/core/json";
import { guessCalls } from "../guess-call";
import { sampleOf } from "../sample";
import { failureOf } from "../script";
import type { Reply, Turn } from "../turn";
import { quote, shorten } from "../words";

/** Does any task by its title and input: with a tool that they plainly ask for, else in a few honest words. */
export function playAgent(turn: Turn): Reply {
  const task = turn.json("task");
  const title = isJsonObject(task) ? String(task.title) : "The task";
  const input = turn.block("input") || turn.block("details");
  const outcomes = turn.rounds.flat();
  const failed = outcomes.find((outcome) => outcome.failed);
  if (failed) return { text: failureOf(failed) };
  const own = withoutResults(input);
  const calls = outcomes.length === 0 && !own.includes("<result") ? guessCalls(turn.tools, title, own) : [];
  if (calls.length > 0) return { text: `I use ${calls[0]?.tool} for this.`, calls };
  const basis = own.replace(/\s+/g, " ").trim();
  const sources = [...turn.block("upstream").matchAll(/<result of="([^"]+)">/g)].map(([, id]) => id);
  const sentences = [
    basis === "" || basis === title
      ? `Worked on this for ${quote(turn.mission)}.`
      : `Worked on ${quote(basis, 200)}.`,
    ...outcomes.map(({ tool, output }) => `${tool} returned ${shorten(JSON.stringify(output), 500)}.`),
    sources.length === 0 ? "" : `Built on the results of ${sources.join(", ")}.`,
    turn.block("diagnosis") === "" ? "" : `Mended in this attempt: ${quote(turn.block("diagnosis"), 200)}.`,
  ];
  const text = sentences.filter((sentence) => sentence !== "").join(" ");
  const wanted = wantedSchema(turn.block("details"));
  const data = wanted && sampleOf(wanted, shorten(text, 200));
  return { text: data === undefined ? text : JSON.stringify(data) };
}

/** The JSON Schema that the task's details say its result must fit. */
function wantedSchema(details: string): JsonObject | undefined {
  const line = details.split("\n").find((one) => /\bschema: \{/.test(one));
  try {
    const schema: unknown = JSON.parse(line?.slice(line.indexOf("{")) ?? "");
    return isJsonObject(schema) ? (schema as JsonObject) : undefined;
  } catch {
    return;
  }
}

/** An input without the results that placeholders put into it: they are data, and no reason to call a tool. */
function withoutResults(input: string): string {
  return input.replace(/<result of="[^"]*">[^<]*(?:<(?!\/result>)[^<]*)*<\/result>/g, "the earlier results");
}
