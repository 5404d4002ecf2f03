import type { Metadata } from "next";
import { exportHref } from "@/components/insights/address";
import { InsightCharts } from "@/components/insights/insight-charts";
import { InsightFilters } from "@/components/insights/insight-filters";
import { ButtonLink } from "@/components/ui/links/button-link";
import { DownloadLink } from "@/components/ui/links/download-link";
import { PageHeader } from "@/components/ui/page-header";
import { routeAddress, withQuery } from "@/lib/client/call";
import { formatCount, formatDays } from "@/lib/core/describe/amounts";
import type { AddressQuery } from "@/lib/core/inputs/address";
import { UTC, zoneLabel } from "@/lib/core/zones";
import { consoleCall, orNotFound } from "../call";
import { insightsView } from "./view";

export const metadata: Metadata = { title: "Insights" };

type InsightsPageProps = { searchParams: Promise<AddressQuery> };

export default async function InsightsPage({ searchParams }: InsightsPageProps) {
  const view = insightsView(await searchParams);
  const { services, actor } = await consoleCall();
  const report = await orNotFound(services.insights.report({ actor, input: view }));
  const { scope, runs } = report;
  const others = `${scope.runs === "real" ? "demo" : "other"} ${runs.leftOut === 1 ? "run" : "runs"}`;
  return (
    <>
      <PageHeader
        title="Insights"
        actions={
          <>
            <DownloadLink href={exportHref(scope)}>Runs as JSONL</DownloadLink>
            <DownloadLink href={routeAddress("GET /api/v1/insights/csv", view)}>
              All figures as CSV
            </DownloadLink>
          </>
        }
      >
        How plans, reviews and people did in {formatCount(runs.ended)} {runs.ended === 1 ? "run" : "runs"}{" "}
        that ended {formatDays(scope.from, scope.to)} ({zoneLabel((actor.zone ?? UTC).name)}).
        {runs.leftOut > 0 && ` ${formatCount(runs.leftOut)} ${others} left out.`}
      </PageHeader>
      {runs.ended === 0 && runs.leftOut > 0 && scope.runs === "real" && (
        <ButtonLink className="justify-self-start" href={withQuery("/insights", { ...view, runs: "demo" })}>
          Show demo runs
        </ButtonLink>
      )}
      <InsightFilters key={withQuery("", view)} view={view} scope={scope} />
      <InsightCharts report={report} view={view} />
    </>
  );
}
