import type { Metadata } from "next";
import { comparedIds, namedIds } from "@/components/compare/address";
import { CompareActions } from "@/components/compare/compare-actions";
import { ComparedCanvas } from "@/components/compare/compared-canvas";
import { Comparison } from "@/components/compare/comparison-page";
import { RemovedRun } from "@/components/runs/unreadable-run";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { toPageText } from "@/lib/client/page-text";
import type { AddressQuery } from "@/lib/core/inputs/address";
import { consoleCall, refusalOf } from "../call";
import { comparisonOf } from "./compared";

export const metadata: Metadata = { title: "Compare runs" };

type ComparePageProps = { searchParams: Promise<AddressQuery> };

export default async function ComparePage({ searchParams }: ComparePageProps) {
  const params = await searchParams;
  const ids = comparedIds(params);
  if (!ids) return <NothingChosen named={namedIds(params)} />;
  const wanted = comparisonOf(ids);
  const refusal = await refusalOf(wanted);
  if (refusal) return <RemovedRun message={refusal.message} />;
  const found = await wanted;
  const { services, actor } = await consoleCall();
  const runIds = found.runs.map((run) => run.runId);
  const { state } = found.plans
    ? await services.runs.snapshot({ actor, input: { runId: ids.b } })
    : { state: undefined };
  const outside = await Promise.all(
    runIds.map((runId) => services.runs.outside({ actor, input: { runId } })),
  );
  return (
    <>
      <PageHeader title="Compare runs" actions={<CompareActions key={runIds.join()} runIds={runIds} />}>
        Task by task: where plans and results differ.
      </PageHeader>
      <Comparison
        found={found}
        outside={outside}
        canvas={
          state && found.plans && <ComparedCanvas compared={toPageText({ state, plans: found.plans })} />
        }
      />
    </>
  );
}

function NothingChosen({ named }: { named: readonly string[] }) {
  return (
    <>
      <PageHeader title="Compare runs">Task by task: where plans and results differ.</PageHeader>
      <EmptyState
        title={named.length === 0 ? "No runs selected" : "One run selected"}
        action={<CompareActions key="none" runIds={named} />}
      >
        Choose two to five runs here, or select them in the list of runs.
      </EmptyState>
    </>
  );
}
