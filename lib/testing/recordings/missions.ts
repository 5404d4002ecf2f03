import { readFileSync } from "node:fs";
import { isJsonObject } from "@/lib/core/json";
import { type RoleName, readBlock, readJsonBlock, readRole } from "@/lib/core/prompt-blocks";
import type { ChatMessage, RecordedAnswer } from ".";
import type { AnswerBook } from "./recorded-model";

/**
 * What of a request outlives a change of prompts: who is asked, about which task, and what came before in the
 * conversation. `again`: the answer before was refused; `tools`: its calls have been made.
 */
export type Place = {
  role: RoleName | "nobody";
  task?: { id: string; title: string };
  at: "first" | "again" | "critique" | "tools";
};

/** An answer of a recorded mission, and how large its request was, by estimate. */
export type MissionAnswer = Place & {
  number: string;
  inputTokens: number;
  answer: RecordedAnswer;
  /** Nobody would be asked this today, or not without what its request lacked, and the answer shows it: it is never given. */
  blind?: true;
};

/** The answers of a recorded mission, in the order in which they were given. */
export function recordedMission(id: string): MissionAnswer[] {
  const text = readFileSync(new URL(`missions/${id}.jsonl`, import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as MissionAnswer);
}

/** Where in its mission a request stands. */
export function placeOf(messages: readonly ChatMessage[]): Place {
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  const rest = messages.filter(({ role }) => role !== "system");
  const first = rest[0]?.content ?? "";
  const task = readJsonBlock(first, "task");
  return {
    role: readRole(system) ?? "nobody",
    ...(isJsonObject(task) && { task: { id: String(task.id), title: String(task.title) } }),
    at: standing(first, rest.slice(1)),
  };
}

const REFUSED = /<data name="observation">\n\{"error"/;

function standing(first: string, later: readonly ChatMessage[]): Place["at"] {
  const last = later.at(-1);
  const content = last?.content ?? "";
  const asks = (name: "problem" | "feedback") => readBlock(first, name) !== undefined;
  if (!last) return asks("problem") || asks("feedback") ? "again" : "first";
  if (last.role === "tool") return "tools";
  if (content.includes('<data name="critique">')) return "critique";
  return content.includes('<data name="observation">') && !REFUSED.test(content) ? "tools" : "again";
}

/**
 * Gives each request the next answer that was recorded at its place: of the same role, about a task of the same title or
 * lineage, at the same point of the conversation. Answers that only served a request that is not made any more (a repair,
 * a critique) are passed over, and so is what a role without a task said before the last such answer. One that is refused
 * where it was not when it was recorded is given again, as by a model that stands by it; what it is refused for is noted.
 */
export function bookOfMission(answers: readonly MissionAnswer[]): MissionBook {
  const left = answers.filter(({ blind }) => !blind);
  const given: MissionAnswer[] = [];
  const insisted: string[] = [];
  const next = (place: Place) => {
    const before = place.task ? undefined : given.findLast(({ task }) => task === undefined);
    return left.find(
      (one) => isAbout(one, place) && one.at === place.at && (!before || one.number > before.number),
    );
  };
  return {
    insisted,
    take(messages) {
      const place = placeOf(messages);
      const found = next(place);
      if (found) {
        left.splice(left.indexOf(found), 1);
        given.push(found);
        return found;
      }
      const last = given.findLast((one) => isAbout(one, place));
      const why = describePlace(place) + refusalIn(messages);
      const isRefused = place.at === "again" || REFUSED_TAIL.test(messages.at(-1)?.content ?? "");
      if (!isRefused || !last || insisted.includes(why)) return { lacks: why };
      insisted.push(why);
      return last;
    },
    left: () => left.map(({ number }) => number),
  };
}

/** `insisted`: where an answer was refused that nobody corrected when it was recorded, with why. */
export type MissionBook = AnswerBook & { insisted: readonly string[] };

function isAbout(recorded: Place, asked: Place): boolean {
  if (recorded.role !== asked.role) return false;
  const [one, other] = [recorded.task, asked.task];
  return one?.title === other?.title || (one && other && lineage(one.id) === lineage(other.id)) === true;
}

const lineage = (id: string): string => id.replace(/(?:_?v?\d+)+$/, "");

/** Why the answer before was refused, in so many words as tell it. */
function refusalIn(messages: readonly ChatMessage[]): string {
  const asked = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const tail = REFUSED_TAIL.exec(asked)?.[1];
  const problem = readBlock(asked, "problem") ?? readBlock(asked, "feedback") ?? tail;
  return problem === undefined ? "" : `: ${problem.slice(0, MAX_REFUSAL_CHARS)}`;
}

/** Tells a replanner of a tail that was refused after it had been read. */
const REFUSED_TAIL = /The last new plan was refused: ([^"]*)/;
const MAX_REFUSAL_CHARS = 600;

const STANDS = {
  first: "",
  again: ", asked again",
  critique: ", after a critique",
  tools: ", after its calls",
};

const describePlace = ({ role, task, at }: Place): string =>
  `the ${role}${task ? ` of “${task.title}”` : ""}${STANDS[at]}`;
