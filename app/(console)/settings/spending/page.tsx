import type { Metadata } from "next";
import { RunBudgetsForm } from "@/components/settings/spending/run-budgets-form";
import { SpendingForm } from "@/components/settings/spending/spending-form";
import { budgetForm } from "@/lib/core/inputs/run-budgets";
import { spendingForm } from "@/lib/core/inputs/spending";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "Spending" };

export default async function SpendingPage() {
  const { services, actor } = await consoleCall();
  const [spending, budgets] = await Promise.all([
    services.spending.get({ actor, input: {} }),
    services.spending.runBudgets({ actor, input: {} }),
  ]);
  return (
    <div className="grid gap-4">
      <SpendingForm key={String(spending.capMicroUsd)} nodes={spendingForm} spending={spending} />
      <RunBudgetsForm key={JSON.stringify(budgets)} nodes={budgetForm} budgets={budgets} />
    </div>
  );
}
