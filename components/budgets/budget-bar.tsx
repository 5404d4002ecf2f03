import { budgetName, formatBudgetAmount } from "@/lib/core/describe/costs/budgets";
import type { LedgerLine } from "@/lib/core/run/ledger/budgets";
import { isNearLimit } from "@/lib/core/run/ledger/budgets";
import { Progress } from "../ui/progress";

type BudgetBarProps = { line: LedgerLine; title?: string };

/** One budget: its name, what is used and reserved of it, and how much of the figure is not known. */
export function BudgetBar({ line, title = budgetName(line.counter) }: BudgetBarProps) {
  const { counter, used, reserved, limit } = line;
  const tone = budgetTone(line);
  return (
    <div className="grid gap-0.5" data-budget={counter}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs">
        <span className="font-medium">{title}</span>
        <span className={tone === "bad" ? "text-bad" : tone === "amber" ? "text-amber" : "text-muted"}>
          {tone !== "run" && <span aria-hidden="true">▲ </span>}
          {usageText(line)}
        </span>
      </div>
      {limit !== undefined && limit > 0 && (
        <Progress
          label={title}
          value={used}
          reserved={reserved}
          max={limit}
          valueText={usageText(line)}
          tone={tone}
        />
      )}
    </div>
  );
}

/** Amber from where people are warned, red where the limit is reached. */
export function budgetTone(line: LedgerLine): "run" | "amber" | "bad" {
  if (!isNearLimit(line)) return "run";
  return line.limit !== undefined && line.used >= line.limit ? "bad" : "amber";
}

/** "12,000 of 20,000 tokens, 4,000 reserved, 1 call unknown". */
export function usageText({ counter, used, reserved, unknown, limit }: LedgerLine): string {
  const amount = (n: number, unit = true) => formatBudgetAmount(counter, n, unit);
  const parts = [
    limit === undefined ? `${amount(used)}, no limit` : `${amount(used, false)} of ${amount(limit)}`,
    reserved > 0 ? `${amount(reserved, false)} reserved` : undefined,
    unknown > 0 ? `${unknown} ${unknown === 1 ? "call" : "calls"} unknown` : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}
