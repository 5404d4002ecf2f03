import type { Metadata } from "next";
import { RUNS_AT_FIRST } from "@/components/replays/address";
import { NewModelReplay } from "@/components/replays/new-model-replay";
import { replayModelsOf } from "@/components/replays/variants";
import { ServerRendered } from "@/components/shell/server-rendered";
import { PageHeader } from "@/components/ui/page-header";
import { dehydrateRendered } from "@/lib/client/server-rendered";
import { consoleCall } from "../../call";
import { listedRuns } from "../../lists";

export const metadata: Metadata = { title: "Ask other models" };

export default async function NewModelReplayPage() {
  const { services, actor } = await consoleCall();
  const [models, runs] = await Promise.all([
    services.models.list({ actor, input: {} }),
    listedRuns(RUNS_AT_FIRST),
  ]);
  return (
    <>
      <PageHeader title="Ask other models">
        Each turn of recorded attempts is put to other models or prompts. No tool is called.
      </PageHeader>
      <ServerRendered state={dehydrateRendered([runs])}>
        <NewModelReplay models={replayModelsOf(models)} />
      </ServerRendered>
    </>
  );
}
