import { listIn } from "../drafts";
import { quote, shorten } from "../text";
import type { Reply, Turn } from "../turn";

/** It cannot weigh criteria, and says so: an answer that is there passes. */
export function playCritique(turn: Turn): Reply {
  const answer = turn.block("answer").trim();
  const isThere = answer !== "" && answer !== "null";
  return writeCritique(
    isThere
      ? {
          score: 0.9,
          feedback: `There is an answer. The simulated model looks no further into ${quote(turn.block("criteria"))}.`,
        }
      : { score: 0.1, feedback: "There is no answer.", issues: ["Nothing is answered."] },
  );
}

/** The answer as it was, with those results that it does not hold. */
export function playRevision(turn: Turn): Reply {
  const earlier = turn.block("previous_answer");
  const missing = listIn(turn, "results")
    .filter(({ status }) => status === "succeeded")
    .map(({ title, value = null }) => ({ title: String(title), reported: reported(value) }))
    .filter((one) => !earlier.includes(one.reported));
  return { text: [earlier, ...missing.map((one) => `- ${one.title}: ${one.reported}`)].join("\n") };
}

const reported = (value: Parameters<typeof JSON.stringify>[0]): string =>
  shorten(typeof value === "string" ? value : JSON.stringify(value), 300);

type CritiqueDraft = {
  score: number;
  feedback: string;
  issues?: string[];
  suggestions?: string[];
  questions?: string[];
};

/** The critique as the role's schema wants it. */
export function writeCritique({ score, feedback, issues, suggestions, questions }: CritiqueDraft): Reply {
  const passed = score >= 0.8;
  const lists = { issues: issues ?? [], suggestions: suggestions ?? [], questions: questions ?? [] };
  return { text: JSON.stringify({ score, passed, feedback, ...lists }, null, 2) };
}
