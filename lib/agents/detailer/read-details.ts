import { objectWith } from "../answer-object";
import type { Parsed } from "../role";
import type { DetailerOutput } from "./types";

const MAX_DETAILS = 12;
const MAX_CHARS = 500;

const NO_DETAILS = "There is no JSON object with a list of details in it.";
const EMPTY = "details must be a list of sentences, with at least one in it.";
const TOO_MANY = `There are too many details: give at most ${MAX_DETAILS}.`;
const TOO_LONG = `A detail may have ${MAX_CHARS} characters: say it in one sentence.`;

/** The details of an answer, whatever stands around the object that holds them. */
export function readDetails(text: string): Parsed<DetailerOutput> {
  const given = objectWith(text, "details")?.details;
  if (given === undefined) return { ok: false, problem: NO_DETAILS };
  const list = Array.isArray(given) ? given : [given];
  const details = list.flatMap((one) => (typeof one === "string" ? one.trim() : [])).filter(Boolean);
  if (details.length === 0) return { ok: false, problem: EMPTY };
  if (details.length > MAX_DETAILS) return { ok: false, problem: TOO_MANY };
  if (details.some((detail) => detail.length > MAX_CHARS)) return { ok: false, problem: TOO_LONG };
  return { ok: true, value: { details } };
}
