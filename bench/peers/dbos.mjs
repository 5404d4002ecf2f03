// DBOS Transact: one registered workflow whose steps are `DBOS.runStep`. Steps of a layer start together and in the order of
// the graph, as its determinism asks. The workflow is called directly, so that its end is known at once.
import { DBOS } from "@dbos-inc/dbos-sdk";
import { createSteps, layersOf } from "./steps.mjs";

export async function open(databaseUrl) {
  const steps = createSteps();
  const graphs = new Map();
  const workflow = DBOS.registerWorkflow(
    async (name) => {
      const { graph, layers } = graphs.get(name);
      for (const layer of layers) {
        await Promise.all(layer.map((id) => DBOS.runStep(async () => steps.act(graph, id), { name: id })));
      }
    },
    { name: "graph" },
  );
  DBOS.setConfig({ name: "bench", systemDatabaseUrl: databaseUrl, logLevel: "error" });
  await DBOS.launch();
  return {
    prepare: (graph) => void graphs.set(graph.name, { graph, layers: layersOf(graph) }),
    run: (graph) => steps.time(graph, () => workflow(graph.name)),
    close: () => DBOS.shutdown(),
  };
}
