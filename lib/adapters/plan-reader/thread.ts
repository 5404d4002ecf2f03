// A thread of its own, run by Node with the loader that its parent names.
import { parentPort } from "node:worker_threads";
import { readPlan } from "@/lib/core/plan";

parentPort?.on("message", (text: string) => {
  parentPort?.postMessage(readPlan(text));
});
