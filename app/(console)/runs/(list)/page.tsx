import type { Metadata } from "next";
import { reportLabel } from "@/components/run-list/behind";
import { RunFilters } from "@/components/run-list/run-filters";
import { RunTable } from "@/components/run-list/run-table";
import { addressOf, exportHref, filterOf } from "@/components/run-list/runs-view";
import { SavedViews } from "@/components/run-list/saved-views";
import { ServerRendered } from "@/components/shell/server-rendered";
import { ButtonLink } from "@/components/ui/links/button-link";
import { DownloadLink } from "@/components/ui/links/download-link";
import { PageHeader } from "@/components/ui/page-header";
import { dehydrateRendered } from "@/lib/client/server-rendered";
import type { AddressQuery } from "@/lib/core/inputs/address";
import { consoleCall } from "../../call";
import { listedRuns, savedViews } from "../../lists";
import { runsView } from "./view";

export const metadata: Metadata = { title: "Runs" };

type RunsPageProps = { searchParams: Promise<AddressQuery> };

export default async function RunsPage({ searchParams }: RunsPageProps) {
  const view = runsView(await searchParams);
  const file = exportHref(view);
  const { services, actor } = await consoleCall();
  const [templateId] = view.template?.split("@") ?? [];
  const [runs, views, template] = await Promise.all([
    listedRuns(filterOf(view)),
    savedViews(),
    templateId && services.templates.get({ actor, input: { templateId } }).catch(() => undefined),
  ]);
  return (
    <>
      <PageHeader
        title="Runs"
        actions={
          <>
            {file && <DownloadLink href={file}>Export as JSONL</DownloadLink>}
            <ButtonLink href="/runs/new" variant="main">
              New mission
            </ButtonLink>
          </>
        }
      >
        All missions of this workspace.
      </PageHeader>
      <ServerRendered state={dehydrateRendered([runs, views])}>
        <SavedViews view={view} />
        <RunFilters
          view={view}
          reportLabel={reportLabel(view)}
          templateName={template ? template.name : undefined}
          viewerId={actor.id}
        />
        <RunTable key={addressOf(view)} view={view} viewerId={actor.id} />
      </ServerRendered>
    </>
  );
}
