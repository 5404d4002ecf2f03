import type { Metadata } from "next";
import { RetentionPage } from "@/components/settings/retention/retention-settings";
import { consoleCall } from "../../call";
import { changeRetention, purgeAudit } from "./actions";

export const metadata: Metadata = { title: "Data retention" };

export default async function DataRetentionPage() {
  const { services, actor } = await consoleCall();
  const view = await services.retention.get({ actor, input: {} });
  return <RetentionPage view={view} actions={{ change: changeRetention, purgeAudit }} />;
}
