import type { Metadata } from "next";
import { filterOf, viewOf } from "@/components/replan-history/address";
import { OutcomeFilter, ReplanRows } from "@/components/replan-history/replan-rows";

import { PageHeader } from "@/components/ui/page-header";
import { consoleCall, orNotFound } from "../call";

export const metadata: Metadata = { title: "History" };

type HistoryPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function HistoryPage({ searchParams }: HistoryPageProps) {
  const view = viewOf(await searchParams);
  const { services, actor } = await consoleCall();
  const page = await orNotFound(services.replans.list({ actor, input: filterOf(view) }));
  return (
    <>
      <PageHeader title="History">Every replan and iteration, newest first.</PageHeader>
      <OutcomeFilter view={view} />
      <ReplanRows view={view} page={page} />
    </>
  );
}
