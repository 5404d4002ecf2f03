import type { Metadata } from "next";
import { filterOf, viewOf } from "@/components/library/address";
import { ExamplesScreen } from "@/components/library/examples-screen";
import { consoleCall, orNotFound } from "../../call";

export const metadata: Metadata = { title: "Examples" };

type ExamplesPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ExamplesPage({ searchParams }: ExamplesPageProps) {
  const view = viewOf(await searchParams);
  const { services, actor } = await consoleCall();
  const page = await orNotFound(services.examples.list({ actor, input: filterOf(view) }));
  return <ExamplesScreen view={view} page={page} />;
}
