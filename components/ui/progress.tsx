"use client";

import type { Tone } from "@/lib/core/describe/looks/run";

const FILLS: Record<Tone, string> = {
  plain: "fill-edge",
  run: "fill-run",
  ok: "fill-ok",
  amber: "fill-amber",
  retry: "fill-retry",
  bad: "fill-bad",
  person: "fill-person",
};

type ProgressProps = {
  label: string;
  value: number;
  /** What is set aside beyond the value. */
  reserved?: number;
  max: number;
  /** The figures in words, where the bare ones say too little. */
  valueText?: string;
  tone?: Tone;
  className?: string;
};

/** How much of something is done or used, as a bar; say the figures beside it. */
export function Progress(props: ProgressProps) {
  const { label, value, reserved = 0, max, valueText, tone = "run", className = "w-full" } = props;
  const shareOf = (part: number) => (max > 0 ? 100 * Math.min(1, Math.max(0, part / max)) : 0);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={valueText}
      className={className}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="block h-1 w-full overflow-hidden rounded-full bg-line"
      >
        {reserved > 0 && <rect width={shareOf(value + reserved)} height="4" className={FILLS.plain} />}
        <rect width={shareOf(value)} height="4" className={FILLS[tone]} />
      </svg>
    </div>
  );
}
