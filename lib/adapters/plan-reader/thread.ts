// A thread of its own, run by Node with the loader that its parent names.
import { parentPort } from "node:worker_threads";
import { type ReadPlan, readPlan } from "@/lib/core/plan";
import type { Posted } from "../work-thread";
import type { ReadJob } from ".";

parentPort?.on("message", ({ text, options }: ReadJob) => {
  parentPort?.postMessage({ result: readPlan(text, options) } satisfies Posted<ReadPlan>);
});
