import type { Metadata } from "next";
import { viewOf } from "@/components/replan-history/address";
import { HistoryFilters } from "@/components/replan-history/history-filters";
import { ReplanRows } from "@/components/replan-history/replan-rows";
import { PageHeader } from "@/components/ui/page-header";
import type { VerbInput } from "@/lib/services/registry";
import { consoleCall, orNotFound } from "../call";

export const metadata: Metadata = { title: "History" };

type HistoryPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function HistoryPage({ searchParams }: HistoryPageProps) {
  const view = viewOf(await searchParams);
  const { services, actor } = await consoleCall();
  const page = await orNotFound(services.replans.list({ actor, input: view as VerbInput<"replans/list"> }));
  return (
    <>
      <PageHeader title="History">Every replan and iteration, newest first.</PageHeader>
      <HistoryFilters view={view} />
      <ReplanRows view={view} page={page} />
    </>
  );
}
