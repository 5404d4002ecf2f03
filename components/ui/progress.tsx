import type { Tone } from "../status";

const FILLS: Record<Tone, string> = {
  plain: "fill-edge",
  run: "fill-run",
  ok: "fill-ok",
  amber: "fill-amber",
  retry: "fill-retry",
  bad: "fill-bad",
  person: "fill-person",
};

type ProgressProps = { label: string; value: number; max: number; tone?: Tone; className?: string };

/** How much of something is done, as a bar; say the figures beside it. */
export function Progress({ label, value, max, tone = "run", className = "w-full" }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      className={className}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="block h-1 w-full overflow-hidden rounded-full bg-line"
      >
        <rect width={share * 100} height="4" className={FILLS[tone]} />
      </svg>
    </div>
  );
}
