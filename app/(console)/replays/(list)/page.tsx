import type { Metadata } from "next";
import { filterOf, REPLAY_GROUPS } from "@/components/replays/address";
import { ReplaysScreen } from "@/components/replays/replays-screen";
import { type AddressQuery, readAddress } from "@/lib/core/inputs/address";
import { listReplaysInput } from "@/lib/core/inputs/replays";
import { consoleCall, orNotFound } from "../../call";

export const metadata: Metadata = { title: "Replays" };

type ReplaysPageProps = { searchParams: Promise<AddressQuery> };

export default async function ReplaysPage({ searchParams }: ReplaysPageProps) {
  const view = readAddress(listReplaysInput, await searchParams, { show: REPLAY_GROUPS });
  const { services, actor } = await consoleCall();
  const page = await orNotFound(services.replays.list({ actor, input: filterOf(view) }));
  return <ReplaysScreen view={view} page={page} />;
}
