import type { Metadata } from "next";
import { csvHref, viewOfReport } from "@/components/cost-report/address";
import { CostReportView } from "@/components/cost-report/cost-report";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/links/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { formatDays } from "@/lib/core/describe/amounts";
import { asDomainError } from "@/lib/core/errors";
import { type AddressQuery, readAddress } from "@/lib/core/inputs/address";
import { costReportInput } from "@/lib/core/inputs/costs";
import { consoleCall } from "../call";

export const metadata: Metadata = { title: "Costs" };

type CostsPageProps = { searchParams: Promise<AddressQuery> };

export default async function CostsPage({ searchParams }: CostsPageProps) {
  const input = readAddress(costReportInput, await searchParams);
  const { services, actor } = await consoleCall();
  const report = await services.costs.report({ actor, input }).catch(refusedDays);
  if (typeof report === "string") {
    return (
      <>
        <PageHeader title="Costs" />
        <EmptyState
          title="Could not show these days"
          action={<ButtonLink href="/costs">Last 30 days</ButtonLink>}
        >
          {report}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Costs"
        actions={
          <ButtonLink href={csvHref(viewOfReport(report))} prefetch={false} download>
            Download CSV
          </ButtonLink>
        }
      >
        {formatDays(report.days.from, report.days.to)} (UTC). Calls without a price are unknown, not zero.
      </PageHeader>
      <CostReportView report={report} />
    </>
  );
}

/** Why a range of days cannot be shown, in words. */
function refusedDays(thrown: unknown): string {
  const error = asDomainError(thrown);
  if (error?.code === "invalid_input") return error.message;
  throw thrown;
}
