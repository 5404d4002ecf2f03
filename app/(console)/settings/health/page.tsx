import type { Metadata } from "next";
import { HealthScreen } from "@/components/settings/health/health-screen";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "Health" };

export default async function HealthPage() {
  const { services, actor } = await consoleCall();
  return <HealthScreen first={await services.system.status({ actor, input: {} })} />;
}
