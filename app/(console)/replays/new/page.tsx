import type { Metadata } from "next";
import { NewModelReplay } from "@/components/replays/new-model-replay";
import { replayModelsOf } from "@/components/replays/variants";
import { PageHeader } from "@/components/ui/page-header";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "Ask other models" };

export default async function NewModelReplayPage() {
  const { services, actor } = await consoleCall();
  const models = replayModelsOf(await services.models.list({ actor, input: {} }));
  return (
    <>
      <PageHeader title="Ask other models">
        Each turn of recorded attempts is put to other models or prompts. No tool is called.
      </PageHeader>
      <NewModelReplay models={models} />
    </>
  );
}
