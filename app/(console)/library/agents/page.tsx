import type { Metadata } from "next";
import { AgentsScreen } from "@/components/library/agents-screen";
import { TemplatesScreen } from "@/components/templates/templates-screen";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "Agents" };

type AgentsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function AgentsPage({ searchParams }: AgentsPageProps) {
  const status = (await searchParams).status === "archived" ? "archived" : "active";
  const { services, actor } = await consoleCall();
  const [templates, { items, ofRuns }] = await Promise.all([
    services.templates.list({ actor, input: { kind: "agent", status } }),
    services.agents.list({ actor, input: {} }),
  ]);
  return (
    <>
      <TemplatesScreen kind="agent" templates={templates.items} archived={status === "archived"} />
      <AgentsScreen agents={items} ofRuns={ofRuns} />
    </>
  );
}
