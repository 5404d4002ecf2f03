import type { Metadata } from "next";
import { InboxScreen } from "@/components/approvals/inbox/inbox-screen";
import { LIVE_GATES } from "@/components/shell/live-filters";
import { voterOf } from "@/lib/services/context";
import { consoleCall } from "../call";

export const metadata: Metadata = { title: "Inbox" };

export default async function InboxPage() {
  const { services, actor } = await consoleCall();
  const gates = await services.approvals.list({ actor, input: LIVE_GATES });
  return <InboxScreen initial={gates} viewer={voterOf(actor)} />;
}
