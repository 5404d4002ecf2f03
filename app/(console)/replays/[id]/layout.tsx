import type { ReactNode } from "react";
import { replayOf } from "./replay";

type ReplayLayoutProps = { children: ReactNode; params: Promise<{ id: string }> };

/** Asks before the page begins to stream: an unknown replay is answered by 404. */
export default async function ReplayLayout({ children, params }: ReplayLayoutProps) {
  await replayOf((await params).id);
  return children;
}
