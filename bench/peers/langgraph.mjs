// LangGraph.js: a node for each task, an edge for each dependency, PostgresSaver at its default durability ("async": a
// step's checkpoint is written while the next one runs, and `invoke` resolves when all of them are).
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { createSteps } from "./steps.mjs";

/** Results in one state map that a reducer merges, or in a channel for each node. */
const isMap = process.env.PEER_VARIANT === "map";

export async function open(databaseUrl) {
  const checkpointer = PostgresSaver.fromConnString(databaseUrl);
  await checkpointer.setup();
  const steps = createSteps();
  const compiled = new Map();
  return {
    prepare(graph) {
      compiled.set(graph.name, compile(graph, steps, checkpointer));
    },
    run(graph) {
      return steps.time(graph, async () => {
        const config = { configurable: { thread_id: randomUUID() }, recursionLimit: graph.tasks.length + 10 };
        await compiled.get(graph.name).invoke(isMap ? { results: {} } : { started: true }, config);
      });
    },
    close: () => checkpointer.end(),
  };
}

function compile(graph, steps, checkpointer) {
  const builder = new StateGraph(Annotation.Root(isMap ? oneMap() : aChannelEach(graph)));
  for (const { id, ms } of graph.tasks) {
    builder.addNode(id, async () => {
      if (ms !== undefined) await delay(ms);
      const output = steps.act(graph, id);
      return isMap ? { results: { [id]: output } } : { [channelOf(id)]: output };
    });
  }
  const ends = new Set(graph.tasks.map(({ id }) => id));
  for (const { id, dependsOn } of graph.tasks) {
    for (const other of dependsOn) ends.delete(other);
    builder.addEdge(dependsOn.length > 1 ? dependsOn : (dependsOn[0] ?? START), id);
  }
  for (const id of ends) builder.addEdge(id, END);
  return builder.compile({ checkpointer });
}

const channelOf = (id) => `result_of_${id}`;

function oneMap() {
  return { results: Annotation({ reducer: (known, more) => ({ ...known, ...more }), default: () => ({}) }) };
}

function aChannelEach({ tasks }) {
  const channels = tasks.map(({ id }) => [channelOf(id), Annotation()]);
  return { started: Annotation(), ...Object.fromEntries(channels) };
}
