import type { Metadata } from "next";
import { ModelSettings } from "@/components/settings/models/model-settings";
import { modelForms } from "@/lib/core/inputs/models";
import { consoleCall } from "../../call";

export const metadata: Metadata = { title: "Models and keys" };

export default async function ModelsPage() {
  const { services, actor } = await consoleCall();
  const view = await services.models.list({ actor, input: {} });
  return <ModelSettings view={view} forms={modelForms} />;
}
