import type { Metadata } from "next";
import { DataPage } from "@/components/settings/retention/retention-settings";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "Data and retention" };

export default async function WorkspaceDataPage() {
  const { services, actor } = await consoleCall();
  const [view, { items }] = await Promise.all([
    services.retention.get({ actor, input: {} }),
    services.data.exports({ actor, input: {} }),
  ]);
  return <DataPage view={view} exports={items} />;
}
