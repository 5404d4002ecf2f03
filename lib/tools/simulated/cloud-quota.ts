import { getOwn } from "@/lib/core/own";
import { simulatedTool, text, version } from "./shared";

/** CPUs that the account may use, and those it does use, by region. Regions that are not here have nothing. */
const QUOTAS: Record<string, { limitCpus: number; usedCpus: number }> = {
  "eu-central": { limitCpus: 16, usedCpus: 4 },
  "eu-north": { limitCpus: 64, usedCpus: 8 },
};
const NONE = { limitCpus: 0, usedCpus: 0 };

const region = { ...text, description: "A region of the provider, such as eu-central." };
const cpus = { type: "integer", minimum: 1, maximum: 1_000 };

/** CPUs that are left in a region. */
function freeIn(name: string): number {
  const { limitCpus, usedCpus } = getOwn(QUOTAS, name) ?? NONE;
  return limitCpus - usedCpus;
}

export const checkQuota = simulatedTool({
  name: "check_quota",
  description: "Tells how many CPUs the account may use in a region, and how many it does use.",
  tags: ["cloud"],
  sideEffects: "read",
  idempotent: true,
  input: { region },
  output: {
    region: { type: "string" },
    limitCpus: { type: "integer" },
    usedCpus: { type: "integer" },
    freeCpus: { type: "integer" },
  },
  examples: [{ region: "eu-central" }],
  summarize: ({ region }) => `Check the quota in ${region}`,
  run: ({ region }) => {
    const name = String(region);
    return { region: name, ...(getOwn(QUOTAS, name) ?? NONE), freeCpus: freeIn(name) };
  },
});

export const requestQuota = simulatedTool({
  name: "request_quota",
  description: "Asks the provider to let the account use more CPUs in a region, and waits for its answer.",
  tags: ["cloud"],
  sideEffects: "external",
  idempotent: false,
  input: { region, cpus },
  output: { granted: { type: "boolean" }, reason: { type: "string" } },
  examples: [{ region: "eu-central", cpus: 12 }],
  summarize: ({ region, cpus }) => `Ask the provider for ${cpus} more CPUs in ${region}`,
  run: () => ({ granted: false, reason: "accounts are not raised in their first 90 days" }),
});

export const createServers = simulatedTool({
  name: "create_servers",
  description: "Creates the servers for a version of a service in a region, as far as the quota reaches.",
  tags: ["cloud"],
  sideEffects: "write",
  idempotent: true,
  input: { region, service: text, version, servers: { type: "integer", minimum: 1, maximum: 100 }, cpus },
  output: {
    region: { type: "string" },
    created: { type: "integer" },
    wanted: { type: "integer" },
  },
  examples: [{ region: "eu-north", service: "web-app", version: "1.4.0", servers: 6, cpus: 24 }],
  summarize: ({ region, service, version, servers }) =>
    `Create ${servers} servers for ${service} ${version} in ${region}`,
  run: ({ region, servers, cpus }) => {
    const wanted = Number(servers);
    const share = freeIn(String(region)) / Number(cpus);
    return { region: String(region), created: Math.min(wanted, Math.floor(wanted * share)), wanted };
  },
});
