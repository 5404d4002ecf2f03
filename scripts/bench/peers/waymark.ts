import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { startEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { abortOnStopSignal, runMain } from "../../lib/main";
import { hearEnds } from "./ends";
import type { Graph } from "./graphs";
import type { Answer, Ask, TaskKind } from "./messages";

/**
 * Entry of the process in which Waymark runs beside its peers: services, run store, jobs and one worker with their usual
 * settings, a model that answers at once, and no web server. It takes what bench/peers/host.mjs takes.
 */
runMain(async () => {
  const stopping = abortOnStopSignal();
  const databaseUrl = process.env.PEER_DATABASE_URL ?? "";
  const model = createScriptedModel(answerTo);
  const engine = await startEngine({ databaseUrl, model });
  const ends = await hearEnds(databaseUrl);

  async function answer({ act, graph, kind }: Ask): Promise<Answer> {
    if (act === "prepare") return {};
    model.requests.length = 0;
    const input = { mission: graph.output, plan: planOf(graph, kind) };
    const startedAt = performance.now();
    const runId = await engine.createRun(input);
    const ms = (await ends.of(runId)) - startedAt;
    const { tasks } = await engine.waitFor(runId, (state) => state.finished !== undefined);
    const done = Object.values(tasks).filter(({ status }) => status === "succeeded").length;
    if (done !== graph.tasks.length) throw new Error(`${done} of ${graph.tasks.length} tasks succeeded`);
    return { ms };
  }

  process.on("message", (ask: Ask) => {
    answer(ask).then(
      (timed) => process.send?.(timed),
      (error: Error) => process.send?.({ error: error.stack ?? error.message }),
    );
  });
  process.send?.({});
  if (!stopping.aborted) await once(stopping, "abort");
  await ends.stop();
  await engine.stop();
  return 0;
});

/** At once, but for tasks that pretend to work. */
async function answerTo({ role, prompt }: Parameters<Script>[0]): Promise<string> {
  if (role === "answer") return "All is done.";
  const [, ms] = /Work for (\d+) ms\./.exec(prompt) ?? [];
  if (ms !== undefined) await delay(Number(ms));
  return "done";
}

/** Programs give their id and the mission, which is the graph's output; agents do what the model says. */
function planOf(graph: Graph, kind: TaskKind) {
  const tasks = graph.tasks.map(({ id, dependsOn, ms }) => {
    const input = ms === undefined ? "go" : `Work for ${ms} ms.`;
    const work = kind === "direct" ? { type: "direct", input: `(str "${id} " data/mission)` } : { input };
    return { id, title: id, dependsOn, ...work };
  });
  return { title: graph.name, tasks };
}
