import { DECISIONS, type Decision } from "../plan/schema";

/** The decision that a text is, with nothing beside it but brackets, quotes, marks and punctuation. */
export function aloneDecision(text: string): Decision | undefined {
  const word = text.replace(/^[^\p{L}\p{N}]+/u, "");
  const [, name = "", rest = ""] = /^([a-z]+)(.*)$/is.exec(word) ?? [];
  return /[\p{L}\p{N}]/u.test(rest)
    ? undefined
    : DECISIONS.find((decision) => decision === name.toUpperCase());
}

/** The decision words in capitals that a text contains anywhere. */
export function decisionWords(text: string): Decision[] {
  return DECISIONS.filter((decision) => new RegExp(`\\b${decision}\\b`).test(text));
}
