import type { Metadata } from "next";
import { ReplayScreen } from "@/components/replays/replay-screen";
import { toPageText } from "@/lib/client/page-text";
import { replayOf } from "./replay";

export const metadata: Metadata = { title: "Replay" };

type ReplayPageProps = { params: Promise<{ id: string }> };

export default async function ReplayPage({ params }: ReplayPageProps) {
  return <ReplayScreen given={toPageText(await replayOf((await params).id))} />;
}
