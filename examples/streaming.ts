import { localPerson as actor } from "@/lib/auth/actor";
import { SCENARIOS } from "@/lib/core/scenarios";
import type { Example } from "./world";

const mission = SCENARIOS.find(({ name }) => name === "staging")?.mission ?? "";

/** The text of models and tools as it arrives, each piece numbered, beside the events of the run (docs/engine.md). */
export const streaming: Example = async ({ services, print }) => {
  const settings = { reviewMode: "auto" as const };
  const { runId } = await services.runs.create({ actor, input: { mission, settings } });
  const stop = new AbortController();
  // Chunks after number 0: all of them. Without it a follower gets what is not in a committed step yet.
  const { batches } = await services.runs.follow({ actor, input: { runId, chunk: 0, signal: stop.signal } });
  let pieces = 0;
  for await (const { events, chunks, ended } of batches) {
    for (const { chunkNo, role, taskId, text, done } of chunks) {
      pieces += 1;
      print(
        `  ${chunkNo} ${role} ${taskId ?? ""}: ${text.slice(0, 60).replaceAll("\n", " ")}${done ? " (end)" : ""}`,
      );
    }
    for (const { seq, type } of events) if (type === "task_succeeded") print(`event ${seq} ${type}`);
    if (ended) break;
  }
  stop.abort();
  print(`${pieces} pieces of text`);
};
