import type { Tone } from "../status";

/** Colour of a node's left edge. Plain ones only say that the task is there. */
export const TONE_BAR: Record<Tone, string> = {
  plain: "bg-edge",
  run: "bg-run",
  ok: "bg-ok",
  amber: "bg-amber",
  retry: "bg-retry",
  bad: "bg-bad",
  person: "bg-person",
};

/** Colour of a node's border. */
export const TONE_BORDER: Record<Tone, string> = {
  plain: "border-line",
  run: "border-run",
  ok: "border-ok/60",
  amber: "border-amber/60",
  retry: "border-retry",
  bad: "border-bad/60",
  person: "border-person",
};

/** The same colours where only CSS variables reach: the map. */
export const TONE_VARIABLE: Record<Tone, string> = {
  plain: "var(--edge)",
  run: "var(--run)",
  ok: "var(--ok)",
  amber: "var(--amber)",
  retry: "var(--retry)",
  bad: "var(--bad)",
  person: "var(--person)",
};
