import type { ReactNode } from "react";
import type { Tone } from "@/lib/core/describe/looks/run";

const TONES: Record<Tone, string> = {
  plain: "border-line text-muted",
  run: "border-run/40 text-run",
  ok: "border-ok/40 text-ok",
  amber: "border-amber/50 text-amber",
  retry: "border-retry/50 text-retry",
  bad: "border-bad/40 text-bad",
  person: "border-person/50 text-person",
};

type BadgeProps = { tone?: Tone; wraps?: boolean; children: ReactNode };

/** A short word in a frame: a kind, a mark, a count; a list of names in it `wraps`. */
export function Badge({ tone = "plain", wraps = false, children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-1 ${wraps ? "" : "whitespace-nowrap"} rounded-md border bg-panel px-1.5 text-xs leading-5 ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}

/** How many gates wait for a person; nothing at all for none. */
export function PersonCount({ count, label }: { count: number; label: string }) {
  if (count === 0) return null;
  return (
    <span className="inline-grid h-5 min-w-5 place-items-center whitespace-nowrap rounded-full bg-person px-1.5 font-semibold text-on-person text-xs">
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
