import type { Metadata } from "next";
import { HistoryFilters } from "@/components/replan-history/history-filters";
import { ReplanRows } from "@/components/replan-history/replan-rows";
import { PageHeader } from "@/components/ui/page-header";
import { type AddressQuery, readAddress } from "@/lib/core/inputs/address";
import { listReplans } from "@/lib/services/replans/list";
import { consoleCall, orNotFound } from "../call";

export const metadata: Metadata = { title: "History" };

type HistoryPageProps = { searchParams: Promise<AddressQuery> };

export default async function HistoryPage({ searchParams }: HistoryPageProps) {
  const view = readAddress(listReplans.schema, await searchParams);
  const { services, actor } = await consoleCall();
  const page = await orNotFound(services.replans.list({ actor, input: view }));
  return (
    <>
      <PageHeader title="History">Every replan and iteration, newest first.</PageHeader>
      <HistoryFilters view={view} />
      <ReplanRows view={view} page={page} />
    </>
  );
}
