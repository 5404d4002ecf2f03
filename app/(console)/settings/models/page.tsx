import type { Metadata } from "next";
import { ModelSettings } from "@/components/settings/models/model-settings";
import { consoleCall } from "../../call";
import {
  removeModel,
  removeProvider,
  saveModel,
  saveProvider,
  saveRole,
  setDefaults,
  setSimulatedTools,
  testModel,
} from "./actions";

export const metadata: Metadata = { title: "Models and keys" };

export default async function ModelsPage() {
  const { services, actor } = await consoleCall();
  const view = await services.models.list({ actor, input: {} });
  const changes = { saveProvider, removeProvider, saveModel, removeModel };
  const actions = { ...changes, setDefaults, saveRole, setSimulatedTools, test: testModel };
  return <ModelSettings view={view} actions={actions} />;
}
