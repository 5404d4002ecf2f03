import type { Metadata } from "next";
import { InboxScreen } from "@/components/approvals/inbox/inbox-screen";
import { ServerRendered } from "@/components/shell/server-rendered";
import { dehydrateRendered } from "@/lib/client/server-rendered";
import { voterOf } from "@/lib/services/context";
import { consoleCall } from "../call";
import { heldDecisions, openGates } from "../lists";

export const metadata: Metadata = { title: "Inbox" };

export default async function InboxPage() {
  const { actor } = await consoleCall();
  return (
    <ServerRendered state={dehydrateRendered(await Promise.all([openGates(), heldDecisions()]))}>
      <InboxScreen viewer={voterOf(actor)} />
    </ServerRendered>
  );
}
