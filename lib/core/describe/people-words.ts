import { quoted } from "../legible/marked";
import type { ItemVerdict } from "../run/gates/items";
import type { PersonWords } from "../run/gates/said";
import { wordsHeard } from "../run/people-words";
import { KIND_LABELS, pastVerbLabel } from "./gates/words";

/**
 * What people said, a line each, as prompts show it: “Bob, at task “Release”: Approved: only to Europe”. Titles of tasks may be
 * a model's words, and stand quoted; what is about the plan is named by us.
 */
export const peopleWordLines = (said: readonly Omit<PersonWords, "who">[]): string[] =>
  said.map(({ by = "A person", about, verb, words, given, items }) => {
    const act = verb === "supply" ? "Gave the result" : pastVerbLabel(verb);
    const verdicts = items === undefined ? "" : `; ${itemWords(items)}`;
    const at =
      "task" in about
        ? `task ${quoted(about.task)}`
        : `${KIND_LABELS[about.gate].toLowerCase()} of version ${about.planVersion}`;
    const value = given === undefined ? "" : `: ${givenWords(given)}`;
    const comment = words === undefined ? "" : `${value === "" ? ": " : "; "}${onOneLine(words)}`;
    return `${by}, at ${at}: ${act}${value}${comment}${verdicts}`;
  });

/** What people have said that those read who do this work, as they are shown it; `isNew`: it is in no plan so far. */
export const linesHeard = (...of: Parameters<typeof wordsHeard>): string[] =>
  peopleWordLines(wordsHeard(...of));

const givenWords = ({ value, question }: NonNullable<PersonWords["given"]>): string =>
  question === undefined ? onOneLine(value) : `${quoted(onOneLine(question))}: ${onOneLine(value)}`;

/** What a person found of each item of a list: what is rejected with why, and what is to be kept. */
function itemWords(items: readonly ItemVerdict[]): string {
  const named = items.map((one, index) => ({ ...one, name: `${index + 1} (${onOneLine(one.excerpt)})` }));
  const rejected = named.flatMap((one) =>
    one.verdict === "reject" ? [`${one.name}: ${onOneLine(one.reason)}`] : [],
  );
  const kept = named.flatMap(({ verdict, name }) => (verdict === "accept" ? [name] : []));
  return [
    `rejected items: ${rejected.join("; ")}`,
    ...(kept.length > 0 ? [`accepted items, to be kept as they are: ${kept.join("; ")}`] : []),
  ].join(". ");
}

const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
