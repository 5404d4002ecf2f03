import { silentTextStreams } from "@/lib/engine/streams/text-streams";
import type { ModelCallRow } from "@/lib/engine/types";
import { sameSetup } from "@/lib/engine/workspaces";
import type { Services } from "@/lib/services/registry";
import { createMemoryStore } from "@/lib/testing/engine/memory-run-store";
import { createManualClock } from "@/lib/testing/manual-clock";
import { createScriptedModel, type ModelOverrides, type Script } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";
import { createSchemas, createToolbox } from "@/lib/tools";
import { runEvaluation } from "@/scripts/eval/run";

/** Only an export of marks asks for services. */
const noServices = new Proxy({} as Services, {
  get: () => {
    throw new Error("No services are asked for");
  },
});

/** Runs `npm run eval` in this process, with a model that a script plays, and gives what it printed and asked. */
export async function evaluate(
  argv: string[],
  script: Script,
  { folder, ...overrides }: ModelOverrides & { folder?: URL } = {},
) {
  const model = createScriptedModel(script, { simulated: false, ...overrides });
  const progress: string[] = [];
  const results: string[] = [];
  const kept: ModelCallRow[] = [];
  let ids = 0;
  const effects = {
    workspaces: sameSetup({ model, tools: createToolbox([]) }),
    schemas: createSchemas(),
    reads: createMemoryStore().reads,
    clock: createManualClock(),
    ids: {
      next: () => {
        ids += 1;
        return `id${ids}`;
      },
    },
    log: silentLog,
    streams: silentTextStreams,
    repairAttempts: 3,
  };
  const exitCode = await runEvaluation(argv, {
    terminal: { progress: (line) => void progress.push(line), result: (text) => void results.push(text) },
    signal: new AbortController().signal,
    ...(folder && { folder }),
    withEffects: (use) => use(effects, noServices, async (row) => void kept.push(row)),
  });
  return { exitCode, progress, output: results.join("\n"), requests: model.requests, kept };
}
