import type { LedgerLine } from "@/lib/core/run/ledger";
import { isNearLimit } from "@/lib/core/run/ledger";
import { amountWords, budgetName } from "@/lib/core/tell/budget-words";

const FILLS = { run: "fill-run", amber: "fill-amber", bad: "fill-bad" } as const;

type BudgetBarProps = { line: LedgerLine; title?: string };

/** One budget: its name, what is used and reserved of it, and how much of the figure is not known. */
export function BudgetBar({ line, title = budgetName(line.counter) }: BudgetBarProps) {
  const { counter, used, limit } = line;
  const tone = toneOf(line);
  return (
    <div className="grid gap-0.5" data-budget={counter}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs">
        <span className="font-medium">{title}</span>
        <span className={tone === "bad" ? "text-bad" : tone === "amber" ? "text-amber" : "text-muted"}>
          {tone !== "run" && <span aria-hidden="true">▲ </span>}
          {wordsOfUse(line)}
        </span>
      </div>
      {limit !== undefined && limit > 0 && (
        <div
          role="progressbar"
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={wordsOfUse(line)}
        >
          <svg
            aria-hidden="true"
            viewBox="0 0 100 4"
            preserveAspectRatio="none"
            className="block h-1 w-full overflow-hidden rounded-full bg-line"
          >
            <rect width={shareOf(used + line.reserved, limit)} height="4" className="fill-edge" />
            <rect width={shareOf(used, limit)} height="4" className={FILLS[tone]} />
          </svg>
        </div>
      )}
    </div>
  );
}

function toneOf(line: LedgerLine): keyof typeof FILLS {
  if (!isNearLimit(line)) return "run";
  return line.limit !== undefined && line.used >= line.limit ? "bad" : "amber";
}

const shareOf = (part: number, limit: number): number => Math.min(100, (100 * part) / limit);

/** "12 000 of 20 000 tokens, 4 000 reserved, 1 call unknown". */
export function wordsOfUse({ counter, used, reserved, unknown, limit }: LedgerLine): string {
  const amount = (n: number, unit = true) => amountWords(counter, n, unit);
  const parts = [
    limit === undefined ? `${amount(used)}, no limit` : `${amount(used, false)} of ${amount(limit)}`,
    reserved > 0 ? `${amount(reserved, false)} reserved` : undefined,
    unknown > 0 ? `${unknown} ${unknown === 1 ? "call" : "calls"} unknown` : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}
