import type { PersonWords } from "../run/people-words";
import { pastVerbLabel } from "./gates";

/** What people said, a line each, as prompts show it: “Bob, at “Release”: Approved: only to Europe”. */
export const peopleWordLines = (said: readonly PersonWords[]): string[] =>
  said.map(({ by = "A person", about, verb, words }) => {
    const act = verb === "skip" ? "Skipped it" : verb === "supply" ? "Gave the result" : pastVerbLabel(verb);
    return `${by}, at “${about}”: ${act}${words === undefined ? "" : `: ${words.replace(/\s+/g, " ").trim()}`}`;
  });
