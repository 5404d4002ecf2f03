import type { Metadata } from "next";
import { csvHref, viewOf, viewOfReport } from "@/components/cost-report/address";
import { CostReportView } from "@/components/cost-report/cost-report";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/links/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { formatDays } from "@/lib/core/describe/amounts";
import { asDomainError } from "@/lib/core/errors";
import type { VerbInput } from "@/lib/services/registry";
import { consoleCall } from "../call";

export const metadata: Metadata = { title: "Costs" };

type CostsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function CostsPage({ searchParams }: CostsPageProps) {
  const input = viewOf(await searchParams) as VerbInput<"costs/report">;
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
