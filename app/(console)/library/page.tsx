import type { Metadata } from "next";
import { filterOf, viewOf } from "@/components/library/address";
import { LibraryScreen } from "@/components/library/library-screen";
import { consoleCall, orNotFound } from "../call";

export const metadata: Metadata = { title: "Library" };

type LibraryPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LibraryPage({ searchParams }: LibraryPageProps) {
  const view = viewOf(await searchParams);
  const { services, actor } = await consoleCall();
  const page = await orNotFound(services.examples.list({ actor, input: filterOf(view) }));
  return <LibraryScreen view={view} page={page} />;
}
