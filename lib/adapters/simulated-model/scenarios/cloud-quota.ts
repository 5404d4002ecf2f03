import { type DecisionDraft, listIn, writePlan } from "../drafts";
import { readMetrics } from "../metrics";
import { agentBy, type ScenarioScript, type Scripts } from "../script";
import { pluralize } from "../text";
import type { Reply, Turn } from "../turn";
import { DATABASE_VERSION, firstPlan, otherRegion, SERVICE, VERSION } from "./cloud-quota-plan";
import { remainingPlan } from "./remaining-plan";
import { evidenceIn, type Judged, reviewBy } from "./review";

/** The provider refuses the quota: the review aborts. A person who rather replans gets another region. */
export const cloudQuota: ScenarioScript = {
  planner: (turn) => ({ text: writePlan(firstPlan, turn) }),
  agent: agentBy(scripts()),
  reviewer: reviewBy(decide),
  replanner: playReplanner,
};

function decide({ answers, bad, results }: Judged): Omit<DecisionDraft, "answers"> {
  const evidence = evidenceIn({ answers });
  if (bad) {
    const abortReason =
      `${evidence} The application cannot run on less, so nothing was set up. Somebody has to settle the quota ` +
      "with the provider, or name another region, before this is tried again.";
    return {
      decision: "ABORT",
      reasoning: `${evidence} Half of the servers would help nobody.`,
      abortReason,
    };
  }
  const { neededCpus = 0, freeCpus = 0 } = readMetrics(results);
  const missing = neededCpus - freeCpus;
  const next = missing > 0 ? ` The provider can be asked for the ${missing} that are missing.` : "";
  return { decision: "CONTINUE", reasoning: `${evidence}${next}` };
}

/** Where the first region has turned out too small, there is another. */
function playReplanner(turn: Turn): Reply {
  const known = listIn(turn, "completed").map(({ preview }) => String(preview));
  const isTooSmall = /\brefused\b|servers could be created/.test(
    [...known, turn.block("trigger")].join("\n"),
  );
  return { text: writePlan(remainingPlan(turn, isTooSmall ? otherRegion : firstPlan), turn) };
}

function scripts(): Scripts {
  return {
    estimate_needs: () => ({
      opening: `I estimate what ${SERVICE} ${VERSION} needs.`,
      rounds: () => [[{ tool: "estimate_resources", args: { service: SERVICE, version: VERSION } }]],
      result: ([out = {}]) =>
        `${SERVICE} ${VERSION} needs ${out.cpus} CPUs in ${pluralize(out.servers, "server")} at its expected load.`,
    }),

    check_quota: (turn) => {
      const region = regionIn(turn);
      return {
        opening: `I look up the quota in ${region}.`,
        rounds: () => [[{ tool: "check_quota", args: { region } }]],
        result: ([out = {}]) =>
          `${region} allows ${out.limitCpus} CPUs and ${out.usedCpus} are in use: ${out.freeCpus} CPUs are free.`,
      };
    },

    request_quota: (turn) => {
      const region = regionIn(turn);
      const { neededCpus = 0, freeCpus = 0 } = readMetrics(turn.block("input"));
      const cpus = neededCpus - freeCpus;
      return {
        opening: `I ask the provider for ${cpus} more CPUs in ${region}.`,
        rounds: () => (cpus > 0 ? [[{ tool: "request_quota", args: { region, cpus } }]] : []),
        result: ([out = { granted: true, reason: "none are missing" }]) =>
          `The provider ${out.granted === true ? "granted" : "refused"} ${Math.max(0, cpus)} more CPUs in ${region}: ` +
          `${out.reason}.`,
      };
    },

    create_servers: (turn) => {
      const region = regionIn(turn);
      const [servers = 1] = (/in (\d+) server/.exec(turn.block("input")) ?? []).slice(1).map(Number);
      const { neededCpus: cpus = servers } = readMetrics(turn.block("input"));
      const args = { region, service: SERVICE, version: VERSION, servers, cpus };
      return {
        opening: `I create ${pluralize(servers, "server")} in ${region}.`,
        rounds: () => [[{ tool: "create_servers", args }]],
        result: ([{ created = 0, wanted = servers } = {}]) => JSON.stringify({ region, created, wanted }),
      };
    },

    deploy_database: () => deployment(`${SERVICE}-db`, DATABASE_VERSION),
    deploy_application: () => deployment(SERVICE, VERSION),

    smoke_tests: () => ({
      opening: "I run the smoke tests on production.",
      rounds: () => [
        [{ tool: "run_tests", args: { suite: "smoke", environment: "production", version: VERSION } }],
      ],
      result: ([out = {}]) =>
        `Smoke tests of ${VERSION} in production: ${out.passed}/${out.total} passed, ${out.errorRatePercent} % errors, ` +
        `p95 latency ${out.p95LatencyMs} ms.`,
    }),
  };
}

function deployment(service: string, version: string) {
  return {
    opening: `I deploy ${service} ${version} to production.`,
    rounds: () => [[{ tool: "deploy", args: { environment: "production", service, version } }]],
    result: ([out = {}]: Record<string, unknown>[]) =>
      `${service} ${version} runs at ${out.address}: healthy, ${pluralize(out.replicas, "replica")}.`,
  };
}

const regionIn = (turn: Turn): string => /\b[a-z]{2}-[a-z]+\b/.exec(turn.block("input"))?.[0] ?? "eu-central";
