import type { Metadata } from "next";
import { ReplayScreen } from "@/components/replays/replay-screen";
import { consoleCall, orNotFound } from "../../call";

export const metadata: Metadata = { title: "Replay" };

type ReplayPageProps = { params: Promise<{ id: string }> };

export default async function ReplayPage({ params }: ReplayPageProps) {
  const { id: replayId } = await params;
  const { services, actor } = await consoleCall();
  const replay = await orNotFound(services.replays.get({ actor, input: { replayId } }));
  return <ReplayScreen given={replay} />;
}
