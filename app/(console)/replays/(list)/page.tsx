import type { Metadata } from "next";
import { filterOf, viewOf } from "@/components/replays/address";
import { ReplaysScreen } from "@/components/replays/replays-screen";
import { consoleCall, orNotFound } from "../../call";

export const metadata: Metadata = { title: "Replays" };

type ReplaysPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ReplaysPage({ searchParams }: ReplaysPageProps) {
  const view = viewOf(await searchParams);
  const { services, actor } = await consoleCall();
  const page = await orNotFound(services.replays.list({ actor, input: filterOf(view) }));
  return <ReplaysScreen view={view} page={page} />;
}
