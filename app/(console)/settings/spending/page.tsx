import type { Metadata } from "next";
import { SpendingForm } from "@/components/settings/spending/spending-form";
import { consoleCall } from "../../call";
import { changeSpending } from "./actions";

export const metadata: Metadata = { title: "Spending" };

export default async function SpendingPage() {
  const { services, actor } = await consoleCall();
  const spending = await services.spending.get({ actor, input: {} });
  return <SpendingForm key={String(spending.capMicroUsd)} spending={spending} change={changeSpending} />;
}
