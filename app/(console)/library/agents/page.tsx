import type { Metadata } from "next";
import { AgentsScreen } from "@/components/library/agents-screen";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "Agents" };

export default async function AgentsPage() {
  const { services, actor } = await consoleCall();
  const { items, ofRuns } = await services.agents.list({ actor, input: {} });
  return <AgentsScreen agents={items} ofRuns={ofRuns} />;
}
