import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import { TONE_TEXT } from "../status";

/** A status as icon and word; the color only repeats what they say. */
export function StatusLabel({ status, className = "" }: { status: StatusDisplay; className?: string }) {
  return (
    <span
      className={`inline-flex items-baseline gap-1.5 whitespace-nowrap ${TONE_TEXT[status.tone]} ${className}`}
    >
      <span aria-hidden="true">{status.icon}</span>
      {status.word}
    </span>
  );
}
