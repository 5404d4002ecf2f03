import type { Metadata } from "next";
import { DrillSettingsScreen } from "@/components/settings/drills/drill-settings";
import { drillForm } from "@/lib/core/inputs/drills";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "Drills" };

export default async function DrillSettingsPage() {
  const { services, actor } = await consoleCall();
  const settings = await services.drills.settings({ actor, input: {} });
  const may = { review: actor.capabilities.includes("review"), admin: actor.capabilities.includes("admin") };
  return <DrillSettingsScreen nodes={drillForm} settings={settings} may={may} />;
}
