import type { Metadata } from "next";
import { draftOfRun } from "@/components/missions/mission-draft";
import { NewMission } from "@/components/missions/new-mission";
import { RemovedRun } from "@/components/runs/unreadable-run";
import { PageHeader } from "@/components/ui/page-header";
import { settingsForm } from "@/lib/core/run/settings-form";
import { consoleCall, refusalOf } from "../../call";
import { sourceOf } from "./source";

export const metadata: Metadata = { title: "New mission" };

type NewMissionPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function NewMissionPage({ searchParams }: NewMissionPageProps) {
  const { from, template } = await searchParams;
  const { services, actor } = await consoleCall();
  const source = typeof from === "string" ? sourceOf(from) : undefined;
  const refusal = source && (await refusalOf(source));
  if (refusal) return <RemovedRun message={refusal.message} />;
  const [{ models }, tools, policies, people, scenarios, budgets, again] = await Promise.all([
    services.system.about({ actor, input: {} }),
    services.tools.list({ actor, input: {} }),
    services.policies.list({ actor, input: {} }),
    services.system.people({ actor, input: {} }),
    services.scenarios.list({ actor, input: {} }),
    services.spending.runBudgets({ actor, input: {} }),
    source,
  ]);
  const files = again?.attachments.map(({ id, name, bytes }) => ({
    key: id,
    id,
    name,
    bytes,
    status: "kept" as const,
  }));
  return (
    <>
      <PageHeader title={again ? "Run again with changes" : "New mission"}>
        {again
          ? "Filled with what the other run was asked to do. That run is not changed."
          : "Describe the outcome you want. Agents do the work, and you stay in control."}
      </PageHeader>
      <NewMission
        models={models}
        tools={tools.items}
        policies={policies.items}
        people={people.items}
        scenarios={scenarios.items}
        settings={settingsForm}
        budgets={budgets}
        keptAs={["mission", from, template].filter((part) => typeof part === "string").join("/")}
        begins={{
          ...(again && { draft: draftOfRun(again, settingsForm.defaults) }),
          ...(files && { files }),
          ...(typeof template === "string" && { templateId: template }),
        }}
      />
    </>
  );
}
