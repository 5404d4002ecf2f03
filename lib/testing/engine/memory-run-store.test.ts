import { createMemoryStore } from "./memory-run-store";
import { describeRunStore } from "./run-store-contract";

describeRunStore("the run store in memory", async () => {
  const { runStore, jobs, reads } = createMemoryStore();
  return { runStore, elsewhere: runStore, jobs, reads, close: async () => {} };
});
