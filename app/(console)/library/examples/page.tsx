import type { Metadata } from "next";
import { ExamplesScreen } from "@/components/library/examples-screen";
import { type AddressQuery, readAddress } from "@/lib/core/inputs/address";
import { listExamplesInput } from "@/lib/core/inputs/examples";
import { consoleCall, orNotFound } from "../../call";

export const metadata: Metadata = { title: "Examples" };

type ExamplesPageProps = { searchParams: Promise<AddressQuery> };

export default async function ExamplesPage({ searchParams }: ExamplesPageProps) {
  const view = readAddress(listExamplesInput, await searchParams);
  const { services, actor } = await consoleCall();
  const page = await orNotFound(services.examples.list({ actor, input: view }));
  return <ExamplesScreen view={view} page={page} />;
}
