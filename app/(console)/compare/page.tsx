import type { Metadata } from "next";
import { comparedIds } from "@/components/compare/address";
import { ComparedCanvas } from "@/components/compare/compared-canvas";
import { Comparison } from "@/components/compare/comparison-page";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { consoleCall, orNotFound } from "../call";

export const metadata: Metadata = { title: "Compare runs" };

type ComparePageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ComparePage({ searchParams }: ComparePageProps) {
  const ids = comparedIds(await searchParams);
  if (!ids) return <NothingChosen />;
  const { services, actor } = await consoleCall();
  const found = await orNotFound(services.runs.compare({ actor, input: ids }));
  const { state } = found.plans
    ? await services.runs.snapshot({ actor, input: { runId: ids.b } })
    : { state: undefined };
  return (
    <>
      <PageHeader title="Compare runs">Task by task, with what their plans and results differ in.</PageHeader>
      <Comparison
        found={found}
        canvas={state && found.plans && <ComparedCanvas state={state} plans={found.plans} />}
      />
    </>
  );
}

function NothingChosen() {
  return (
    <>
      <PageHeader title="Compare runs">Task by task, with what their plans and results differ in.</PageHeader>
      <EmptyState title="No runs selected" action={<ButtonLink href="/runs">Choose runs</ButtonLink>}>
        Select two to five runs in the list, then compare them.
      </EmptyState>
    </>
  );
}
