import { type Look, TONE_TEXT } from "../status";

/** A status as icon and word; the colour only repeats what they say. */
export function StatusWord({ look, className = "" }: { look: Look; className?: string }) {
  return (
    <span
      className={`inline-flex items-baseline gap-1.5 whitespace-nowrap ${TONE_TEXT[look.tone]} ${className}`}
    >
      <span aria-hidden="true">{look.icon}</span>
      {look.word}
    </span>
  );
}
