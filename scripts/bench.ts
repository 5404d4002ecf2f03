import { benchAgents } from "./bench/agents";
import { benchCapacity } from "./bench/capacity";
import { benchCluster } from "./bench/cluster";
import { benchCommits } from "./bench/commits";
import { benchConsole } from "./bench/console";
import { benchEffectWindow } from "./bench/effect-window";
import { benchGrowth } from "./bench/growth";
import { benchHistory } from "./bench/history";
import { benchLoad } from "./bench/load";
import { writePage } from "./bench/page";
import { benchPeers } from "./bench/peers";
import { benchPlans } from "./bench/plans";
import { benchPredicates } from "./bench/predicates";
import { benchProfile } from "./bench/profile";
import { benchTour } from "./bench/tour";
import { runMain } from "./lib/main";

const BENCHES: Record<string, () => Promise<boolean>> = {
  agents: benchAgents,
  capacity: benchCapacity,
  cluster: benchCluster,
  commits: benchCommits,
  console: benchConsole,
  "effect-window": benchEffectWindow,
  growth: benchGrowth,
  history: benchHistory,
  load: benchLoad,
  peers: benchPeers,
  /** No measurement: the page again, for the one who wrote a reason into a result file. */
  page: async () => {
    writePage();
    return true;
  },
  plans: benchPlans,
  predicates: benchPredicates,
  profile: benchProfile,
  tour: benchTour,
};

/** `npm run bench -- <name>`: measures, writes bench/results/<name>.json, exits 1 when a target is missed. */
runMain(async () => {
  const name = process.argv[2] ?? "";
  const bench = BENCHES[name];
  if (!bench) {
    console.error(`Usage: npm run bench -- <${Object.keys(BENCHES).join(" | ")}>`);
    return 2;
  }
  return (await bench()) ? 0 : 1;
});
