import { DECISIONS, type Decision } from "../plan/words";
import type { DecisionPointAnswer, PointAnswer } from "./types";

/** A line such as "✓ Latency: 85 ms" or "- Accuracy above 97 %: ✗ 94.3 %" as the answer to a decision point. */
export function pointAnswer(line: string): DecisionPointAnswer[] {
  const marked = MARKED.exec(line);
  if (!marked) return [];
  const [, before = "", mark = "", after = ""] = marked;
  const text = before === "" ? after : `${before.trim().replace(/[:–—-]*$/, "")}: ${after}`;
  const [, question = "", evidence = ""] = /^\s*(.*?(?:\?|(?=[:–—]|\s-\s)|$))[\s:–—-]*(.*)$/.exec(text) ?? [];
  const answer = MARKS.find(([signs]) => signs.includes(mark))?.[1];
  const named = question.replace(/[*_`]/g, "").trim();
  if (!answer || named === "" || decisionWords(named).length > 0) return [];
  return [{ question: named, answer, evidence: evidence.replace(/[*_`]/g, "").trim() }];
}

/** Signs in front of what a reviewer found, by what they answer. */
const MARKS: readonly (readonly [signs: string, answer: PointAnswer])[] = [
  ["✓✔☑✅🟢", "yes"],
  ["⚠🟡🟠", "warning"],
  ["✗✘✖❌🔴", "no"],
  ["❓❔?？", "unclear"],
];
/** A question mark counts where it stands alone. */
const SIGNS = MARKS.flatMap(([signs]) =>
  [...signs].map((sign) => (/[?？]/.test(sign) ? `[${sign}](?=\\s|$)` : sign)),
);
const MARKED = new RegExp(
  `^\\s*(?:[-*•]\\s+|\\d{1,3}[.)]\\s+)?([^:]{0,200}[:?–—-]\\s*)?(${SIGNS.join("|")})\\uFE0F?\\s*(.*)$`,
  "u",
);

/** The decision words in capitals that a text contains anywhere. */
export function decisionWords(text: string): Decision[] {
  return DECISIONS.filter((decision) => new RegExp(`\\b${decision}\\b`).test(text));
}
