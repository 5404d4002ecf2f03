import { type StatusDisplay, TONE_TEXT } from "../status";

/** How a plan's score looks: a word besides the colour. */
function scoreDisplay(score: number): StatusDisplay {
  if (score >= 8) return { icon: "✓", word: "good", tone: "ok" };
  if (score >= 5) return { icon: "△", word: "can be better", tone: "amber" };
  return { icon: "▲", word: "weak", tone: "bad" };
}

/** `△ 6 of 10, can be better`. */
export function Score({ score }: { score: number }) {
  const { icon, word, tone } = scoreDisplay(score);
  return (
    <span className={`whitespace-nowrap font-medium ${TONE_TEXT[tone]}`}>
      <span aria-hidden="true">{icon} </span>
      {score} of 10, {word}
    </span>
  );
}
