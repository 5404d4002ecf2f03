// Mastra: a workflow of `then` for a layer of one step and `parallel` for the others, on its default engine in this process;
// PostgresStore keeps a snapshot of the run after each step, as is its default.
import { Mastra } from "@mastra/core/mastra";
import { createStep, createWorkflow } from "@mastra/core/workflows";
import { PostgresStore } from "@mastra/pg";
import { z } from "zod";
import { createSteps, layersOf } from "./steps.mjs";

const anything = { inputSchema: z.any(), outputSchema: z.any() };

export async function open(databaseUrl) {
  const storage = new PostgresStore({ id: "bench", connectionString: databaseUrl });
  await storage.init();
  const steps = createSteps();
  const workflows = new Map();
  return {
    prepare(graph) {
      const id = graph.name.replaceAll(/\W+/g, "_");
      let workflow = createWorkflow({ id, ...anything });
      for (const layer of layersOf(graph)) {
        const own = layer.map((step) =>
          createStep({ id: step, ...anything, execute: async () => ({ text: steps.act(graph, step) }) }),
        );
        workflow = own.length === 1 ? workflow.then(own[0]) : workflow.parallel(own);
      }
      const mastra = new Mastra({ storage, logger: false, workflows: { [id]: workflow.commit() } });
      workflows.set(graph.name, mastra.getWorkflow(id));
    },
    run(graph) {
      return steps.time(graph, async () => {
        const run = await workflows.get(graph.name).createRun();
        const { status } = await run.start({ inputData: {} });
        if (status !== "success") throw new Error(`The run ended as ${status}`);
      });
    },
    close: () => storage.close(),
  };
}
