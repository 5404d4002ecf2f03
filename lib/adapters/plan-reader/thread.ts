// A thread of its own, run by Node with the loader that its parent names.
import { parentPort } from "node:worker_threads";
import { type ReadPlan, readPlan } from "@/lib/core/plan";
import type { Posted } from "../work-thread";

parentPort?.on("message", (text: string) => {
  parentPort?.postMessage({ result: readPlan(text) } satisfies Posted<ReadPlan>);
});
