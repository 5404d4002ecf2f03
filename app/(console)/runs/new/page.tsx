import type { Metadata } from "next";
import { NewMission } from "@/components/missions/new-mission";
import { PageHeader } from "@/components/ui/page-header";
import { consoleCall } from "../../call";
import { startMission } from "./actions";

export const metadata: Metadata = { title: "New mission" };

export default async function NewMissionPage() {
  const { services, actor } = await consoleCall();
  const [{ models }, tools, policies, scenarios] = await Promise.all([
    services.system.about({ actor, input: {} }),
    services.tools.list({ actor, input: {} }),
    services.policies.list({ actor, input: {} }),
    services.scenarios.list({ actor, input: {} }),
  ]);
  return (
    <>
      <PageHeader title="New mission">
        Describe the outcome you want. Agents do the work, and you stay in control.
      </PageHeader>
      <NewMission
        models={models}
        tools={tools.items}
        policies={policies.items}
        scenarios={scenarios.items}
        start={startMission}
      />
    </>
  );
}
