import type { Profiler } from "node:inspector";

/** What a process does, by the files that its functions stand in; the first that fits counts. */
const PARTS: readonly (readonly [name: string, fits: RegExp])[] = [
  ["writing to sockets", /^(write|writev|writeBuffer|writeUtf8String|writeLatin1String)@$/],
  ["collecting garbage", /^\(garbage collector\)@/],
  ["native code", /^\((program|root)\)@/],
  ["deciding (lib/core)", /\/lib\/core\//],
  ["run store and statements (lib/engine/run-store, db)", /\/(lib\/engine\/run-store|db)\//],
  ["actor and effects (lib/engine)", /\/lib\/engine\//],
  ["driver (postgres)", /\/node_modules\/postgres\//],
  ["jobs (pg-boss, pg)", /\/node_modules\/pg(-[a-z-]+)?\//],
  ["services, adapters and checks", /\/(lib|node_modules)\/(?!testing)/],
  ["Node itself", /@node:|@$/],
  ["the measurement", /./],
];

const IDLE = "(idle)";

/** Milliseconds of each part, by the samples of a profile; what was spent idle is none. */
export function partsOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Record<string, number> {
  const partOfNode = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const ms: Record<string, number> = Object.fromEntries(PARTS.map(([name]) => [name, 0]));
  for (const [n, node] of samples.entries()) {
    const part = partOfNode.get(node);
    if (part !== undefined) ms[part] = (ms[part] ?? 0) + (timeDeltas[n] ?? 0) / 1_000;
  }
  return ms;
}

function partOf({ functionName, url }: Profiler.ProfileNode["callFrame"]): string | undefined {
  if (functionName === IDLE) return;
  const place = `${functionName}@${url.replaceAll("\\", "/")}`;
  return PARTS.find(([, fits]) => fits.test(place))?.[0];
}

/** Milliseconds a task of each part, in an earlier revision and in this one. */
export type ProfiledParts = Record<string, { before: number; after: number }>;
