import type { Metadata } from "next";
import { ToolsScreen } from "@/components/library/tools-screen";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "Tools" };

export default async function ToolsPage() {
  const { services, actor } = await consoleCall();
  const { items } = await services.tools.list({ actor, input: {} });
  return <ToolsScreen tools={items} />;
}
