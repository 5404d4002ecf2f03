import type { Metadata } from "next";
import { DrillList } from "@/components/drills/drill-list";
import { ButtonLink } from "@/components/ui/links/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { type AddressQuery, readAddress } from "@/lib/core/inputs/address";
import { listDrillsInput } from "@/lib/core/inputs/drills";
import { consoleCall, orNotFound } from "../../call";

export const metadata: Metadata = { title: "Drills" };

type DrillsPageProps = { searchParams: Promise<AddressQuery> };

export default async function DrillsPage({ searchParams }: DrillsPageProps) {
  const view = readAddress(listDrillsInput, await searchParams);
  const { services, actor } = await consoleCall();
  const page = await orNotFound(services.drills.list({ actor, input: view }));
  const whose = actor.capabilities.includes("admin") ? "Closed drills" : "Your closed drills";
  return (
    <>
      <PageHeader title="Drills" actions={<ButtonLink href="/insights">Back to insights</ButtonLink>}>
        {whose}, newest first
        {view.from !== undefined && view.to !== undefined && `, between ${view.from} and ${view.to}`}.
      </PageHeader>
      <DrillList view={view} page={page} />
    </>
  );
}
